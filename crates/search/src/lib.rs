//! Game-independent searches: solving small games exactly, and game-tree search.
//!
//! Nothing here knows a game by name, prints, or reads a clock: callers own the time and are
//! asked from time to time whether to stop.

#![warn(clippy::unwrap_used)]

mod ending;
mod engine;
mod knowledge_base;
mod knowledge_file;
mod plain_minimax;
mod prover;
mod salt;
mod solve;
mod tree_recorder;

pub use ending::EndingProver;
pub use engine::{Engine, Info, Limits, MAX_DEPTH, MemoryRefusal, Pruning, SearchControl, Threads};
pub use knowledge_base::{KnowledgeBase, SolveLimits, SolveRefusal};
pub use knowledge_file::FileRefusal;
pub use plain_minimax::plain_minimax;
pub use prover::AlphaBetaProver;
pub use tree_recorder::{RecordedTree, TreeOptions, record_tree};
