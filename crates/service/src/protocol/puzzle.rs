//! Puzzles in messages.

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

/// A puzzle in the list of a game, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleSummary {
    pub id: String,
    pub side: Side,
    pub goal: PuzzleWord,
    /// The number of moves, if the goal has one.
    pub moves: Option<u32>,
    pub difficulty: u32,
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
    /// The elements that select the right move, if a hint was requested.
    pub hint: Option<Vec<String>>,
}
