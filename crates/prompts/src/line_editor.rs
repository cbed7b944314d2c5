//! Line editing, history and completion for a person at a terminal.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use agon_host::store;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::repl::Language;

const MAX_HISTORY: usize = 1_000;

/// What a person did.
pub enum Typed {
    /// Typed a line, or pasted several.
    Text(String),
    /// Discarded the line (Ctrl-C).
    Cleared,
    /// Left (Ctrl-D).
    End,
}

pub struct LineEditor {
    editor: Editor<Words, FileHistory>,
    /// Where the lines of earlier sessions are; `None` where they cannot be stored.
    history: Option<PathBuf>,
}

impl LineEditor {
    /// The editor of a language, with the lines of earlier sessions; `None` where nobody types.
    pub fn open(language: Language) -> Option<LineEditor> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        let config = Config::builder().max_history_size(MAX_HISTORY).ok()?;
        let config = config.history_ignore_dups(true).ok()?.build();
        let mut editor = Editor::with_config(config).ok()?;
        let history = history_file(language);
        if let Some(path) = &history {
            // A missing or damaged history is an empty one.
            let _ = editor.load_history(path);
        }
        Some(LineEditor { editor, history })
    }

    /// Reads a line; Tab completes these words.
    pub fn ask(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Typed> {
        self.editor.set_helper(Some(Words(words)));
        match self.editor.readline(prompt) {
            Ok(text) => {
                self.remember(&text);
                Ok(Typed::Text(text))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Cleared),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Adds a line to the history. It is written at once, because a long answer may be
    /// interrupted by ending the program; if it cannot be written, the session goes on.
    fn remember(&mut self, text: &str) {
        let is_new = self.editor.add_history_entry(text).unwrap_or(false);
        if let (true, Some(path)) = (is_new, &self.history) {
            let _ = self.editor.append_history(path);
        }
    }
}

/// The file with the history of a language, in the data folder.
fn history_file(language: Language) -> Option<PathBuf> {
    let name = match language {
        Language::Haskell => "santorini",
        Language::Java => "theseus",
        Language::Lisp => "byte",
        Language::Prolog => "prolog",
    };
    let folder = store::data_folder(None).ok()?.join("history");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join(name))
}

/// The words that Tab completes.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.0, &line[..cursor]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Where the word at the end of a text begins, and the words that it can become.
fn complete(words: &[String], text: &str) -> (usize, Vec<String>) {
    let is_inside = |c: char| c.is_alphanumeric() || "_-*!='".contains(c);
    let begun = text.chars().rev().take_while(|&c| is_inside(c)).map(char::len_utf8).sum::<usize>();
    let start = text.len() - begun;
    let word = &text[start..];
    let fits = |candidate: &&String| !word.is_empty() && candidate.starts_with(word);
    (start, words.iter().filter(fits).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_was_begun_is_completed_wherever_it_stands() {
        let words = ["screenshotGame", "show", "prepare-knowledge"].map(String::from);
        let completed = |text| complete(&words, text);
        assert_eq!(completed("s"), (0, words[..2].to_vec()));
        assert_eq!(completed("λ (sc"), (4, words[..1].to_vec()));
        assert_eq!(completed("(prepare-k"), (1, words[2..].to_vec()));
        assert_eq!(completed("show "), (5, Vec::new()));
        assert_eq!(completed("other"), (0, Vec::new()));
    }
}
