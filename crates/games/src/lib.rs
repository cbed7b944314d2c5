//! The games of Agon, one folder each.
//!
//! A game sees the contracts of the core and nothing else; games do not see each
//! other. In every folder `rules` holds the rules and nothing but rules,
//! `notation` the text, `scene` the picture, `eval` an engine's opinion and `facts` what
//! rules may use.
//!
//! Every game implements the contracts of `agon_core`, so one function serves all of them:
//!
//! ```
//! use agon_core::{Game, Notation, Present, Rng};
//! use agon_games::byte::Byte;
//! use agon_games::nim::Nim;
//! use agon_games::santorini::Santorini;
//! use agon_games::theseus::Theseus;
//! use agon_games::tictactoe::TicTacToe;
//!
//! /// Plays a random game, and gives the text of the position in which it ends.
//! fn random_game<G: Notation + Present>(seed: u64) -> String {
//!     let game = G::default();
//!     let mut rng = Rng::seeded(seed);
//!     let mut position = game.start();
//!     while game.outcome(&position).is_none() {
//!         let moves = game.moves(&position);
//!         let mv = moves[rng.below(moves.len())];
//!         game.play(&mut position, mv).unwrap();
//!     }
//!     game.write(&position)
//! }
//!
//! for play in [random_game::<Byte>, random_game::<Nim>, random_game::<Santorini>] {
//!     assert_eq!(play(7), play(7), "the same seed, the same game");
//! }
//! let over = random_game::<TicTacToe>(7);
//! let (game, position) = TicTacToe::read(&over).unwrap();
//! assert!(game.outcome(&position).is_some());
//! assert_eq!(Theseus::SIDES, ["Theseus", "Minotaur"]);
//! ```

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

pub mod byte;
pub mod nim;
pub mod santorini;
pub mod theseus;
pub mod tictactoe;
