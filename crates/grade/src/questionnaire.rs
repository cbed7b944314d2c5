//! The questions of an assignment, and the points of its functions.

use agon_handin::{Assignment, Connection};

use super::question::Question;

pub trait Questionnaire: Sync {
    /// The assignment's name, language and functions.
    fn assignment(&self) -> &'static Assignment;

    /// The functions that are graded, in the order of the report and of the assignment.
    fn functions(&self) -> &[Function];

    /// Whether enough of a hand-in was found to ask it. Otherwise it gets no points, not even none.
    fn is_connected(&self, _connection: &Connection) -> bool {
        true
    }

    /// About `count` questions, smaller ones first. The same seed gives the same questions.
    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>>;
}

#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    /// The points, unless the grading scheme says otherwise.
    pub points: u32,
    pub is_bonus: bool,
}

impl Function {
    /// A function whose points are not a bonus.
    pub const fn new(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: false }
    }

    pub const fn bonus(name: &'static str, points: u32) -> Function {
        Function { name, points, is_bonus: true }
    }
}
