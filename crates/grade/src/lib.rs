//! Grades students' programs: asks them questions and gives points for right answers.
//!
//! A [`Questionnaire`] has the questions of an assignment. A question is sent to an interpreter
//! that runs the hand-in. The answer is compared with Agon's own, within the freedom that the
//! assignment gives. Each wrong answer is blamed on one function, and its smallest case is searched
//! for. The [`GradingScheme`] turns the results into points.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod byte;
mod grading;
mod prolog;
mod question;
mod questionnaire;
mod questionnaires;
mod report;
mod santorini;
mod scheme;
mod task;
mod theseus;
mod work;

pub use grading::Grade;
pub use questionnaire::Questionnaire;
pub use questionnaires::find_questionnaire;
pub use report::Report;
pub use scheme::GradingScheme;
pub use task::GradeTask;
pub use work::{GradeSetup, GradeWork};
