//! The tokens of a line.

use agon_core::quote;

use super::refusal::Refusal;
use crate::lexer::{self, Lexicon, Quote, Unreadable, begins_word, digits, escaped, is_word};
use crate::repl::Language;

/// A token; a name in backquotes stands between its arguments.
pub type Token<'a> = lexer::Token<'a, i64>;

const TEXT: Quote = Quote { escape: Some(escaped), allows: |c| !c.is_control(), ..Quote::PLAIN };

static LEXICON: Lexicon<i64, Refusal> = Lexicon {
    is_blank: char::is_whitespace,
    comment: Language::Haskell.comment(),
    block_comment: None,
    quotes: &[
        Quote { mark: '\'', encloses: |text| text.chars().count() == 1, ..TEXT },
        TEXT,
        Quote { mark: '`', allows: is_name, encloses: |text| !text.is_empty(), ..Quote::PLAIN },
    ],
    number: Some(|text| {
        let digits = digits(text);
        let wrong = |_| Refusal::Character { found: quote(digits) };
        Ok((digits.parse().map_err(wrong)?, digits.len()))
    }),
    signs: &["==", "/=", "!!", "=", "$", "-", "(", ")", "[", "]", ","],
    symbols: "",
    begins_word,
    is_word: is_name,
    refuse: |(Unreadable::Character(text) | Unreadable::Quote(text))| Refusal::Character {
        found: quote(text),
    },
};

fn is_name(c: char) -> bool {
    is_word(c) || c == '\''
}

/// The tokens of a line, without its comment.
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, Refusal> {
    LEXICON.tokens(line).map(|found| found.map(|(token, _)| token)).collect()
}

pub fn begins_atom(token: &Token<'_>) -> bool {
    match token {
        Token::Sign(sign) => ["(", "["].contains(sign),
        Token::Quoted(mark, _) => *mark != '`',
        _ => true,
    }
}

/// The refusal of a token where another is needed.
pub fn expected(wanted: &'static str, found: Option<Token<'_>>) -> Refusal {
    let found = match found {
        None => "the end of the line".into(),
        Some(Token::Word(name)) => quote(name),
        Some(Token::Number(number)) => number.to_string(),
        Some(Token::Quoted('`', name)) => quote(&format!("`{name}`")),
        Some(Token::Quoted('"', text)) => quote(&format!("{text:?}")),
        Some(Token::Quoted(_, letter)) => {
            letter.chars().map(|letter| format!("{letter:?}")).collect()
        }
        Some(Token::Sign(sign)) => sign.into(),
    };
    Refusal::Expected { wanted, found }
}
