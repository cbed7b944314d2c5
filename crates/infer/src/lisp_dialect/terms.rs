//! Conditions and terms of the Lisp dialect.

use super::sexpr::{Sexpr, SexprKind};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::syntax::{Atom, Comparison, Literal, LiteralKind, Operator, Term, TermKind};

/// The built-in predicates.
const COMPARISONS: [(&str, Comparison); 6] = [
    ("!eq", Comparison::Equal),
    ("!ne", Comparison::NotEqual),
    ("!lt", Comparison::Less),
    ("!le", Comparison::LessEqual),
    ("!gt", Comparison::Greater),
    ("!ge", Comparison::GreaterEqual),
];

/// The built-in functions.
const FUNCTIONS: [(&str, Operator); 7] = [
    ("=+", Operator::Add),
    ("=-", Operator::Subtract),
    ("=*", Operator::Multiply),
    ("=div", Operator::Divide),
    ("=mod", Operator::Remainder),
    ("=min", Operator::Min),
    ("=max", Operator::Max),
];

/// Signs of comparisons in other languages, and the predicates that they stand for.
const SIGNS: [(&str, &str); 10] = [
    ("=", "!eq"),
    ("==", "!eq"),
    ("eq", "!eq"),
    ("/=", "!ne"),
    ("!=", "!ne"),
    ("<", "!lt"),
    ("<=", "!le"),
    ("=<", "!le"),
    (">", "!gt"),
    (">=", "!ge"),
];

/// Common misspellings of built-in predicates.
const MISSPELLINGS: [(&str, &str); 9] = [
    ("!neq", "!ne"),
    ("!leq", "!le"),
    ("!geq", "!ge"),
    ("!/=", "!ne"),
    ("!!=", "!ne"),
    ("!<=", "!le"),
    ("!>=", "!ge"),
    ("!<", "!lt"),
    ("!>", "!gt"),
];

/// The diagnostic that something else is expected here.
pub(super) fn expected(node: &Sexpr, wanted: &str) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::Form { wanted: wanted.into() }, node.span)
}

/// The conditions of `P` or `(and P ...)`.
pub(super) fn conditions(node: &Sexpr) -> Result<Vec<Literal>, Diagnostic> {
    let mut body = Vec::new();
    add_conditions(node, &mut body)?;
    Ok(body)
}

fn add_conditions(node: &Sexpr, body: &mut Vec<Literal>) -> Result<(), Diagnostic> {
    match node.call() {
        Some(("and", [])) => {
            Err(expected(node, "a condition").hint("write the conditions after and: (and P1 P2)"))
        }
        Some(("and", conditions)) => {
            conditions.iter().try_for_each(|condition| add_conditions(condition, body))
        }
        _ => {
            body.push(Literal { kind: condition(node)?, span: node.span });
            Ok(())
        }
    }
}

fn condition(node: &Sexpr) -> Result<LiteralKind, Diagnostic> {
    if let Some((sign, columns)) = node.call()
        && let Some((_, builtin)) = SIGNS.iter().find(|(known, _)| *known == sign)
    {
        let example = match columns {
            [one, two] => format!("({builtin} {} {})", shown(one), shown(two)),
            _ => format!("({builtin} ?x 5)"),
        };
        return Err(expected(node, "a condition").hint(format!("write {example}")));
    }
    let hint = match node.call() {
        Some(("not" | "!not" | "\\+" | "!\\+", _)) => {
            "this dialect has no negation; the plain dialect of docs/rules.md has: not top(S, me)"
        }
        Some((name, columns)) if name.starts_with('!') => return comparison(node, name, columns),
        Some(("or", _)) => {
            "this dialect has no or: write a rule for each case, with the same conclusion"
        }
        Some(("if", _)) => "a rule cannot be nested in a condition",
        Some(("count-results", _)) => {
            "count-results belongs in (value ...), or is a query by itself"
        }
        Some(("infer", _)) => "write the condition without infer",
        Some((name, _)) if name.starts_with('=') => {
            "a function is a term, not a condition: compare it, as in (!eq ?x (=+ ?y 1))"
        }
        _ => return atom(node, "a condition such as (stack ?s ?h)").map(LiteralKind::Positive),
    };
    Err(expected(node, "a condition").hint(hint))
}

/// A term as it was written, if it is short.
fn shown(node: &Sexpr) -> &str {
    node.symbol().unwrap_or("...")
}

/// `(name term ...)`
pub(super) fn atom(node: &Sexpr, what: &str) -> Result<Atom, Diagnostic> {
    let Some((first, rest)) = node.list().and_then(<[Sexpr]>::split_first) else {
        return Err(expected(node, what));
    };
    let TermKind::Name(name) = symbol(first)? else {
        return Err(expected(first, "the name of a relation"));
    };
    let columns = rest.iter().map(term).collect::<Result<_, _>>()?;
    Ok(Atom { name, name_span: first.span, columns })
}

fn comparison(node: &Sexpr, name: &str, columns: &[Sexpr]) -> Result<LiteralKind, Diagnostic> {
    let Some((_, comparison)) = COMPARISONS.iter().find(|(known, _)| *known == name) else {
        return Err(unknown(node, name, COMPARISONS.map(|(known, _)| known)));
    };
    let [one, two] = pair(node, name, columns)?;
    Ok(LiteralKind::Compare(one, *comparison, two))
}

/// A variable, a number, a name or a function call.
fn term(node: &Sexpr) -> Result<Term, Diagnostic> {
    let kind = match (&node.kind, node.call()) {
        (SexprKind::Symbol(_), _) => symbol(node)?,
        (_, Some((name, columns))) => function(node, name, columns)?,
        _ => return Err(expected(node, "a variable, a number, a name or a function")),
    };
    Ok(Term { kind, span: node.span })
}

fn function(node: &Sexpr, name: &str, columns: &[Sexpr]) -> Result<TermKind, Diagnostic> {
    let Some((_, operator)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
        let hint = match name {
            "count-results" => "count-results belongs in (value ...), or is a query by itself",
            _ if name.starts_with('!') => "a comparison is a condition, not a term",
            _ => return Err(unknown(node, name, FUNCTIONS.map(|(known, _)| known))),
        };
        return Err(expected(node, "a term").hint(hint));
    };
    let [one, two] = pair(node, name, columns)?;
    Ok(TermKind::Binary(*operator, Box::new(one), Box::new(two)))
}

/// The two arguments of a built-in.
fn pair(node: &Sexpr, name: &str, columns: &[Sexpr]) -> Result<[Term; 2], Diagnostic> {
    match columns {
        [one, two] => Ok([term(one)?, term(two)?]),
        _ => Err(expected(node, &format!("({name} a b)"))
            .hint(format!("{name} takes two terms, found {}", columns.len()))),
    }
}

/// The diagnostic for an unknown built-in.
fn unknown<const N: usize>(node: &Sexpr, name: &str, known: [&str; N]) -> Diagnostic {
    let span = node.list().and_then(<[Sexpr]>::first).map_or(node.span, |first| first.span);
    let diagnostic = Diagnostic::new(DiagnosticKind::UnknownFunction { name: name.into() }, span);
    if let Some((_, meant)) = MISSPELLINGS.iter().find(|(wrong, _)| *wrong == name) {
        return diagnostic.meant(meant);
    }
    let diagnostic = diagnostic.did_you_mean(name, known);
    match diagnostic.hint {
        Some(_) => diagnostic,
        None => diagnostic.hint(format!("the built-ins are {}", known.join(" "))),
    }
}

/// A symbol as a term: `?x`, `?`, `-3`, `e3`, `00`, `3,4`.
pub(super) fn symbol(node: &Sexpr) -> Result<TermKind, Diagnostic> {
    let Some(text) = node.symbol() else { return Err(expected(node, "a name")) };
    if text == "?" {
        return Ok(TermKind::Wildcard);
    }
    if let Some(number) = number(node)? {
        return Ok(TermKind::Number(number));
    }
    let name = text.strip_prefix('?').unwrap_or(text);
    let is_odd = |c: char| !c.is_alphanumeric() && c != '_' && c != '-';
    if let Some(odd) = name.chars().find(|&c| is_odd(c)).filter(|_| !is_tile_name(text)) {
        return Err(odd_character(node, odd));
    }
    Ok(match text.starts_with('?') {
        true => TermKind::Variable(text.to_string()),
        false => TermKind::Name(text.to_string()),
    })
}

/// Whether a symbol is a row and a column, as the tiles of Theseus are named: `3,4`.
fn is_tile_name(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(',').is_some_and(|(row, column)| is_number(row) && is_number(column))
}

/// The number that a symbol is. With a leading 0 it is a name, such as `04`.
pub(super) fn number(node: &Sexpr) -> Result<Option<i32>, Diagnostic> {
    let text = node.symbol().unwrap_or_default();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('0') && text.len() > 1 {
        return Ok(None);
    }
    let number =
        text.parse().map_err(|_| Diagnostic::new(DiagnosticKind::NumberTooLarge, node.span))?;
    Ok(Some(number))
}

fn odd_character(node: &Sexpr, odd: char) -> Diagnostic {
    let diagnostic = Diagnostic::new(DiagnosticKind::Character { found: odd }, node.span);
    match odd {
        '\'' | '`' | '"' => diagnostic.hint("write it without quotes"),
        '.' => diagnostic.hint("numbers are integers, and no form ends with a full stop"),
        ',' => diagnostic.hint("separate terms by spaces"),
        '%' => diagnostic.hint("a comment begins with ;"),
        '?' => diagnostic.hint("? is only allowed at the beginning of a variable"),
        '!' | '=' => {
            diagnostic.hint("a built-in is the first element of a list, as in (!eq ?x (=+ ?y 1))")
        }
        _ => diagnostic,
    }
}
