//! The transport of messages between coordinator and workers.

use std::fmt;
use std::time::Duration;

use crate::message::{Chunk, RunNotice, WorkerReport};

/// By which a delivered message is acknowledged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token(pub String);

/// A message with results, as it came.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// By which it is acknowledged.
    pub token: Token,
    /// The bytes, which may be anything.
    pub bytes: Vec<u8>,
}

/// How much waits in the queue of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueState {
    /// Chunks that no worker has.
    pub waiting: u64,
    /// Chunks that workers have.
    pub taken: u64,
    /// Messages with results that were not acknowledged.
    pub results: u64,
}

/// Why something could not be carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportError {
    /// It cannot be done now, and is worth another attempt.
    Unavailable(String),
    /// The queue of the run is not there, because nobody opened it or the server lost it.
    Lost,
    /// It cannot be done at all.
    Refused(String),
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransportError::Unavailable(what) | TransportError::Refused(what) => f.write_str(what),
            TransportError::Lost => f.write_str("the server has lost the queue"),
        }
    }
}

/// Carries chunks, results and events. Every call returns in bounded time. A chunk or a message with
/// results may be delivered several times, and after a loss of the server's memory not at all;
/// the coordinator deals with both.
pub trait Transport: Send + Sync {
    /// Stores bytes under their hash.
    fn store(&self, hash: &str, bytes: &[u8]) -> Result<(), TransportError>;
    /// Fetches the bytes of a hash. Whoever fetches them checks the hash.
    fn fetch(&self, hash: &str) -> Result<Vec<u8>, TransportError>;

    /// Makes sure that the queue of a run is there; says whether it had to be created.
    fn open_run(&self, run: &str) -> Result<bool, TransportError>;
    /// Tells workers and spectators of a run.
    fn announce(&self, notice: &RunNotice) -> Result<(), TransportError>;
    /// Queues chunks of a run.
    fn publish(&self, run: &str, chunks: &[Chunk]) -> Result<(), TransportError>;
    /// What waits in the queue of a run.
    fn queue(&self, run: &str) -> Result<QueueState, TransportError>;
    /// Removes all chunks of a run that wait or that workers have; these may still finish.
    fn clear(&self, run: &str) -> Result<(), TransportError>;
    /// Results that have arrived; waits a while for the first.
    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivery>, TransportError>;
    /// Says that results were received, so that they are not delivered again.
    fn acknowledge(&self, tokens: &[Token]) -> Result<(), TransportError>;
    /// Removes the queue of a run that is over.
    fn close_run(&self, run: &str) -> Result<(), TransportError>;
    /// The reports of workers since the last call.
    fn reports(&self) -> Vec<WorkerReport>;

    /// The last notice of each run, as long as it is news.
    fn notices(&self) -> Vec<RunNotice>;
    /// A chunk of a run, if there is one within this time.
    fn take(&self, run: &str, wait: Duration) -> Result<Option<(Chunk, Token)>, TransportError>;
    /// Says that a chunk is still being done.
    fn keep(&self, token: &Token) -> Result<(), TransportError>;
    /// Hands back a chunk that was not done.
    fn give_back(&self, token: &Token) -> Result<(), TransportError>;
    /// Sends results; the server has them when this returns.
    fn send(&self, run: &str, results: &[u8]) -> Result<(), TransportError>;
    /// Says that a chunk is done and its results are sent.
    fn finish(&self, token: &Token) -> Result<(), TransportError>;
    /// Tells coordinators and spectators about a worker.
    fn report(&self, report: &WorkerReport) -> Result<(), TransportError>;
}
