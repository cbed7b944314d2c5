//! The tokens of a line.

use agon_core::quote;

use super::refusal::Refusal;
use crate::scan::{digits, escaped, is_word, leading};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name.
    Name(String),
    /// A name in backquotes, between its arguments.
    Infix(String),
    /// A whole number.
    Int(i64),
    /// A character in quotes.
    Char(char),
    /// A text in double quotes.
    Text(String),
    /// A parenthesis, a comma or an operator.
    Sign(&'static str),
}

/// The signs; one that begins with another comes first.
const SIGNS: [&str; 11] = ["==", "/=", "!!", "=", "$", "-", "(", ")", "[", "]", ","];

impl Token {
    /// Whether it can begin an argument.
    pub fn begins_atom(&self) -> bool {
        match self {
            Token::Sign(sign) => ["(", "["].contains(sign),
            Token::Infix(_) => false,
            _ => true,
        }
    }
}

/// The tokens of a line, without its comment.
pub fn tokens(line: &str) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let wrong = || Refusal::Character { found: quote(rest) };
        let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
        let length = match (first, sign) {
            _ if rest.starts_with("--") => break,
            _ if first.is_whitespace() => first.len_utf8(),
            (_, Some(sign)) => {
                tokens.push(Token::Sign(sign));
                sign.len()
            }
            ('\'', _) => {
                let (letter, length) = character(&rest[1..]).ok_or_else(wrong)?;
                if letter == '\'' && length == 1 || !rest[1 + length..].starts_with('\'') {
                    return Err(wrong());
                }
                tokens.push(Token::Char(letter));
                length + 2
            }
            ('"', _) => {
                let mut text = String::new();
                let mut length = 1;
                while !rest[length..].starts_with('"') {
                    let (letter, more) = character(&rest[length..]).ok_or_else(wrong)?;
                    text.push(letter);
                    length += more;
                }
                tokens.push(Token::Text(text));
                length + 1
            }
            ('`', _) => {
                let name = name(&rest[1..]);
                if name.is_empty() || !rest[1 + name.len()..].starts_with('`') {
                    return Err(wrong());
                }
                tokens.push(Token::Infix(name.into()));
                name.len() + 2
            }
            _ if first.is_ascii_digit() => {
                let digits = digits(rest);
                let wrong = |_| Refusal::Character { found: quote(digits) };
                tokens.push(Token::Int(digits.parse().map_err(wrong)?));
                digits.len()
            }
            _ if first.is_alphabetic() || first == '_' => {
                let name = name(rest);
                tokens.push(Token::Name(name.into()));
                name.len()
            }
            _ => return Err(wrong()),
        };
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The name that a text begins with.
fn name(text: &str) -> &str {
    leading(text, |c| is_word(c) || c == '\'')
}

/// The character that a text inside quotes begins with, and how many bytes it takes.
fn character(text: &str) -> Option<(char, usize)> {
    let mut letters = text.chars();
    match letters.next()? {
        '\\' => Some((escaped(letters.next()?)?, 2)),
        letter if letter.is_control() => None,
        letter => Some((letter, letter.len_utf8())),
    }
}

/// The refusal of a token where another is needed.
pub fn expected(wanted: &'static str, found: Option<Token>) -> Refusal {
    let found = match found {
        None => "the end of the line".into(),
        Some(Token::Name(name)) => quote(&name),
        Some(Token::Infix(name)) => quote(&format!("`{name}`")),
        Some(Token::Int(number)) => number.to_string(),
        Some(Token::Char(letter)) => format!("{letter:?}"),
        Some(Token::Text(text)) => quote(&format!("{text:?}")),
        Some(Token::Sign(sign)) => sign.to_string(),
    };
    Refusal::Expected { wanted, found }
}
