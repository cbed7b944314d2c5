//! Lessons in messages, and what rules say about a position.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A lesson in one language.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Lesson {
    /// The game whose board it uses.
    pub game: String,
    pub steps: Vec<LessonStep>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonStep {
    /// The explanation and the task.
    pub text: String,
    /// The position on the board.
    #[serde(default)]
    pub position: Option<String>,
    /// A small game tree instead of the board.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub tree: Option<serde_json::Value>,
    pub task: LessonTask,
}

/// A task, by what completes it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum LessonTask {
    Move {
        /// One of these moves; any move without them.
        #[serde(default)]
        right: Option<Vec<String>>,
        /// A move that matches this regular expression.
        #[serde(default)]
        form: Option<String>,
    },
    /// A move that wins the game.
    End {},
    /// The text was read.
    Read {},
    /// The position was opened as a game.
    Open {},
    /// The right one of several answers.
    Answer {
        options: Vec<String>,
        /// The index of the right one, from 0.
        right: usize,
    },
    /// Rules without errors.
    Rules {
        /// The initial text of the editor.
        source: String,
        /// The minimum number of value lines.
        lines: usize,
    },
}

/// What a rule file says about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ExplainedRules {
    /// The value for the side to move, in points.
    pub score: i32,
    pub lines: Vec<ExplainedLine>,
}

/// The contribution of a value line of a rule file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ExplainedLine {
    /// Its line in the file, from 1.
    pub line: usize,
    pub text: String,
    /// How often it holds for the side to move and for the other.
    pub counts: [u64; 2],
    /// How many points that gives each side.
    pub points: [i64; 2],
    /// Some of the proofs.
    pub proofs: Vec<String>,
}
