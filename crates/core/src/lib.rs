//! The contracts of Agon.
//!
//! A [`Game`] is the rules with their parameters; a position is a small value that the
//! rules read and change. Players, searches, the terminal and the page use only the traits
//! of this crate and know no game by name.
//!
//! Nothing here does input or output, reads a clock or starts a thread.

#![warn(clippy::unwrap_used)]

mod batch_state;
mod edit;
mod eval_state;
mod evaluate;
mod exact;
mod facts;
mod game;
mod move_ordering;
mod move_words;
mod notation;
mod observer;
mod outcome;
mod packing;
mod perft;
mod refusal;
mod rng;
mod scene;
mod score;
mod search_node;
mod side;
mod state_space;
mod stop;
mod symmetry;
mod tree;
mod tree_svg;

#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "conformance")]
pub mod dummy;

pub use batch_state::BatchState;
pub use edit::{Brush, Edit};
pub use eval_state::{DynState, EvalState, FeatureSum, IncrementalEval, NoState, Stateless};
pub use evaluate::{DefaultEval, Evaluate, Explain, Removal, Term};
pub use exact::{Exact, Indexed, Proven, Verdict};
pub use facts::{Coding, ColumnType, Domain, Facts, Relation, Vocabulary};
pub use game::Game;
pub use move_ordering::{HISTORY_PARTS, HISTORY_SIZE, MoveOrdering, ORDER_SCORE_MAX};
pub use move_words::{MoveArg, MoveWords};
pub use notation::Notation;
pub use observer::{Feature, Key, Observer};
pub use outcome::Outcome;
pub use packing::Packing;
pub use perft::perft;
pub use refusal::{Refusal, counted, quote};
pub use rng::Rng;
pub use scene::{Cell, Count, Edge, ElementId, Mark, Place, Present, Scene, Token};
pub use score::{Bound, Score, Value};
pub use search_node::{Cut, SearchNode, score_words};
pub use side::Side;
pub use state_space::StateSpace;
pub use stop::{Progress, Silent, Stop};
pub use symmetry::{SQUARE_SYMMETRIES, square_symmetry};
pub use tree::{NodeId, Tree};
pub use tree_svg::SvgNode;
