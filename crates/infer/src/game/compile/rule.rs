//! How a rule is rewritten before it is checked.

use crate::diagnostic::Span;
use crate::game::syntax::{visit_rule, visit_term};
use crate::syntax::{Atom, Head, Literal, LiteralKind, Rule, Term, TermKind};

/// Puts a word before the name of a head. Returns the name without it.
pub(super) fn rename_head(rule: &mut Rule, word: &str) -> String {
    match &mut rule.head {
        Head::Atom(atom) => {
            let name = atom.name.clone();
            atom.name = format!("{word} {name}");
            name
        }
        Head::Value { .. } => String::new(),
    }
}

/// Makes variables of `me` and `you`, and conditions that say which sides these are. Returns
/// whether there were any.
pub(super) fn name_the_mover(rule: &mut Rule) -> bool {
    let (mut me, mut you) = (false, false);
    visit_rule(rule, &mut |term| {
        if let TermKind::Name(name) = &term.kind {
            let is_side = name == "me" || name == "you";
            (me, you) = (me | (name == "me"), you | (name == "you"));
            if is_side {
                term.kind = TermKind::Variable(name.clone());
            }
        }
    });
    let span = rule.span;
    let variable = |name: &str| Term { kind: TermKind::Variable(name.into()), span };
    let atom = |name: &str, columns| Literal {
        kind: LiteralKind::Positive(Atom { name: name.into(), name_span: span, columns }),
        span,
    };
    if you {
        rule.body.insert(0, atom("other", vec![variable("me"), variable("you")]));
    }
    if me || you {
        rule.body.insert(0, atom("to_move", vec![variable("me")]));
    }
    me || you
}

/// The variables of a rule that have names, aggregates apart, each once.
pub(super) fn named_variables(rule: &Rule) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    let mut visit = |term: &mut Term| {
        if let TermKind::Variable(name) = &term.kind
            && !found.iter().any(|(known, _)| known == name)
        {
            found.push((name.clone(), term.span));
        }
    };
    for literal in rule.body.clone() {
        match literal.kind {
            LiteralKind::Positive(mut atom) => {
                atom.columns.iter_mut().for_each(|term| visit_term(term, &mut visit));
            }
            LiteralKind::Between { mut of, .. } => visit_term(&mut of, &mut visit),
            _ => (),
        }
    }
    found
}

pub(super) fn variable_name(term: &Term) -> Option<String> {
    match &term.kind {
        TermKind::Variable(name) => Some(name.clone()),
        _ => None,
    }
}
