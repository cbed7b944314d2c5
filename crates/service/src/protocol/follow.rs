//! A program whose rules are called beside those of the game, and where the two differ.

use agon_core::{Scene, Side};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::RequestError;

/// What a program has said of a game so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FollowView {
    /// What was done since the start, as far as the program has answered.
    pub steps: Vec<FollowedStep>,
    /// Whether it is being asked about what was done last.
    pub asking: bool,
    /// Why it is not asked any more.
    pub problem: Option<RequestError>,
}

/// Something that was done in a game, and whether the program agrees with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FollowedStep {
    /// How many moves are made then.
    pub ply: usize,
    pub what: StepWord,
    /// The move that was made, taken back or tried.
    pub mv: Option<String>,
    pub differences: Vec<Difference>,
    /// Why the program gave no answer, in its own words.
    pub error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum StepWord {
    Start,
    Move,
    Undo,
    Redo,
    /// An illegal move was tried.
    Try,
}

/// A difference between the program and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Difference {
    Cell {
        cell: String,
        program: Content,
        rules: Content,
    },
    /// Whose turn it is.
    Turn {
        program: Side,
        rules: Side,
    },
    /// Whether the game is over.
    Over {
        program: bool,
    },
    /// The program's position cannot occur.
    Impossible {
        problem: RequestError,
    },
    /// The program makes an illegal move.
    Accepts {
        mv: String,
        problem: Option<RequestError>,
    },
    /// Legal moves that the program does not have: the first ones, and how many.
    Missing {
        moves: Vec<String>,
        count: usize,
    },
    /// Moves of the program that are not legal.
    Extra {
        moves: Vec<String>,
        count: usize,
    },
}

/// What is on a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Content {
    /// How high it is built.
    pub height: Option<u8>,
    /// From the bottom.
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Piece {
    /// The translation key of its name.
    pub label: String,
    pub owner: Option<Side>,
    pub symbol: char,
}

/// What a program has said after one step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ToldState {
    /// The position as the program has it, as far as it can be told.
    pub text: String,
    /// The board of that position, with the cells marked that differ; `None` if it cannot be drawn.
    pub scene: Option<Scene>,
    /// The call that asks the same in an interpreter.
    pub call: String,
    /// What the program printed.
    pub printed: String,
    /// The processor time of the answer, in microseconds.
    pub micros: u64,
}
