//! Games whose rules are a file: [`DatalogGame`] implements the contracts of `core` by what
//! `agon-infer` has compiled.

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod about;
mod eval;
mod indexed;
mod known;
mod notation;
mod rules;
mod scene;
#[cfg(feature = "conformance")]
mod trial_moves;

pub use eval::RuleEval;
pub use known::{find_shipped, load, shipped};
pub use rules::{DatalogGame, GameMove};
