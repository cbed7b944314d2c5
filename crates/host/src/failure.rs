//! Failures of commands: their messages and exit codes.

use std::fmt;
use std::io;
use std::process::ExitCode;

use agon_core::Refusal;
use agon_infer::Diagnostics;

use crate::notice::write_error;

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
    /// There is no answer, which was already reported: exit 1.
    Unknown,
    /// Reading or writing failed: exit 1, or 0 for a closed pipe.
    Io(io::Error),
}

impl Failure {
    pub fn refused(refusal: impl fmt::Display) -> Failure {
        Failure::Refused(refusal.to_string())
    }

    /// Writes the message to standard error, and returns the exit code.
    pub fn report(self) -> ExitCode {
        match &self {
            Failure::Usage(_) => {
                write_error(&self);
                return ExitCode::from(2);
            }
            Failure::Unknown => (),
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            _ => write_error(&self),
        }
        ExitCode::FAILURE
    }
}

/// The message on standard error.
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<Box<dyn Refusal>> for Failure {
    fn from(refused: Box<dyn Refusal>) -> Failure {
        Failure::Refused(refused.to_string())
    }
}
