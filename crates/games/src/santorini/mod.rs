//! Santorini: towers, pawns, and a race to the third floor.
#![doc = include_str!("README.md")]

mod about;
mod board;
mod cell;
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
#[cfg(feature = "conformance")]
mod trial_moves;

pub use board::Board;
pub use cell::{Cell, Cells};
pub use eval::{Handcrafted, NETWORK, Weights};
pub use notation::Refusal;
pub use position::Position;
pub use rules::{Move, Santorini};
