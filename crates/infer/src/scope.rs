//! Which names of a clause mean the same thing.
//!
//! A name that occurs only inside a fold belongs to that fold: another fold may use it
//! for something else. Such names are marked, so that after this every name of a clause
//! means one thing.

use std::collections::HashSet;

use crate::syntax::{Atom, Clause, Condition, Head, Literal, Term, TermKind};

/// What stands between a name and the number of the fold that it belongs to; no name
/// that somebody writes contains it.
const MARK: char = '#';

/// The name as it was written.
pub(crate) fn written(name: &str) -> &str {
    name.split(MARK).next().unwrap_or(name)
}

/// Whether a name belongs to a fold.
pub(crate) fn belongs_to(name: &str, fold: usize) -> bool {
    name.split_once(MARK).is_some_and(|(_, number)| number == fold.to_string())
}

/// The same clause with names marked that belong to a fold. Folds are numbered in the
/// order in which they are written, an outer one before those inside it.
pub(crate) fn marked(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    let mut outside = HashSet::new();
    match &clause.head {
        Head::Atom(atom) => names_of_atom(atom, &mut outside),
        Head::Value { player, points } => {
            names_of_term(player, &mut outside);
            names_of_term(points, &mut outside);
        }
    }
    let mut count = 0;
    mark_folds(&mut clause.body, &outside, &mut count);
    clause
}

/// Marks the names of every fold of a body, of which `outside` are known around it.
fn mark_folds(body: &mut [Literal], outside: &HashSet<String>, count: &mut usize) {
    for place in 0..body.len() {
        let mut around = outside.clone();
        for (other, literal) in body.iter().enumerate() {
            match &literal.condition {
                Condition::Fold { result, .. } if other == place => {
                    names_of_term(result, &mut around);
                }
                _ => names_of_literal(literal, &mut around),
            }
        }
        let Condition::Fold { of, body, .. } = &mut body[place].condition else { continue };
        let number = *count;
        *count += 1;
        let mut rename = |name: &mut String| {
            if !around.contains(name.as_str()) && !name.contains(MARK) {
                *name = format!("{name}{MARK}{number}");
            }
        };
        // Inner folds are told which names are known here, and mark the rest.
        let mut inside = HashSet::new();
        if let Some(of) = of {
            names_of_term(of, &mut inside);
        }
        let own: HashSet<String> = body.iter().fold(inside, |mut inside, literal| {
            match &literal.condition {
                Condition::Fold { result, .. } => names_of_term(result, &mut inside),
                _ => names_of_literal(literal, &mut inside),
            }
            inside
        });
        let mut known = around.clone();
        known.extend(own);
        mark_folds(body, &known, count);
        if let Some(of) = of {
            rename_term(of, &mut rename);
        }
        body.iter_mut().for_each(|literal| rename_literal(literal, &mut rename));
    }
}

fn names_of_literal(literal: &Literal, names: &mut HashSet<String>) {
    match &literal.condition {
        Condition::Holds(atom) | Condition::Not(atom) => names_of_atom(atom, names),
        Condition::Compare(one, _, two) => {
            names_of_term(one, names);
            names_of_term(two, names);
        }
        Condition::Fold { result, of, body, .. } => {
            names_of_term(result, names);
            if let Some(of) = of {
                names_of_term(of, names);
            }
            body.iter().for_each(|literal| names_of_literal(literal, names));
        }
    }
}

fn names_of_atom(atom: &Atom, names: &mut HashSet<String>) {
    atom.columns.iter().for_each(|term| names_of_term(term, names));
}

fn names_of_term(term: &Term, names: &mut HashSet<String>) {
    match &term.kind {
        TermKind::Variable(name) => {
            names.insert(name.clone());
        }
        TermKind::Compute(_, one, two) => {
            names_of_term(one, names);
            names_of_term(two, names);
        }
        _ => (),
    }
}

fn rename_literal(literal: &mut Literal, rename: &mut impl FnMut(&mut String)) {
    match &mut literal.condition {
        Condition::Holds(atom) | Condition::Not(atom) => {
            atom.columns.iter_mut().for_each(|term| rename_term(term, rename));
        }
        Condition::Compare(one, _, two) => {
            rename_term(one, rename);
            rename_term(two, rename);
        }
        Condition::Fold { result, of, body, .. } => {
            rename_term(result, rename);
            if let Some(of) = of {
                rename_term(of, rename);
            }
            body.iter_mut().for_each(|literal| rename_literal(literal, rename));
        }
    }
}

fn rename_term(term: &mut Term, rename: &mut impl FnMut(&mut String)) {
    match &mut term.kind {
        TermKind::Variable(name) => rename(name),
        TermKind::Compute(_, one, two) => {
            rename_term(one, rename);
            rename_term(two, rename);
        }
        _ => (),
    }
}
