//! Puzzles in messages.

use agon_core::Side;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::PositionAt;

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "PuzzleGoal"))]
pub enum PuzzleWord {
    /// To win with so many moves.
    Win,
    /// The only move after which the other side cannot force a win with so many moves.
    Hold,
    /// The only move that does not lose.
    Only,
}

/// A puzzle in the list of a game, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleSummary {
    /// Its name.
    pub id: String,
    /// The side to move.
    pub side: Side,
    /// What it asks for.
    pub goal: PuzzleWord,
    /// With how many moves, unless the goal has no number.
    pub moves: Option<u32>,
    /// How hard it is.
    pub difficulty: u32,
}

/// The puzzles of a game, the easiest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Puzzles {
    /// The game.
    pub game: &'static str,
    /// The names of its sides.
    pub sides: [&'static str; 2],
    /// The puzzles.
    pub puzzles: Vec<PuzzleSummary>,
}

/// What came of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum PuzzleVerdict {
    /// No move was made yet.
    Open,
    /// It was right, and the puzzle goes on.
    Right,
    /// It was right, and the puzzle is solved.
    Solved,
    /// It was wrong.
    Wrong,
}

/// The state of a puzzle after the moves of a solver.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleAttempt {
    /// What came of the last move.
    pub verdict: PuzzleVerdict,
    /// The board after it.
    pub board: PositionAt,
    /// The boards that follow: after the reply to a right move, or after each move that refutes
    /// a wrong one.
    pub line: Vec<PositionAt>,
    /// After a wrong move, whether the other side wins by force.
    pub loses: Option<bool>,
    /// The elements that select the right move, if a hint was asked for.
    pub hint: Option<Vec<String>>,
}
