//! The tests of the crate in one program, which is compiled and linked once.

mod exercises;
#[cfg(feature = "typescript")]
mod typescript;
