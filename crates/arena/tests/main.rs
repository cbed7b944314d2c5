//! The tests of the crate in one program, which is compiled and linked once.

mod bases;
mod claims;
mod data;
mod endings;
mod evaluation_programs;
mod explanations;
mod levels;
mod network;
mod network_files;
mod openings;
mod player_specs;
mod players;
mod puzzles;
mod records;
mod referee;
mod registry;
mod rules;
mod search;
mod session;
mod shared_engine;
#[cfg(feature = "tablebase")]
mod small_boards;
mod statistics;
mod theseus;
