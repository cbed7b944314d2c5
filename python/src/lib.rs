//! The Rust part of the Python package `agon`: games, positions, batches, searches, solvers, rules
//! and data files. Positions, actions and features are passed as integers and arrays.

#![warn(clippy::unwrap_used)]

mod batch;
mod data;
mod encoding;
mod engine;
mod errors;
mod evaluation_source;
mod game;
mod interruptible;
mod position;
mod results;
mod rules;
mod untyped;

use pyo3::prelude::*;

/// Games, positions, batches, searches, solvers, rules and files of data.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use batch::Batch;
    #[pymodule_export]
    use data::{read_data_header, read_records};
    #[pymodule_export]
    use engine::Engine;
    #[pymodule_export]
    use game::{Game, position_of};
    #[pymodule_export]
    use results::{
        Claim, Explanation, Line, MoveExplanation, Proof, Proven, RuleLine, Score, SearchResult,
        Term,
    };
    #[pymodule_export]
    use rules::{Network, Rules};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names: Vec<&str> = agon_arena::games().iter().map(|entry| entry.name).collect();
        module.add("GAMES", pyo3::types::PyTuple::new(module.py(), names)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
