//! Puzzles in messages.

use agon_arena::MoveExplanation;
use agon_core::Side;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::PositionAt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "PuzzleGoal"))]
pub enum PuzzleWord {
    /// To win within a number of moves.
    Win,
    /// To find the only move after which the other side cannot force a win within a number of
    /// moves.
    Hold,
    /// To find the only move that does not lose.
    Only,
}

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "PuzzleTheme"))]
pub enum ThemeWord {
    /// A move that wins at once.
    WinNow,
    /// The only move that stops a win of the other side.
    StopWin,
    /// A move that threatens to win in two ways or more.
    Fork,
    /// A move that threatens to win in one way.
    Attack,
    /// A move that wins later and threatens nothing.
    Quiet,
    /// The only move that keeps a win.
    Endgame,
}

/// A puzzle in the list of a game, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleSummary {
    pub id: String,
    pub side: Side,
    pub goal: PuzzleWord,
    /// The number of moves, if the goal has one.
    pub moves: Option<u32>,
    /// What it is about, if its file says so.
    pub theme: Option<ThemeWord>,
    /// How hard it is: 100 more are twice the positions to look at.
    pub rating: u32,
}

/// The puzzles of a game, the easiest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Puzzles {
    pub game: &'static str,
    pub sides: [&'static str; 2],
    pub puzzles: Vec<PuzzleSummary>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum PuzzleVerdict {
    /// No move was made yet.
    Open,
    /// The move was right, and the puzzle continues.
    Right,
    /// The move was right, and the puzzle is solved.
    Solved,
    Wrong,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleAttempt {
    pub verdict: PuzzleVerdict,
    /// The board after the last move.
    pub board: PositionAt,
    /// The boards that follow: after the reply to a right move, or after each move that refutes a
    /// wrong one.
    pub line: Vec<PositionAt>,
    /// After a wrong move, whether the other side has a forced win.
    pub loses: Option<bool>,
    /// What speaks against a wrong move.
    pub explanation: Option<MoveExplanation>,
    /// The elements that select the right move, if a hint was requested.
    pub hint: Option<Vec<String>>,
}
