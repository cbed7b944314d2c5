//! Lessons in messages, and what rules say about a position.

use agon_arena::MoveExplanation;
use agon_core::{Side, Verdict};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{PositionAt, PuzzleVerdict, RuleFile};

/// A lesson in one language.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Lesson {
    /// The version of its file.
    pub version: u64,
    /// The game whose board it uses.
    pub game: String,
    /// Its title, unless the page knows one for its name.
    #[serde(default)]
    pub title: Option<String>,
    /// What one can do after it.
    #[serde(default)]
    pub goal: Option<String>,
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
    /// The side whose view the board shows, in a game that hides something.
    #[serde(default)]
    pub view: Option<Side>,
    /// A small game tree instead of the board.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub tree: Option<serde_json::Value>,
    /// The minimax tree of the position instead of the board.
    #[serde(default)]
    pub search: Option<LessonSearch>,
    pub task: LessonTask,
    /// What is said about tries. The first that fits a try is said.
    #[serde(default)]
    pub replies: Vec<LessonReply>,
}

/// Which minimax tree a step shows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonSearch {
    /// Its depth in plies.
    pub depth: u32,
    /// Whether it is searched with alpha-beta.
    pub pruning: bool,
}

/// What is said about tries of a task.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonReply {
    /// The moves, in which `*` stands for any characters, or the numbers of answers from 0; any
    /// try if it is left out.
    #[serde(default)]
    pub to: Option<Vec<String>>,
    pub text: String,
}

/// A task, by what completes it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum LessonTask {
    Move {
        /// One of these moves, in which `*` stands for any characters; any move without them.
        #[serde(default)]
        right: Option<Vec<String>>,
    },
    /// A move that wins the game.
    End {},
    /// A game against the computer.
    Play {
        /// The computer, such as `level:1`.
        opponent: String,
        /// Whether a draw is enough.
        #[serde(default)]
        draw: bool,
    },
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
    /// A number of positions of the minimax tree.
    Count { what: Counted },
    /// The values of positions, one after the other: a knowledge base.
    Base {
        positions: Vec<String>,
        /// Whether a draw is among the answers.
        #[serde(default)]
        draw: bool,
    },
    /// Rules that give the same points as others.
    Rules {
        /// The initial text of the editor.
        source: String,
        /// Rules that are right. Others are if they give the same points in every position.
        solution: String,
        /// More positions in which they are compared.
        #[serde(default)]
        positions: Vec<String>,
        /// Names that the rules must use.
        #[serde(default)]
        uses: Vec<String>,
    },
}

/// Which positions of a minimax tree are counted.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Counted {
    /// Those that plain minimax visits.
    All,
    /// Those that alpha-beta visits.
    Visited,
    /// Those that alpha-beta saves.
    Saved,
}

/// What somebody tries in a step of a lesson.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonTry {
    /// The moves of both sides from the position of the step.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
    /// The index of an answer, a number, or the index of a value: win, draw or loss.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub answer: Option<u32>,
    /// How many values of a knowledge base are known.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<usize>", optional))]
    pub known: usize,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub rules: Option<RuleFile>,
    /// Whether to show the beginning of a right move instead.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub hint: bool,
}

/// The result of a try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LessonAttempt {
    /// `open` while a game or a knowledge base goes on.
    pub verdict: PuzzleVerdict,
    /// What the lesson says about it.
    pub text: Option<String>,
    /// The board after the last move.
    pub board: Option<PositionAt>,
    /// The boards that follow: after the reply of the computer, or what refutes a wrong move.
    pub line: Vec<PositionAt>,
    /// What speaks against a wrong move.
    pub explanation: Option<MoveExplanation>,
    /// The elements that select a right move, if a hint was requested.
    pub hint: Option<Vec<String>>,
    /// What the rules give in the position of the step.
    pub explained: Option<ExplainedRules>,
    /// Where the rules give something else than they should.
    pub difference: Option<RuleDifference>,
    /// A name that the rules must use, and do not.
    pub unused: Option<String>,
    /// The number that was asked for.
    pub count: Option<u64>,
    /// The positions of the knowledge base that are known now.
    pub base: Vec<BaseEntry>,
    /// The moves in the position that was asked about, with the values that they leave to the
    /// other side.
    pub reached: Vec<BaseEntry>,
}

/// A position in which rules give something else than they should.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleDifference {
    pub board: PositionAt,
    /// The value for the side to move, in points.
    pub found: i32,
    pub wanted: i32,
}

/// A position of a knowledge base, or a move that leaves it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BaseEntry {
    pub position: String,
    /// Its value for the side to move.
    pub value: Verdict,
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
