//! The tokens of Java's syntax.

use agon_core::quote;
use agon_games::theseus::Worth;

use super::refusal::Refusal;
use crate::scan::{is_word, leading};

/// A token.
#[derive(Debug)]
pub enum Token {
    /// A name or a keyword.
    Name(String),
    /// A whole number.
    Int(i32),
    /// A number with a decimal point.
    Double(Worth),
    /// A string, without its quotes.
    Text(String),
    /// A sign, such as a parenthesis.
    Sign(&'static str),
}

impl Token {
    /// Whether it is this sign.
    pub fn is(&self, sign: &str) -> bool {
        matches!(self, Token::Sign(found) if *found == sign)
    }

    /// The token as it is written.
    pub fn text(&self) -> String {
        match self {
            Token::Name(name) => name.clone(),
            Token::Int(number) => number.to_string(),
            Token::Double(number) => number.to_string(),
            Token::Text(text) => format!("\"{text}\""),
            Token::Sign(sign) => (*sign).into(),
        }
    }
}

/// The signs; longer ones come before their beginnings.
const SIGNS: [&str; 18] =
    ["<=", ">=", "==", "!=", "(", ")", "{", "}", "[", "]", ",", ".", ";", "=", "<", ">", "+", "-"];

/// The largest amount of a double: values are kept as whole thousandths.
const MAX_DOUBLE: i32 = 1_000_000;

/// Splits an input into tokens; comments are left out.
pub fn tokens(text: &str) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first.is_ascii_digit() {
            let text = leading(rest, |c| c.is_ascii_alphanumeric() || c == '.');
            tokens.push(number(text)?);
            text.len()
        } else if first.is_alphabetic() || first == '_' {
            let name = leading(rest, is_word);
            tokens.push(Token::Name(name.into()));
            name.len()
        } else if first == '"' {
            let end = rest[1..].find(['"', '\n']).filter(|&end| rest[1 + end..].starts_with('"'));
            let end = end.ok_or(Refusal::Syntax {
                wanted: "'\"' at the end of the string",
                found: "the end".into(),
            })?;
            tokens.push(Token::Text(rest[1..=end].into()));
            end + 2
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let wanted = "a name, a number or a sign";
            let found = || quote(first.encode_utf8(&mut [0; 4]));
            let sign = sign.ok_or_else(|| Refusal::Syntax { wanted, found: found() })?;
            tokens.push(Token::Sign(sign));
            sign.len()
        };
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// A number: `202`, `0.23`.
fn number(text: &str) -> Result<Token, Refusal> {
    let wrong = || Refusal::Number { found: quote(text), most: MAX_DOUBLE };
    let Some((whole, decimals)) = text.split_once('.') else {
        return Ok(Token::Int(text.parse().map_err(|_| wrong())?));
    };
    if decimals.is_empty() || decimals.len() > 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let whole: i32 = whole.parse().ok().filter(|&whole| whole < MAX_DOUBLE).ok_or_else(wrong)?;
    let decimals: i32 = format!("{decimals:0<3}").parse().map_err(|_| wrong())?;
    Ok(Token::Double(Worth(whole * 1000 + decimals)))
}
