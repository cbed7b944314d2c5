//! S-expressions: the lists and symbols of the Lisp dialect.

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::lex::BYTE_ORDER_MARK;

/// A symbol or a list, and where it stands.
#[derive(Clone, Debug)]
pub struct Sexpr {
    /// Which of the two it is.
    pub kind: SexprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of S-expressions.
#[derive(Clone, Debug)]
pub enum SexprKind {
    /// Everything between spaces and parentheses, in lower case; a string, with its quotes.
    Symbol(String),
    /// The elements of a list. `'x` is the list `(quote x)`, and `#'x` is `(function x)`.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The symbol, if it is one.
    pub fn symbol(&self) -> Option<&str> {
        match &self.kind {
            SexprKind::Symbol(symbol) => Some(symbol),
            SexprKind::List(_) => None,
        }
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Sexpr]> {
        match &self.kind {
            SexprKind::Symbol(_) => None,
            SexprKind::List(list) => Some(list),
        }
    }

    /// The symbol that a list begins with, and the rest of the list.
    pub fn call(&self) -> Option<(&str, &[Sexpr])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.symbol()?, rest))
    }
}

/// Something that is not complete yet.
struct Open {
    start: usize,
    nodes: Vec<Sexpr>,
    /// Whether it is a quote, which is complete after one expression.
    is_quote: bool,
}

/// Parses a text whose lists are nested so deeply at most. A comment goes from `;` to the end
/// of the line, or from `#|` to `|#`.
pub fn parse(source: &str, max_depth: usize) -> Result<Vec<Sexpr>, Diagnostic> {
    let mut open: Vec<Open> = Vec::new();
    let mut done = Vec::new();
    let mut swallowed = None;
    let mut at = 0;
    while let Some(token) = next_token(source, at)? {
        let span = token.span;
        at = span.end;
        let mut node = match token.kind {
            SexprTokenKind::Open | SexprTokenKind::Quote(_) if open.len() >= max_depth => {
                return Err(Diagnostic::new(DiagnosticKind::TooDeep, span));
            }
            SexprTokenKind::Open => {
                let begins_line = span.start == 0 || source.as_bytes()[span.start - 1] == b'\n';
                if begins_line && !open.is_empty() {
                    swallowed = swallowed.or(Some(span.start));
                }
                open.push(Open { start: span.start, nodes: Vec::new(), is_quote: false });
                continue;
            }
            SexprTokenKind::Quote(name) => {
                let name = Sexpr { kind: SexprKind::Symbol(name.into()), span };
                open.push(Open { start: span.start, nodes: vec![name], is_quote: true });
                continue;
            }
            SexprTokenKind::Close => match open.pop() {
                Some(Open { start, nodes, is_quote: false }) => {
                    Sexpr { kind: SexprKind::List(nodes), span: Span { start, end: at } }
                }
                Some(Open { is_quote: true, .. }) => return Err(nothing_quoted(span)),
                None => {
                    return Err(Diagnostic::new(DiagnosticKind::NotOpened, span).hint(
                        "remove it, or check whether the form before it is closed too early",
                    ));
                }
            },
            SexprTokenKind::Symbol => {
                let text = &source[span.start..span.end];
                Sexpr { kind: SexprKind::Symbol(text.to_lowercase()), span }
            }
        };
        while open.last().is_some_and(|open| open.is_quote) {
            let Some(Open { start, mut nodes, .. }) = open.pop() else { break };
            nodes.push(node);
            node = Sexpr { kind: SexprKind::List(nodes), span: Span { start, end: at } };
        }
        open.last_mut().map_or(&mut done, |list| &mut list.nodes).push(node);
    }
    match open.first() {
        Some(first) if first.is_quote && open.len() == 1 => {
            Err(nothing_quoted(Span { start: first.start, end: source.len() }))
        }
        Some(first) => Err(unclosed(source, first.start, swallowed)),
        None => Ok(done),
    }
}

/// A token, and where it stands.
struct SexprToken {
    kind: SexprTokenKind,
    span: Span,
}

enum SexprTokenKind {
    Open,
    Close,
    /// `'` or `#'`, with the name of what it stands for.
    Quote(&'static str),
    Symbol,
}

/// The first token at this place or after it.
fn next_token(source: &str, mut at: usize) -> Result<Option<SexprToken>, Diagnostic> {
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let (kind, length) = match first {
            ';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '#' if rest.starts_with("#|") => {
                at += comment(rest).ok_or_else(|| unended("comment", at, source.len()))?;
                continue;
            }
            _ if first.is_whitespace() || first == BYTE_ORDER_MARK && at == 0 => {
                at += first.len_utf8();
                continue;
            }
            '(' => (SexprTokenKind::Open, 1),
            ')' => (SexprTokenKind::Close, 1),
            '\'' => (SexprTokenKind::Quote("quote"), 1),
            '#' if rest.starts_with("#'") => (SexprTokenKind::Quote("function"), 2),
            '"' => match string(rest) {
                Some(length) => (SexprTokenKind::Symbol, length),
                None => return Err(unended("string", at, source.len())),
            },
            _ => (SexprTokenKind::Symbol, rest.find(ends_symbol).unwrap_or(rest.len())),
        };
        return Ok(Some(SexprToken { kind, span: Span { start: at, end: at + length } }));
    }
    Ok(None)
}

fn ends_symbol(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | ';' | '\'' | '"')
}

/// The length of the comment from `#|` to its `|#`; such comments nest.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let (sign, place) = ["#|", "|#"]
            .into_iter()
            .filter_map(|sign| Some((sign, text[at..].find(sign)? + at)))
            .min_by_key(|&(_, place)| place)?;
        at = place + 2;
        match sign {
            "#|" => depth += 1,
            _ if depth == 1 => return Some(at),
            _ => depth -= 1,
        }
    }
}

/// The length of a string with its quotes.
fn string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return Some(at + 1),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    None
}

fn unended(what: &str, start: usize, end: usize) -> Diagnostic {
    let kind = DiagnosticKind::Form { wanted: format!("the end of the {what}") };
    Diagnostic::new(kind, Span { start, end })
}

fn nothing_quoted(span: Span) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::Form { wanted: "an expression after the quote".into() }, span)
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
