//! Looking ahead in any game: solving small ones whole, and the ends of others.
//!
//! Nothing here knows a game by name, prints, or reads a clock: whoever calls
//! owns the time and is asked from time to time whether to go on.

#![warn(clippy::unwrap_used)]

mod base;
mod decide;
mod engine;
mod file;
mod plain;
mod record;
mod solve;

pub use base::{KnowledgeBase, SolveLimits, SolveRefusal};
pub use decide::AlphaBetaProver;
pub use engine::{Engine, Info, Limits, MAX_DEPTH, MemoryRefusal, Pruning, SearchControl, Threads};
pub use file::FileRefusal;
pub use plain::plain_minimax;
pub use record::{Recorded, Recording, record};
