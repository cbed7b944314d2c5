//! What a query can call: the clauses of the library, and native predicates.

use std::collections::HashMap;
use std::ops::Range;

use agon_arena::Refused;

use super::Refusal;
use super::heap::{Heap, Stored, Symbol, Symbols, Term};
use super::lexer::{Token, tokens};
use super::machine::Machine;
use super::{natives, reader};

/// The solutions of a native predicate.
pub enum Solutions {
    /// None.
    No,
    /// One.
    Yes,
    /// One for each text that, read as a term, can be unified with a pattern.
    Each {
        /// The pattern.
        pattern: Term,
        /// The texts.
        texts: Vec<String>,
    },
}

impl From<bool> for Solutions {
    fn from(holds: bool) -> Solutions {
        if holds { Solutions::Yes } else { Solutions::No }
    }
}

/// A native predicate: it gets the places of its arguments.
pub type Native = fn(&mut Machine<'_>, Range<Term>) -> Result<Solutions, Refused>;

/// The predicates that decide what is proven next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `A, B`
    And,
    /// `A ; B`, and `C -> A ; B`
    Or,
    /// `C -> A`
    IfThen,
    /// `!`
    Cut,
    /// `\+ A`
    Not,
    /// `call(A)`
    Call,
    /// `findall(X, A, L)`
    FindAll,
    /// `aggregate_all(count, A, N)`
    Count,
}

/// How a predicate is proven.
#[derive(Clone, Copy)]
pub enum Predicate {
    /// By the machine itself.
    Control(Control),
    /// By a function.
    Native(Native),
    /// By clauses, `Head :- Body` each.
    Clauses(usize),
}

/// All predicates by name and number of arguments.
pub struct Program {
    predicates: HashMap<(Symbol, u32), Predicate>,
    clauses: Vec<Vec<Stored>>,
}

const CONTROLS: [(&str, u32, Control); 8] = [
    (",", 2, Control::And),
    (";", 2, Control::Or),
    ("->", 2, Control::IfThen),
    ("!", 0, Control::Cut),
    ("\\+", 1, Control::Not),
    ("call", 1, Control::Call),
    ("findall", 3, Control::FindAll),
    ("aggregate_all", 3, Control::Count),
];

impl Program {
    /// The predicates with the clauses of the library.
    pub fn new(symbols: &mut Symbols) -> Program {
        let mut predicates = HashMap::new();
        for (name, arity, control) in CONTROLS {
            predicates.insert((symbols.number(name), arity), Predicate::Control(control));
        }
        for (name, arity, native) in natives::NATIVES {
            predicates.insert((symbols.number(name), arity), Predicate::Native(native));
        }
        let mut program = Program { predicates, clauses: Vec::new() };
        let library = program.add(include_str!("library.pl"), symbols);
        debug_assert_eq!(library, Ok(()), "the library is part of this program, and tested");
        program
    }

    /// Adds clauses from a text.
    fn add(&mut self, text: &str, symbols: &mut Symbols) -> Result<(), Refusal> {
        let (list, mut heap) = (tokens(text)?.list, Heap::default());
        let rule = symbols.number(":-");
        let always = symbols.number("true");
        for clause in list.split(|(token, _)| *token == Token::End).filter(|it| !it.is_empty()) {
            let term = reader::read(clause, &mut heap, symbols)?.term;
            let term = match heap.functor(term) {
                Some((name, parts)) if name == rule && parts.len() == 2 => term,
                _ => {
                    let body = heap.push(super::heap::Cell::Atom(always));
                    heap.compound(rule, &[term, body])
                }
            };
            let Some((_, parts)) = heap.functor(term) else { continue };
            let Some((name, arguments)) = heap.functor(parts.start) else { continue };
            let new = Predicate::Clauses(self.clauses.len());
            let place = self.predicates.entry((name, arguments.len() as u32)).or_insert(new);
            let &mut Predicate::Clauses(place) = place else { continue };
            if place == self.clauses.len() {
                self.clauses.push(Vec::new());
            }
            self.clauses[place].push(heap.store(term));
        }
        Ok(())
    }

    /// The predicate of a name and a number of arguments.
    pub fn find(&self, name: Symbol, arity: usize) -> Option<Predicate> {
        self.predicates.get(&(name, arity as u32)).copied()
    }

    /// The clauses of a predicate.
    pub fn clauses(&self, place: usize) -> &[Stored] {
        &self.clauses[place]
    }
}
