//! From text to values. The reader of S-expressions is that of the rule files.

use agon_core::quote;
use agon_infer::DiagnosticKind;
use agon_infer::sexpr::{Sexpr, SexprKind, parse};

use super::refusal::Refusal;
use super::value::Value;
use crate::scan;

/// The deepest nesting of parentheses.
const MAX_DEPTH: usize = 200;

/// The longest input, in bytes.
pub const MAX_INPUT: usize = 100_000;

/// Reads the expressions of a text.
pub fn read(text: &str) -> Result<Vec<Value>, Refusal> {
    if text.len() > MAX_INPUT {
        return Err(Refusal::LongInput { most: MAX_INPUT });
    }
    let nodes = parse(text, MAX_DEPTH).map_err(|diagnostic| match diagnostic.kind {
        DiagnosticKind::NotClosed => Refusal::Unfinished,
        DiagnosticKind::NotOpened => Refusal::Unopened,
        DiagnosticKind::TooDeep => Refusal::TooDeep { most: MAX_DEPTH },
        DiagnosticKind::Form { wanted } => Refusal::Missing { wanted },
        other => Refusal::Missing { wanted: other.to_string() },
    })?;
    nodes.iter().map(value).collect()
}

fn value(node: &Sexpr) -> Result<Value, Refusal> {
    match &node.kind {
        SexprKind::List(nodes) => list(nodes),
        SexprKind::Symbol(name) => atom(name),
    }
}

/// A list; a full stop before its last element makes a dotted pair.
fn list(nodes: &[Sexpr]) -> Result<Value, Refusal> {
    let is_dot = |node: &Sexpr| node.symbol() == Some(".");
    let (elements, last) = match nodes {
        [elements @ .., dot, last] if is_dot(dot) && !elements.is_empty() => (elements, Some(last)),
        _ => (nodes, None),
    };
    if elements.iter().chain(last).any(is_dot) {
        return Err(Refusal::Dot);
    }
    let values = elements.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let rest = last.map(value).transpose()?;
    Value::list_before(values, rest.unwrap_or_default())
}

/// A number or a symbol.
fn atom(text: &str) -> Result<Value, Refusal> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // As in Common Lisp, a full stop may end a whole number.
    let whole = digits.strip_suffix('.').unwrap_or(digits);
    let is_whole = |text: &str| !text.is_empty() && scan::digits(text) == text;
    if is_whole(whole) {
        let number = text.trim_end_matches('.').parse();
        return Ok(Value::Integer(number.map_err(|_| Refusal::Overflow)?));
    }
    let is_fraction = digits
        .split_once(['.', '/'])
        .is_some_and(|(one, two)| (one.is_empty() || is_whole(one)) && is_whole(two));
    if is_fraction {
        return Err(Refusal::NotWhole { found: quote(text) });
    }
    match text.chars().find(|&c| is_odd(c)) {
        Some('"') => Err(Refusal::Strings),
        Some(sign) => Err(Refusal::Sign { sign }),
        None => Value::symbol(&text.to_uppercase()),
    }
}

/// Whether a character has a meaning in Common Lisp that it has not here.
fn is_odd(c: char) -> bool {
    matches!(c, '"' | '`' | ',' | '#' | '|' | '\\') || c.is_control()
}
