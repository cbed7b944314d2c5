//! Events of a run, as lines for people.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    Workers {
        count: usize,
        slots: u64,
    },
    NoWorkers,
    /// A worker refuses the run.
    Refuses {
        worker: String,
        reason: String,
    },
    /// A message was refused.
    BadMessage {
        reason: String,
    },
    /// A result was refused.
    BadResult {
        /// The key of the item.
        key: String,
        worker: String,
        reason: String,
    },
    /// A worker gets no more chunks.
    Banned {
        worker: String,
    },
    /// A game of a worker was repeated, and differs.
    SpotCheck {
        worker: String,
        reason: String,
    },
    /// The clock of a worker differs from ours.
    Clock {
        worker: String,
        seconds: u64,
    },
    /// The server cannot be reached, or has an error.
    Unavailable {
        reason: String,
    },
    Recovered,
    /// Lost chunks were published again.
    Republished {
        chunks: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Workers { count: 1, slots } => write!(f, "1 worker with {slots} slots"),
            Note::Workers { count, slots } => write!(f, "{count} workers with {slots} slots"),
            Note::NoWorkers => f.write_str(
                "no worker has reported: start some with 'agon worker URL'; waiting for them",
            ),
            Note::Refuses { worker, reason } => {
                write!(f, "worker {worker} takes no part: {reason}")
            }
            Note::BadMessage { reason } => write!(f, "a message was refused: {reason}"),
            Note::BadResult { key, worker, reason } => {
                write!(f, "the result of {key} by {worker} was refused: {reason}")
            }
            Note::Banned { worker } => {
                write!(f, "worker {worker} is banned: its results were refused repeatedly")
            }
            Note::SpotCheck { worker, reason } => write!(
                f,
                "a spot check failed: {reason}; {worker} plays differently, and is banned; its \
                 games that were stored before are doubtful"
            ),
            Note::Clock { worker, seconds } => write!(
                f,
                "the clocks of worker {worker} and of this machine differ by {seconds} s; games have \
                 the date of this machine, and nothing else depends on it"
            ),
            Note::Unavailable { reason } => write!(f, "{reason}; trying again, nothing is lost"),
            Note::Recovered => f.write_str("the server is back"),
            Note::Republished { chunks } => {
                write!(f, "{chunks} chunks were lost, and published again")
            }
        }
    }
}
