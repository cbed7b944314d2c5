//! Runs work: hands out items, and collects and stores their results.
//!
//! A [`Work`] says which items are missing and what happens to their results. An executor, a
//! function that may keep state between items, does them. [`Threads`] of this process do the work
//! by default. Other machines can do a [`SharedWork`]: a [`Coordinator`] sends chunks of items to
//! [`Worker`]s through a [`Transport`], such as `NatsTransport` (feature `nats`). The state of a
//! run is what the work has stored; the missing items follow from it.

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
mod rejection;
mod replay;
mod roster;
mod signed;
mod signing_key;
mod threads;
mod transport;
mod work;
mod worker;

pub use chunk::{ChunkSizes, TARGET_MILLIS};
pub use coordinator::{Coordinator, Trust};
pub use fair_share::FairShare;
pub use in_order::InOrder;
pub use ledger::{Claim, Ledger, LedgerItem};
pub use message::{
    Chunk, ItemOutcome, ItemResult, MAX_MESSAGE, Message, MessageRefusal, ProgramIdentity, Results,
    RunNotice, SentItem, WorkerReport, is_worker_name, short_key,
};
#[cfg(feature = "nats")]
pub use nats::{ConnectFailure, NatsTransport, Server, TextFile};
pub use note::Note;
pub use objects::{FetchObject, Objects};
pub use rejection::{Rejection, Rejections};
pub use roster::AcceptedKeys;
pub use signed::Signed;
pub use signing_key::{SigningKey, is_public_key, random_token};
pub use threads::Threads;
pub use transport::{AckToken, Delivery, QueueState, Transport, TransportError};
pub use work::{IsFalse, ResultOrigin, RunFailure, SharedWork, Stop, Work, WorkerOf};
pub use worker::{Fetch, TaskExecutor, Tasks, Worker, WorkerLimits, unix_time};
