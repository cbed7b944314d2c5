//! The assignments that can be graded.
//!
//! To add an assignment, implement [`Assignment`] with its language, its functions and its
//! questions, and add it to [`ASSIGNMENTS`].

use crate::assignment::Assignment;
use crate::byte::ByteAssignment;
use crate::prolog::{NIM, TICTACTOE};
use crate::santorini::SantoriniAssignment;
use crate::theseus::TheseusAssignment;

pub static ASSIGNMENTS: [&dyn Assignment; 5] =
    [&SantoriniAssignment, &NIM, &TICTACTOE, &ByteAssignment, &TheseusAssignment];

pub fn find_assignment(name: &str) -> Option<&'static dyn Assignment> {
    ASSIGNMENTS.into_iter().find(|assignment| assignment.name() == name)
}
