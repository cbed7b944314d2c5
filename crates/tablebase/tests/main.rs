//! The tests of the crate in one program, which is compiled and linked once.

mod accelerated;
mod embedding;
mod forward;
mod results;
