//! The Santorini assignment: seven functions in Haskell.

mod games;
mod question;
mod script;
mod scripts;
mod value;

use super::question::Question;
use super::questionnaire::{Function, Questionnaire};
use agon_handin::{Assignment, find_assignment};

/// The Santorini assignment, with the points of its text.
pub struct SantoriniQuestions;

const FUNCTIONS: [Function; 7] = [
    Function::new("initializeGame", 20),
    Function::new("tryMove", 40),
    Function::new("screenshotGame", 10),
    Function::new("undoMove", 20),
    Function::new("redoMove", 10),
    Function::bonus("possibleMoves", 10),
    Function::bonus("evaluateState", 10),
];

impl Questionnaire for SantoriniQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("santorini").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        &FUNCTIONS
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        scripts::questions(seed, count)
    }
}
