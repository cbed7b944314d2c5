//! The tokens of a query.

use std::ops::Range;

use agon_core::quote;

use super::refusal::Refusal;
use crate::lexer::{
    self, BlockComment, Lexicon, Quote, Unreadable, digits, escaped, first, is_word,
};
use crate::repl::Language;

/// A token: a word is an atom or a variable, quotes enclose an atom, and a sign may be one.
pub type Token<'a> = lexer::Token<'a, i64>;

pub type Placed<'a> = (Token<'a>, Range<usize>);

pub struct Tokens<'a> {
    pub list: Vec<Placed<'a>>,
    /// Whether a comment is still open at the end of the text.
    pub is_open: bool,
}

const SYMBOLS: &str = r"+-*/\^<>=~:.?@#&$";

static LEXICON: Lexicon<i64, Refusal> = Lexicon {
    is_blank: |c| c.is_whitespace() || c == '\u{feff}',
    comment: Language::Prolog.comment(),
    block_comment: Some(BlockComment { open: "/*", close: "*/", nests: false }),
    quotes: &[Quote {
        mark: '\'',
        escape: Some(|c| escaped(c).filter(|&c| c != '"')),
        is_doubled: true,
        ..Quote::PLAIN
    }],
    number: Some(number),
    signs: &["(", ")", "[", "]", "|", ",", ";", "!"],
    symbols: SYMBOLS,
    begins_word: is_word,
    is_word,
    refuse: |unreadable| match unreadable {
        Unreadable::Quote(text) => Refusal::OpenQuote { found: quote(text) },
        Unreadable::Character(text) => Refusal::NotAToken { found: quote(first(text)) },
    },
};

pub fn is_symbol(letter: char) -> bool {
    SYMBOLS.contains(letter)
}

pub fn read(text: &str) -> Result<Tokens<'_>, Refusal> {
    let mut lexer = LEXICON.tokens(text);
    let list = lexer.by_ref().collect::<Result<_, _>>()?;
    Ok(Tokens { list, is_open: lexer.is_open })
}

/// The place of the dot that ends a query: nothing follows it without a blank.
pub fn end(tokens: &[Placed<'_>]) -> Option<usize> {
    tokens.iter().enumerate().position(|(place, (token, at))| {
        let next = tokens.get(place + 1);
        *token == Token::Sign(".") && next.is_none_or(|(_, next)| next.start > at.end)
    })
}

fn number(text: &str) -> Result<(i64, usize), Refusal> {
    let number = digits(text);
    let after = &text[number.len()..];
    let is_fraction = after.strip_prefix('.').is_some_and(|rest| !digits(rest).is_empty());
    if is_fraction || after.starts_with(is_word) {
        return Err(Refusal::NotANumber { found: quote(text) });
    }
    let too_large = |_| Refusal::NumberTooLarge { found: quote(number) };
    Ok((number.parse().map_err(too_large)?, number.len()))
}
