//! The tests of the crate in one program, which is compiled and linked once.

mod embedding;
mod forward;
mod results;
