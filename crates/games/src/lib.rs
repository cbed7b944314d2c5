//! The games of Agon, one folder each.
//!
//! A game sees the contracts of the core and nothing else; games do not see each
//! other. In every folder `rules` holds the rules and nothing but rules,
//! `notation` the text, `scene` the picture, `eval` an engine's opinion and `facts` what
//! rules may use.

#![warn(clippy::unwrap_used)]

pub mod byte;
pub mod nim;
pub mod santorini;
pub mod theseus;
pub mod tictactoe;
