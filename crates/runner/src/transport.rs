//! The transport of messages between coordinator and workers.

use std::fmt;
use std::time::Duration;

use crate::message::{Chunk, RunNotice, WorkerReport};
use crate::signed::Signed;

/// Acknowledges a delivered message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AckToken(pub String);

/// A message with results, unread.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub token: AckToken,
    /// Untrusted bytes.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueState {
    /// Chunks that no worker has.
    pub waiting: u64,
    /// Chunks that workers have.
    pub taken: u64,
    /// Messages with results that are not acknowledged.
    pub results: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportError {
    /// It failed now; another attempt may succeed.
    Unavailable(String),
    /// The queue of the run does not exist: it was not opened, or the server lost it.
    Lost,
    /// It cannot succeed.
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

/// Carries chunks, results and events. Every call returns in bounded time. A chunk or a message
/// with results may be delivered several times; if the server loses its memory, it may not be
/// delivered at all. The coordinator handles both.
pub trait Transport: Send + Sync {
    /// Stores bytes under their hash.
    fn store(&self, hash: &str, bytes: &[u8]) -> Result<(), TransportError>;
    /// Fetches the bytes of a hash. The caller checks the hash.
    fn fetch(&self, hash: &str) -> Result<Vec<u8>, TransportError>;

    /// Makes sure that the queue of a run exists. Returns whether it was created.
    fn open_run(&self, run: &str) -> Result<bool, TransportError>;
    /// Announces a run to workers and spectators.
    fn announce(&self, notice: &Signed<RunNotice>) -> Result<(), TransportError>;
    fn publish(&self, run: &str, chunks: &[Signed<Chunk>]) -> Result<(), TransportError>;
    fn queue(&self, run: &str) -> Result<QueueState, TransportError>;
    /// Removes all chunks of a run, waiting or taken. Workers may still finish those that they
    /// have.
    fn clear(&self, run: &str) -> Result<(), TransportError>;
    /// The results that have arrived; waits up to `wait` for the first.
    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivery>, TransportError>;
    /// Acknowledges results, so that they are not delivered again.
    fn acknowledge(&self, tokens: &[AckToken]) -> Result<(), TransportError>;
    /// Removes the queue of a run that is over.
    fn close_run(&self, run: &str) -> Result<(), TransportError>;
    /// The reports of workers since the last call, with valid signatures.
    fn reports(&self) -> Vec<Signed<WorkerReport>>;

    /// The last valid notice of each run.
    fn notices(&self) -> Vec<RunNotice>;
    /// A chunk of a run that the run has signed, if one arrives within `wait`.
    fn take(&self, run: &str, wait: Duration) -> Result<Option<(Chunk, AckToken)>, TransportError>;
    /// Tells the server that a chunk is still in progress.
    fn keep(&self, token: &AckToken) -> Result<(), TransportError>;
    /// Returns a chunk that was not done.
    fn give_back(&self, token: &AckToken) -> Result<(), TransportError>;
    /// Sends results. When this returns, the server has them.
    fn send(&self, run: &str, results: &[u8]) -> Result<(), TransportError>;
    /// Acknowledges a chunk whose results are sent.
    fn finish(&self, token: &AckToken) -> Result<(), TransportError>;
    /// Reports about a worker to coordinators and spectators.
    fn report(&self, report: &Signed<WorkerReport>) -> Result<(), TransportError>;
}
