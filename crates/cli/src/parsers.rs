//! Parsers that only this program has, as plain functions for the fuzz targets.

use agon_arena::Refused;
use clap::{Parser as _, ValueEnum as _};

use crate::cli::{Cli, Dialect, ReplArgs};
use crate::commands;

/// The step limit of an input in Lisp.
const STEPS: u64 = 20_000;

/// Answers a line of a REPL. `None` if the line is empty or a comment.
pub type AnswerLine = Box<dyn FnMut(&str) -> Result<Option<String>, Refused>>;

/// A REPL in the dialect of a game, with the default maze.
pub fn repl(game: &str) -> Result<AnswerLine, String> {
    let dialect = Dialect::from_str(game, false)?;
    // Long work would leave no time for other inputs.
    let steps = matches!(dialect, Dialect::Byte).then_some(STEPS);
    let arguments = ReplArgs { steps, ..ReplArgs::new(dialect) };
    let mut repl = commands::open_repl(&arguments).map_err(|failure| failure.to_string())?;
    Ok(Box::new(move |text| repl.answer(text)))
}

/// Parses a command line without the program name. Returns its settings as text, or the kind of the
/// error.
pub fn command_line(words: &[String]) -> Result<String, String> {
    let words = ["agon"].into_iter().chain(words.iter().map(String::as_str));
    let parsed = Cli::try_parse_from(words);
    parsed.map(|cli| format!("{cli:?}")).map_err(|error| error.kind().to_string())
}
