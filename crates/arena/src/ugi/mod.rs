//! UGI, the Universal Game Interface: the lines that an engine and an arbiter exchange.
//!
//! [`Command`] and [`Reply`] are the lines of the two sides. [`UgiEngine`] is the engine's
//! side: it handles lines, and says what to answer and what to search. [`Arbiter`] is the
//! other side: it asks an engine for moves, and an engine that breaks the protocol forfeits.
//! [`EngineIo`] carries the lines and has the clock. docs/ugi.md describes the protocol.

mod arbiter;
mod command;
mod engine;
mod forfeit;
mod go;
mod info;
mod option;
mod reply;

pub use arbiter::{Arbiter, EngineIo, EngineMove, TIME_MARGIN, Timeouts};
pub use command::{Command, Query, UgiRefusal};
pub use engine::{Action, LoadRules, Preparation, SearchJob, UgiEngine};
pub use forfeit::Forfeit;
pub use go::Go;
pub use info::{SearchStats, info_line, per_second, read_score, score_words};
pub use option::{OptionType, UgiOption};
pub use reply::Reply;
