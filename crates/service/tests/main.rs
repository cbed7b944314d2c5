//! The tests of the crate in one program, which is compiled and linked once.

mod exercises;
mod game_files;
#[cfg(feature = "typescript")]
mod typescript;
