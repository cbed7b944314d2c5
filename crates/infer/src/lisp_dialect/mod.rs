//! The Lisp dialect: the syntax in which the course's assignment writes rules. It parses to
//! the same syntax tree as the plain dialect.
//!
//! ```text
//! (game byte)
//! (if (and (top ?s ?c) (stack ?s ?h) (!ge ?h 5)) then (tall ?s ?c))
//! (value (* 10 (- (count-results (tall ? me)) (count-results (tall ? you)))))
//! ```
//!
//! Symbols are not case-sensitive. Relations are bags, that is, a row that is derived in
//! several ways counts several times, unless the file says `(distinct)`.

mod sexpr;
mod terms;
mod value;

use crate::diagnostic::{Diagnostic, DiagnosticKind, MAX_DEPTH};
use crate::lex::BYTE_ORDER_MARK;
use crate::syntax::{Atom, File, Head, Query, Rule};
use sexpr::{Sexpr, SexprKind};
use terms::{atom, conditions, expected};

/// The forms that a file may contain.
const FORMS: &str = "(game NAME), (distinct), (if P then C) or (value E)";

/// Whether a text is in this dialect: it begins with a parenthesis, after comments.
pub(crate) fn is_lisp(source: &str) -> bool {
    let source = source.strip_prefix(BYTE_ORDER_MARK).unwrap_or(source);
    let mut lines = source.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with([';', '%']));
    first.is_some_and(|line| line.trim_start_matches('\'').starts_with('('))
}

/// Parses a text. Quotes mean nothing in rules, where every symbol stands for itself.
fn parse(source: &str) -> Result<Vec<Sexpr>, Diagnostic> {
    Ok(sexpr::parse(source, MAX_DEPTH)?.into_iter().map(unquoted).collect())
}

/// The same expression without quotes.
fn unquoted(node: Sexpr) -> Sexpr {
    let SexprKind::List(mut list) = node.kind else { return node };
    if list.len() == 2 && list[0].symbol() == Some("quote") {
        return unquoted(list.swap_remove(1));
    }
    let list = list.into_iter().map(unquoted).collect();
    Sexpr { kind: SexprKind::List(list), span: node.span }
}

/// Parses a rule file.
pub(crate) fn file(source: &str) -> Result<File, Diagnostic> {
    let mut file = File { game: None, rules: Vec::new(), bag_semantics: true };
    for node in parse(source)? {
        form(&node, &mut file)?;
    }
    Ok(file)
}

/// Parses a query: `(infer P)`, `(count-results P)` or a condition alone.
pub(crate) fn query(source: &str) -> Result<Query, Diagnostic> {
    let nodes = parse(source)?;
    let [node] = nodes.as_slice() else {
        let diagnostic = |node| expected(node, "the end of the query");
        let missing =
            Diagnostic::new(DiagnosticKind::Form { wanted: "a query".into() }, Default::default());
        let diagnostic = nodes.get(1).map_or(missing, diagnostic);
        return Err(diagnostic.hint("combine several conditions with and: (infer (and P1 P2))"));
    };
    let asked = operand(node, "infer")?.unwrap_or(node);
    let counted = operand(asked, "count-results")?;
    Ok(Query { body: conditions(counted.unwrap_or(asked))?, only_count: counted.is_some() })
}

/// The only operand of a form with this name; `None` for any other expression.
fn operand<'n>(node: &'n Sexpr, name: &str) -> Result<Option<&'n Sexpr>, Diagnostic> {
    match node.call() {
        Some((found, [only])) if found == name => Ok(Some(only)),
        Some((found, _)) if found == name => Err(expected(node, &format!("({name} P)"))
            .hint("combine several conditions with and: (and P1 P2)")),
        _ => Ok(None),
    }
}

fn form(node: &Sexpr, file: &mut File) -> Result<(), Diagnostic> {
    match node.call() {
        Some(("game", [name])) => {
            let found = name.symbol().ok_or_else(|| expected(name, "the name of a game"))?;
            if file.game.replace((found.to_string(), name.span)).is_some() {
                return Err(Diagnostic::new(DiagnosticKind::GameTwice, node.span));
            }
        }
        Some(("distinct", [])) => file.bag_semantics = false,
        Some(("if", parts)) => file.rules.push(rule(node, parts)?),
        Some(("value", [expression])) => file.rules.append(&mut value::rules(expression)?),
        Some(("value", _)) => {
            return Err(
                expected(node, "(value E)").hint("add several summands with +: (value (+ E1 E2))")
            );
        }
        Some(("game", _)) => return Err(expected(node, "(game NAME)")),
        Some(("distinct", _)) => return Err(expected(node, "(distinct)")),
        other => return Err(unknown_form(node, other.map(|(name, _)| name))),
    }
    Ok(())
}

/// The diagnostic for an unknown form, with what to write instead.
fn unknown_form(node: &Sexpr, name: Option<&str>) -> Diagnostic {
    let diagnostic = expected(node, FORMS);
    match name {
        Some("prepare-knowledge") => diagnostic
            .hint("remove it: the game provides the facts, and rules are written as (if P then C)"),
        Some("infer") => diagnostic.hint(
            "a query belongs at the prompt of agon rules query; write (value (count-results P))",
        ),
        Some("count-results") => {
            diagnostic.hint("give it a weight: (value (* 10 (count-results P)))")
        }
        Some("defun" | "defvar" | "defparameter" | "defconstant" | "setq" | "setf" | "let") => {
            diagnostic.hint("definitions are not allowed: write (if P then C) or (value E)")
        }
        Some(name) => diagnostic.did_you_mean(name, ["game", "distinct", "if", "value"]),
        None => diagnostic,
    }
}

/// `(if P then C)`
fn rule(node: &Sexpr, parts: &[Sexpr]) -> Result<Rule, Diagnostic> {
    const HINT: &str = "write (if P then C), or (if (and P1 P2) then C)";
    let is_then = |part: &Sexpr| part.symbol() == Some("then");
    let Some(then) = parts.iter().position(is_then) else {
        let span = parts.get(1).map_or(node.span, |part| part.span);
        return Err(Diagnostic::new(DiagnosticKind::NoThen, span).hint(HINT));
    };
    let (conditions, conclusions) = (&parts[..then], &parts[then + 1..]);
    let [condition] = conditions else {
        let found = conditions.get(1).unwrap_or(&parts[then]);
        let wanted = if conditions.is_empty() { "a condition" } else { "then" };
        return Err(
            expected(found, wanted).hint("combine several conditions with and: (and P1 P2)")
        );
    };
    let body = terms::conditions(condition)?;
    match conclusions {
        [conclusion] => {
            Ok(Rule { head: Head::Atom(conclusion_atom(conclusion)?), body, span: node.span })
        }
        [] => Err(expected(&parts[then], "a conclusion after then").hint(HINT)),
        [_, more, ..] => {
            Err(expected(more, "the end of the rule").hint("write one rule for each conclusion"))
        }
    }
}

/// The atom after `then`.
fn conclusion_atom(node: &Sexpr) -> Result<Atom, Diagnostic> {
    let hint = match node.call() {
        Some(("and", _)) => "write one rule for each conclusion",
        Some(("or" | "not", _)) => "a conclusion is one atom, without or and not",
        Some(("value", _)) => "write points as (value (* 10 (count-results P)))",
        Some((name, _)) if name.starts_with(['!', '=']) => "a rule cannot derive a built-in",
        _ => return atom(node, "a conclusion such as (tall ?s)"),
    };
    Err(expected(node, "a conclusion such as (tall ?s)").hint(hint))
}

/// The same diagnostic with a hint in this dialect.
pub(crate) fn with_lisp_hint(diagnostic: Diagnostic) -> Diagnostic {
    let hint = match (&diagnostic.kind, diagnostic.hint.as_deref()) {
        (DiagnosticKind::Unbound { name }, _) => {
            format!("use {name} in a condition without !, or set it by (!eq {name} ...)")
        }
        (DiagnosticKind::Anonymous, _) => "give the variable a name, such as ?x".into(),
        (DiagnosticKind::UnknownConstant { name }, hint)
            if hint.is_none_or(|hint| hint.contains("capital letter")) =>
        {
            format!("a variable begins with a question mark: ?{name}")
        }
        (DiagnosticKind::NoKind { .. }, _) => "use the variable in a condition too".into(),
        (DiagnosticKind::NoGame, Some(hint)) => {
            format!("{})", hint.trim_end_matches('.').replacen("game", "(game", 1))
        }
        (DiagnosticKind::Endless { .. }, _) => {
            "add a bound to the rule, such as (!le ?n 20)".into()
        }
        (DiagnosticKind::Arity { .. }, Some(hint)) => match hint.strip_prefix("write it as ") {
            Some(signature) => format!("write it as {}", in_lists(signature)),
            None => return diagnostic,
        },
        _ => return diagnostic,
    };
    diagnostic.hint(hint)
}

/// A signature in this dialect, such as `(stack square height)`.
fn in_lists(signature: &str) -> String {
    let inside = signature.trim_end_matches(')');
    format!("({})", inside.replace(" -> ", " ").replace(", ", " ").replace('(', " "))
}
