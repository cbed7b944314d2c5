//! The assignments in Prolog: NIM and tic-tac-toe.

mod play;
mod position_question;
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

/// An assignment in Prolog.
pub struct PrologAssignment {
    name: &'static str,
    title: &'static str,
    file: &'static str,
    functions: [Function; 4],
    solved: fn() -> &'static Solved,
}

const fn functions([successor, utility, play, perfect_game]: [u32; 4]) -> [Function; 4] {
    [
        Function::new("successor", successor),
        Function::new("utility", utility),
        Function::new("play", play),
        Function::new("perfect_game", perfect_game),
    ]
}

/// NIM. The assignment gives `successor` and `utility`, and asks for the other two.
pub static NIM: PrologAssignment = PrologAssignment {
    name: "nim",
    title: "NIM in Prolog",
    file: "nim.pl",
    functions: functions([10, 10, 40, 40]),
    solved: Solved::nim,
};

/// Tic-tac-toe, with the positions that the assignment suggests. It asks for `successor` and the
/// facts of finished games, and that the rest works.
pub static TICTACTOE: PrologAssignment = PrologAssignment {
    name: "tictactoe",
    title: "Tic-tac-toe in Prolog",
    file: "tictactoe.pl",
    functions: functions([40, 30, 15, 15]),
    solved: Solved::tictactoe,
};

impl Assignment for PrologAssignment {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn file(&self) -> &'static str {
        self.file
    }

    fn language(&self) -> &'static dyn Language {
        &Prolog
    }

    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions((self.solved)(), seed, count)
    }
}
