//! `(value E)`: turns a weighted sum of counts into value lines.

use super::sexpr::Sexpr;
use super::terms::{conditions, expected, number};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::syntax::{Head, Literal, Rule, Term, TermKind};

/// A summand: a constant, or a weight for every solution of conditions.
struct Part {
    weight: i64,
    body: Option<Vec<Literal>>,
    span: Span,
}

/// The value lines whose sum is the expression.
pub(super) fn rules(node: &Sexpr) -> Result<Vec<Rule>, Diagnostic> {
    parts(node)?.into_iter().map(rule).collect()
}

/// `value(me, weight) :- body`
fn rule(part: Part) -> Result<Rule, Diagnostic> {
    let Part { weight, body, span } = part;
    let weight = i32::try_from(weight).map_err(|_| too_large(span))?;
    let term = |kind| Term { kind, span };
    let player = term(TermKind::Name("me".into()));
    let head = Head::Value { player, points: term(TermKind::Number(weight)) };
    Ok(Rule { head, body: body.unwrap_or_default(), span })
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::NumberTooLarge, span)
}

fn parts(node: &Sexpr) -> Result<Vec<Part>, Diagnostic> {
    let Some((name, operands)) = node.call() else {
        let number = number(node)?.ok_or_else(|| {
            expected(node, "a number, (count-results P) or a sum").hint(
                match node.symbol().is_some_and(|text| text.contains('.')) {
                    true => "numbers are whole: multiply all weights by 10 or 100",
                    false => "for example (* 10 (count-results (tall ?s me)))",
                },
            )
        })?;
        return Ok(vec![Part { weight: number.into(), body: None, span: node.span }]);
    };
    match (name, operands) {
        ("count-results", [counted]) => {
            Ok(vec![Part { weight: 1, body: Some(conditions(counted)?), span: node.span }])
        }
        ("count-results", _) => Err(expected(node, "(count-results P)")
            .hint("combine several conditions with and: (and P1 P2)")),
        ("+" | "-" | "*", []) => Err(expected(node, &format!("({name} e ...)"))),
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

fn unknown(node: &Sexpr, name: &str) -> Diagnostic {
    let span = node.list().and_then(<[Sexpr]>::first).map_or(node.span, |first| first.span);
    let diagnostic = Diagnostic::new(DiagnosticKind::UnknownFunction { name: name.into() }, span);
    diagnostic
        .hint("a value consists of numbers, (count-results P), (+ E ...), (- E ...) and (* E E)")
}

fn sum(operands: &[Sexpr]) -> Result<Vec<Part>, Diagnostic> {
    let mut sum = Vec::new();
    for operand in operands {
        sum.append(&mut parts(operand)?);
    }
    Ok(sum)
}

fn minus_one(node: &Sexpr) -> Vec<Part> {
    vec![Part { weight: -1, body: None, span: node.span }]
}

/// A product of which at most one factor contains counts.
fn product(node: &Sexpr, factors: Vec<Vec<Part>>) -> Result<Vec<Part>, Diagnostic> {
    let mut weight = 1;
    let mut counted: Option<Vec<Part>> = None;
    for factor in factors {
        if factor.iter().all(|part| part.body.is_none()) {
            weight = times(weight, total(&factor, node.span)?, node.span)?;
        } else if counted.replace(factor).is_some() {
            return Err(expected(node, "a product with one count-results").hint(
                "counts cannot be multiplied: count both conditions together with (and ...)",
            ));
        }
    }
    let Some(mut counted) = counted else {
        return Ok(vec![Part { weight, body: None, span: node.span }]);
    };
    let is_alone = counted.len() == 1;
    for part in &mut counted {
        part.weight = times(part.weight, weight, node.span)?;
        // Explanations show the text of this span, which should include the weight.
        if is_alone {
            part.span = node.span;
        }
    }
    Ok(counted)
}

fn total(parts: &[Part], span: Span) -> Result<i64, Diagnostic> {
    let mut weights = parts.iter().map(|part| part.weight);
    weights.try_fold(0_i64, i64::checked_add).ok_or_else(|| too_large(span))
}

fn times(one: i64, two: i64, span: Span) -> Result<i64, Diagnostic> {
    one.checked_mul(two).ok_or_else(|| too_large(span))
}
