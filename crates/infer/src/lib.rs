//! Judging positions by inference: rules over facts, written by students.
//!
//! A rule file is read, checked against what a game can say, and made into a plan that a
//! small machine runs for every position. The same rules are also run slowly and plainly,
//! to explain a value and to answer questions.
//!
//! ```text
//! source -> syntax -> program -> plan -> machine: a value for each position
//!                            \-> slow: explanations and answers
//! ```

#![warn(clippy::unwrap_used)]

mod bounds;
mod check;
mod inline;
mod layers;
mod lex;
mod machine;
mod parse;
mod plan;
mod program;
mod report;
mod rules;
mod scope;
mod slow;
mod store;
mod syntax;
mod trouble;

pub use report::{RuleLine, signature};
pub use rules::{Explanation, LineReport, Proof, RuleSet};
pub use trouble::{Span, Trouble, Troubles, Wrong};
