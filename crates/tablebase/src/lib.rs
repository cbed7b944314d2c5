//! Santorini on small boards, solved: tables with the value of every position.
//!
//! A move adds one level, so the positions whose heights add up to a number, a layer, depend on
//! the next layer alone. The solver works from the last layer to the first, with two layers in
//! memory.
//!
//! ```
//! use agon_tablebase::{Board, Solution, Values as _};
//!
//! let board: Board = "2x3".parse().unwrap();
//! let board = board.with_pawns(1).unwrap();
//! let solution = Solution::solve(board, 1, &()).unwrap();
//! let position = board.read("00/00/00 B 00 21").unwrap();
//! assert_eq!(solution.value(&position).unwrap().to_string(), "lose in 20");
//! ```

#![deny(missing_docs)]

mod board;
mod build;
mod chunk_checksums;
mod file;
mod grid;
mod groups;
mod heights;
mod kernel;
mod layer;
mod manifest;
mod parts;
mod position;
mod solution;
mod solve;
mod starts;
mod streamed;
#[cfg(test)]
mod streamed_tests;
mod table;
mod table_refusal;
#[cfg(test)]
mod table_tests;
mod threads;
mod values;
mod verdict_kernel;
mod verify;

pub use board::{Board, MAX_CELLS};
pub use build::{Build, BuildOptions, Estimate};
pub use grid::Grid;
pub use manifest::{LayerRecord, Manifest};
pub use solution::Solution;
pub use solve::{LayerSummary, Longest};
pub use starts::Starts;
pub use streamed::{
    FirstPlacement, StreamedBuild, StreamedEstimate, StreamedLayer, StreamedManifest,
    StreamedOptions, all_positions, placements_csv,
};
pub use table::Table;
pub use table_refusal::TableRefusal;
pub use values::{MoveValue, Transposed, Values};
pub use verify::{Check, VerifyReport, verify};
