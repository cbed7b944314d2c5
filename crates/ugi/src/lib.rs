//! UGI, the Universal Game Interface: the lines that an engine and an arbiter exchange.
//!
//! [`Command`] and [`Reply`] are the lines of the two sides. [`UgiEngine`] is the engine's side: it
//! handles lines, and decides what to answer and what to search. [`Arbiter`] is the other side: it
//! asks an engine for moves, and an engine that breaks the protocol forfeits.
//! [`agon_sandbox::EngineIo`] transports the lines and has the clock. docs/ugi.md describes the
//! protocol.

#![deny(missing_docs)]

mod arbiter;
mod check;
mod command;
mod control;
mod engine;
mod event;
mod external;
mod go;
mod option;
mod player;
mod refusal;
mod reply;
mod run;

pub use arbiter::{Arbiter, EngineMove};
pub use check::check;
pub use command::{Command, Query};
pub use engine::{Action, Preparation, ReadEvaluation, SearchJob, UgiEngine};
pub use external::ExternalEngine;
pub use go::Go;
pub use option::{OptionType, UgiOption};
pub use player::{SystemClock, UgiPlayer};
pub use refusal::UgiRefusal;
pub use reply::Reply;
pub use run::run;
