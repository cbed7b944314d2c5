//! The tests of the crate in one program, which is compiled and linked once.

mod dummy;
mod flawed;
mod flawed_evaluations;
mod values;
