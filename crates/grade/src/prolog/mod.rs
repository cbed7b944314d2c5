//! The assignments in Prolog: NIM and tic-tac-toe.

mod play;
mod questions;
mod relation;
mod solved;

use super::assignment::{Assignment, Function};
use super::language::{Language, Prolog};
use super::question::Question;
use solved::Solved;

/// The predicates of both assignments, by their place.
mod function {
    /// `successor/2`.
    pub const SUCCESSOR: usize = 0;
    /// `utility/2`.
    pub const UTILITY: usize = 1;
    /// `play/2`.
    pub const PLAY: usize = 2;
    /// `perfect_game/1`.
    pub const PERFECT_GAME: usize = 3;
}

/// NIM. The assignment gives `successor` and `utility`, and asks for the other two.
pub struct Nim;

impl Assignment for Nim {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn title(&self) -> &'static str {
        "NIM in Prolog"
    }

    fn file(&self) -> &'static str {
        "nim.pl"
    }

    fn language(&self) -> &'static dyn Language {
        &Prolog
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 4] = [
            Function::new("successor", 10),
            Function::new("utility", 10),
            Function::new("play", 40),
            Function::new("perfect_game", 40),
        ];
        &FUNCTIONS
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions(Solved::nim(), seed, count)
    }
}

/// Tic-tac-toe, with the positions that the assignment suggests. It asks for `successor` and the
/// facts of finished games, and that the rest works.
pub struct TicTacToe;

impl Assignment for TicTacToe {
    fn name(&self) -> &'static str {
        "tictactoe"
    }

    fn title(&self) -> &'static str {
        "Tic-tac-toe in Prolog"
    }

    fn file(&self) -> &'static str {
        "tictactoe.pl"
    }

    fn language(&self) -> &'static dyn Language {
        &Prolog
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 4] = [
            Function::new("successor", 40),
            Function::new("utility", 30),
            Function::new("play", 15),
            Function::new("perfect_game", 15),
        ];
        &FUNCTIONS
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions(Solved::tictactoe(), seed, count)
    }
}
