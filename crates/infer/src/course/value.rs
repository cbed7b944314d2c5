//! The weighted sum that a position is worth in the course's dialect.

use super::list::Node;
use super::terms::{number, query, wanted};
use crate::syntax::{Clause, Head, Literal, Term, TermKind};
use crate::trouble::{Span, Trouble, Wrong};

/// A summand: a number, or so much for every answer to a query.
struct Part {
    weight: i64,
    query: Option<Vec<Literal>>,
    span: Span,
}

/// The value clauses that an expression is the sum of.
pub(super) fn clauses(node: &Node) -> Result<Vec<Clause>, Trouble> {
    parts(node)?.into_iter().map(clause).collect()
}

/// `value(me, weight) :- query`
fn clause(part: Part) -> Result<Clause, Trouble> {
    let Part { weight, query, span } = part;
    let weight = i32::try_from(weight).map_err(|_| too_large(span))?;
    let term = |kind| Term { kind, span };
    let player = term(TermKind::Name("me".into()));
    let head = Head::Value { player, points: term(TermKind::Number(weight)) };
    Ok(Clause { head, body: query.unwrap_or_default(), span })
}

fn too_large(span: Span) -> Trouble {
    Trouble::new(Wrong::NumberTooLarge, span)
}

fn parts(node: &Node) -> Result<Vec<Part>, Trouble> {
    let Some((name, operands)) = node.call() else {
        let number = number(node)?.ok_or_else(|| {
            wanted(node, "a number, (count-results P) or a sum")
                .hint("as in (* 10 (count-results (tall ?s me)))")
        })?;
        return Ok(vec![Part { weight: number.into(), query: None, span: node.span }]);
    };
    match (name, operands) {
        ("count-results", [asked]) => {
            Ok(vec![Part { weight: 1, query: Some(query(asked)?), span: node.span }])
        }
        ("count-results", _) => {
            Err(wanted(node, "(count-results P)").hint("several conditions go into one (and ...)"))
        }
        ("+" | "-" | "*", []) => Err(wanted(node, &format!("({name} e ...)"))),
        ("+", _) => sum(operands),
        ("-", [only]) => product(node, vec![minus_one(node), parts(only)?]),
        ("-", [first, rest @ ..]) => {
            let mut difference = parts(first)?;
            for part in sum(rest)? {
                difference.push(Part { weight: times(part.weight, -1, part.span)?, ..part });
            }
            Ok(difference)
        }
        ("*", _) => product(node, operands.iter().map(parts).collect::<Result<_, _>>()?),
        _ => Err(unknown(node, name)),
    }
}

fn unknown(node: &Node, name: &str) -> Trouble {
    let span = node.list().and_then(<[Node]>::first).map_or(node.span, |first| first.span);
    let trouble = Trouble::new(Wrong::UnknownFunction { name: name.into() }, span);
    trouble.hint("a value is made of numbers, (count-results P), (+ e ...), (- e ...) and (* e e)")
}

fn sum(operands: &[Node]) -> Result<Vec<Part>, Trouble> {
    let mut sum = Vec::new();
    for operand in operands {
        sum.append(&mut parts(operand)?);
    }
    Ok(sum)
}

fn minus_one(node: &Node) -> Vec<Part> {
    vec![Part { weight: -1, query: None, span: node.span }]
}

/// A product of factors of which at most one counts anything.
fn product(node: &Node, factors: Vec<Vec<Part>>) -> Result<Vec<Part>, Trouble> {
    let mut weight = 1;
    let mut counted: Option<Vec<Part>> = None;
    for factor in factors {
        if factor.iter().all(|part| part.query.is_none()) {
            weight = times(weight, total(&factor, node.span)?, node.span)?;
        } else if counted.replace(factor).is_some() {
            return Err(wanted(node, "a product with one count-results")
                .hint("a count cannot be multiplied by a count: ask for both with (and ...)"));
        }
    }
    let Some(mut counted) = counted else {
        return Ok(vec![Part { weight, query: None, span: node.span }]);
    };
    let is_alone = counted.len() == 1;
    for part in &mut counted {
        part.weight = times(part.weight, weight, node.span)?;
        // What is shown of a summand includes its weight.
        if is_alone {
            part.span = node.span;
        }
    }
    Ok(counted)
}

fn total(parts: &[Part], span: Span) -> Result<i64, Trouble> {
    let mut weights = parts.iter().map(|part| part.weight);
    weights.try_fold(0_i64, i64::checked_add).ok_or_else(|| too_large(span))
}

fn times(one: i64, two: i64, span: Span) -> Result<i64, Trouble> {
    one.checked_mul(two).ok_or_else(|| too_large(span))
}
