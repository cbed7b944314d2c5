//! The tests of games whose rules are files.

mod battery;
mod hostile;
mod mutants;
mod random_rules;
mod reasons;
mod refused;
mod solved;
mod strength;
mod twins;
