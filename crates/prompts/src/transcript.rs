//! Transcripts: sessions with prompts and answers, of which only the inputs are read.

use std::io::{self, Read as _};
use std::path::Path;

use agon_host::{Failure, store};

use crate::help;
use crate::lexer::digits;
use crate::limits::{Exceeded, INPUT, TRANSCRIPT};
use crate::repl::{Language, Repl};

/// A transcript from a file, or else from standard input, at once.
pub fn read(path: Option<&Path>) -> Result<String, Failure> {
    let bytes = match path {
        Some(path) => store::read(path, TRANSCRIPT.most)?
            .ok_or_else(|| store::about_file(path, "there is no such file"))?,
        None => {
            let mut bytes = Vec::new();
            io::stdin().lock().take(TRANSCRIPT.most + 1).read_to_end(&mut bytes)?;
            bytes
        }
    };
    TRANSCRIPT.check(bytes.len()).map_err(|refused| Failure::Refused(refused.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::Refused("the transcript is not text (UTF-8)".into()))
}

/// The kinds of prompts. A transcript has one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// `*StudentCode> `, `Prelude Data.List> `, `ghci> ` or `λ> `.
    Ghci,
    /// `?- ` or `1 ?- `.
    Prolog,
    /// `> `, ours.
    Angle,
    /// `* `, of sbcl.
    Star,
    /// `[1]> `, of clisp.
    Numbered,
    /// `CL-USER> ` or `jshell> `.
    Named,
}

impl Prompt {
    /// The prompt that a line begins with, and what was typed behind it.
    pub fn find(language: Language, line: &str) -> Option<(Prompt, &str)> {
        let line = line.trim_start_matches('\u{feff}').trim();
        match language {
            Language::Haskell => {
                let (modules, typed) = line.split_once('>')?;
                let is_prompt = !modules.is_empty() && modules.split(' ').all(is_module);
                is_prompt.then_some((Prompt::Ghci, typed))
            }
            Language::Prolog => {
                let line = line[digits(line).len()..].trim_start();
                Some((Prompt::Prolog, line.strip_prefix("?-")?))
            }
            Language::Lisp => angle(line)
                .or_else(|| separate(line, "*", Prompt::Star))
                .or_else(|| numbered(line))
                .or_else(|| separate(line, "CL-USER>", Prompt::Named)),
            Language::Java => angle(line).or_else(|| separate(line, "jshell>", Prompt::Named)),
        }
        .map(|(prompt, typed)| (prompt, typed.trim()))
    }
}

/// Whether a word is the name of a module in the prompt of ghci.
fn is_module(word: &str) -> bool {
    let name = word.strip_prefix('*').unwrap_or(word);
    let is_inside = |c: char| c.is_alphanumeric() || "._'".contains(c);
    ["ghci", "λ"].contains(&name)
        || name.starts_with(char::is_uppercase) && name.chars().all(is_inside)
}

fn angle(line: &str) -> Option<(Prompt, &str)> {
    Some((Prompt::Angle, line.strip_prefix('>')?))
}

fn numbered(line: &str) -> Option<(Prompt, &str)> {
    let (number, typed) = line.strip_prefix('[')?.split_once("]>")?;
    let is_number = !number.is_empty() && digits(number) == number;
    is_number.then_some((Prompt::Numbered, typed))
}

/// A prompt that is separate from what follows, so that `*T1-RULES*` is no prompt.
fn separate<'a>(line: &'a str, text: &str, prompt: Prompt) -> Option<(Prompt, &'a str)> {
    let typed = line.strip_prefix(text)?;
    (typed.is_empty() || typed.starts_with([' ', '\t', '(', '\''])).then_some((prompt, typed))
}

/// A part of what was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// A whole input.
    Input(String),
    /// A line of an answer.
    Answer(String),
    /// An input that is too long; it was dropped.
    TooLong(Exceeded),
}

/// How lines are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The first line that is neither empty nor a comment will decide.
    Undecided,
    Plain,
    /// Inputs begin with this prompt, and the other lines are answers.
    Transcript(Prompt),
}

/// Puts inputs together from lines, and tells them from answers.
pub struct Reader {
    language: Language,
    mode: Mode,
    unfinished: String,
}

impl Reader {
    /// A reader of plain lines, or of a transcript if it begins with a prompt.
    pub fn new(language: Language) -> Reader {
        Reader { language, mode: Mode::Undecided, unfinished: String::new() }
    }

    pub fn plain(language: Language) -> Reader {
        Reader { mode: Mode::Plain, ..Reader::new(language) }
    }

    /// A reader of a transcript with the first prompt of this text, wherever that is.
    pub fn of_transcript(language: Language, text: &str) -> Option<Reader> {
        let (prompt, _) = text.lines().find_map(|line| Prompt::find(language, line))?;
        Some(Reader { mode: Mode::Transcript(prompt), ..Reader::new(language) })
    }

    /// Whether an input waits for further lines.
    pub fn is_unfinished(&self) -> bool {
        !self.unfinished.is_empty()
    }

    pub fn clear(&mut self) {
        self.unfinished.clear();
    }

    /// The unfinished input, if there is one.
    pub fn take_unfinished(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.unfinished);
        Some(text.trim_end().to_string()).filter(|text| !text.is_empty())
    }

    /// Reads a line; what it is and what it completes.
    pub fn read(&mut self, line: &str, repl: &dyn Repl) -> Vec<Part> {
        let line = line.trim_start_matches('\u{feff}');
        let found = Prompt::find(self.language, line);
        if self.mode == Mode::Undecided {
            if line.is_empty() || self.is_comment(line) {
                return Vec::new();
            }
            self.mode = found.map_or(Mode::Plain, |(prompt, _)| Mode::Transcript(prompt));
        }
        let Mode::Transcript(kind) = self.mode else { return self.add(line, repl) };
        match found.filter(|&(prompt, _)| prompt == kind) {
            // A new prompt ends an input that was not complete.
            Some((_, typed)) => {
                let before = self.take_unfinished().map(Part::Input);
                before.into_iter().chain(self.add(typed, repl)).collect()
            }
            None if self.is_unfinished() => self.add(continuation(line), repl),
            None => vec![Part::Answer(line.into())],
        }
    }

    /// Whether a line is a comment of the language.
    pub fn is_comment(&self, line: &str) -> bool {
        line.trim_start().starts_with(self.language.comment())
    }

    fn add(&mut self, line: &str, repl: &dyn Repl) -> Vec<Part> {
        self.unfinished += line;
        if let Err(refused) = INPUT.check(self.unfinished.len()) {
            self.unfinished.clear();
            return vec![Part::TooLong(refused)];
        }
        // A request for help is no beginning of anything.
        if help::is_wanted(&self.unfinished) || repl.is_complete(&self.unfinished) {
            return vec![Part::Input(std::mem::take(&mut self.unfinished))];
        }
        self.unfinished.push('\n');
        Vec::new()
    }
}

/// A further line of an input, without the prompt that some systems write before it.
fn continuation(line: &str) -> &str {
    let line = line.strip_prefix("ghci").unwrap_or(line);
    line.strip_prefix('|').map_or(line, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_arena::Refused;

    /// A language whose inputs end with a dot.
    struct Dots;

    impl Repl for Dots {
        fn language(&self) -> Language {
            Language::Prolog
        }
        fn prompt(&self) -> &'static str {
            "?- "
        }
        fn is_complete(&self, text: &str) -> bool {
            text.is_empty() || text.ends_with('.')
        }
        fn reply(&mut self, text: &str) -> Result<Option<String>, Refused> {
            Ok(Some(text.into()))
        }
        fn help(&self) -> &'static str {
            ""
        }
    }

    fn parts(mut reader: Reader, text: &str) -> Vec<Part> {
        let mut parts: Vec<Part> =
            text.lines().flat_map(|line| reader.read(line.trim(), &Dots)).collect();
        parts.extend(reader.take_unfinished().map(Part::Input));
        parts
    }

    fn input(text: &str) -> Part {
        Part::Input(text.into())
    }

    fn answer(text: &str) -> Part {
        Part::Answer(text.into())
    }

    #[test]
    fn the_first_line_decides_whether_it_is_a_transcript() {
        let transcript = "\n% a comment\n?- a.\nb.\n?- c,\n|    d.\nyes\n?- e\n?- f.\n";
        let expected =
            [input("a."), answer("b."), input("c,\nd."), answer("yes"), input("e"), input("f.")];
        assert_eq!(parts(Reader::new(Language::Prolog), transcript), expected);
        let plain = "a.\n?- b.\nc,\nd.";
        let expected = [input("a."), input("?- b."), input("c,\nd.")];
        assert_eq!(parts(Reader::new(Language::Prolog), plain), expected);
    }

    #[test]
    fn a_prompt_may_come_late_where_the_whole_text_is_known() {
        let text = "Some words.\n```\n?- a.\nb\n```\n";
        let reader = Reader::of_transcript(Language::Prolog, text).unwrap();
        let expected =
            [answer("Some words."), answer("```"), input("a."), answer("b"), answer("```")];
        assert_eq!(parts(reader, text), expected);
        assert!(Reader::of_transcript(Language::Prolog, "a.\nb.").is_none());
    }

    #[test]
    fn the_prompts_of_the_usual_systems_are_known() {
        use Language::{Haskell, Java, Lisp, Prolog};
        for (language, line, kind) in [
            (Haskell, "*StudentCode> x", Prompt::Ghci),
            (Haskell, "Prelude Data.List> x", Prompt::Ghci),
            (Haskell, "ghci>x", Prompt::Ghci),
            (Haskell, "\u{feff}λ> x", Prompt::Ghci),
            (Prolog, "?- x", Prompt::Prolog),
            (Prolog, "12 ?- x", Prompt::Prolog),
            (Lisp, "> x", Prompt::Angle),
            (Lisp, "* x", Prompt::Star),
            (Lisp, "[12]> x", Prompt::Numbered),
            (Lisp, "CL-USER> x", Prompt::Named),
            (Java, "jshell> x", Prompt::Named),
        ] {
            assert_eq!(Prompt::find(language, line), Some((kind, "x")), "{line}");
        }
        for (language, line) in [
            (Haskell, "game1"),
            (Haskell, "(1,2) > 3"),
            (Haskell, "> x"),
            (Prolog, "[3] --> [2]"),
            (Lisp, "*T1-RULES*"),
            (Lisp, "[x]> y"),
            (Java, "* x"),
        ] {
            assert_eq!(Prompt::find(language, line), None, "{line}");
        }
    }

    #[test]
    fn an_input_that_never_ends_is_dropped() {
        let text = "abc\n".repeat(20_000);
        let dropped = parts(Reader::new(Language::Prolog), &text);
        assert_eq!(dropped.iter().filter(|part| matches!(part, Part::TooLong(_))).count(), 1);
    }
}
