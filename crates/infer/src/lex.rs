//! The lexer: splits a rule file into tokens.

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `merge`, `me`, `'a b'`
    Name(String),
    /// `A`, `_x`
    Variable(String),
    /// `_`
    Wildcard,
    Number(i32),
    /// `(`, `:-`, `=<`
    Punct(&'static str),
    End,
}

impl TokenKind {
    /// The token as diagnostics show it.
    pub(crate) fn show(&self) -> String {
        match self {
            TokenKind::Name(name) | TokenKind::Variable(name) => agon_core::quote(name),
            TokenKind::Wildcard => "_".into(),
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Punct(punct) => format!("{punct:?}"),
            TokenKind::End => "the end of input".into(),
        }
    }
}

/// All punctuation; longer tokens stand before their own prefixes.
const PUNCTUATION: [&str; 22] = [
    ":-", "=<", "<=", ">=", "==", "!=", "\\=", "(", ")", "{", "}", ",", ".", ":", "<", ">", "=",
    "+", "-", "*", "/", "?",
];

/// Splits a text into tokens. A comment goes from `%` to the end of the line.
pub(crate) fn lex(source: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let is_word_char = |c: char| c.is_alphanumeric() || c == '_';
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
                end.map(|end| end + 2).ok_or_else(|| {
                    Diagnostic::new(DiagnosticKind::Unclosed, Span { start: at, end: at + 1 })
                })?
            }
            _ if is_word_char(first) => rest.find(|c| !is_word_char(c)).unwrap_or(rest.len()),
            _ => PUNCTUATION.iter().find(|&&one| rest.starts_with(one)).map_or(0, |one| one.len()),
        };
        let span = Span { start: at, end: at + length.max(first.len_utf8()) };
        let text = &rest[..length];
        let kind = match first {
            _ if length == 0 => {
                return Err(Diagnostic::new(DiagnosticKind::Character { found: first }, span));
            }
            '\'' => TokenKind::Name(text[1..length - 1].to_string()),
            '0'..='9' => number(text, span)?,
            '_' if length == 1 => TokenKind::Wildcard,
            _ if first == '_' || first.is_uppercase() => TokenKind::Variable(text.to_string()),
            _ if is_word_char(first) => TokenKind::Name(text.to_string()),
            _ => TokenKind::Punct(PUNCTUATION.iter().find(|&&one| one == text).unwrap_or(&"")),
        };
        tokens.push(Token { kind, span });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: Span { start: at, end: at } });
    Ok(tokens)
}

/// A number, or a name that begins with a digit, such as `3b` or `04`.
fn number(text: &str, span: Span) -> Result<TokenKind, Diagnostic> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('0') && text.len() > 1 {
        return Ok(TokenKind::Name(text.to_string()));
    }
    let number = text.parse().map(TokenKind::Number);
    number.map_err(|_| Diagnostic::new(DiagnosticKind::NumberTooLarge, span))
}
