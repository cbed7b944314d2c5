//! S-expressions: the lists and symbols of the Lisp dialect.

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::syntax::MAX_DEPTH;

/// A symbol or a list, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Sexpr {
    pub(super) kind: SexprKind,
    pub(super) span: Span,
}

/// The kinds of S-expressions.
#[derive(Clone, Debug)]
pub(super) enum SexprKind {
    /// Everything between spaces and parentheses, in lower case.
    Symbol(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The symbol, if it is one.
    pub(super) fn symbol(&self) -> Option<&str> {
        match &self.kind {
            SexprKind::Symbol(symbol) => Some(symbol),
            SexprKind::List(_) => None,
        }
    }

    /// The elements, if it is a list.
    pub(super) fn list(&self) -> Option<&[Sexpr]> {
        match &self.kind {
            SexprKind::Symbol(_) => None,
            SexprKind::List(list) => Some(list),
        }
    }

    /// The symbol that a list begins with, and the rest of the list.
    pub(super) fn call(&self) -> Option<(&str, &[Sexpr])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.symbol()?, rest))
    }
}

/// A list whose closing parenthesis was not read yet.
struct Open {
    start: usize,
    nodes: Vec<Sexpr>,
}

/// Parses a text. A comment goes from `;` to the end of the line.
pub(super) fn parse(source: &str) -> Result<Vec<Sexpr>, Diagnostic> {
    let mut open: Vec<Open> = Vec::new();
    let mut done = Vec::new();
    let mut swallowed = None;
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let (start, rest) = (at, &source[at..]);
        at += length(rest, first);
        let span = Span { start, end: at };
        let node = match first {
            ';' => continue,
            _ if first.is_whitespace() => continue,
            '(' if open.len() >= MAX_DEPTH => {
                return Err(Diagnostic::new(DiagnosticKind::TooDeep, span));
            }
            '(' => {
                let begins_line = start == 0 || source.as_bytes()[start - 1] == b'\n';
                if begins_line && !open.is_empty() {
                    swallowed = swallowed.or(Some(start));
                }
                open.push(Open { start, nodes: Vec::new() });
                continue;
            }
            ')' => {
                let Some(Open { start, nodes }) = open.pop() else {
                    return Err(Diagnostic::new(DiagnosticKind::NotOpened, span).hint(
                        "remove it, or check whether the form before it is closed too early",
                    ));
                };
                Sexpr { kind: SexprKind::List(nodes), span: Span { start, end: at } }
            }
            _ => Sexpr { kind: SexprKind::Symbol(source[start..at].to_lowercase()), span },
        };
        open.last_mut().map_or(&mut done, |list| &mut list.nodes).push(node);
    }
    match open.first() {
        Some(first) => Err(unclosed(source, first.start, swallowed)),
        None => Ok(done),
    }
}

/// The length in bytes of the comment, space, parenthesis or symbol at the start of a text.
fn length(rest: &str, first: char) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
    match first {
        ';' => rest.find('\n').unwrap_or(rest.len()),
        _ if ends(first) => first.len_utf8(),
        _ => rest.find(ends).unwrap_or(rest.len()),
    }
}

/// The diagnostic for an unclosed list. `swallowed` is where a form begins at the start of a
/// line inside of it, which probably should not be inside.
fn unclosed(source: &str, start: usize, swallowed: Option<usize>) -> Diagnostic {
    let diagnostic = Diagnostic::new(DiagnosticKind::NotClosed, Span { start, end: start + 1 });
    match swallowed.filter(|&at| at > start) {
        Some(at) => {
            let line = source[..at].matches('\n').count() + 1;
            diagnostic.hint(format!("a closing parenthesis may be missing before line {line}"))
        }
        None => diagnostic.hint("add a ) at the end of the list"),
    }
}
