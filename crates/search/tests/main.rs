//! The tests of the crate in one program, which is compiled and linked once.

mod ending;
mod engine;
mod knowledge;
mod lines;
mod no_pruning;
mod proofs;
mod prover;
mod tree_recorder;
