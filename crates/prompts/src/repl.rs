//! What every prompt can do.

use agon_arena::Refused;

use crate::{help, limits};

/// The languages of the assignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Of santorini.
    Haskell,
    /// Of theseus.
    Java,
    /// Of byte.
    Lisp,
    /// Of nim and tictactoe.
    Prolog,
}

impl Language {
    /// What begins a comment that goes to the end of its line.
    pub(crate) const fn comment(self) -> &'static str {
        match self {
            Language::Haskell => "--",
            Language::Java => "//",
            Language::Lisp => ";",
            Language::Prolog => "%",
        }
    }
}

/// A session in the language of an assignment.
pub trait Repl {
    /// The language.
    fn language(&self) -> Language;

    /// What is shown before each input.
    fn prompt(&self) -> &'static str;

    /// Whether an input can be answered; otherwise the next line belongs to it.
    fn is_complete(&self, _text: &str) -> bool {
        true
    }

    /// The answer to a whole input that is not too long; `None` where the language prints nothing.
    fn reply(&mut self, text: &str) -> Result<Option<String>, Refused>;

    /// The answer to a whole input, or its refusal.
    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        limits::INPUT.check(text.len())?;
        self.reply(text)
    }

    /// What is understood, with an example on each line.
    fn help(&self) -> &'static str;

    /// Whether the session itself has something of this name, so that `help` is not a request for
    /// help.
    fn defines(&self, _name: &str) -> bool {
        false
    }

    /// Whether the answer to an input is a heuristic value: the assignments leave these free, so
    /// `--check` accepts any number for it.
    fn is_heuristic(&self, text: &str) -> bool {
        is_heuristic(text)
    }

    /// The words that Tab completes.
    fn words(&self) -> Vec<String> {
        help::words(self.help())
    }
}

impl dyn Repl {
    /// The answer to an input, or to a request for help.
    pub fn answer_or_help(&mut self, text: &str) -> Result<Option<String>, Refused> {
        if help::is_wanted(text) && !self.defines("help") {
            return Ok(Some(self.help().trim_end().into()));
        }
        self.answer(text)
    }
}

/// The functions of the assignments whose values are heuristic.
const HEURISTICS: [&str; 3] = ["evaluateState", "evaluate", "heuristic"];

/// Whether an input applies a heuristic function of the assignments.
fn is_heuristic(text: &str) -> bool {
    let applied = text.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    let name = applied.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    HEURISTICS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristic_functions_are_known_where_they_are_applied() {
        for text in
            ["evaluateState 'R' game5", "evaluate(0, 3);", "(HEURISTIC s 'X)", " ( evaluate 1)"]
        {
            assert!(is_heuristic(text), "{text}");
        }
        for text in ["possibleMoves game5", "length (evaluateState 'R' g)", "evaluated", ""] {
            assert!(!is_heuristic(text), "{text}");
        }
    }
}
