//! The tokens of a query.

use agon_core::quote;

use super::refusal::Refusal;
use crate::scan::{digits, escaped, is_word, leading};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name, in quotes or not, or a run of symbols.
    Atom(String),
    /// A variable by its name.
    Variable(String),
    /// A whole number without its sign.
    Number(i64),
    /// A bracket, comma or bar.
    Punctuation(char),
    /// The dot that ends a query.
    End,
}

/// A token, and whether it follows the one before it without a blank.
pub type Spaced = (Token, bool);

/// The tokens of a text.
pub struct Tokens {
    /// The tokens up to the end of the query or of the text.
    pub list: Vec<Spaced>,
    /// Whether a comment is still open at the end of the text.
    pub is_open: bool,
}

pub fn is_symbol(letter: char) -> bool {
    r"+-*/\^<>=~:.?@#&$".contains(letter)
}

/// Splits a text into tokens.
pub fn tokens(text: &str) -> Result<Tokens, Refusal> {
    let mut list: Vec<Spaced> = Vec::new();
    let mut rest = text;
    let mut adjacent = false;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() || first == '\u{feff}' {
            rest = &rest[first.len_utf8()..];
            adjacent = false;
            continue;
        }
        if first == '%' {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else { return Ok(Tokens { list, is_open: true }) };
            rest = &rest[end + 2..];
            adjacent = false;
            continue;
        }
        let (token, len) = match first {
            '.' if ends_query(&rest[1..]) => (Token::End, 1),
            '0'..='9' => number(rest)?,
            '\'' => quoted(rest)?,
            _ if is_word(first) => word(rest),
            '(' | ')' | '[' | ']' | '|' | ',' => (Token::Punctuation(first), 1),
            ';' | '!' => (Token::Atom(first.into()), 1),
            _ if is_symbol(first) => {
                let name = leading(rest, is_symbol);
                (Token::Atom(name.into()), name.len())
            }
            _ => return Err(Refusal::NotAToken { found: quote(&first.to_string()) }),
        };
        list.push((token, adjacent));
        adjacent = true;
        rest = &rest[len..];
    }
    Ok(Tokens { list, is_open: false })
}

/// Whether a dot before this text is the end of a query.
fn ends_query(after: &str) -> bool {
    after.chars().next().is_none_or(|next| next.is_whitespace() || next == '%')
}

fn number(text: &str) -> Result<(Token, usize), Refusal> {
    let number = digits(text);
    let after = &text[number.len()..];
    let is_fraction = after.strip_prefix('.').is_some_and(|rest| !digits(rest).is_empty());
    if is_fraction || after.starts_with(is_word) {
        return Err(Refusal::NotANumber { found: quote(text) });
    }
    let too_large = |_| Refusal::NumberTooLarge { found: quote(number) };
    Ok((Token::Number(number.parse().map_err(too_large)?), number.len()))
}

fn word(text: &str) -> (Token, usize) {
    let name = leading(text, is_word);
    let is_variable = name.starts_with(|first: char| first.is_uppercase() || first == '_');
    let kind = if is_variable { Token::Variable } else { Token::Atom };
    (kind(name.into()), name.len())
}

/// A name in quotes; two quotes, or a backslash and a quote, stand for one.
fn quoted(text: &str) -> Result<(Token, usize), Refusal> {
    let mut name = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\'' if letters.next_if(|(_, next)| *next == '\'').is_some() => name.push('\''),
            '\'' => return Ok((Token::Atom(name), place + 1)),
            '\n' => break,
            '\\' => match letters.next().and_then(|(_, letter)| escaped(letter)) {
                Some(letter) if letter != '"' => name.push(letter),
                _ => break,
            },
            _ => name.push(letter),
        }
    }
    Err(Refusal::OpenQuote { found: quote(text) })
}
