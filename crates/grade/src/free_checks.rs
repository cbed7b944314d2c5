//! The checks that a program passes of which one function does nothing.

use std::collections::HashSet;

use super::question::{Check, Question};
use agon_handin::Names;

/// The checks that earn nothing, by the index of their question.
#[derive(Debug)]
pub struct FreeChecks(Vec<HashSet<(usize, &'static str, usize)>>);

impl FreeChecks {
    pub fn of(questions: &[Box<dyn Question>], names: &Names) -> FreeChecks {
        FreeChecks(questions.iter().map(|question| free(&**question, names)).collect())
    }

    pub fn has(&self, number: usize, check: &Check) -> bool {
        let free = self.0.get(number);
        free.is_some_and(|free| free.contains(&(check.function, check.kind, check.step)))
    }
}

/// The checks as function, kind and step.
fn free(question: &dyn Question, names: &Names) -> HashSet<(usize, &'static str, usize)> {
    let null = question.null_answers(names).into_iter();
    let checks = null.flat_map(|(function, answer)| {
        let checks = question.judge(&answer, names).into_iter();
        checks.filter(move |check| check.function == function && check.passed())
    });
    checks.map(|check| (check.function, check.kind, check.step)).collect()
}
