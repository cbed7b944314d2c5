//! Prompts in the languages of the assignments: Haskell for santorini, Java for theseus, Lisp for
//! byte and Prolog for nim and tictactoe.

#![warn(clippy::unwrap_used)]

mod check;
mod haskell;
mod help;
mod java;
mod lexer;
mod limits;
mod line_editor;
mod lisp;
mod prolog;
mod repl;
mod session;
mod symbols;
mod transcript;

pub use check::check;
pub use haskell::HaskellRepl;
pub use java::JavaRepl;
pub use lisp::LispRepl;
pub use prolog::PrologRepl;
pub use repl::{Language, Repl};
pub use session::{is_quit, run};
