//! Conditions and terms of the course's dialect.

use super::list::{Node, NodeKind};
use crate::syntax::{Atom, Comparison, Condition, Literal, Operator, Term, TermKind};
use crate::trouble::{Trouble, Wrong};

/// The built-in predicates.
const COMPARISONS: [(&str, Comparison); 6] = [
    ("!eq", Comparison::Equal),
    ("!ne", Comparison::Different),
    ("!lt", Comparison::Less),
    ("!le", Comparison::AtMost),
    ("!gt", Comparison::More),
    ("!ge", Comparison::AtLeast),
];

/// The built-in functions.
const FUNCTIONS: [(&str, Operator); 7] = [
    ("=+", Operator::Add),
    ("=-", Operator::Subtract),
    ("=*", Operator::Multiply),
    ("=div", Operator::Divide),
    ("=mod", Operator::Remainder),
    ("=min", Operator::Least),
    ("=max", Operator::Most),
];

/// What is often written for a built-in predicate.
const SLIPS: [(&str, &str); 10] = [
    ("!neq", "!ne"),
    ("!leq", "!le"),
    ("!geq", "!ge"),
    ("!/=", "!ne"),
    ("!!=", "!ne"),
    ("!<=", "!le"),
    ("!>=", "!ge"),
    ("!<", "!lt"),
    ("!>", "!gt"),
    ("!=", "!eq"),
];

/// What is expected, as it is written.
pub(super) fn wanted(node: &Node, wanted: &str) -> Trouble {
    Trouble::new(Wrong::Form { wanted: wanted.into() }, node.span)
}

/// The conditions of `P` or `(and P ...)`.
pub(super) fn query(node: &Node) -> Result<Vec<Literal>, Trouble> {
    let mut body = Vec::new();
    add_conditions(node, &mut body)?;
    Ok(body)
}

fn add_conditions(node: &Node, body: &mut Vec<Literal>) -> Result<(), Trouble> {
    match node.call() {
        Some(("and", [])) => {
            Err(wanted(node, "a condition").hint("write conditions after and: (and P1 P2)"))
        }
        Some(("and", conditions)) => {
            conditions.iter().try_for_each(|condition| add_conditions(condition, body))
        }
        _ => {
            body.push(Literal { condition: condition(node)?, span: node.span });
            Ok(())
        }
    }
}

fn condition(node: &Node) -> Result<Condition, Trouble> {
    let hint = match node.call() {
        Some((name, columns)) if name.starts_with('!') => return comparison(node, name, columns),
        Some(("not", _)) => {
            "there is no negation here; the rules of docs/rules.md can say: not top(S, me)"
        }
        Some(("or", _)) => {
            "there is no or: write a rule for each case, both with the same conclusion"
        }
        Some(("if", _)) => "a rule stands by itself in a file, not in a condition",
        Some(("count-results", _)) => {
            "what is counted stands in (value ...), or is asked for by itself"
        }
        Some(("infer", _)) => "a condition is written without infer",
        Some((name, _)) if name.starts_with('=') => {
            "a function gives a term: compare it, as by (!eq ?x (=+ ?y 1))"
        }
        _ => return atom(node, "a condition such as (stack ?s ?h)").map(Condition::Holds),
    };
    Err(wanted(node, "a condition").hint(hint))
}

/// `(name term ...)`
pub(super) fn atom(node: &Node, what: &str) -> Result<Atom, Trouble> {
    let Some((first, rest)) = node.list().and_then(<[Node]>::split_first) else {
        return Err(wanted(node, what));
    };
    let TermKind::Name(name) = word(first)? else {
        return Err(wanted(first, "the name of a relation"));
    };
    let columns = rest.iter().map(term).collect::<Result<_, _>>()?;
    Ok(Atom { name, name_span: first.span, columns })
}

fn comparison(node: &Node, name: &str, columns: &[Node]) -> Result<Condition, Trouble> {
    let Some((_, comparison)) = COMPARISONS.iter().find(|(known, _)| *known == name) else {
        return Err(unknown(node, name, COMPARISONS.map(|(known, _)| known)));
    };
    let [one, two] = pair(node, name, columns)?;
    Ok(Condition::Compare(one, *comparison, two))
}

/// A variable, a number, a name or what a function gives.
fn term(node: &Node) -> Result<Term, Trouble> {
    let kind = match (&node.kind, node.call()) {
        (NodeKind::Word(_), _) => word(node)?,
        (_, Some((name, columns))) => function(node, name, columns)?,
        _ => return Err(wanted(node, "a variable, a number, a name or a function")),
    };
    Ok(Term { kind, span: node.span })
}

fn function(node: &Node, name: &str, columns: &[Node]) -> Result<TermKind, Trouble> {
    let Some((_, operator)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
        let hint = match name {
            "count-results" => "what is counted stands in (value ...), or is asked for by itself",
            _ if name.starts_with('!') => "a comparison is a condition, not a term",
            _ => return Err(unknown(node, name, FUNCTIONS.map(|(known, _)| known))),
        };
        return Err(wanted(node, "a term").hint(hint));
    };
    let [one, two] = pair(node, name, columns)?;
    Ok(TermKind::Compute(*operator, Box::new(one), Box::new(two)))
}

/// The two terms that a built-in takes.
fn pair(node: &Node, name: &str, columns: &[Node]) -> Result<[Term; 2], Trouble> {
    match columns {
        [one, two] => Ok([term(one)?, term(two)?]),
        _ => Err(wanted(node, &format!("({name} a b)"))
            .hint(format!("{name} takes two terms, not {}", columns.len()))),
    }
}

/// What to say of a built-in that there is not.
fn unknown<const N: usize>(node: &Node, name: &str, known: [&str; N]) -> Trouble {
    let span = node.list().and_then(<[Node]>::first).map_or(node.span, |first| first.span);
    let trouble = Trouble::new(Wrong::UnknownFunction { name: name.into() }, span);
    if let Some((_, meant)) = SLIPS.iter().find(|(slip, _)| *slip == name) {
        return trouble.hint(format!("did you mean {meant}?"));
    }
    let trouble = trouble.did_you_mean(name, known);
    match trouble.hint {
        Some(_) => trouble,
        None => trouble.hint(format!("there are {}", known.join(" "))),
    }
}

/// What a word means: `?x`, `?`, `-3`, `e3`, `00`, `3,4`.
pub(super) fn word(node: &Node) -> Result<TermKind, Trouble> {
    let Some(text) = node.word() else { return Err(wanted(node, "a name")) };
    if text == "?" {
        return Ok(TermKind::Anything);
    }
    if let Some(number) = number(node)? {
        return Ok(TermKind::Number(number));
    }
    let name = text.strip_prefix('?').unwrap_or(text);
    let is_odd = |c: char| !c.is_alphanumeric() && c != '_' && c != '-';
    if let Some(odd) = name.chars().find(|&c| is_odd(c)).filter(|_| !is_place(text)) {
        return Err(odd_character(node, odd));
    }
    Ok(match text.starts_with('?') {
        true => TermKind::Variable(text.to_string()),
        false => TermKind::Name(text.to_string()),
    })
}

/// Whether a word is a row and a column, as tiles have them for names: `3,4`.
fn is_place(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(',').is_some_and(|(row, column)| is_number(row) && is_number(column))
}

/// The number that a word is; what begins with a needless 0 is a name, as `04`.
pub(super) fn number(node: &Node) -> Result<Option<i32>, Trouble> {
    let text = node.word().unwrap_or_default();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('0') && text.len() > 1 {
        return Ok(None);
    }
    let number = text.parse().map_err(|_| Trouble::new(Wrong::NumberTooLarge, node.span))?;
    Ok(Some(number))
}

fn odd_character(node: &Node, odd: char) -> Trouble {
    let trouble = Trouble::new(Wrong::Character { found: odd }, node.span);
    match odd {
        '\'' | '`' | '"' => trouble.hint("rules are written without quotes"),
        '.' => trouble.hint("numbers are whole, and nothing ends with a full stop"),
        ',' => trouble.hint("between terms there are blanks"),
        '%' => trouble.hint("comments begin with ;"),
        '?' => trouble.hint("a ? stands only at the beginning of a variable"),
        '!' | '=' => trouble.hint("built-ins stand first in a list, as in (!eq ?x (=+ ?y 1))"),
        _ => trouble,
    }
}
