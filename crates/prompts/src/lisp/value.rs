//! The values of the language: numbers, symbols, lists and functions.
//!
//! Values cannot be changed, so there are no cycles. Every pair knows how large and how deeply
//! nested its tree is, so that nothing grows beyond what can be printed and compared.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Write as _};
use std::rc::Rc;

use super::refusal::Refusal;
use crate::limits::{self, DEPTH, MEMORY, NAME, PAIRS};
use crate::symbols::Symbols;

thread_local! {
    // A session has a thread of its own, so these are the session's.
    static SYMBOLS: RefCell<Symbols> = RefCell::default();
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

/// A symbol other than NIL, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The symbol with a name, which is in upper case.
    pub fn named(name: &str) -> Result<Symbol, Refusal> {
        SYMBOLS.with_borrow_mut(|symbols| {
            if let Some(number) = symbols.find(name) {
                return Ok(Symbol(number));
            }
            NAME.check(name.len())?;
            limits::SYMBOLS.check(symbols.len() + 1)?;
            Ok(Symbol(symbols.number(name)))
        })
    }

    pub fn name(self) -> Rc<str> {
        SYMBOLS.with_borrow(|symbols| symbols.shared_name(self.0))
    }

    /// Whether its name begins so.
    pub fn begins_with(self, prefix: char) -> bool {
        self.name().starts_with(prefix)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[derive(Clone, Debug, Default)]
pub enum Value {
    /// The empty list, which is also what is false.
    #[default]
    Nil,
    Integer(i64),
    Symbol(Symbol),
    /// A list that is not empty, or a dotted pair.
    Pair(Rc<Pair>),
    Function(Rc<Function>),
}

/// A pair of values, mostly the first element of a list and the rest of it.
#[derive(Debug)]
pub struct Pair {
    pub car: Value,
    pub cdr: Value,
    measure: Measure,
    _live: Live,
}

/// A function that was made by `lambda`, or the name of another one.
#[derive(Debug)]
pub struct Function {
    /// Its name, if it was defined with one.
    pub name: Option<Symbol>,
    pub parameters: Vec<Symbol>,
    /// The expressions that it evaluates.
    pub body: Value,
    /// The local variables where it was made.
    pub scope: Scope,
}

/// Local variables, the innermost first.
pub type Scope = Option<Rc<Binding>>;

#[derive(Debug)]
pub struct Binding {
    pub name: Symbol,
    pub value: RefCell<Value>,
    /// The variables around it.
    pub outer: Scope,
    nesting: u32,
    _live: Live,
}

#[derive(Clone, Copy, Debug)]
struct Measure {
    pairs: u32,
    nesting: u32,
    has_function: bool,
}

/// Counts as in use until it is dropped.
#[derive(Debug)]
struct Live(());

impl Live {
    fn new() -> Result<Live, Refusal> {
        let live = LIVE.get() + 1;
        MEMORY.check(live)?;
        LIVE.set(live);
        Ok(Live(()))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        LIVE.set(LIVE.get().saturating_sub(1));
    }
}

impl Drop for Pair {
    /// Long lists are dropped in a loop, since recursion would need too much stack.
    fn drop(&mut self) {
        let mut rest = std::mem::take(&mut self.cdr);
        while let Value::Pair(pair) = rest {
            let Ok(mut pair) = Rc::try_unwrap(pair) else { return };
            rest = std::mem::take(&mut pair.cdr);
        }
    }
}

impl Binding {
    /// A variable within others.
    pub fn new(name: Symbol, value: Value, outer: Scope) -> Result<Rc<Binding>, Refusal> {
        let around = outer.as_ref().map_or(0, |outer| outer.nesting);
        // A function in a variable of a function, and so on.
        let nesting = value.measure().nesting.max(around) + 1;
        DEPTH.check(nesting)?;
        let _live = Live::new()?;
        Ok(Rc::new(Binding { name, value: RefCell::new(value), outer, nesting, _live }))
    }
}

impl Value {
    pub fn cons(car: Value, cdr: Value) -> Result<Value, Refusal> {
        let (first, rest) = (car.measure(), cdr.measure());
        let measure = Measure {
            pairs: first.pairs + rest.pairs + 1,
            nesting: rest.nesting.max(first.nesting + 1),
            has_function: first.has_function || rest.has_function,
        };
        PAIRS.check(measure.pairs)?;
        DEPTH.check(measure.nesting)?;
        Ok(Value::Pair(Rc::new(Pair { car, cdr, measure, _live: Live::new()? })))
    }

    fn measure(&self) -> Measure {
        match self {
            Value::Pair(pair) => pair.measure,
            Value::Function(function) => {
                let nesting = function.scope.as_ref().map_or(0, |scope| scope.nesting);
                Measure { pairs: 0, nesting: nesting + 1, has_function: true }
            }
            _ => Measure { pairs: 0, nesting: 0, has_function: false },
        }
    }

    pub fn pairs(&self) -> u64 {
        self.measure().pairs.into()
    }

    /// Whether it is or has a function.
    pub fn has_function(&self) -> bool {
        self.measure().has_function
    }

    /// The symbol with this name in upper case; NIL is the empty list.
    pub fn symbol(name: &str) -> Result<Value, Refusal> {
        if name == "NIL" { Ok(Value::Nil) } else { Ok(Value::Symbol(Symbol::named(name)?)) }
    }

    pub fn truth(holds: bool) -> Value {
        // The name is short, and a session has it from the start.
        if holds { Value::symbol("T").unwrap_or_default() } else { Value::Nil }
    }

    pub fn list(values: Vec<Value>) -> Result<Value, Refusal> {
        Value::list_before(values, Value::Nil)
    }

    /// A list that begins with these values.
    pub fn list_before(values: Vec<Value>, rest: Value) -> Result<Value, Refusal> {
        values.into_iter().rev().try_fold(rest, |rest, value| Value::cons(value, rest))
    }

    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Nil)
    }

    /// The pair, if it is one.
    pub fn pair(&self) -> Option<&Pair> {
        match self {
            Value::Pair(pair) => Some(pair),
            _ => None,
        }
    }

    /// The name, if it is a symbol.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self {
            Value::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// The elements of a list, if it is one that ends with NIL.
    pub fn elements(&self) -> Option<Vec<Value>> {
        let mut elements = Vec::new();
        let mut rest = self;
        while let Value::Pair(pair) = rest {
            elements.push(pair.car.clone());
            rest = &pair.cdr;
        }
        matches!(rest, Value::Nil).then_some(elements)
    }

    /// The first element and the others, if it is a list whose first element is this symbol.
    pub fn after(&self, name: &str) -> Option<&Value> {
        let pair = self.pair()?;
        let is_named = pair.car.as_symbol().is_some_and(|symbol| &*symbol.name() == name);
        is_named.then_some(&pair.cdr)
    }

    /// Whether it is the same object, as `eql` has it.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) => true,
            (Value::Integer(one), Value::Integer(two)) => one == two,
            (Value::Symbol(one), Value::Symbol(two)) => one == two,
            (Value::Pair(one), Value::Pair(two)) => Rc::ptr_eq(one, two),
            (Value::Function(one), Value::Function(two)) => Rc::ptr_eq(one, two),
            _ => false,
        }
    }
}

/// Equality as `equal` has it: of lists, element by element.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        let (mut one, mut two) = (self, other);
        while let (Value::Pair(first), Value::Pair(second)) = (one, two) {
            if Rc::ptr_eq(first, second) {
                return true;
            }
            if first.car != second.car {
                return false;
            }
            (one, two) = (&first.cdr, &second.cdr);
        }
        one.is_same(two)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nil => f.write_str("NIL"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Symbol(symbol) => write!(f, "{symbol}"),
            Value::Function(function) => match function.name {
                Some(name) => write!(f, "#<FUNCTION {name}>"),
                None => f.write_str("#<FUNCTION LAMBDA>"),
            },
            Value::Pair(pair) => match quoted(self) {
                Some((sign, inner)) => write!(f, "{sign}{inner}"),
                None => write_list(f, pair),
            },
        }
    }
}

/// What `(QUOTE X)` and `(FUNCTION X)` quote, and how that is written.
fn quoted(value: &Value) -> Option<(&'static str, &Value)> {
    for (name, sign) in [("QUOTE", "'"), ("FUNCTION", "#'")] {
        if let Some(Pair { car, cdr: Value::Nil, .. }) = value.after(name).and_then(Value::pair) {
            return Some((sign, car));
        }
    }
    None
}

fn write_list(f: &mut fmt::Formatter<'_>, pair: &Pair) -> fmt::Result {
    write!(f, "({}", pair.car)?;
    let mut rest = &pair.cdr;
    loop {
        match rest {
            Value::Nil => return f.write_str(")"),
            Value::Pair(pair) => {
                write!(f, " {}", pair.car)?;
                rest = &pair.cdr;
            }
            atom => return write!(f, " . {atom})"),
        }
    }
}

/// A value as messages show it.
pub fn shown(value: &Value) -> String {
    const MOST: usize = 100;
    let mut text = Bounded::new(MOST);
    match write!(text, "{value}") {
        Ok(()) => text.text,
        Err(_) => format!("{}…", text.text),
    }
}

/// Text that does not grow beyond a limit.
pub struct Bounded {
    pub text: String,
    most: usize,
}

impl Bounded {
    /// No text yet, with room for so many bytes.
    pub fn new(most: usize) -> Bounded {
        Bounded { text: String::new(), most }
    }
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.text.len() + more.len() > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}
