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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use agon_handin::{HandIn, interpreter_of};

    use super::*;
    use crate::grading::{Grade, grade};
    use crate::scheme::GradingScheme;

    fn grade_of(path: &str) -> Grade {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let assignment = ByteQuestions.assignment();
        let scheme = GradingScheme::of(&ByteQuestions);
        let questions = ByteQuestions.questions(1, 150);
        let words = interpreter_of(assignment).unwrap();
        grade(&ByteQuestions, &scheme, &words, &questions, &HandIn::at(&path, assignment))
    }

    fn failed(grade: &Grade) -> Vec<&'static str> {
        let functions = ByteQuestions.functions().iter().zip(&grade.functions);
        functions
            .filter(|(_, graded)| graded.total().failed > 0)
            .map(|(about, _)| about.name)
            .collect()
    }

    #[test]
    fn a_hand_in_with_states_of_its_own_is_judged_like_one_with_those_of_the_assignment() {
        let reference = grade_of("../../examples/course/byte/reference");
        assert_eq!((reference.failure.as_ref(), failed(&reference)), (None, vec![]));
        let own = grade_of("../handin/tests/byte/ana");
        assert_eq!(own.failure, None);
        for (about, function) in ByteQuestions.functions().iter().zip(&own.functions) {
            assert!(function.total().passed > 0, "{}: {function:?}", about.name);
        }
        // It has faults of its own: it misses some ends of games with few checkers.
        assert!(failed(&own).len() <= 2, "{:?}", failed(&own));
    }

    #[test]
    fn a_hand_in_that_does_not_connect_is_not_graded() {
        let grade = grade_of("../handin/tests/byte/ivan");
        assert!(grade.failure.unwrap().starts_with("lacks initial: "));
        assert_eq!(grade.asked, 0);
    }
}
