//! Byte: stacks of checkers that grow to eight.
#![doc = include_str!("README.md")]

mod about;
mod board;
mod drawing;
mod edit;
mod eval;
mod explain;
mod facts;
mod move_ordering;
mod network_inputs;
mod notation;
mod packing;
mod position;
mod rules;
mod scene;
mod targets;
#[cfg(feature = "conformance")]
mod trial_moves;

pub use board::Square;
pub use eval::Handcrafted;
pub use notation::Refusal;
pub use position::{Position, Stack};
pub use rules::{Byte, Move};
