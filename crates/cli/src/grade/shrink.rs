//! The smallest failing case.

use super::grading::{Case, Session};
use super::question::{Check, Question};

/// How many smaller cases are tried for a function.
const MAX_TRIES: usize = 150;

/// A case of a function's failure that is as small as can be found.
pub fn shrink(
    session: &mut Session,
    question: &dyn Question,
    function: usize,
    mut check: Check,
) -> Option<Case> {
    let mut tries = 0;
    let mut open = question.smaller(&check);
    // A case that hangs costs its whole limit each time; the questions began with small ones.
    let is_quick = |check: &Check| check.difference.as_ref().is_some_and(|found| !found.is_costly);
    'smaller: while is_quick(&check) {
        for smaller in std::mem::take(&mut open) {
            tries += 1;
            if tries > MAX_TRIES || session.is_over() {
                break 'smaller;
            }
            if let Some(failed) = session.retry(&*smaller, function) {
                open = smaller.smaller(&failed);
                check = failed;
                continue 'smaller;
            }
        }
        break;
    }
    Some(Case { kind: check.kind, difference: check.difference? })
}
