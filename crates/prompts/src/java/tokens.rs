//! The tokens of Java's syntax.

use std::fmt;

use agon_core::quote;
use agon_games::theseus::Worth;

use super::refusal::Refusal;
use crate::lexer::{self, Lexicon, Quote, Unreadable, begins_word, first, is_word, leading};
use crate::repl::Language;

pub type Token<'a> = lexer::Token<'a, Number>;

/// A number: `202`, `0.23`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Int(i32),
    Double(Worth),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(number) => number.fmt(f),
            Number::Double(number) => number.fmt(f),
        }
    }
}

static LEXICON: Lexicon<Number, Refusal> = Lexicon {
    is_blank: char::is_whitespace,
    comment: Language::Java.comment(),
    block_comment: None,
    quotes: &[Quote::PLAIN],
    number: Some(|text| {
        let text = leading(text, |c| c.is_ascii_alphanumeric() || c == '.');
        Ok((number(text)?, text.len()))
    }),
    signs: &[
        "<=", ">=", "==", "!=", "(", ")", "{", "}", "[", "]", ",", ".", ";", "=", "<", ">", "+",
        "-",
    ],
    symbols: "",
    begins_word,
    is_word,
    refuse: |unreadable| match unreadable {
        Unreadable::Quote(_) => {
            let wanted = "'\"' at the end of the string";
            Refusal::Syntax { wanted, found: "the end".into() }
        }
        Unreadable::Character(text) => {
            let wanted = "a name, a number or a sign";
            Refusal::Syntax { wanted, found: quote(first(text)) }
        }
    },
};

/// Splits an input into tokens; comments are left out.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, Refusal> {
    LEXICON.tokens(text).map(|found| found.map(|(token, _)| token)).collect()
}

pub fn written(token: &Token<'_>) -> String {
    match token {
        Token::Word(text) | Token::Sign(text) => text.to_string(),
        Token::Number(number) => number.to_string(),
        Token::Quoted(_, text) => format!("\"{text}\""),
    }
}

/// The largest amount of a double: values are kept as whole thousandths.
const MAX_DOUBLE: i32 = 1_000_000;

fn number(text: &str) -> Result<Number, Refusal> {
    let wrong = || Refusal::Number { found: quote(text), most: MAX_DOUBLE };
    let Some((whole, decimals)) = text.split_once('.') else {
        return Ok(Number::Int(text.parse().map_err(|_| wrong())?));
    };
    if decimals.is_empty() || decimals.len() > 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let whole: i32 = whole.parse().ok().filter(|&whole| whole < MAX_DOUBLE).ok_or_else(wrong)?;
    let decimals: i32 = format!("{decimals:0<3}").parse().map_err(|_| wrong())?;
    Ok(Number::Double(Worth(whole * 1000 + decimals)))
}
