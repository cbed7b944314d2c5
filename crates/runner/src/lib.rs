//! Work on several machines: what a chunk is, who has it, and which results count.
//!
//! A [`Coordinator`] hands out what is missing and collects results; a [`Worker`] takes chunks and
//! plays them. Both speak through a [`Transport`], of which there are two: [`LocalTransport`], the
//! threads of one process, and `NatsTransport` (feature `nats`). The truth is not here: it is what the
//! coordinator's work has stored, from which the missing items follow.

mod chunk;
mod coordinator;
mod fair_share;
mod ledger;
mod local;
mod message;
#[cfg(feature = "nats")]
mod nats;
mod note;
mod transport;
mod work;
mod worker;

pub use chunk::{ChunkSizes, TARGET_MILLIS};
pub use coordinator::{Coordinator, RunFailure};
pub use fair_share::FairShare;
pub use ledger::{Ledger, Received};
pub use local::LocalTransport;
pub use message::{
    Answer, Chunk, Item, ItemOutcome, MAX_MESSAGE, Message, MessageRefusal, ProgramIdentity,
    Results, RunNotice, WorkerReport,
};
#[cfg(feature = "nats")]
pub use nats::{ConnectFailure, NatsTransport, Server, TextFile};
pub use note::Note;
pub use transport::{Delivery, QueueState, Token, Transport, TransportError};
pub use work::{ResultOrigin, Work};
pub use worker::{Executor, Played, TaskRunner, Worker, WorkerLimits, unix_time};
