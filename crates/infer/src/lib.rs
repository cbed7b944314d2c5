//! Evaluating positions by rules: a Datalog with stratified negation and aggregates, which
//! compiles a rule file into closures.
//!
//! The game states facts about a position (the EDB), rules derive further relations from them
//! (the IDB), and value lines give points for what holds. A file passes through:
//!
//! ```text
//! lex, parse        text -> syntax tree                 (lisp_dialect: from S-expressions)
//! scope, check      syntax tree -> program              names, types; safety: body order
//! stratify          the order of the derived relations
//! range_analysis    the values that each column can have
//! unfold            rules of games that are files: joins begin where they are used
//! plan              program -> steps                    inline, join_order, access paths;
//!                                                       layout: indexes and addresses
//! codegen           steps -> closures
//! memory            what the closures work on           one run for each position
//! ```
//!
//! Rules that depend only on the surroundings of one place are planned separately (`locality`,
//! `division`), and their results are cached by pattern (`equivalence`, `patterns`). `divided_plan`
//! combines them with the other rules.
//!
//! Everything is decided when a file is compiled; a position is evaluated bottom-up, stratum
//! by stratum, without hashing or allocation. Recursive strata are evaluated semi-naively
//! where a rule has one recursive literal, and naively where it has several.
//!
//! Beside the pipeline stands `reference`, an interpreter of the checked program that does
//! everything the obvious way. It serves `explain` and `query`, and the tests compare the
//! compiled plan with it.

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod bits;
mod check;
mod codegen;
mod diagnostic;
mod divided_plan;
mod division;
mod equivalence;
mod evaluation;
mod explain;
mod facts;
mod game;
mod inline;
mod layout;
mod lex;
mod lisp_dialect;
mod locality;
mod memory;
mod parse;
mod patterns;
mod plan;
mod program;
mod query;
mod range_analysis;
mod reference;
mod report;
mod rules;
mod safety;
mod schema;
mod scope;
mod similarity;
mod step;
mod stratify;
mod syntax;
mod unfold;

pub use check::signature;
pub use diagnostic::{Diagnostic, DiagnosticKind, Diagnostics, Span, nearest};
pub use division::LineEvaluation;
pub use explain::{Explanation, LineReport, Proof};
pub use facts::{FactTable, facts, written};
pub use game::{
    FindInclude, GamePosition, GameRefusal, GameRules, MoveKind, PartialMove, Place, Shown,
    SourceFile, What,
};
pub use patterns::PatternTable;
pub use query::Answers;
pub use report::{PlannedLine, RuleLine};
pub use rules::RuleSet;
pub use similarity::{Outline, Similarity};
