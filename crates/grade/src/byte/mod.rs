//! The Byte assignment: nine functions in Common Lisp.

mod blame;
mod form;
mod moves;
mod question;
mod questions;

use super::question::Question;
use super::questionnaire::{Function, Questionnaire};
use agon_handin::{Assignment, Connection, find_assignment};

/// Indices of the functions in the assignment.
mod function {
    pub const INITIAL: usize = 0;
    pub const GOAL: usize = 1;
    pub const SHOW: usize = 2;
    pub const MOVES: usize = 3;
    pub const VALID: usize = 4;
    pub const PLAY: usize = 5;
    pub const SUCCESSORS: usize = 6;
    pub const MINIMAX: usize = 7;
    pub const HEURISTIC: usize = 8;
}

/// The Byte assignment. Its text gives no points, so each of its four tasks gets a quarter.
pub struct ByteQuestions;

impl Questionnaire for ByteQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("byte").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 9] = [
            Function::new("initial", 5),
            Function::new("goal", 7),
            Function::new("show", 3),
            Function::new("moves", 5),
            Function::new("valid", 10),
            Function::new("play", 10),
            Function::new("successors", 10),
            Function::new("minimax", 25),
            Function::new("heuristic", 25),
        ];
        &FUNCTIONS
    }

    /// The first state alone says nothing about the others.
    fn is_connected(&self, connection: &Connection) -> bool {
        connection.roles.iter().filter(|role| role.is_there()).count() > 1
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions(seed, count)
    }
}
