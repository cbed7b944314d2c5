//! The Prolog assignments: NIM and tic-tac-toe.

mod play;
mod position_question;
mod questions;
mod relation;
mod solved;

use super::question::Question;
use super::questionnaire::{Function, Questionnaire};
use agon_handin::{Assignment, find_assignment};
use solved::Solved;

/// Indices of the predicates, the same in both assignments.
mod function {
    pub const SUCCESSOR: usize = 0;
    pub const UTILITY: usize = 1;
    pub const PLAY: usize = 2;
    pub const PERFECT_GAME: usize = 3;
}

pub struct PrologQuestions {
    name: &'static str,
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

/// The NIM assignment provides `successor` and `utility`, and asks for the other two.
pub static NIM: PrologQuestions =
    PrologQuestions { name: "nim", functions: functions([10, 10, 40, 40]), solved: Solved::nim };

/// The tic-tac-toe assignment suggests a form of positions. It asks for `successor` and for facts
/// about finished games; the rest must then work.
pub static TICTACTOE: PrologQuestions = PrologQuestions {
    name: "tictactoe",
    functions: functions([40, 30, 15, 15]),
    solved: Solved::tictactoe,
};

impl Questionnaire for PrologQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment(self.name).expect("it is listed")
    }

    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions((self.solved)(), seed, count)
    }
}
