//! Access to the machine: files, signals, standard error and exit codes.

#![warn(clippy::unwrap_used)]

pub mod csv;
mod failure;
mod hash;
pub mod input;
pub mod interrupt;
pub mod lines;
pub mod memory;
mod notice;
pub mod store;

pub use failure::Failure;
pub use hash::{hash_bytes, hash_file, hex};
pub use notice::{Progress, Verbosity, detail, notice, set_verbosity, verbosity, write_error};
