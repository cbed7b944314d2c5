//! The REPLs: the assignments' languages.

mod check;
mod haskell;
mod help;
mod java;
mod line_editor;
mod lisp;
mod prolog;
mod transcript;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use agon_arena::{Refused, find};
use agon_host::{Failure, write_error};
use agon_inputs::mazes;
use agon_terminal::line_mode::{Input, Line};

use crate::cli::{Dialect, ReplArgs};
use crate::commands::empty_base;
use line_editor::{LineEditor, Typed};
use transcript::{Part, Reader};

/// A session in the language of an assignment.
pub trait Repl {
    /// What is shown before each input.
    fn prompt(&self) -> &'static str;

    /// Whether an input can be answered; otherwise the next line belongs to it.
    fn is_complete(&self, _text: &str) -> bool {
        true
    }

    /// The answer to a whole input; `None` where the language prints nothing.
    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused>;

    /// What is understood.
    fn topics(&self) -> &'static [Topic];

    /// Whether the session itself has something of this name, so that `help` is not the list of
    /// topics.
    fn defines(&self, _name: &str) -> bool {
        false
    }

    /// Whether the answer to an input is a heuristic value: the assignments leave these free, so
    /// `--check` accepts any number for it.
    fn is_heuristic(&self, text: &str) -> bool {
        check::is_heuristic(text)
    }

    /// The words that Tab completes.
    fn words(&self) -> Vec<String> {
        help::words(self.topics())
    }
}

/// Something that a REPL understands.
pub struct Topic {
    /// An example of it.
    pub example: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// Reads inputs until the end, and prints the answer to each. Errors go to standard error, and
/// the next line is read.
pub fn run(args: &ReplArgs, out: &mut impl Write) -> Result<(), Failure> {
    let repl = open(args)?;
    let reader = Reader::new(args.dialect);
    if args.check {
        let text = transcript::read(args.transcript.as_deref())?;
        return check::run(repl, args.dialect, &text, out);
    }
    let mut session = Session { repl, reader, out };
    if let Some(path) = &args.transcript {
        let text = transcript::read(Some(path))?;
        return session.answer_all(&text).map(|_| ());
    }
    match LineEditor::open(args.dialect) {
        Some(editor) => session.converse(editor, args.dialect),
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
    fn converse(&mut self, mut editor: LineEditor, dialect: Dialect) -> Result<(), Failure> {
        self.reader = Reader::plain(dialect);
        loop {
            self.out.flush()?;
            match editor.ask(self.prompt(), self.repl.words())? {
                Typed::End => return Ok(()),
                Typed::Cleared => self.reader.clear(),
                // Several lines were pasted: they may be a transcript with its answers.
                Typed::Text(text) if text.contains('\n') && !self.reader.is_unfinished() => {
                    self.reader = Reader::new(dialect);
                    if self.answer_all(&text)?.is_break() {
                        return Ok(());
                    }
                    self.reader = Reader::plain(dialect);
                }
                Typed::Text(text) => {
                    for line in text.lines() {
                        if self.answer_line(line.trim())?.is_break() {
                            return Ok(());
                        }
                    }
                }
            }
        }
    }

    /// Answers the lines of standard input, each as soon as it was read.
    fn answer_piped(&mut self) -> Result<(), Failure> {
        let mut input = Input::new();
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
    fn answer_all(&mut self, text: &str) -> Result<ControlFlow<()>, Failure> {
        for line in text.lines() {
            if self.answer_line(line.trim())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.end()?;
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
                Part::TooLong => write_error(format_args!("error: {}", transcript::TOO_LONG)),
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

    /// Prints the answer to an input.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        match answer(&mut *self.repl, text) {
            Ok(Some(answer)) => writeln!(self.out, "{answer}")?,
            Ok(None) => (),
            Err(refusal) => write_error(format_args!("error: {refusal}")),
        }
        Ok(())
    }
}

/// The answer to an input, or to a request for help.
fn answer(repl: &mut dyn Repl, text: &str) -> Result<Option<String>, Refused> {
    if help::is_wanted(text) && !repl.defines("help") {
        return Ok(Some(help::list(repl.topics())));
    }
    repl.answer(text)
}

/// Whether a line ends the session.
pub fn is_quit(line: &str) -> bool {
    [":q", ":quit", "quit", "exit"].contains(&line) || prolog::PrologRepl::is_halt(line)
}

/// A REPL in the dialect of the arguments.
pub fn open(args: &ReplArgs) -> Result<Box<dyn Repl>, Failure> {
    if args.maze.is_some() && !matches!(args.dialect, Dialect::Theseus) {
        return Err(Failure::Usage("--maze applies to theseus only".into()));
    }
    if args.maze.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--maze - cannot be used here: calls are read from standard input".into(),
        ));
    }
    if args.eval.is_some() && !matches!(args.dialect, Dialect::Santorini) {
        return Err(Failure::Usage("--eval applies to santorini only".into()));
    }
    if (args.rules.is_some() || args.steps.is_some()) && !matches!(args.dialect, Dialect::Byte) {
        return Err(Failure::Usage("--rules and --steps apply to byte only".into()));
    }
    let name = match args.dialect {
        Dialect::Theseus => {
            let game = args.maze.as_deref().map(mazes::read).transpose()?;
            return Ok(Box::new(java::JavaRepl::new(game.unwrap_or_default())));
        }
        Dialect::Santorini => {
            return Ok(Box::new(match args.eval.as_deref() {
                Some(name) => haskell::HaskellRepl::with_eval(name)?,
                None => haskell::HaskellRepl::default(),
            }));
        }
        Dialect::Byte => return Ok(Box::new(lisp::LispRepl::open(args)?)),
        Dialect::Nim => "nim",
        Dialect::Tictactoe => "tictactoe",
    };
    let entry = find(name).ok_or_else(|| Failure::Usage(format!("{name} is not a game")))?;
    Ok(Box::new(prolog::PrologRepl::new(empty_base(entry)?)))
}
