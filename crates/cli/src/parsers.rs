//! What this program reads from outside, as plain functions: the fuzz targets call them.

use std::path::Path;

use agon_arena::contest::Record;
use agon_arena::{GameEntry, Refused};
use agon_contest::{ContestFile, Openings};
use agon_host::Failure;
use clap::{Parser as _, ValueEnum as _};

use crate::cli::{Cli, Dialect, ReplArgs};
use crate::commands;

/// The steps of an input in Lisp.
const STEPS: u64 = 20_000;

/// Gives the answer to a line of a REPL; `None` if the line is empty or a comment.
pub type Answer = Box<dyn FnMut(&str) -> Result<Option<String>, Refused>>;

/// A REPL in the dialect of a game, with the default maze.
pub fn repl(game: &str) -> Result<Answer, String> {
    let dialect = Dialect::from_str(game, false)?;
    // Enough for all but long work, which would leave no time for other inputs.
    let steps = matches!(dialect, Dialect::Byte).then_some(STEPS);
    let arguments = ReplArgs { steps, ..ReplArgs::new(dialect) };
    let mut repl = commands::open_repl(&arguments).map_err(message)?;
    Ok(Box::new(move |text| repl.answer(text)))
}

/// Parses a command line without the name of the program; returns its settings as text. The
/// error is its kind.
pub fn command_line(words: &[String]) -> Result<String, String> {
    let words = ["agon"].into_iter().chain(words.iter().map(String::as_str));
    let parsed = Cli::try_parse_from(words);
    parsed.map(|cli| format!("{cli:?}")).map_err(|error| error.kind().to_string())
}

/// Reads a contest file, and everything that it names; returns its number of games and its
/// identity. A program among its entrants is started.
pub fn contest_file(path: &Path) -> Result<(u64, String), String> {
    let file = ContestFile::read(path, &[], None).map_err(message)?;
    Ok((file.tournament.games(), file.identity.text))
}

/// Reads a file of starting positions.
pub fn openings(game: &GameEntry, path: &Path) -> Result<Vec<String>, String> {
    let (name, folder) = (path.display().to_string(), Path::new(""));
    match Openings::read(game, "startpos", &name, 0, folder).map_err(message)? {
        Openings::Listed(starts) => Ok(starts),
        Openings::Usual | Openings::Random { .. } => Ok(Vec::new()),
    }
}

/// Reads the time control of a game; returns its time and its increment in microseconds.
pub fn clock(text: &str) -> Result<[u64; 2], String> {
    agon_contest::read_clock(text).map(|control| [control.initial(), control.increment()])
}

/// Reads a record from a line of JSON.
pub fn json_record(line: &str) -> Result<Record, String> {
    agon_contest::read_record(line)
}

/// Writes a record as a line of JSON.
pub fn write_json_record(record: &Record) -> String {
    agon_contest::record_json(record).to_string()
}

/// What a failed command prints.
fn message(failure: Failure) -> String {
    match failure {
        Failure::Usage(message) | Failure::Refused(message) | Failure::Shown(message) => message,
        Failure::Rules(diagnostics) => diagnostics.to_string(),
        Failure::Unknown => String::new(),
        Failure::Io(error) => error.to_string(),
    }
}
