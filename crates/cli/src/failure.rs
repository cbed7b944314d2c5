//! Failures of commands: their messages and exit codes.

use std::fmt;
use std::io;
use std::process::ExitCode;

use agon_arena::Refused;
use agon_infer::Diagnostics;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory as _};

use crate::cli::Cli;
use crate::terminal::write_error;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit 2.
    Usage(String),
    /// A position, a move or a file is refused, or the machine lacks something: exit 1.
    Refused(String),
    /// A rule file has errors: exit 1.
    Rules(Diagnostics),
    /// A file has an error, rendered with its place: exit 1.
    Shown(String),
    /// There is no answer, which was reported already: exit 1.
    Unknown,
    /// Reading or writing failed: exit 1, or 0 for a closed pipe.
    Io(io::Error),
}

impl Failure {
    /// Writes the message to standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                let error = active_command().error(ErrorKind::InvalidValue, message);
                write_error(error.to_string().trim_end());
                ExitCode::from(2)
            }
            Failure::Refused(message) => {
                write_error(format_args!("error: {message}"));
                ExitCode::FAILURE
            }
            // Each of them starts with the word error.
            Failure::Rules(diagnostics) => {
                write_error(diagnostics);
                ExitCode::FAILURE
            }
            Failure::Shown(message) => {
                write_error(message);
                ExitCode::FAILURE
            }
            Failure::Unknown => ExitCode::FAILURE,
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                write_error(format_args!("error: {error}"));
                ExitCode::FAILURE
            }
        }
    }
}

/// The message as it is written to standard error.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Refused(message) => write!(f, "error: {message}"),
            Failure::Rules(diagnostics) => write!(f, "{diagnostics}"),
            Failure::Shown(message) => f.write_str(message),
            Failure::Unknown => f.write_str("error: there is no answer"),
            Failure::Io(error) => write!(f, "error: {error}"),
        }
    }
}

/// The subcommand of the command line, for its usage message.
fn active_command() -> Command {
    let mut command = Cli::command();
    command.build();
    let Ok(matches) = command.clone().try_get_matches() else { return command };
    let mut below = matches.subcommand();
    while let Some((name, matches)) = below {
        let Some(found) = command.find_subcommand(name).cloned() else { break };
        (command, below) = (found, matches.subcommand());
    }
    command
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<agon_tablebase::Refusal> for Failure {
    fn from(refusal: agon_tablebase::Refusal) -> Failure {
        Failure::Refused(refusal.to_string())
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused.to_string())
    }
}
