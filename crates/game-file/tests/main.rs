//! The tests of games whose rules are files.

mod battery;
mod hostile;
mod mutants;
mod reasons;
mod refused;
mod twins;
