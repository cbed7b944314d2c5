//! Variable scopes: a variable that occurs only inside an aggregate is local to it, and
//! another aggregate may use the same name for something else.
//!
//! Local variables are renamed apart, so that afterwards each name of a rule is one variable.

use std::collections::HashSet;

use crate::syntax::{Head, Literal, LiteralKind, Rule, Term, TermKind};

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
    let mut collect = |name: &mut String| {
        outside.insert(name.clone());
    };
    match &mut rule.head {
        Head::Atom(atom) => atom.columns.iter_mut().for_each(|term| visit_term(term, &mut collect)),
        Head::Value { player, points } => {
            visit_term(player, &mut collect);
            visit_term(points, &mut collect);
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
        let mut collect = |name: &mut String| {
            around.insert(name.clone());
        };
        for (other, literal) in body.iter_mut().enumerate() {
            match &mut literal.kind {
                LiteralKind::Aggregate { result, .. } if other == current => {
                    visit_term(result, &mut collect);
                }
                _ => visit_literal(literal, &mut collect),
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
        let mut known = around.clone();
        let mut collect = |name: &mut String| {
            known.insert(name.clone());
        };
        of.iter_mut().for_each(|of| visit_term(of, &mut collect));
        for literal in &mut *body {
            match &mut literal.kind {
                LiteralKind::Aggregate { result, .. } => visit_term(result, &mut collect),
                _ => visit_literal(literal, &mut collect),
            }
        }
        rename_in_aggregates(body, &known, count);
        of.iter_mut().for_each(|of| visit_term(of, &mut rename));
        body.iter_mut().for_each(|literal| visit_literal(literal, &mut rename));
    }
}

/// Calls `visit` for every variable of a condition.
fn visit_literal(literal: &mut Literal, visit: &mut impl FnMut(&mut String)) {
    match &mut literal.kind {
        LiteralKind::Positive(atom) | LiteralKind::Negative(atom) => {
            atom.columns.iter_mut().for_each(|term| visit_term(term, visit));
        }
        LiteralKind::Compare(one, _, two) => {
            visit_term(one, visit);
            visit_term(two, visit);
        }
        LiteralKind::Between { of, from, to } => {
            [of, from, to].into_iter().for_each(|term| visit_term(term, visit));
        }
        LiteralKind::Aggregate { result, of, body, .. } => {
            visit_term(result, visit);
            of.iter_mut().for_each(|of| visit_term(of, visit));
            body.iter_mut().for_each(|literal| visit_literal(literal, visit));
        }
    }
}

fn visit_term(term: &mut Term, visit: &mut impl FnMut(&mut String)) {
    match &mut term.kind {
        TermKind::Variable(name) => visit(name),
        TermKind::Binary(_, one, two) => {
            visit_term(one, visit);
            visit_term(two, visit);
        }
        _ => (),
    }
}
