//! Why a command did not do what it was asked, and how the program then ends.

use std::io;
use std::process::ExitCode;

use agon_arena::Refused;
use agon_infer::Diagnostics;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory as _};

use crate::cli::Cli;
use crate::terminal::notice;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that there is not: exit 2.
    Usage(String),
    /// A position or a move is refused, or the machine lacks something: exit 1.
    Refused(String),
    /// A rule file is wrong: exit 1.
    Rules(Diagnostics),
    /// A file is wrong, which is shown with the place: exit 1.
    Shown(String),
    /// There is no answer, which has been said already: exit 1.
    Unknown,
    /// Reading or writing failed: exit 1, or 0 where the reader has gone away.
    Io(io::Error),
}

impl Failure {
    /// Says what is wrong on standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                let error = asked().error(ErrorKind::InvalidValue, message);
                notice(error.to_string().trim_end());
                ExitCode::from(2)
            }
            Failure::Refused(message) => {
                notice(format_args!("error: {message}"));
                ExitCode::FAILURE
            }
            // Every trouble begins with the word error.
            Failure::Rules(diagnostics) => {
                notice(diagnostics);
                ExitCode::FAILURE
            }
            Failure::Shown(trouble) => {
                notice(trouble);
                ExitCode::FAILURE
            }
            Failure::Unknown => ExitCode::FAILURE,
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                notice(format_args!("error: {error}"));
                ExitCode::FAILURE
            }
        }
    }
}

/// The command that was asked for, which knows how it is used.
fn asked() -> Command {
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

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused.to_string())
    }
}
