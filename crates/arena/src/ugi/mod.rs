//! UGI, the Universal Game Interface: the lines that an engine and an arbiter exchange.
//!
//! Both sides speak by the same [words](Command): what one writes the other reads. [`Ugi`]
//! is the engine's side: it is handed lines, and says what to answer and what to search
//! for. [`Arbiter`] is the other side: it asks an engine for moves, and has it forfeit where
//! it does not keep to the rules. Lines come and go by a trait, and time is counted by
//! whoever implements it. docs/ugi.md describes the protocol.

mod arbiter;
mod command;
mod engine;
mod forfeit;
mod go;
mod info;
mod offer;
mod reply;

pub use arbiter::{Arbiter, Chosen, Lines, Patience};
pub use command::{Command, Question, UgiRefusal};
pub use engine::{Act, Job, Lend, Ugi};
pub use forfeit::Forfeit;
pub use go::{Allowance, Go};
pub use info::{info_line, per_second, read_score, score_words};
pub use offer::{Kind, Offer};
pub use reply::Reply;
