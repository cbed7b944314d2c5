//! From text to values.

use std::convert::Infallible;

use agon_core::quote;

use super::refusal::Refusal;
use super::value::Value;
use crate::lexer::{self, BlockComment, Lexicon, Quote};
use crate::limits::NESTING;
use crate::repl::Language;

type Token<'a> = lexer::Token<'a, Infallible>;

static LEXICON: Lexicon<Infallible, Refusal> = Lexicon {
    is_blank: char::is_whitespace,
    comment: Language::Lisp.comment(),
    block_comment: Some(BlockComment { open: "#|", close: "|#", nests: true }),
    quotes: &[Quote { escape: Some(Some), allows: |_| true, ..Quote::PLAIN }],
    number: None,
    signs: &["(", ")", "'", "#'"],
    symbols: "",
    begins_word: |_| true,
    is_word: |c| !c.is_whitespace() && !matches!(c, '(' | ')' | ';' | '\'' | '"'),
    refuse: |_| Refusal::Missing { wanted: "the end of the string" },
};

/// Whether a text ends outside of lists, quotes, strings and comments.
pub fn is_complete(text: &str) -> bool {
    let (mut depth, mut is_quoted) = (0_usize, false);
    let mut lexer = LEXICON.tokens(text);
    for found in lexer.by_ref() {
        let Ok((token, _)) = found else { return false };
        is_quoted = matches!(token, Token::Sign("'" | "#'"));
        match token {
            Token::Sign("(") => depth += 1,
            // A text with too many is refused, and nothing after it helps.
            Token::Sign(")") if depth == 0 => return true,
            Token::Sign(")") => depth -= 1,
            _ => (),
        }
    }
    depth == 0 && !is_quoted && !lexer.is_open
}

/// A symbol, a number, or a list of those.
enum Node<'a> {
    Atom(&'a str),
    List(Vec<Node<'a>>),
}

/// What is not complete yet: the elements of a list, or of a quote, which takes one.
struct Open<'a> {
    nodes: Vec<Node<'a>>,
    is_quote: bool,
}

/// Reads the expressions of a text.
pub fn read(text: &str) -> Result<Vec<Value>, Refusal> {
    nodes(text.strip_prefix('\u{feff}').unwrap_or(text))?.iter().map(value).collect()
}

fn nodes(text: &str) -> Result<Vec<Node<'_>>, Refusal> {
    const NOTHING_QUOTED: Refusal = Refusal::Missing { wanted: "an expression after the quote" };
    let (mut open, mut done): (Vec<Open>, _) = (Vec::new(), Vec::new());
    let mut lexer = LEXICON.tokens(text);
    for found in lexer.by_ref() {
        let mut node = match found?.0 {
            Token::Sign(")") => match open.pop().ok_or(Refusal::Unopened)? {
                Open { is_quote: true, .. } => return Err(NOTHING_QUOTED),
                Open { nodes, .. } => Node::List(nodes),
            },
            Token::Sign(sign) => {
                NESTING.check(open.len() + 1)?;
                let quote = if sign == "'" { "quote" } else { "function" };
                let is_quote = sign != "(";
                let nodes = if is_quote { vec![Node::Atom(quote)] } else { Vec::new() };
                open.push(Open { nodes, is_quote });
                continue;
            }
            Token::Word(text) => Node::Atom(text),
            // There are no strings: it is refused as an atom.
            Token::Quoted(..) => Node::Atom("\""),
        };
        while let Some(Open { mut nodes, .. }) = open.pop_if(|open| open.is_quote) {
            nodes.push(node);
            node = Node::List(nodes);
        }
        open.last_mut().map_or(&mut done, |open| &mut open.nodes).push(node);
    }
    match open[..] {
        _ if lexer.is_open => Err(Refusal::Missing { wanted: "the end of the comment" }),
        [] => Ok(done),
        [Open { is_quote: true, .. }] => Err(NOTHING_QUOTED),
        _ => Err(Refusal::Unfinished),
    }
}

fn value(node: &Node<'_>) -> Result<Value, Refusal> {
    match node {
        Node::List(nodes) => list(nodes),
        Node::Atom(text) => atom(text),
    }
}

/// A list; a full stop before its last element makes a dotted pair.
fn list(nodes: &[Node<'_>]) -> Result<Value, Refusal> {
    let is_dot = |node: &Node<'_>| matches!(node, Node::Atom("."));
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
    let is_whole = |text: &str| !text.is_empty() && lexer::digits(text) == text;
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
        None => Value::symbol(&text.to_lowercase().to_uppercase()),
    }
}

/// Whether a character has a meaning in Common Lisp that it has not here.
fn is_odd(c: char) -> bool {
    matches!(c, '"' | '`' | ',' | '#' | '|' | '\\') || c.is_control()
}
