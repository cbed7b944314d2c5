//! A session: inputs from a person, standard input or a transcript, and the answers to them.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use agon_host::input::{Input, Line};
use agon_host::{Failure, write_error};

use crate::line_editor::{LineEditor, Typed};
use crate::prolog::PrologRepl;
use crate::repl::{Language, Repl};
use crate::transcript::{self, Part, Reader};

/// Reads inputs until the end, and prints the answer to each. Errors go to standard error, and
/// the next line is read.
pub fn run(
    repl: Box<dyn Repl>,
    transcript: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let language = repl.language();
    let mut session = Session { reader: Reader::new(language), repl, out };
    if let Some(path) = transcript {
        let text = transcript::read(Some(path))?;
        return match session.answer_lines(&text)? {
            ControlFlow::Break(()) => Ok(()),
            ControlFlow::Continue(()) => session.end(),
        };
    }
    match LineEditor::open(language) {
        Some(editor) => session.converse(editor, language),
        None => session.answer_piped(),
    }
}

/// A session, and where its inputs come from and its answers go.
struct Session<'a, W> {
    repl: Box<dyn Repl>,
    reader: Reader,
    out: &'a mut W,
}

/// What is shown before the further lines of an input.
const CONTINUATION: &str = "| ";

impl<W: Write> Session<'_, W> {
    /// Answers what a person types with line editing.
    fn converse(&mut self, mut editor: LineEditor, language: Language) -> Result<(), Failure> {
        self.reader = Reader::plain(language);
        loop {
            self.out.flush()?;
            match editor.ask(self.prompt(), self.repl.words())? {
                Typed::End => return Ok(()),
                Typed::Cleared => self.reader.clear(),
                Typed::Text(text) => {
                    // Several lines were pasted: they may be a transcript with its answers.
                    let is_pasted = text.contains('\n') && !self.reader.is_unfinished();
                    if is_pasted {
                        self.reader = Reader::new(language);
                    }
                    if self.answer_lines(&text)?.is_break() {
                        return Ok(());
                    }
                    if is_pasted {
                        self.end()?;
                        self.reader = Reader::plain(language);
                    }
                }
            }
        }
    }

    /// Answers the lines of standard input, each as soon as it was read.
    fn answer_piped(&mut self) -> Result<(), Failure> {
        let mut input = Input::stdin();
        loop {
            match input.ask(self.prompt(), self.out)? {
                Line::End => return self.end(),
                Line::Unusable(why) => write_error(format_args!("error: {why}")),
                Line::Text(text) if self.answer_line(&text)?.is_break() => return Ok(()),
                Line::Text(_) => (),
            }
        }
    }

    /// Answers all lines of a text; breaks where one ends the session.
    fn answer_lines(&mut self, text: &str) -> Result<ControlFlow<()>, Failure> {
        for line in text.lines() {
            if self.answer_line(line.trim())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn prompt(&self) -> &'static str {
        if self.reader.is_unfinished() { CONTINUATION } else { self.repl.prompt() }
    }

    /// Answers the inputs that a line completes.
    fn answer_line(&mut self, line: &str) -> Result<ControlFlow<()>, Failure> {
        for part in self.reader.read(line, &*self.repl) {
            match part {
                Part::Input(text) if is_quit(&text) => return Ok(ControlFlow::Break(())),
                Part::Input(text) => self.say(&text)?,
                Part::TooLong(refused) => write_error(format_args!("error: {refused}")),
                Part::Answer(_) => (),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Answers the input that has no end.
    fn end(&mut self) -> Result<(), Failure> {
        match self.reader.take_unfinished() {
            Some(text) => self.say(&text),
            None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        match self.repl.answer_or_help(text) {
            Ok(Some(answer)) => writeln!(self.out, "{answer}")?,
            Ok(None) => (),
            Err(refusal) => write_error(format_args!("error: {refusal}")),
        }
        Ok(())
    }
}

/// Whether a line ends the session.
pub fn is_quit(line: &str) -> bool {
    [":q", ":quit", "quit", "exit"].contains(&line) || PrologRepl::is_halt(line)
}
