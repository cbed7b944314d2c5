//! Files and programs that users name: rule files, networks and programs as evaluations, and mazes.

#![warn(clippy::unwrap_used)]

pub mod evaluators;
pub mod mazes;
pub mod rules;
