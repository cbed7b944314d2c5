//! The lexer of all languages. What is a word, a sign or a comment is in a table for each.

use std::ops::Range;

/// A token of a language whose numbers are `N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a, N> {
    Word(&'a str),
    Number(N),
    /// The quote, and what it encloses, without escapes.
    Quoted(char, String),
    /// A bracket or an operator.
    Sign(&'a str),
}

/// Where a text has no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable<'a> {
    /// The text begins with a character that begins no token.
    Character(&'a str),
    /// The text begins with a quote that is not closed, or encloses what it cannot.
    Quote(&'a str),
}

/// Reads the number at the start of a text that begins with a digit; also gives its length.
pub type ReadNumber<N, R> = fn(&str) -> Result<(N, usize), R>;

/// What the lexer needs to know about a language with numbers `N` and refusals `R`.
pub struct Lexicon<N, R> {
    pub is_blank: fn(char) -> bool,
    /// What begins a comment that goes to the end of its line.
    pub comment: &'static str,
    pub block_comment: Option<BlockComment>,
    pub quotes: &'static [Quote],
    pub number: Option<ReadNumber<N, R>>,
    /// The signs; one that begins with another comes first.
    pub signs: &'static [&'static str],
    /// The characters of which a run is a sign.
    pub symbols: &'static str,
    pub begins_word: fn(char) -> bool,
    pub is_word: fn(char) -> bool,
    pub refuse: fn(Unreadable<'_>) -> R,
}

/// How comments of several lines are written.
pub struct BlockComment {
    pub open: &'static str,
    pub close: &'static str,
    pub nests: bool,
}

/// A kind of quotes.
pub struct Quote {
    pub mark: char,
    /// The character that one after a backslash stands for; without it, a backslash is a
    /// character like others.
    pub escape: Option<fn(char) -> Option<char>>,
    /// Whether two marks inside stand for one.
    pub is_doubled: bool,
    /// Whether a character may be inside.
    pub allows: fn(char) -> bool,
    /// Whether the whole text may be inside.
    pub encloses: fn(&str) -> bool,
}

/// The tokens of a text, and where they are.
pub struct Lexer<'a, N, R> {
    lexicon: &'a Lexicon<N, R>,
    text: &'a str,
    at: usize,
    /// Whether the text has ended inside a comment.
    pub is_open: bool,
}

impl<N, R> Lexicon<N, R> {
    pub fn tokens<'a>(&'a self, text: &'a str) -> Lexer<'a, N, R> {
        Lexer { lexicon: self, text, at: 0, is_open: false }
    }
}

impl<'a, N, R> Iterator for Lexer<'a, N, R> {
    type Item = Result<(Token<'a, N>, Range<usize>), R>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        let start = self.at;
        let rest = &self.text[start..];
        let found = self.token(rest, rest.chars().next()?);
        // Nothing is read after a refusal.
        self.at = found.as_ref().map_or(self.text.len(), |(_, length)| start + length);
        Some(found.map(|(token, _)| (token, start..self.at)))
    }
}

impl<'a, N, R> Lexer<'a, N, R> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let block = self.lexicon.block_comment.as_ref();
            self.at += if rest.starts_with(self.lexicon.comment) {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(block) = block.filter(|block| rest.starts_with(block.open)) {
                let length = block.length(rest);
                self.is_open = length.is_none();
                length.unwrap_or(rest.len())
            } else {
                match leading(rest, self.lexicon.is_blank).len() {
                    0 => return,
                    blanks => blanks,
                }
            };
        }
    }

    /// The token at the start of a text, and its length.
    fn token(&self, rest: &'a str, first: char) -> Result<(Token<'a, N>, usize), R> {
        let lexicon = self.lexicon;
        if let Some(quote) = lexicon.quotes.iter().find(|quote| quote.mark == first) {
            let found = quote.read(rest);
            let (text, length) = found.ok_or_else(|| (lexicon.refuse)(Unreadable::Quote(rest)))?;
            return Ok((Token::Quoted(first, text), length));
        }
        if let Some(number) = lexicon.number.filter(|_| first.is_ascii_digit()) {
            let (number, length) = number(rest)?;
            return Ok((Token::Number(number), length));
        }
        let sign = match lexicon.signs.iter().copied().find(|sign| rest.starts_with(sign)) {
            Some(sign) => sign,
            None => leading(rest, |c| lexicon.symbols.contains(c)),
        };
        if !sign.is_empty() {
            return Ok((Token::Sign(&rest[..sign.len()]), sign.len()));
        }
        if (lexicon.begins_word)(first) {
            let word = leading(rest, lexicon.is_word);
            return Ok((Token::Word(word), word.len()));
        }
        Err((lexicon.refuse)(Unreadable::Character(rest)))
    }
}

impl BlockComment {
    /// The length of the comment that a text begins with; `None` if it does not end.
    fn length(&self, text: &str) -> Option<usize> {
        if !self.nests {
            return Some(text.find(self.close)? + self.close.len());
        }
        let (mut depth, mut at) = (0, 0);
        loop {
            let close = at + text[at..].find(self.close)?;
            match text[at..close + 1].find(self.open) {
                Some(open) => (depth, at) = (depth + 1, at + open + self.open.len()),
                None if depth == 1 => return Some(close + self.close.len()),
                None => (depth, at) = (depth - 1, close + self.close.len()),
            }
        }
    }
}

impl Quote {
    /// Double quotes around what is on one line and means itself.
    pub const PLAIN: Quote = Quote {
        mark: '"',
        escape: None,
        is_doubled: false,
        allows: |c| c != '\n',
        encloses: |_| true,
    };

    /// What the quotes at the start of a text enclose, and how long it is with them.
    fn read(&self, text: &str) -> Option<(String, usize)> {
        let mut inside = String::new();
        let mut letters = text.char_indices().skip(1).peekable();
        while let Some((place, letter)) = letters.next() {
            inside.push(match (letter, self.escape) {
                (letter, _) if letter == self.mark => {
                    if !self.is_doubled || letters.next_if(|&(_, next)| next == letter).is_none() {
                        let length = place + letter.len_utf8();
                        return (self.encloses)(&inside).then_some((inside, length));
                    }
                    letter
                }
                ('\\', Some(escape)) => escape(letters.next()?.1)?,
                (letter, _) => Some(letter).filter(|&letter| (self.allows)(letter))?,
            });
        }
        None
    }
}

/// The beginning of a text up to the first character that does not belong to it.
pub fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

/// The first character of a text.
pub fn first(text: &str) -> &str {
    &text[..text.chars().next().map_or(0, char::len_utf8)]
}

/// The digits at the beginning of a text.
pub fn digits(text: &str) -> &str {
    leading(text, |c| c.is_ascii_digit())
}

/// Whether a character can be part of a name, in most languages.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a character can begin a name, in most languages.
pub fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// The character that one after a backslash stands for, in most languages.
pub fn escaped(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        '\\' | '\'' | '"' => Some(c),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Token::{Number, Quoted, Sign, Word};
    use super::*;

    type Found<'a> = Vec<(Token<'a, usize>, Range<usize>)>;

    /// A language with everything that a table can say.
    static ALL: Lexicon<usize, String> = Lexicon {
        is_blank: |c| c.is_whitespace() || c == '~',
        comment: "--",
        block_comment: Some(BlockComment { open: "{-", close: "-}", nests: true }),
        quotes: &[
            Quote { escape: Some(escaped), ..Quote::PLAIN },
            Quote {
                mark: '\'',
                escape: None,
                is_doubled: true,
                allows: |_| true,
                encloses: |text| !text.is_empty(),
            },
        ],
        number: Some(|text| match digits(text) {
            "13" => Err("unlucky".into()),
            digits => Ok((digits.len(), digits.len())),
        }),
        signs: &["==", "=", "("],
        symbols: "+*",
        begins_word,
        is_word,
        refuse: |unreadable| format!("{unreadable:?}"),
    };

    fn read(text: &str) -> Result<Found<'_>, String> {
        ALL.tokens(text).collect()
    }

    fn tokens(text: &str) -> Vec<Token<'_, usize>> {
        read(text).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn tokens_know_where_they_stand() {
        let found = vec![(Word("λx_1"), 1..6), (Sign("=="), 6..8), (Number(3), 9..12)];
        assert_eq!(read(" λx_1==~123 "), Ok(found));
        assert_eq!(read(" ~\n"), Ok(Vec::new()));
    }

    #[test]
    fn the_longest_sign_is_taken_and_symbols_run_together() {
        assert_eq!(tokens("==="), [Sign("=="), Sign("=")]);
        assert_eq!(tokens("+*+(("), [Sign("+*+"), Sign("("), Sign("(")]);
    }

    #[test]
    fn quotes_are_read_as_their_kind_says() {
        let quoted = |mark, text: &str| vec![Quoted(mark, text.into())];
        assert_eq!(tokens(r#""a\n\"b'""#), quoted('"', "a\n\"b'"));
        assert_eq!(tokens(r"'it''s \n'"), quoted('\'', r"it's \n"));
        for open in ["\"a", "\"a\nb\"", r#""\q""#, "\"\\", "''", "'a''"] {
            assert_eq!(read(open), Err(format!("Quote({open:?})")));
        }
    }

    #[test]
    fn comments_are_skipped_and_open_ones_are_known() {
        assert_eq!(tokens("a -- b\nc{- {- d -} e -}f"), [Word("a"), Word("c"), Word("f")]);
        for (text, is_open) in [("a {- {- b -}", true), ("{-}", true), ("{- -} -- {-", false)] {
            let mut lexer = ALL.tokens(text);
            assert!(lexer.by_ref().all(|found| found.is_ok()), "{text}");
            assert_eq!(lexer.is_open, is_open, "{text}");
        }
        let dots = BlockComment { open: "/*", close: "*/", nests: false };
        assert_eq!(dots.length("/* /* */ */"), Some(8));
    }

    #[test]
    fn the_first_refusal_is_the_last_that_is_read() {
        let mut lexer = ALL.tokens("a 13 ?");
        assert_eq!(lexer.next(), Some(Ok((Word("a"), 0..1))));
        assert_eq!(lexer.next(), Some(Err("unlucky".into())));
        assert_eq!(lexer.next(), None);
        assert_eq!(read("a ?b"), Err("Character(\"?b\")".into()));
    }
}
