//! Grades students' programs: asks them questions and gives points for right answers.
//!
//! An [`Assignment`] has functions, a language and questions. A question is sent to an interpreter
//! that runs the hand-in. The answer is compared with Agon's own, within the freedom that the
//! assignment gives. Each wrong answer is blamed on one function, and its smallest case is searched
//! for. The [`GradingScheme`] turns the results into points.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod assignment;
mod assignments;
mod byte;
mod command;
mod grading;
mod hand_in;
mod interpreter;
mod language;
mod prolog;
mod question;
mod report;
mod santorini;
mod scheme;
mod task;
mod theseus;
mod work;

pub use assignment::Assignment;
pub use assignments::{ASSIGNMENTS, find_assignment};
pub use command::{interpreter_of, read_command};
pub use grading::Grade;
pub use hand_in::{HandIn, find_hand_ins};
pub use report::Report;
pub use scheme::GradingScheme;
pub use task::GradeTask;
pub use work::{GradeSetup, GradeWork};
