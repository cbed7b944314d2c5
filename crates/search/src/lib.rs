//! Game-independent searches: solving small games exactly, and game-tree search.
//!
//! Nothing here knows a game by name, prints, or reads a clock: callers own the time and are
//! asked from time to time whether to stop.
//!
//! | | |
//! |---|---|
//! | [`Engine`] | iterative deepening over principal variation search; sound minimax |
//! | [`plain_minimax`] | minimax by its definition, by which the others are tested |
//! | [`record_tree`] | minimax that keeps its tree, for people |
//! | [`KnowledgeBase`] | solves games whose positions can be numbered |
//! | [`AlphaBetaProver`], [`EndingProver`] | who wins, and in how many plies, near the end of a game |
//!
//! # Searching a game of your own
//!
//! A game with a notation and an evaluation can be searched. Here it is a pile of ten matches:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use std::sync::Arc;
//!
//! use agon_core::{
//!     DefaultEval, Evaluate, Feature, Game, MoveOrdering, Notation, Observer, Outcome, Score, Side,
//!     Stateless, quote,
//! };
//! use agon_search::{Engine, Limits, SearchControl, plain_minimax};
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
//!     /// Why a move or a text is refused.
//!     enum Refusal {
//!         Taken { left: u32 } => "take one to three matches of the {left} that are left",
//!         Text { found: String } => "{found} is not a number of matches",
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
//! impl Notation for Pile {
//!     fn write(&self, position: &Position) -> String {
//!         format!("{} {}", position.left, position.to_move.index())
//!     }
//!
//!     fn read(text: &str) -> Result<(Pile, Position), Refusal> {
//!         let wrong = || Refusal::Text { found: quote(text) };
//!         let (left, side) = text.split_once(' ').ok_or_else(wrong)?;
//!         let left = left.parse().ok().filter(|left| *left <= 10).ok_or_else(wrong)?;
//!         let to_move = Side::BOTH.into_iter().find(|to_move| to_move.index().to_string() == side);
//!         Ok((Pile, Position { left, to_move: to_move.ok_or_else(wrong)? }))
//!     }
//!
//!     fn write_move(&self, _: &Position, taken: u32) -> String {
//!         taken.to_string()
//!     }
//!
//!     fn read_move(&self, _: &Position, text: &str) -> Result<u32, Refusal> {
//!         text.parse().map_err(|_| Refusal::Text { found: quote(text) })
//!     }
//! }
//!
//! /// Knows nothing: every position is worth nothing.
//! struct Even;
//!
//! impl Evaluate<Pile> for Even {
//!     fn name(&self) -> &str {
//!         "even"
//!     }
//!
//!     fn evaluate(&self, _: &Pile, _: &Position) -> Score {
//!         Score::estimate(0)
//!     }
//! }
//!
//! impl MoveOrdering for Pile {}
//!
//! impl DefaultEval for Pile {
//!     type Eval = Stateless<Even>;
//!     type EngineEval = Self::Eval;
//!
//!     fn default_eval(&self) -> Arc<Self::Eval> {
//!         Arc::new(Stateless(Even))
//!     }
//!
//!     fn engine_eval(&self) -> Arc<Self::EngineEval> {
//!         self.default_eval()
//!     }
//! }
//!
//! let game = Pile;
//! let start = game.start();
//! // Who leaves a multiple of four wins: take two of ten.
//! let (value, best) = plain_minimax(&game, &start, 10, &Even);
//! assert_eq!((value, best), (Score::win_in(5), Some(2)));
//! // The engine finds the same, with a table of 64 KiB, and never looks so far.
//! let mut engine = Engine::new(1 << 16);
//! let limits = Limits { depth: 10, ..Limits::default() };
//! let control = SearchControl::default();
//! let found = engine.minimax(&game, &start, &Stateless(Even), &limits, &control).unwrap();
//! assert_eq!((found.score, found.moves[0]), (value, 2));
//! ```

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod ending;
mod engine;
mod info;
mod knowledge_base;
mod knowledge_file;
mod plain_minimax;
mod prover;
mod salt;
mod solve;
mod time_manager;
mod tree_recorder;

pub use ending::EndingProver;
pub use engine::{
    Engine, Limits, MAX_DEPTH, MemoryRefusal, Pruning, SearchClock, SearchControl, Threads,
};
pub use info::Info;
pub use knowledge_base::{KnowledgeBase, SolveLimits, SolveRefusal};
pub use knowledge_file::FileRefusal;
pub use plain_minimax::plain_minimax;
pub use prover::AlphaBetaProver;
pub use time_manager::TimeManager;
pub use tree_recorder::{RecordedTree, TreeOptions, record_tree};
