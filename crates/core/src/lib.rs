//! The contracts of Agon.
//!
//! A [`Game`] is the rules with their parameters; a position is a small value that the
//! rules read and change. Players, searches, the terminal and the page use only the traits
//! of this crate and know no game by name.
//!
//! Nothing here does input or output, reads a clock or starts a thread.
//!
//! A whole game, and what it has by implementing [`Game`]:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use agon_core::{Feature, Game, Key, Observer, Outcome, Side, perft};
//!
//! /// A pile of matches: take one, two or three; who takes the last one wins.
//! #[derive(Clone, Debug, Default)]
//! struct Pile;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Position {
//!     left: u32,
//!     to_move: Side,
//! }
//!
//! agon_core::refusals! {
//!     /// Why a move is refused.
//!     enum Refusal {
//!         Taken { left: u32 } => "take one to three matches of the {left} that are left",
//!     }
//! }
//!
//! impl Game for Pile {
//!     type Position = Position;
//!     type Move = u32;
//!     type Refusal = Refusal;
//!
//!     const NAME: &'static str = "pile";
//!
//!     fn start(&self) -> Position {
//!         Position { left: 10, to_move: Side::First }
//!     }
//!
//!     fn to_move(&self, position: &Position) -> Side {
//!         position.to_move
//!     }
//!
//!     fn outcome(&self, position: &Position) -> Option<Outcome> {
//!         (position.left == 0).then_some(Outcome::Win(position.to_move.opponent()))
//!     }
//!
//!     fn try_for_each_move(
//!         &self,
//!         position: &Position,
//!         visit: impl FnMut(u32) -> ControlFlow<()>,
//!     ) -> ControlFlow<()> {
//!         (1..=position.left.min(3)).try_for_each(visit)
//!     }
//!
//!     fn check(&self, position: &Position, taken: u32) -> Result<(), Refusal> {
//!         let left = position.left;
//!         let is_legal = (1..=left.min(3)).contains(&taken);
//!         if is_legal { Ok(()) } else { Err(Refusal::Taken { left }) }
//!     }
//!
//!     // A feature for each size of the pile, and one for the turn of the second side.
//!     fn feature_count(&self) -> Feature {
//!         12
//!     }
//!
//!     fn features(&self, position: &Position, observer: &mut impl Observer) {
//!         observer.add(position.left);
//!         if position.to_move == Side::Second {
//!             observer.add(11);
//!         }
//!     }
//!
//!     fn play_observed(&self, position: &mut Position, taken: u32, observer: &mut impl Observer) {
//!         observer.remove(position.left);
//!         position.left = position.left.saturating_sub(taken);
//!         observer.add(position.left);
//!         position.to_move = position.to_move.opponent();
//!         match position.to_move {
//!             Side::First => observer.remove(11),
//!             Side::Second => observer.add(11),
//!         }
//!     }
//!
//!     fn max_plies(&self) -> u32 {
//!         10
//!     }
//!
//!     fn encode(&self, taken: u32) -> u32 {
//!         taken
//!     }
//!
//!     fn decode(&self, code: u32) -> Option<u32> {
//!         (1..=3).contains(&code).then_some(code)
//!     }
//! }
//!
//! let game = Pile;
//! let mut position = game.start();
//! assert_eq!(game.moves(&position), [1, 2, 3]);
//! assert_eq!(perft(&game, &position, 3), 27);
//! // Keys follow the moves, and are those that are computed from scratch.
//! let mut key: Key = game.key(&position);
//! game.play_observed(&mut position, 2, &mut key);
//! assert_eq!(key, game.key(&position));
//! // Bad moves are refused with the reason.
//! let refusal = game.play(&mut position, 9).unwrap_err();
//! assert_eq!(refusal.to_string(), "take one to three matches of the 8 that are left");
//! ```
//!
//! [`Notation`] adds text, [`Evaluate`] an estimate for searches, [`Present`] a board, [`Facts`] what
//! rules can ask for, [`About`] what a program shows of it, and [`Exact`] and [`Indexed`] what solvers
//! need. `examples/connect-four` of the repository is a game that implements them.

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod about;
mod batch_state;
mod claim;
mod edit;
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
mod parameter;
mod perft;
mod proven;
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

pub use about::{About, BoardStyle, Samples, Scale, Texts};
pub use batch_state::BatchState;
pub use claim::{Claim, ClaimArg};
pub use edit::{Brush, Edit};
pub use evaluate::state::{DynState, EvalState, FeatureSum, IncrementalEval, NoState, Stateless};
pub use evaluate::{DefaultEval, Evaluate, Explain, Removal, Term};
pub use exact::{Exact, Indexed};
pub use facts::{Coding, ColumnType, Domain, Facts, Relation, Vocabulary};
pub use game::Game;
pub use move_ordering::{HISTORY_PARTS, HISTORY_SIZE, MoveOrdering, ORDER_SCORE_MAX};
pub use move_words::{MoveArg, MoveWords};
pub use notation::Notation;
pub use observer::{Feature, Key, Observer};
pub use outcome::Outcome;
pub use packing::Packing;
pub use parameter::{MAX_SEED, Parameter, ParameterKind, SettingRefusal, Settings};
pub use perft::perft;
pub use proven::{Proven, Verdict};
pub use refusal::{Cause, Refusal, counted, quote};
pub use rng::{Rng, derive_seed};
pub use scene::{Cell, Count, Edge, ElementId, Mark, Place, Present, Scene, Token};
pub use score::{Bound, Score, Value};
pub use search_node::{Cut, SearchNode, score_words};
pub use side::Side;
pub use state_space::StateSpace;
pub use stop::{Progress, Silent, Stop};
pub use symmetry::{SQUARE_SYMMETRIES, square_symmetry};
pub use tree::{NodeId, Tree};
pub use tree_svg::{SvgNode, escape_xml};
