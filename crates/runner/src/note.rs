//! Events of a run, as lines for people.

use std::fmt;

use crate::rejection::Rejection;

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
    /// Workers offer themselves and are not accepted.
    Offers {
        /// Their names, or their keys if several have the same name.
        workers: Vec<String>,
        /// Whether no accepted worker is there.
        is_alone: bool,
    },
    /// The first message or result that does not count for this reason.
    Rejected {
        /// The worker that it names, if it names one.
        worker: Option<String>,
        rejection: Rejection,
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
        reason: String,
    },
    /// The results of a banned worker were taken out, and others that depend on them.
    Retracted {
        worker: String,
        results: u64,
        others: u64,
        /// Whether all that was wanted had been done.
        was_over: bool,
    },
    /// The results of a banned worker cannot be taken out.
    Doubtful {
        worker: String,
        results: u64,
    },
    /// The results of a worker differ from those of others.
    Outlier {
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
            Note::Offers { workers, is_alone } => {
                let (names, alone) = (workers.join(" "), if *is_alone { "only " } else { "" });
                write!(
                    f,
                    "{alone}workers that are not accepted offer themselves; to accept them type: \
                     agon workers URL accept {names}"
                )
            }
            Note::Rejected { worker, rejection } => {
                let named = worker.as_ref().map(|name| format!(", in the name of worker {name}"));
                let named = named.unwrap_or_default();
                write!(
                    f,
                    "something was received that does not count{named}: {rejection}; more of this \
                     kind is counted, and told at the end"
                )
            }
            Note::BadResult { key, worker, reason } => {
                write!(f, "the result of {key} by {worker} was refused: {reason}")
            }
            Note::Banned { worker, reason } => write!(f, "worker {worker} is banned: {reason}"),
            Note::Retracted { worker, results, others, was_over } => {
                write!(f, "{results} results of worker {worker} are taken out and done again")?;
                if *others > 0 {
                    write!(f, ", and {others} results of others that depend on them")?;
                }
                match was_over {
                    true => f.write_str("; what seemed to be decided is open again"),
                    false => Ok(()),
                }
            }
            Note::Doubtful { worker, results } => write!(
                f,
                "the {results} results of worker {worker} before that cannot be taken out, and are \
                 doubtful"
            ),
            Note::Outlier { worker, reason } => write!(
                f,
                "the results of worker {worker} differ from those of the others more than by \
                 chance ({reason}): a hint, not a proof"
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
