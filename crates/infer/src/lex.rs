//! The lexer: splits a rule file into tokens.

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Whether it begins a line.
    pub(crate) is_first: bool,
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
    /// `"-"`, in game files
    Text(String),
    /// `(`, `:-`, `=<`
    Punct(&'static str),
    End,
}

impl TokenKind {
    /// The token as diagnostics show it.
    pub(crate) fn show(&self) -> String {
        match self {
            TokenKind::Name(name) | TokenKind::Variable(name) | TokenKind::Text(name) => {
                agon_core::quote(name)
            }
            TokenKind::Wildcard => "_".into(),
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Punct(punct) => format!("{punct:?}"),
            TokenKind::End => "the end of input".into(),
        }
    }
}

/// All punctuation; longer tokens stand before their own prefixes.
const PUNCTUATION: [&str; 24] = [
    ":-", "->", "..", "=<", "<=", ">=", "==", "!=", "\\=", "(", ")", "{", "}", ",", ".", ":", "<",
    ">", "=", "+", "-", "*", "/", "?",
];

/// Splits a text into tokens. A comment goes from `%` to the end of the line. Texts in double
/// quotes are tokens of game files only.
pub(crate) fn lex(source: &str, has_texts: bool) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let is_word_char = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            // Some editors begin a file with a byte-order mark.
            _ if first.is_whitespace() || first == BYTE_ORDER_MARK && at == 0 => {
                at += first.len_utf8();
                continue;
            }
            '%' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '\'' | '"' if first == '\'' || has_texts => {
                let end =
                    rest[1..].find([first, '\n']).filter(|&end| rest[1 + end..].starts_with(first));
                end.map(|end| end + 2).ok_or_else(|| {
                    Diagnostic::new(DiagnosticKind::Unclosed, Span { start: at, end: at + 1 })
                })?
            }
            _ if is_word_char(first) => rest.find(|c| !is_word_char(c)).unwrap_or(rest.len()),
            _ => PUNCTUATION.iter().find(|&&one| rest.starts_with(one)).map_or(0, |one| one.len()),
        };
        let span = Span { start: at, end: at + length.max(first.len_utf8()) };
        let text = &rest[..length];
        // Names and texts are shown, on screens too.
        if let Some(found) = text.chars().find(|&c| "'\"".contains(first) && is_unfit(c)) {
            let diagnostic = Diagnostic::new(DiagnosticKind::Character { found }, span);
            return Err(diagnostic.hint("this character cannot be shown: delete it"));
        }
        let kind = match first {
            _ if length == 0 => {
                let diagnostic = Diagnostic::new(DiagnosticKind::Character { found: first }, span);
                return Err(match character_hint(rest) {
                    Some(hint) => diagnostic.hint(hint),
                    None => diagnostic,
                });
            }
            '\'' => TokenKind::Name(text[1..length - 1].to_string()),
            '"' => TokenKind::Text(text[1..length - 1].to_string()),
            '0'..='9' => {
                if let Some(length) = fraction(rest, length) {
                    let found = rest[..length].to_string();
                    let span = Span { start: at, end: at + length };
                    return Err(Diagnostic::new(DiagnosticKind::Fraction { found }, span)
                        .hint("use larger whole numbers: multiply all weights by 10 or 100"));
                }
                number(text, span)?
            }
            '_' if length == 1 => TokenKind::Wildcard,
            _ if first == '_' || first.is_uppercase() => TokenKind::Variable(text.to_string()),
            _ if is_word_char(first) => TokenKind::Name(text.to_string()),
            _ => TokenKind::Punct(PUNCTUATION.iter().find(|&&one| one == text).unwrap_or(&"")),
        };
        let before = tokens.last().map_or(0, |token: &Token| token.span.end);
        let is_first = source[before..at].contains('\n');
        tokens.push(Token { kind, span, is_first });
        at += length;
    }
    let span = Span { start: at, end: at };
    tokens.push(Token { kind: TokenKind::End, span, is_first: true });
    Ok(tokens)
}

/// Whether a character controls a screen, or changes the direction of a line.
fn is_unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A mark that some editors write at the beginning of a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The length of a number with digits behind a point, such as `1.5`; `length` is that of its first
/// part. No rule ends between two digits.
fn fraction(rest: &str, length: usize) -> Option<usize> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let behind = rest[length..].strip_prefix('.')?;
    let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    (is_digits(&rest[..length]) && digits > 0).then_some(length + 1 + digits)
}

/// What to write instead of a text that begins with a character of no token.
fn character_hint(rest: &str) -> Option<&'static str> {
    Some(match rest.chars().next()? {
        '\\' if rest.starts_with("\\+") => "negation is written with not: not top(S, me)",
        '\\' => "not equal is written != or \\=",
        '!' => "not equal is written !=, negation with not, and there is no cut",
        '&' | ';' | '|' => "conditions are joined by commas; for or, write a rule for each case",
        '[' | ']' => "there are no lists: write a row for each element",
        '"' | '`' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => {
            "a name with other characters stands between apostrophes: 'a b'"
        }
        '#' => "a comment begins with %",
        '\u{2264}' => "write =<",
        '\u{2265}' => "write >=",
        '\u{2260}' => "write !=",
        '\u{2212}' | '\u{2013}' => "write an ordinary minus sign: -",
        BYTE_ORDER_MARK | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' => {
            "this character cannot be seen: delete it, or type the line again"
        }
        _ => return None,
    })
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
