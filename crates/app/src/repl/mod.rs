//! The REPLs: the assignments' languages.

mod haskell;
mod java;
mod lisp;
mod prolog;

use std::io::Write;
use std::path::Path;

use agon_arena::{Refused, find};

use crate::cli::{Dialect, ReplArgs};
use crate::commands::empty_base;
use crate::failure::Failure;
use crate::mazes;
use crate::terminal::{Input, Line, notice};

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
    let mut repl = open(args)?;
    let mut input = Input::new();
    let mut unfinished = String::new();
    loop {
        match input.ask(if unfinished.is_empty() { repl.prompt() } else { "" }, out)? {
            Line::End if unfinished.is_empty() => return Ok(()),
            Line::End => return say(&mut *repl, &unfinished, out),
            Line::Unusable(why) => notice(format_args!("error: {why}")),
            Line::Text(text) if unfinished.is_empty() && is_quit(&text) => return Ok(()),
            Line::Text(text) if unfinished.is_empty() && text == "help" => {
                let width = repl.topics().iter().map(|topic| topic.example.len()).max();
                for Topic { example, about } in repl.topics() {
                    writeln!(out, "{example:0$}  {about}", width.unwrap_or(0))?;
                }
            }
            Line::Text(text) => {
                unfinished += &text;
                if repl.is_complete(&unfinished) {
                    say(&mut *repl, &std::mem::take(&mut unfinished), out)?;
                } else {
                    unfinished.push('\n');
                }
            }
        }
    }
}

/// Prints the answer to an input.
fn say(repl: &mut dyn Repl, text: &str, out: &mut impl Write) -> Result<(), Failure> {
    match repl.answer(text) {
        Ok(Some(answer)) => writeln!(out, "{answer}")?,
        Ok(None) => (),
        Err(refusal) => notice(format_args!("error: {refusal}")),
    }
    Ok(())
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
    if (args.rules.is_some() || args.steps.is_some()) && !matches!(args.dialect, Dialect::Byte) {
        return Err(Failure::Usage("--rules and --steps apply to byte only".into()));
    }
    let name = match args.dialect {
        Dialect::Theseus => {
            let game = args.maze.as_deref().map(mazes::read).transpose()?;
            return Ok(Box::new(java::JavaRepl::new(game.unwrap_or_default())));
        }
        Dialect::Santorini => return Ok(Box::new(haskell::HaskellRepl::default())),
        Dialect::Byte => return Ok(Box::new(lisp::LispRepl::open(args)?)),
        Dialect::Nim => "nim",
        Dialect::Tictactoe => "tictactoe",
    };
    let entry = find(name).ok_or_else(|| Failure::Usage(format!("{name} is not a game")))?;
    Ok(Box::new(prolog::PrologRepl::new(empty_base(entry)?)))
}
