//! What a program with rules of its own says of a game that it follows.

use crate::GameLine;

/// What was done in a game, for programs that take moves back themselves. Each has the move in the
/// game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum GameStep {
    /// A move was made.
    Move(String),
    /// It was taken back.
    Undo(String),
    /// It was made again.
    Redo(String),
    /// An illegal move was tried, which changes nothing.
    Try(String),
}

/// The game after some steps.
#[must_use]
pub fn line_after(start: &str, steps: &[GameStep]) -> GameLine {
    let mut line = GameLine { start: start.into(), moves: Vec::new() };
    for step in steps {
        match step {
            GameStep::Move(mv) | GameStep::Redo(mv) => line.moves.push(mv.clone()),
            GameStep::Undo(_) => drop(line.moves.pop()),
            GameStep::Try(_) => (),
        }
    }
    line
}

/// What a program says of a game after the last of some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// The position as the program has it, in the game's notation as far as it can be told. Empty
    /// if it has none yet.
    pub position: String,
    /// Whether it says that the game is over.
    pub over: Option<bool>,
    /// The moves that it allows, in the game's notation.
    pub moves: Option<Vec<String>>,
    /// Whether it has made the move that was tried.
    pub accepts: bool,
    /// The call that asks the same in an interpreter.
    pub call: String,
    /// What it printed.
    pub printed: String,
    /// The processor time, in microseconds.
    pub micros: u64,
    /// Why it gave no answer.
    pub error: Option<String>,
    /// Whether that took so long, or ended the program, that it is better not asked again.
    pub is_stuck: bool,
}
