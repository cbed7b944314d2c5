//! Files and programs that users name: games, rule files, networks and programs as evaluations, and mazes.

#![warn(clippy::unwrap_used)]

pub mod evaluators;
pub mod game_files;
pub mod mazes;
pub mod rules;
mod text_file;

pub use text_file::{about as about_input, text_file};
