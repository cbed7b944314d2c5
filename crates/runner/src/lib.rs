//! One way to run work: items are handed out, and their results are collected and stored.
//!
//! A [`Work`] says which items are missing and what becomes of their results; an executor, a
//! function that may keep something between items, does them. [`Threads`] of this process do the
//! work by default. A [`SharedWork`] can also be done by
//! other machines: a [`Coordinator`] sends chunks of items to [`Worker`]s through a [`Transport`],
//! such as `NatsTransport` (feature `nats`). The truth is not here: it is what the work has stored,
//! from which the missing items follow.

mod chunk;
mod coordinator;
mod fair_share;
mod in_order;
mod ledger;
mod message;
#[cfg(feature = "nats")]
mod nats;
mod note;
mod objects;
mod threads;
mod transport;
mod work;
mod worker;

pub use chunk::{ChunkSizes, TARGET_MILLIS};
pub use coordinator::Coordinator;
pub use fair_share::FairShare;
pub use in_order::InOrder;
pub use ledger::{Ledger, LedgerItem, Received};
pub use message::{
    Answer, Chunk, ItemOutcome, MAX_MESSAGE, Message, MessageRefusal, ProgramIdentity, Results,
    RunNotice, SentItem, WorkerReport,
};
#[cfg(feature = "nats")]
pub use nats::{ConnectFailure, NatsTransport, Server, TextFile};
pub use note::Note;
pub use objects::{FetchObject, Objects};
pub use threads::Threads;
pub use transport::{Delivery, QueueState, Token, Transport, TransportError};
pub use work::{ResultOrigin, RunFailure, SharedWork, Stop, Work};
pub use worker::{Fetch, TaskExecutor, Tasks, Worker, WorkerLimits, unix_time};
