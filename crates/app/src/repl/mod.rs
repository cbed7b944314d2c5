//! The REPLs: the assignments' languages, one query per line.

mod java;
mod lisp;
mod prolog;
mod santorini;

use std::io::Write;
use std::path::Path;

use agon_arena::{Refused, find};

use crate::cli::{Dialect, ReplArgs};
use crate::commands::empty_base;
use crate::failure::Failure;
use crate::mazes;
use crate::terminal::{Input, Line, notice};

/// Reads lines until the end of the input, and prints the answer to each. Errors go to
/// standard error, and the next line is read.
pub fn run(args: &ReplArgs, out: &mut impl Write) -> Result<(), Failure> {
    let dialect = args.dialect;
    let mut answer = evaluator(args)?;
    let prompt = match dialect {
        Dialect::Santorini => "*StudentCode> ",
        Dialect::Nim | Dialect::Tictactoe => "?- ",
        Dialect::Byte | Dialect::Theseus => "> ",
    };
    let mut input = Input::new();
    loop {
        match input.ask(prompt, out)? {
            Line::End => return Ok(()),
            Line::Unusable(why) => notice(format_args!("error: {why}")),
            Line::Text(text) if is_quit(&text) => return Ok(()),
            Line::Text(text) => match answer(&text) {
                Ok(Some(answer)) => writeln!(out, "{answer}")?,
                Ok(None) => (),
                Err(refusal) => notice(format_args!("error: {refusal}")),
            },
        }
    }
}

/// Whether a line ends the session.
pub fn is_quit(line: &str) -> bool {
    [":q", ":quit", "quit", "exit"].contains(&line) || prolog::Repl::is_halt(line)
}

/// Gives the answer to a line.
pub type Evaluator = Box<dyn FnMut(&str) -> Result<Option<String>, Refused>>;

/// A REPL in the dialect of the arguments.
pub fn evaluator(args: &ReplArgs) -> Result<Evaluator, Failure> {
    if args.maze.is_some() && !matches!(args.dialect, Dialect::Theseus) {
        return Err(Failure::Usage("--maze applies to theseus only".into()));
    }
    if args.maze.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--maze - cannot be used here: calls are read from standard input".into(),
        ));
    }
    let name = match args.dialect {
        Dialect::Theseus => {
            let game = args.maze.as_deref().map(mazes::read).transpose()?;
            let mut session = java::Repl::new(game.unwrap_or_default());
            return Ok(Box::new(move |line| session.answer(line)));
        }
        Dialect::Santorini => {
            let mut session = santorini::Repl::default();
            return Ok(Box::new(move |line| Ok(session.answer(line)?)));
        }
        Dialect::Byte => {
            let mut session = lisp::Repl::default();
            return Ok(Box::new(move |line| session.answer(line)));
        }
        Dialect::Nim => "nim",
        Dialect::Tictactoe => "tictactoe",
    };
    let entry = find(name).ok_or_else(|| Failure::Usage(format!("{name} is not a game")))?;
    let mut session = prolog::Repl::new(empty_base(entry)?);
    Ok(Box::new(move |line| session.answer(line)))
}
