//! The lists and words of the course's dialect, before they have a meaning.

use crate::trouble::{Span, Trouble, Wrong};

/// How deep lists may be nested.
pub(super) const DEEPEST: usize = 24;

/// A word or a list, with its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) span: Span,
}

/// What was written.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// All that stands between blanks and parentheses, in small letters.
    Word(String),
    List(Vec<Node>),
}

impl Node {
    /// The word that it is.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Word(word) => Some(word),
            NodeKind::List(_) => None,
        }
    }

    /// The list that it is.
    pub(super) fn list(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::Word(_) => None,
            NodeKind::List(list) => Some(list),
        }
    }

    /// The word that a list begins with, and the rest of the list.
    pub(super) fn call(&self) -> Option<(&str, &[Node])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.word()?, rest))
    }
}

/// A list that is not closed yet.
struct Open {
    start: usize,
    nodes: Vec<Node>,
}

/// Takes a text apart. What is between `;` and the end of a line means nothing.
pub(super) fn nodes(source: &str) -> Result<Vec<Node>, Trouble> {
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
            '(' if open.len() >= DEEPEST => return Err(Trouble::new(Wrong::TooDeep, span)),
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
                    return Err(Trouble::new(Wrong::NotOpened, span).hint(
                        "leave it out, or look whether the form before is closed too early",
                    ));
                };
                Node { kind: NodeKind::List(nodes), span: Span { start, end: at } }
            }
            _ => Node { kind: NodeKind::Word(source[start..at].to_lowercase()), span },
        };
        open.last_mut().map_or(&mut done, |list| &mut list.nodes).push(node);
    }
    match open.first() {
        Some(first) => Err(not_closed(source, first.start, swallowed)),
        None => Ok(done),
    }
}

/// How many bytes belong to what begins with a character.
fn length(rest: &str, first: char) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
    match first {
        ';' => rest.find('\n').unwrap_or(rest.len()),
        _ if ends(first) => first.len_utf8(),
        _ => rest.find(ends).unwrap_or(rest.len()),
    }
}

/// What to say of a form that is not closed, and of one that seems to begin inside it.
fn not_closed(source: &str, start: usize, swallowed: Option<usize>) -> Trouble {
    let trouble = Trouble::new(Wrong::NotClosed, Span { start, end: start + 1 });
    match swallowed.filter(|&at| at > start) {
        Some(at) => {
            let line = source[..at].matches('\n').count() + 1;
            trouble.hint(format!("perhaps a ) is missing before the form on line {line}"))
        }
        None => trouble.hint("add a ) at its end"),
    }
}
