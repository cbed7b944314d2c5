//! Networks as evaluations.
//!
//! A game says which inputs of a network are active in a position ([`NetworkInputs`]). A
//! [`NetworkFile`] holds the weights; a [`Network`] is a file that fits a game, and an
//! evaluation of it. Its [`NetworkState`] follows the moves of a search: a move only stores the
//! position, and accumulators are updated when an estimate is asked for.
//!
//! Everything is computed in integers, so a network gives the same number on every machine.

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod accumulator;
mod file;
mod inputs;
mod network;
mod slot;

pub use file::{MAX_FILE_BYTES, NetworkFile, NetworkRefusal, WIDTHS};
pub use inputs::{ChangedRows, InputBounds, NetworkInputs, Part, RowLists};
pub use network::{Network, NetworkState};
pub use slot::{AnyNetworkSlot, NetworkSlot};
