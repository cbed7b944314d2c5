//! The words of a rule file.

use crate::trouble::{Span, Trouble, Wrong};

/// A word with its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) word: Word,
    pub(crate) span: Span,
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// `merge`, `me`, `'a b'`
    Name(String),
    /// `A`, `_x`
    Variable(String),
    /// `_`
    Anything,
    Number(i32),
    /// `(`, `:-`, `=<`
    Sign(&'static str),
    End,
}

impl Word {
    /// The word as it is shown in a message.
    pub(crate) fn show(&self) -> String {
        match self {
            Word::Name(name) | Word::Variable(name) => agon_core::quote(name),
            Word::Anything => "_".into(),
            Word::Number(number) => number.to_string(),
            Word::Sign(sign) => format!("{sign:?}"),
            Word::End => "the end of the file".into(),
        }
    }
}

/// All signs, those that begin with another before it.
const SIGNS: [&str; 22] = [
    ":-", "=<", "<=", ">=", "==", "!=", "\\=", "(", ")", "{", "}", ",", ".", ":", "<", ">", "=",
    "+", "-", "*", "/", "?",
];

/// Takes a text apart. What is between `%` and the end of a line means nothing.
pub(crate) fn words(source: &str) -> Result<Vec<Token>, Trouble> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let inside = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '%' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '\'' => {
                let end =
                    rest[1..].find(['\'', '\n']).filter(|&end| rest[1 + end..].starts_with('\''));
                end.map(|end| end + 2)
                    .ok_or_else(|| Trouble::new(Wrong::Unclosed, Span { start: at, end: at + 1 }))?
            }
            _ if inside(first) => rest.find(|c| !inside(c)).unwrap_or(rest.len()),
            _ => SIGNS.iter().find(|&&sign| rest.starts_with(sign)).map_or(0, |sign| sign.len()),
        };
        let span = Span { start: at, end: at + length.max(first.len_utf8()) };
        let text = &rest[..length];
        let word = match first {
            _ if length == 0 => return Err(Trouble::new(Wrong::Character { found: first }, span)),
            '\'' => Word::Name(text[1..length - 1].to_string()),
            '0'..='9' => number(text, span)?,
            '_' if length == 1 => Word::Anything,
            _ if first == '_' || first.is_uppercase() => Word::Variable(text.to_string()),
            _ if inside(first) => Word::Name(text.to_string()),
            _ => Word::Sign(SIGNS.iter().find(|&&sign| sign == text).copied().unwrap_or("")),
        };
        tokens.push(Token { word, span });
        at += length;
    }
    tokens.push(Token { word: Word::End, span: Span { start: at, end: at } });
    Ok(tokens)
}

/// A number, or a name that begins with a digit, as `3b` or `04`.
fn number(text: &str, span: Span) -> Result<Word, Trouble> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('0') && text.len() > 1 {
        return Ok(Word::Name(text.to_string()));
    }
    text.parse().map(Word::Number).map_err(|_| Trouble::new(Wrong::NumberTooLarge, span))
}
