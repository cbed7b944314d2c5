//! The tests of the crate in one program, which is compiled and linked once.

mod byte;
mod diagnostics;
mod evaluation;
mod guide;
mod lisp_dialect;
mod proofs;
mod random;
mod similarity;
