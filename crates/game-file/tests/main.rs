//! The tests of games whose rules are files.

mod battery;
mod mutants;
mod random_rules;
mod refused;
mod solved;
mod twins;
