//! The evaluator: expressions, calls, and the limits of both.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::rc::Rc;

use agon_arena::Refused;
use agon_host::interrupt::interrupted;

use super::refusal::Refusal;
use super::rule::Knowledge;
use super::syntax;
use super::value::{Binding, Bounded, Function, Scope, Symbol, Value, shown};
use crate::limits::{CALLS, Limit, NAMES, OUTPUT, STEPS};

/// A value, or why there is none.
pub type Answer = Result<Value, Refused>;

/// A function of the language that is not written in it.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Its name in upper case.
    pub name: &'static str,
    /// The least and the largest number of its arguments.
    pub arguments: (usize, usize),
    pub run: fn(&mut Machine, &[Value]) -> Answer,
    /// Whether `defun` may replace it: it belongs to the game, not to Lisp.
    pub is_replaceable: bool,
}

/// A function of Lisp with at least and at most so many arguments.
pub const fn builtin(
    name: &'static str,
    least: usize,
    most: usize,
    run: fn(&mut Machine, &[Value]) -> Answer,
) -> Builtin {
    Builtin { name, arguments: (least, most), run, is_replaceable: false }
}

/// Evaluates a special form from what follows its name.
pub type Form = fn(&mut Machine, &Value, &Scope) -> Answer;

/// A session: what is defined, and what is left of the limits.
pub struct Machine {
    pub(super) globals: HashMap<Symbol, Value>,
    /// The variables of `defvar` and `defparameter`, which `let` binds for all functions.
    pub(super) specials: HashSet<Symbol>,
    pub(super) functions: HashMap<Symbol, Rc<Function>>,
    builtins: HashMap<Symbol, Builtin>,
    forms: HashMap<Symbol, Form>,
    /// What `prepare-knowledge` has set.
    pub(super) knowledge: Rc<Knowledge>,
    /// What was printed by `show`.
    pub(super) printed: Bounded,
    max_steps: u64,
    steps_left: u64,
    calls: u32,
}

impl Machine {
    /// A session with functions and special forms, in which every input may take so many steps.
    pub fn new(
        max_steps: u64,
        builtins: impl Iterator<Item = Builtin>,
        forms: &[(&str, Form)],
    ) -> Result<Machine, Refused> {
        let mut machine = Machine {
            globals: HashMap::new(),
            specials: HashSet::new(),
            functions: HashMap::new(),
            builtins: HashMap::new(),
            forms: HashMap::new(),
            knowledge: Rc::default(),
            printed: Bounded::new(OUTPUT.most as usize),
            max_steps,
            steps_left: max_steps,
            calls: 0,
        };
        for builtin in builtins {
            machine.builtins.insert(Symbol::named(builtin.name)?, builtin);
        }
        for &(name, form) in forms {
            machine.forms.insert(Symbol::named(name)?, form);
        }
        Ok(machine)
    }

    /// The values of the expressions of a text, each on a line.
    pub fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        (self.steps_left, self.calls) = (self.max_steps, 0);
        self.printed = Bounded::new(OUTPUT.most as usize);
        for expression in syntax::read(text)? {
            let value = self.evaluate(&expression, &None)?;
            // What `show` prints is its answer.
            if expression.after("SHOW").is_none() {
                self.print(format_args!("{value}"))?;
            }
        }
        let printed = std::mem::replace(&mut self.printed, Bounded::new(OUTPUT.most as usize)).text;
        Ok(Some(printed.trim_end_matches('\n').to_string()).filter(|text| !text.is_empty()))
    }

    pub(super) fn print(&mut self, line: fmt::Arguments<'_>) -> Result<(), Refusal> {
        writeln!(self.printed, "{line}").map_err(|_| OUTPUT.exceeded().into())
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        const ASKED_EVERY: u64 = 4096;
        let left = self.steps_left.checked_sub(steps);
        let left = left.ok_or(Limit { most: self.max_steps, ..STEPS }.exceeded())?;
        if left / ASKED_EVERY != self.steps_left / ASKED_EVERY && interrupted() {
            return Err(Refusal::Interrupted);
        }
        self.steps_left = left;
        Ok(())
    }

    /// The steps that are left of this input.
    pub(super) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Does something one call deeper.
    pub(super) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Machine) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        self.spend(1)?;
        CALLS.check(self.calls + 1)?;
        self.calls += 1;
        let done = work(self);
        self.calls -= 1;
        done
    }

    pub(super) fn evaluate(&mut self, expression: &Value, scope: &Scope) -> Answer {
        match expression {
            Value::Symbol(symbol) => {
                self.spend(1)?;
                self.variable(*symbol, scope)
            }
            Value::Pair(pair) => self.deeper(|machine| {
                let (head, rest) = (&pair.car, &pair.cdr);
                let Some(name) = head.as_symbol() else {
                    // ((lambda (x) ...) 1)
                    if head.after("LAMBDA").is_none() {
                        return Err(Refusal::NoFunction { found: shown(head) }.into());
                    }
                    let function = machine.evaluate(head, scope)?;
                    let arguments = machine.arguments(rest, scope)?;
                    return machine.apply(&function, &arguments);
                };
                if let Some(form) = machine.forms.get(&name).copied() {
                    return form(machine, rest, scope);
                }
                let arguments = machine.arguments(rest, scope)?;
                machine.apply_named(name, &arguments)
            }),
            atom => Ok(atom.clone()),
        }
    }

    /// The values of the expressions of a list, one after the other; that of the last one.
    pub(super) fn evaluate_all(&mut self, expressions: &Value, scope: &Scope) -> Answer {
        let mut value = Value::Nil;
        let mut rest = expressions;
        while let Value::Pair(pair) = rest {
            value = self.evaluate(&pair.car, scope)?;
            rest = &pair.cdr;
        }
        Ok(value)
    }

    fn arguments(&mut self, expressions: &Value, scope: &Scope) -> Result<Vec<Value>, Refused> {
        let mut values = Vec::new();
        let mut rest = expressions;
        while let Value::Pair(pair) = rest {
            values.push(self.evaluate(&pair.car, scope)?);
            rest = &pair.cdr;
        }
        if rest.is_true() {
            return Err(Refusal::Dot.into());
        }
        Ok(values)
    }

    fn variable(&self, name: Symbol, scope: &Scope) -> Answer {
        if let Some(binding) = find(name, scope) {
            return Ok(binding.value.borrow().clone());
        }
        if is_constant(name) {
            return Ok(Value::Symbol(name));
        }
        let value = self.globals.get(&name).cloned();
        value.ok_or_else(|| Refusal::UnknownName { name: name.to_string() }.into())
    }

    /// Sets a variable where it is bound, or for all.
    pub(super) fn assign(
        &mut self,
        name: Symbol,
        value: Value,
        scope: &Scope,
    ) -> Result<(), Refusal> {
        check_name(name)?;
        match find(name, scope) {
            // Otherwise a function could become part of itself.
            Some(_) if value.has_function() => {
                Err(Refusal::LocalFunction { name: name.to_string() })
            }
            Some(binding) => {
                binding.value.replace(value);
                Ok(())
            }
            None => self.define(name, value),
        }
    }

    pub(super) fn define(&mut self, name: Symbol, value: Value) -> Result<(), Refusal> {
        check_name(name)?;
        self.check_room(self.globals.contains_key(&name))?;
        self.globals.insert(name, value);
        Ok(())
    }

    fn check_room(&self, is_defined: bool) -> Result<(), Refusal> {
        match is_defined {
            true => Ok(()),
            false => Ok(NAMES.check(self.globals.len() + self.functions.len() + 1)?),
        }
    }

    pub(super) fn define_function(
        &mut self,
        name: Symbol,
        function: Function,
    ) -> Result<(), Refusal> {
        check_name(name)?;
        let is_fixed = self.builtins.get(&name).is_some_and(|builtin| !builtin.is_replaceable);
        if is_fixed || self.forms.contains_key(&name) {
            return Err(Refusal::Fixed { name: name.to_string() });
        }
        self.check_room(self.functions.contains_key(&name))?;
        self.functions.insert(name, Rc::new(function));
        Ok(())
    }

    /// The function that was defined under a name.
    pub(super) fn defined(&self, name: Symbol) -> Option<&Rc<Function>> {
        self.functions.get(&name)
    }

    /// Whether a name is that of a function.
    pub(super) fn is_function(&self, name: Symbol) -> bool {
        self.functions.contains_key(&name) || self.builtins.contains_key(&name)
    }

    /// Calls a function, or the function of a name.
    pub(super) fn apply(&mut self, function: &Value, arguments: &[Value]) -> Answer {
        match function {
            Value::Symbol(name) => self.apply_named(*name, arguments),
            Value::Function(function) => self.call(&Rc::clone(function), arguments),
            other => Err(Refusal::NoFunction { found: shown(other) }.into()),
        }
    }

    pub(super) fn apply_named(&mut self, name: Symbol, arguments: &[Value]) -> Answer {
        if let Some(function) = self.functions.get(&name) {
            return self.call(&Rc::clone(function), arguments);
        }
        let Some(builtin) = self.builtins.get(&name).copied() else {
            let name = name.to_string();
            return Err(Refusal::UnknownFunction { name }.into());
        };
        let (least, most) = builtin.arguments;
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match (least, most) {
                (least, usize::MAX) => format!("{least} or more"),
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            return Err(wrong_count(builtin.name, wanted, arguments.len()));
        }
        self.spend(1 + arguments.len() as u64)?;
        (builtin.run)(self, arguments)
    }

    fn call(&mut self, function: &Function, arguments: &[Value]) -> Answer {
        let wanted = function.parameters.len();
        if wanted != arguments.len() {
            let name = function.name.map_or("lambda".into(), |name| name.to_string());
            return Err(wrong_count(&name, wanted.to_string(), arguments.len()));
        }
        let bound = function.parameters.iter().copied().zip(arguments.iter().cloned()).collect();
        self.deeper(|machine| machine.within(bound, &function.scope, &function.body))
    }

    /// The value of expressions in which these variables are bound.
    pub(super) fn within(
        &mut self,
        bound: Vec<(Symbol, Value)>,
        outer: &Scope,
        body: &Value,
    ) -> Answer {
        let mut scope = outer.clone();
        let mut saved = Vec::new();
        for (name, value) in bound {
            if self.specials.contains(&name) {
                saved.push((name, self.globals.insert(name, value)));
            } else {
                match Binding::new(name, value, scope.take()) {
                    Ok(binding) => scope = Some(binding),
                    Err(refusal) => {
                        self.restore(saved);
                        return Err(refusal.into());
                    }
                }
            }
        }
        let value = self.evaluate_all(body, &scope);
        self.restore(saved);
        value
    }

    fn restore(&mut self, saved: Vec<(Symbol, Option<Value>)>) {
        for (name, value) in saved.into_iter().rev() {
            match value {
                Some(value) => self.globals.insert(name, value),
                None => self.globals.remove(&name),
            };
        }
    }
}

/// The binding of a local variable.
fn find(name: Symbol, scope: &Scope) -> Option<&Binding> {
    let mut next = scope;
    while let Some(binding) = next {
        if binding.name == name {
            return Some(binding);
        }
        next = &binding.outer;
    }
    None
}

/// Whether a symbol stands for itself.
fn is_constant(name: Symbol) -> bool {
    let name = name.name();
    &*name == "T" || name.starts_with(':')
}

/// Refuses names that cannot be given a value.
pub fn check_name(name: Symbol) -> Result<(), Refusal> {
    if is_constant(name) { Err(Refusal::Constant { name: name.to_string() }) } else { Ok(()) }
}

fn wrong_count(name: &str, wanted: String, found: usize) -> Refused {
    Refusal::Arguments { name: name.into(), wanted, found }.into()
}
