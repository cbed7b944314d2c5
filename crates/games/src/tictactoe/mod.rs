//! Tic-tac-toe: three in a row.
#![doc = include_str!("README.md")]

mod about;
mod edit;
mod eval;
mod explain;
mod facts;
mod notation;
mod numbers;
mod position;
mod rules;
mod scene;
#[cfg(feature = "conformance")]
mod trial_moves;

pub use eval::Lines;
pub use notation::Refusal;
pub use position::{Cell, Position};
pub use rules::TicTacToe;
