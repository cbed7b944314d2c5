//! The questions of each assignment.

use crate::byte::ByteQuestions;
use crate::prolog::{NIM, TICTACTOE};
use crate::questionnaire::Questionnaire;
use crate::santorini::SantoriniQuestions;
use crate::theseus::TheseusQuestions;

pub static QUESTIONNAIRES: [&dyn Questionnaire; 5] =
    [&SantoriniQuestions, &NIM, &TICTACTOE, &ByteQuestions, &TheseusQuestions];

/// The questions of the assignment with this name.
pub fn find_questionnaire(name: &str) -> Option<&'static dyn Questionnaire> {
    QUESTIONNAIRES.into_iter().find(|questionnaire| questionnaire.assignment().name == name)
}
