//! Grades students' programs: asks them questions and gives points for right answers.
//!
//! A [`Questionnaire`] has the questions of an assignment. A question is sent to an interpreter
//! that runs the hand-in. The answer is compared with Agon's own, within the freedom that the
//! assignment gives. Each wrong answer is blamed on one function, and its smallest case is searched
//! for. The [`GradingScheme`] turns the results into points.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod byte;
mod free_checks;
mod grading;
mod journal;
mod not_graded;
mod prolog;
mod proof;
mod question;
mod questionnaire;
mod questionnaires;
mod remarks;
mod report;
mod santorini;
mod scheme;
mod similarity;
mod task;
mod texts;
mod theseus;
mod toml_file;
mod work;

pub use grading::Grade;
pub use journal::Journal;
pub use questionnaire::Questionnaire;
pub use questionnaires::find_questionnaire;
pub use remarks::Remarks;
pub use report::{Classroom50, Format, Report};
pub use scheme::GradingScheme;
pub use similarity::Similarity;
pub use task::GradeTask;
pub use texts::Words;
pub use work::{GradeSetup, GradeWork};
