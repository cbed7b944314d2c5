//! The Theseus assignment, part C: five methods in Java.

mod board;
mod evaluate_question;
mod given_tree;
mod judge;
mod tree_question;

use agon_core::Rng;

use super::question::Question;
use super::questionnaire::{Function, Kind, Questionnaire, demand, kind};
use agon_handin::{Assignment, find_assignment};
use evaluate_question::EvaluateQuestion;
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

const ARGUMENTS: &str = "αξιολογεί την κίνηση του παίκτη όταν αυτός έχει τη ζαριά dice, δεδομένου ότι \
    βρίσκεται στη θέση currentPos";
const USED: &str = "(τροποποιημένη κατάλληλα ώστε να δέχεται και να αξιοποιεί τα νέα ορίσματα)";
const AIM: &str = "Στόχος του Θησέα είναι να βρει τα λάφυρα στα διάφορα σημεία του μουσείου χωρίς να \
    τον εξοντώσει ο Μινώταυρος.";
const CLONES: &str = "Προσοχή!!!! Κατά τη δημιουργία του δέντρου [...] θα πρέπει να προσέχετε ώστε να \
    διατηρούνται το αρχικό ταμπλό, οι συντεταγμένες των παικτών και οι πόντοι των παικτών \
    αναλλοίωτοι.";
const SIMULATED: &str = "Create a clone of the root node's board and simulate making the movement.";
const WORST: &str = "Θεωρούμε πάντα ότι ο αντίπαλος θα παίξει τη χειρότερη για εμάς κίνηση.";

const EVALUATE: &[Kind] = &[
    kind(judge::NUMBERS),
    demand(evaluate_question::DIE, ARGUMENTS),
    demand(evaluate_question::PLACE, ARGUMENTS),
    demand(evaluate_question::BOARD, USED),
    demand(evaluate_question::OPPONENT, AIM),
];
const OWN_TREE: &[Kind] = &[
    kind(judge::DEPTHS),
    kind(judge::CHILDREN),
    kind(judge::OWN_VALUES),
    demand(judge::KEPT, CLONES),
    demand(judge::OWN_MOVE, SIMULATED),
];
const ANSWERS: &[Kind] = &[
    kind(judge::DEPTHS),
    kind(judge::ANSWERS),
    kind(judge::ANSWER_VALUES),
    demand(judge::NO_ANSWER, CLONES),
];
const CHOICE: &[Kind] = &[demand(given_tree::GIVEN_TREE, WORST), demand(judge::OWN_TREE, WORST)];

/// The Theseus assignment. Its text gives no points for single methods, so all have the same.
pub struct TheseusQuestions;

impl Questionnaire for TheseusQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("theseus").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 5] = [
            Function::new("evaluate", 20, EVALUATE),
            Function::new("createMySubtree", 20, OWN_TREE),
            Function::new("createOpponentSubtree", 20, ANSWERS),
            Function::new("chooseMinMaxMove", 20, CHOICE),
            Function::new("getNextMove", 20, &[kind(judge::BEST_CHILD)]),
        ];
        &FUNCTIONS
    }

    fn draw(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        let mut rng = Rng::seeded(seed);
        let mut questions: Vec<Box<dyn Question>> = vec![Box::new(GivenTree::of_the_assignment())];
        for number in 0..count.saturating_sub(1) {
            if number % 3 == 2 {
                questions.push(Box::new(GivenTree::random(&mut rng)));
            } else if number % 6 == 4 {
                use evaluate_question::{BOARD, DIE, OPPONENT, PLACE};
                let kind = [DIE, PLACE, BOARD, OPPONENT][number / 6 % 4];
                questions.push(Box::new(EvaluateQuestion::random(&mut rng, kind)));
            } else if let Some(board) = board::random(&mut rng, [3, 5, 5, 7][number % 4]) {
                questions.push(Box::new(TreeQuestion { board, only: None }));
            }
        }
        questions.sort_by_key(|question| question.size());
        questions
    }
}

#[cfg(test)]
mod tests {
    use agon_handin::{Answer, Part};

    use super::*;

    #[test]
    fn every_kind_that_is_judged_is_declared() {
        let names = TheseusQuestions.assignment().names();
        let part = |text: &str| Part { text: text.into(), micros: 0 };
        for question in TheseusQuestions.draw(3, 300) {
            // A board, then as many numbers or trees of one node as are asked for.
            let count = question.text(&names).matches('~').count() + 1;
            for text in ["1", "nodes 2\n0 - - - 0\n1 0 0 1 0", ""] {
                let parts = (0..count).map(|_| part(text)).collect();
                for check in question.judge(&Answer { parts, ..Answer::default() }, &names) {
                    let about = &TheseusQuestions.functions()[check.function];
                    assert!(about.has_kind(check.kind), "{}: {}", about.name, check.kind);
                }
            }
        }
    }
}
