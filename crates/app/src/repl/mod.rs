//! The languages of the assignments, spoken line by line.

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

/// Reads lines until there are no more, and answers each. What is wrong with a
/// line is said on standard error, and the next line is read.
pub fn run(args: &ReplArgs, out: &mut impl Write) -> Result<(), Failure> {
    let dialect = args.dialect;
    let mut answer = speaker(args)?;
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
            Line::Text(text) if is_leaving(&text) => return Ok(()),
            Line::Text(text) => match answer(&text) {
                Ok(Some(answer)) => writeln!(out, "{answer}")?,
                Ok(None) => (),
                Err(refusal) => notice(format_args!("error: {refusal}")),
            },
        }
    }
}

/// Whether a line leaves a prompt.
pub fn is_leaving(line: &str) -> bool {
    [":q", ":quit", "quit", "exit"].contains(&line) || prolog::Repl::is_halt(line)
}

/// What answers a line.
type Speaker = Box<dyn FnMut(&str) -> Result<Option<String>, Refused>>;

fn speaker(args: &ReplArgs) -> Result<Speaker, Failure> {
    if args.maze.is_some() && !matches!(args.dialect, Dialect::Theseus) {
        return Err(Failure::Usage("--maze is for theseus".into()));
    }
    if args.maze.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage("standard input is where the calls come from".into()));
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
    let entry = find(name).ok_or_else(|| Failure::Usage(format!("there is no game {name}")))?;
    let mut session = prolog::Repl::new(empty_base(entry)?);
    Ok(Box::new(move |line| session.answer(line)))
}
