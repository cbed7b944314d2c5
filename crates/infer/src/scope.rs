//! Variable scopes: a variable that occurs only inside an aggregate is local to it, and
//! another aggregate may use the same name for something else.
//!
//! Local variables are renamed apart, so that afterwards each name of a rule is one variable.

use std::collections::HashSet;

use crate::syntax::{Atom, Head, Literal, LiteralKind, Rule, Term, TermKind};

/// Stands between a local name and the number of its aggregate. No name in a rule file can
/// contain it.
const SEPARATOR: char = '#';

/// The name as it stands in the source.
pub(crate) fn source_name(name: &str) -> &str {
    name.split(SEPARATOR).next().unwrap_or(name)
}

/// Whether a variable is local to an aggregate, given by its number.
pub(crate) fn is_local_to(name: &str, aggregate: usize) -> bool {
    name.split_once(SEPARATOR).is_some_and(|(_, number)| number == aggregate.to_string())
}

/// The same rule with the local variables of its aggregates renamed apart. Aggregates are
/// numbered in the order of the source, an outer one before those inside it.
pub(crate) fn rename_locals(rule: &Rule) -> Rule {
    let mut rule = rule.clone();
    let mut outside = HashSet::new();
    match &rule.head {
        Head::Atom(atom) => names_of_atom(atom, &mut outside),
        Head::Value { player, points } => {
            names_of_term(player, &mut outside);
            names_of_term(points, &mut outside);
        }
    }
    let mut count = 0;
    rename_in_aggregates(&mut rule.body, &outside, &mut count);
    rule
}

/// Renames the local variables of every aggregate of a body; those in `outside` also occur
/// outside of the body.
fn rename_in_aggregates(body: &mut [Literal], outside: &HashSet<String>, count: &mut usize) {
    for current in 0..body.len() {
        let mut around = outside.clone();
        for (other, literal) in body.iter().enumerate() {
            match &literal.kind {
                LiteralKind::Aggregate { result, .. } if other == current => {
                    names_of_term(result, &mut around);
                }
                _ => names_of_literal(literal, &mut around),
            }
        }
        let LiteralKind::Aggregate { of, body, .. } = &mut body[current].kind else { continue };
        let number = *count;
        *count += 1;
        let mut rename = |name: &mut String| {
            if !around.contains(name.as_str()) && !name.contains(SEPARATOR) {
                *name = format!("{name}{SEPARATOR}{number}");
            }
        };
        // For an inner aggregate, the variables of this one are not local.
        let mut inside = HashSet::new();
        if let Some(of) = of {
            names_of_term(of, &mut inside);
        }
        let own: HashSet<String> = body.iter().fold(inside, |mut inside, literal| {
            match &literal.kind {
                LiteralKind::Aggregate { result, .. } => names_of_term(result, &mut inside),
                _ => names_of_literal(literal, &mut inside),
            }
            inside
        });
        let mut known = around.clone();
        known.extend(own);
        rename_in_aggregates(body, &known, count);
        if let Some(of) = of {
            rename_term(of, &mut rename);
        }
        body.iter_mut().for_each(|literal| rename_literal(literal, &mut rename));
    }
}

fn names_of_literal(literal: &Literal, names: &mut HashSet<String>) {
    match &literal.kind {
        LiteralKind::Positive(atom) | LiteralKind::Negative(atom) => names_of_atom(atom, names),
        LiteralKind::Compare(one, _, two) => {
            names_of_term(one, names);
            names_of_term(two, names);
        }
        LiteralKind::Aggregate { result, of, body, .. } => {
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
        TermKind::Binary(_, one, two) => {
            names_of_term(one, names);
            names_of_term(two, names);
        }
        _ => (),
    }
}

fn rename_literal(literal: &mut Literal, rename: &mut impl FnMut(&mut String)) {
    match &mut literal.kind {
        LiteralKind::Positive(atom) | LiteralKind::Negative(atom) => {
            atom.columns.iter_mut().for_each(|term| rename_term(term, rename));
        }
        LiteralKind::Compare(one, _, two) => {
            rename_term(one, rename);
            rename_term(two, rename);
        }
        LiteralKind::Aggregate { result, of, body, .. } => {
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
        TermKind::Binary(_, one, two) => {
            rename_term(one, rename);
            rename_term(two, rename);
        }
        _ => (),
    }
}
