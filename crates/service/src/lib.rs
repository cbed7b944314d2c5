//! The games of the page as state machines, without sockets, threads, clocks or storage.
//!
//! A [`LiveGame`] gets inputs with the time, and returns effects: messages to send, versions to
//! store, jobs to run. A [`Client`] is the connection of a client: its limits and the messages that
//! wait to be sent. An [`Admission`] decides which request is handled next, and a [`Scheduler`]
//! which jobs run. The [`lobby`] creates and lists games.
//! [`protocol`] has all messages as types.

#![warn(clippy::unwrap_used)]

mod admission;
mod annotated_game;
mod client;
pub mod editor;
mod ending;
pub mod exercises;
mod follow;
mod game_entry;
mod game_file;
mod job;
mod job_context;
mod job_message;
mod job_tree;
pub mod lessons;
mod live_game;
pub mod lobby;
mod player_name;
pub mod protocol;
pub mod puzzles;
mod qr_code;
mod quotas;
mod refusal;
mod resources;
mod review;
mod rule_trial;
mod scheduler;
mod seats;
mod shares;
mod snapshot;
mod stored_game;

pub use admission::{Admission, Admitted, Arrival};
pub use client::{Answered, Client};
pub use game_entry::game_entry;
pub use game_file::{check_file, game_files};
pub use job::{Job, JobId, JobKind, JobResult, Work};
pub use job_context::{JobContext, Report};
pub use live_game::{Effect, GameInput, LiveGame};
pub use qr_code::qr_code;
pub use quotas::Quotas;
pub use refusal::ServiceRefusal;
pub use resources::Resources;
pub use rule_trial::Trial;
pub use scheduler::{JobAction, Kept, Scheduler, Submission};
pub use seats::{Caller, INVITATION_TIME, LOCAL, Seats};
pub use shares::Account;
pub use snapshot::Snapshot;
pub use stored_game::{Storage, StoredGame};
