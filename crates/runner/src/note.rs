//! What happens during a run, as lines for people.

use std::fmt;

/// What happens during a run, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// There are workers now, that do so many items at once.
    Workers {
        /// The workers.
        count: usize,
        /// How many items they do at once.
        slots: u64,
    },
    /// There is no worker.
    NoWorkers,
    /// A worker takes no part.
    Refuses {
        /// The worker.
        worker: String,
        /// Why.
        reason: String,
    },
    /// A message of a worker is refused.
    BadMessage {
        /// Why.
        reason: String,
    },
    /// A result is refused.
    BadResult {
        /// The item.
        key: String,
        /// The worker.
        worker: String,
        /// Why.
        reason: String,
    },
    /// A worker gets no more chunks.
    Banned {
        /// The worker.
        worker: String,
    },
    /// A game was played again, and is not what a worker played.
    SpotCheck {
        /// The worker.
        worker: String,
        /// What differs.
        reason: String,
    },
    /// The clock of a worker is another than ours.
    Clock {
        /// The worker.
        worker: String,
        /// By how many seconds.
        seconds: u64,
    },
    /// The server cannot be reached, or refuses.
    Trouble {
        /// What it says.
        reason: String,
    },
    /// The server is back.
    Recovered,
    /// Chunks were lost and are published anew.
    Republished {
        /// How many.
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
                write!(f, "worker {worker} is put aside: its results were refused repeatedly")
            }
            Note::SpotCheck { worker, reason } => write!(
                f,
                "a spot check failed: {reason}; {worker} plays otherwise, and is put aside; its \
                 games that were stored before are doubtful"
            ),
            Note::Clock { worker, seconds } => write!(
                f,
                "the clocks of worker {worker} and of this machine differ by {seconds} s; games have \
                 the date of this machine, and nothing else depends on it"
            ),
            Note::Trouble { reason } => write!(f, "{reason}; trying again, nothing is lost"),
            Note::Recovered => f.write_str("the server is back"),
            Note::Republished { chunks } => {
                write!(f, "{chunks} chunks were lost, and published anew")
            }
        }
    }
}
