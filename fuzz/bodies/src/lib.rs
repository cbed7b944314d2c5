//! The bodies of the fuzz targets: what must hold for every input of every parser.
//!
//! Each is a function that takes an input and panics if a property does not hold. The targets in
//! `fuzz/fuzz_targets` pass the inputs of libFuzzer. The tests of this crate replay the kept inputs
//! in `fuzz/corpus`, and mutations of them.

mod bases;
mod contests;
mod data;
mod game_files;
mod games;
mod lisp;
mod mazes;
mod networks;
mod players;
mod protocol;
mod puzzles;
mod records;
mod repls;
mod rules;
mod settings;
mod ugi;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use agon_core::Refusal;

pub use bases::base;
pub use contests::{contest, openings};
pub use data::data;
pub use game_files::game_file;
pub use games::{byte, nim, santorini, theseus, tictactoe};
pub use lisp::lisp_expressions;
pub use mazes::{maze, maze_options};
pub use networks::network;
pub use players::player;
pub use protocol::protocol;
pub use puzzles::puzzles;
pub use records::{record, record_json};
pub use repls::{repl_haskell, repl_java, repl_lisp, repl_prolog};
pub use rules::rules;
pub use settings::{clock, command_line};
pub use ugi::{ugi_arbiter, ugi_engine};

/// The input as text, as the program reads it.
fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// A random seed that depends on the input.
fn seed(input: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    hasher.finish()
}

/// Checks what must hold for every refusal, as text and as data.
fn check_refusal(refusal: &dyn Refusal) {
    assert!(!refusal.to_string().is_empty());
    assert!(!refusal.kind().is_empty());
    refusal.arguments();
}
