//! NIM: heaps of matches; the side that takes the last match loses.
#![doc = include_str!("README.md")]

mod about;
mod edit;
mod eval;
mod explain;
mod facts;
mod heaps;
mod notation;
mod numbers;
mod rules;
mod scene;
mod table;
mod theory;
#[cfg(feature = "conformance")]
mod trial_moves;

pub use eval::ByTheory;
pub use heaps::Heaps;
pub use notation::{Refusal, read_heaps};
pub use rules::{Move, Nim, Position};
pub use theory::{theory, verdict};
