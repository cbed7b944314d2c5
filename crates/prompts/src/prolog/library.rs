//! What a query can call: the clauses of the library, native predicates, and those that decide
//! what is proven next.

use std::collections::HashMap;

use super::heap::{Cell, Heap};
use super::machine::{Control, Predicate, Program};
use super::refusal::Refusal;
use super::tokens;
use super::{natives, reader};
use crate::symbols::Symbols;

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

/// The predicates with the clauses of the library.
pub fn program(symbols: &mut Symbols) -> Program {
    let mut predicates = HashMap::new();
    for (name, arity, control) in CONTROLS {
        predicates.insert((symbols.number(name), arity), Predicate::Control(control));
    }
    for (name, arity, native) in natives::NATIVES {
        predicates.insert((symbols.number(name), arity), Predicate::Native(native));
    }
    let mut program = Program { predicates, clauses: Vec::new() };
    let library = add(&mut program, include_str!("library.pl"), symbols);
    debug_assert_eq!(library, Ok(()), "the library is part of this program, and tested");
    program
}

fn add(program: &mut Program, text: &str, symbols: &mut Symbols) -> Result<(), Refusal> {
    let (list, mut heap) = (tokens::read(text)?.list, Heap::default());
    let rule = symbols.number(":-");
    let always = symbols.number("true");
    let mut rest = &list[..];
    while let Some(end) = tokens::end(rest) {
        let clause = &rest[..end];
        rest = &rest[end + 1..];
        let term = reader::read(clause, &mut heap, symbols)?.term;
        let term = match heap.functor(term) {
            Some((name, parts)) if name == rule && parts.len() == 2 => term,
            _ => {
                let body = heap.push(Cell::Atom(always));
                heap.compound(rule, &[term, body])
            }
        };
        let Some((_, parts)) = heap.functor(term) else { continue };
        let Some((name, arguments)) = heap.functor(parts.start) else { continue };
        let new = Predicate::Clauses(program.clauses.len());
        let place = program.predicates.entry((name, arguments.len() as u32)).or_insert(new);
        let &mut Predicate::Clauses(place) = place else { continue };
        if place == program.clauses.len() {
            program.clauses.push(Vec::new());
        }
        program.clauses[place].push(heap.store(term));
    }
    Ok(())
}
