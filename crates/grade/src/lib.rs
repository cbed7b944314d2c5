//! Students' own programs beside Agon: they are asked, and right answers give points.
//!
//! An [`Assignment`] has functions, a language and questions. A question is sent to the interpreter
//! with a hand-in; the answer is judged by what Agon answers, within the freedom that the assignment
//! gives. A wrong answer is blamed on one function, and the smallest case of it is looked for. The
//! [`Scheme`] makes points of it.

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
pub use scheme::Scheme;
pub use task::GradeTask;
pub use work::{GradeSetup, GradeWork};
