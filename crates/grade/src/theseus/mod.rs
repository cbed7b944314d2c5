//! The Theseus assignment, part C: five methods in Java.

mod board;
mod given_tree;
mod judge;
mod tree_question;

use agon_core::Rng;

use super::question::Question;
use super::questionnaire::{Function, Questionnaire};
use agon_handin::{Assignment, find_assignment};
use given_tree::GivenTree;
use tree_question::TreeQuestion;

/// Indices of the methods in the assignment.
mod function {
    pub const EVALUATE: usize = 0;
    pub const CREATE_MY_SUBTREE: usize = 1;
    pub const CREATE_OPPONENT_SUBTREE: usize = 2;
    pub const CHOOSE_MIN_MAX_MOVE: usize = 3;
    pub const GET_NEXT_MOVE: usize = 4;
}

/// The Theseus assignment. Its text gives no points for single methods, so all have the same.
pub struct TheseusQuestions;

impl Questionnaire for TheseusQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("theseus").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 5] = [
            Function::new("evaluate", 20),
            Function::new("createMySubtree", 20),
            Function::new("createOpponentSubtree", 20),
            Function::new("chooseMinMaxMove", 20),
            Function::new("getNextMove", 20),
        ];
        &FUNCTIONS
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        let mut rng = Rng::seeded(seed);
        let mut questions: Vec<Box<dyn Question>> = vec![Box::new(GivenTree::of_the_assignment())];
        for number in 0..count.saturating_sub(1) {
            if number % 3 == 2 {
                questions.push(Box::new(GivenTree::random(&mut rng)));
            } else if let Some(board) = board::random(&mut rng, [3, 5, 5, 7][number % 4]) {
                questions.push(Box::new(TreeQuestion { board, only: None }));
            }
        }
        questions.sort_by_key(|question| question.size());
        questions
    }
}
