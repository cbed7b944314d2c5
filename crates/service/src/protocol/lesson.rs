//! Lessons in messages, and what rules say of a position.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A lesson in one language.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Lesson {
    /// The game whose board it uses.
    pub game: String,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonStep {
    /// What is explained and asked for.
    pub text: String,
    /// The position on the board.
    #[serde(default)]
    pub position: Option<String>,
    /// A small game tree instead of the board.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub tree: Option<serde_json::Value>,
    /// What counts as done.
    pub task: LessonTask,
}

/// What counts as done.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum LessonTask {
    /// A legal move.
    Move {
        /// One of these, or any.
        #[serde(default)]
        right: Option<Vec<String>>,
        /// One that fits this regular expression.
        #[serde(default)]
        form: Option<String>,
    },
    /// A move that wins the game.
    End {},
    /// The text has been read.
    Read {},
    /// The position is opened as a game.
    Open {},
    /// One of several answers.
    Answer {
        /// The answers.
        options: Vec<String>,
        /// The number of the right one, from 0.
        right: usize,
    },
    /// Rules without errors.
    Rules {
        /// What the editor begins with.
        source: String,
        /// How many value lines there must be.
        lines: usize,
    },
}

/// What a rule file says of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ExplainedRules {
    /// The value for the side to move, in points.
    pub score: i32,
    /// Its value lines.
    pub lines: Vec<ExplainedLine>,
}

/// What a value line of a rule file contributes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ExplainedLine {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// How often it holds for the side to move and for the other.
    pub counts: [u64; 2],
    /// How many points that gives each.
    pub points: [i64; 2],
    /// Why it holds: some of the proofs.
    pub proofs: Vec<String>,
}
