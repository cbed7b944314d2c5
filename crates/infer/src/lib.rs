//! Judging positions by inference: rules over facts, written by students.
//!
//! A rule file is read, checked against what a game can say, and made into a plan that is
//! run for every position. The same rules are also run slowly and plainly,
//! to explain a value and to answer questions.
//!
//! ```text
//! source -> syntax -> program -> plan -> weave: a value for each position
//!                            \-> slow: explanations and answers
//! ```

#![warn(clippy::unwrap_used)]

mod bounds;
mod check;
mod course;
mod evaluation;
mod inline;
mod layers;
mod lex;
mod memory;
mod parse;
mod plan;
mod program;
mod report;
mod rules;
mod scope;
mod slow;
mod step;
mod store;
mod syntax;
mod trouble;
mod weave;

pub use report::{RuleLine, signature};
pub use rules::{Answers, Explanation, LineReport, Proof, RuleSet};
pub use trouble::{Span, Trouble, Troubles, Wrong, nearest};
