//! The tokens of a program, with everything left out that is easily changed in a copy: comments,
//! layout, and what names, numbers and texts are. It reads any text, also one that is no program.

use std::collections::HashMap;

use super::kept_words;

/// The most tokens of a hand-in that are compared. Real ones have some thousand.
pub const MAX_TOKENS: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is: the hash of a sign or of a word that the language knows, or a class of others.
    pub kind: u64,
    /// How many tokens before it the same name stood last; 0 if it is new, or no name.
    pub back: u32,
    /// The index of its file.
    pub file: u32,
    pub line: u32,
}

/// Classes of tokens whose texts do not count.
const NAME: u64 = 1;
const CAPITAL_NAME: u64 = 2;
const NUMBER: u64 = 3;
const TEXT: u64 = 4;

/// How a language is written.
pub struct Syntax {
    line_comment: &'static str,
    block_comment: (&'static str, &'static str),
    /// Whether a comment can be inside a comment.
    nests: bool,
    /// The marks around texts. Inside, a backslash takes the next letter along.
    quotes: &'static str,
    /// Characters of which a run is one sign.
    symbols: &'static str,
    /// Characters of words besides letters, digits and `_`.
    in_words: &'static str,
    /// Whether a capital letter makes a name of another class.
    has_capitals: bool,
    ignores_case: bool,
    /// Words that are kept, as they say what a program does.
    kept: &'static str,
    /// Words that are left out, as they change nothing.
    skipped: &'static [&'static str],
}

const HASKELL: Syntax = Syntax {
    line_comment: "--",
    block_comment: ("{-", "-}"),
    nests: true,
    quotes: "\"",
    symbols: "!#$%&*+./<=>?@\\^|-~:",
    in_words: "'",
    has_capitals: true,
    ignores_case: false,
    kept: kept_words::HASKELL,
    skipped: &[],
};

const PROLOG: Syntax = Syntax {
    line_comment: "%",
    block_comment: ("/*", "*/"),
    nests: false,
    quotes: "\"'`",
    symbols: "+-*/\\^<>=~:.?@#&$",
    in_words: "",
    has_capitals: true,
    ignores_case: false,
    kept: kept_words::PROLOG,
    skipped: &[],
};

const LISP: Syntax = Syntax {
    line_comment: ";",
    block_comment: ("#|", "|#"),
    nests: true,
    quotes: "\"",
    symbols: "",
    in_words: "+-*/<>=!?.:&%$^~@",
    has_capitals: false,
    ignores_case: true,
    kept: kept_words::LISP,
    skipped: &[],
};

const JAVA: Syntax = Syntax {
    line_comment: "//",
    block_comment: ("/*", "*/"),
    nests: false,
    quotes: "\"'",
    symbols: "+-*/%=<>!&|^~?:",
    in_words: "$",
    has_capitals: false,
    ignores_case: false,
    kept: kept_words::JAVA,
    skipped: &["public", "private", "protected", "final", "this", "@", "Override"],
};

impl Syntax {
    /// The syntax of a language of assignments.
    pub fn of(extension: &str) -> Option<&'static Syntax> {
        match extension {
            "hs" => Some(&HASKELL),
            "pl" => Some(&PROLOG),
            "lisp" => Some(&LISP),
            "java" => Some(&JAVA),
            _ => None,
        }
    }
}

/// The tokens of some files, at most [`MAX_TOKENS`].
pub fn tokens<'a>(syntax: &Syntax, texts: impl IntoIterator<Item = &'a str>) -> Vec<Token> {
    let kept = syntax.kept.split_whitespace().map(|word| (word, word)).collect::<HashMap<_, _>>();
    let mut found = Vec::new();
    let mut last: HashMap<String, usize> = HashMap::new();
    for (file, text) in texts.into_iter().enumerate() {
        let mut scanner = Scanner { syntax, rest: text, line: 1 };
        let mut in_import = false;
        while found.len() < MAX_TOKENS {
            scanner.skip_blanks();
            let line = scanner.line;
            let Some((what, word)) = scanner.next() else { break };
            let word = if syntax.ignores_case { word.to_lowercase() } else { word.to_string() };
            in_import |= matches!(what, What::Word) && ["import", "package"].contains(&&*word);
            if (in_import && syntax.kept == kept_words::JAVA) || syntax.skipped.contains(&&*word) {
                in_import &= word != ";";
                continue;
            }
            let mut back = 0;
            let kind = match what {
                What::Number => NUMBER,
                What::Text => TEXT,
                What::Sign => hash(&word),
                What::Word if kept.contains_key(&*word) => hash(&word),
                What::Word => {
                    let is_capital = word.starts_with(|letter: char| letter.is_uppercase());
                    let place = found.len();
                    // A name that is written `_` is another one each time.
                    if word != "_" {
                        back = last.insert(word, place).map_or(0, |before| place - before);
                    }
                    if syntax.has_capitals && is_capital { CAPITAL_NAME } else { NAME }
                }
            };
            found.push(Token { kind, back: back as u32, file: file as u32, line });
        }
    }
    found
}

/// The FNV-1a hash of a text.
pub fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[derive(Clone, Copy)]
enum What {
    Word,
    Number,
    Text,
    Sign,
}

struct Scanner<'a> {
    syntax: &'a Syntax,
    rest: &'a str,
    line: u32,
}

impl<'a> Scanner<'a> {
    /// Takes this many bytes, which end between two characters.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = rest;
        taken
    }

    /// The length of the longest start of which all characters are such.
    fn run(&self, is_in: impl Fn(char) -> bool) -> usize {
        self.rest.find(|letter| !is_in(letter)).unwrap_or(self.rest.len())
    }

    fn skip_blanks(&mut self) {
        let Syntax { line_comment, block_comment: (open, close), .. } = *self.syntax;
        loop {
            self.take(self.run(char::is_whitespace));
            if self.rest.starts_with(open) {
                let bytes = self.rest.as_bytes();
                let (mut depth, mut at) = (1, open.len());
                while depth > 0 && at < bytes.len() {
                    match () {
                        () if self.syntax.nests && bytes[at..].starts_with(open.as_bytes()) => {
                            depth += 1
                        }
                        () if bytes[at..].starts_with(close.as_bytes()) => depth -= 1,
                        () => {
                            at += 1;
                            continue;
                        }
                    }
                    at += open.len();
                }
                self.take(at);
            } else if self.rest.starts_with(line_comment) && !self.is_operator(line_comment) {
                self.take(self.run(|letter| letter != '\n'));
            } else {
                return;
            }
        }
    }

    /// Whether what looks like a comment is an operator, as `-->` in Haskell.
    fn is_operator(&self, comment: &str) -> bool {
        let after = self.rest.trim_start_matches('-');
        comment == "--" && after.starts_with(|letter| self.syntax.symbols.contains(letter))
    }

    fn next(&mut self) -> Option<(What, &'a str)> {
        let first = self.rest.chars().next()?;
        let syntax = self.syntax;
        let in_word = |letter: char| {
            letter.is_alphanumeric() || letter == '_' || syntax.in_words.contains(letter)
        };
        let starts_word = |letter: char| letter != '\'' && in_word(letter);
        let is_lisp = syntax.ignores_case;
        if is_lisp && self.rest.starts_with("#\\") {
            let length = self.rest[2..].chars().next().map_or(0, char::len_utf8);
            self.take(2 + length);
            self.take(self.run(char::is_alphanumeric));
            return Some((What::Text, "#\\"));
        }
        if first.is_ascii_digit() {
            let word = self.take(self.run(|letter| letter.is_alphanumeric() || letter == '_'));
            if self.rest.starts_with('.')
                && self.rest[1..].starts_with(|c: char| c.is_ascii_digit())
            {
                self.take(1);
                self.take(self.run(char::is_alphanumeric));
            } else if word == "0" && self.rest.starts_with('\'') && syntax.quotes.contains('`') {
                // A character of Prolog: 0'a
                let length = self.rest[1..].chars().next().map_or(0, char::len_utf8);
                self.take(1 + length);
            }
            return Some((What::Number, word));
        }
        if syntax.quotes.contains(first) {
            return Some((What::Text, self.quoted(first)));
        }
        if first == '\'' && !is_lisp && self.is_character() {
            return Some((What::Text, self.quoted(first)));
        }
        if starts_word(first) {
            let word = self.take(self.run(in_word));
            let digits = word.trim_start_matches(['+', '-']);
            let is_number = is_lisp && digits.starts_with(|letter: char| letter.is_ascii_digit());
            return Some((if is_number { What::Number } else { What::Word }, word));
        }
        if syntax.symbols.contains(first) {
            return Some((What::Sign, self.take(self.run(|c| syntax.symbols.contains(c)))));
        }
        Some((What::Sign, self.take(first.len_utf8())))
    }

    /// Whether an apostrophe begins a character of Haskell, such as `'a'` or `'\n'`.
    fn is_character(&self) -> bool {
        let mut letters = self.rest.chars().skip(1);
        letters.next() == Some('\\') || letters.next() == Some('\'')
    }

    /// Takes a text with its marks. One that is not closed ends with its line.
    fn quoted(&mut self, mark: char) -> &'a str {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, letter)| {
            let is_end = (letter == mark && !is_escaped) || letter == '\n' && mark == '\'';
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        });
        self.take(end.map_or(self.rest.len(), |(place, letter)| place + letter.len_utf8()))
    }
}
