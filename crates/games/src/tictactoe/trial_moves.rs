//! Trial moves of tic-tac-toe, for tests of its rules.

use agon_core::conformance::TrialMoves;

use super::position::{Cell, Position};
use super::rules::TicTacToe;

impl TrialMoves for TicTacToe {
    fn trial_moves(&self, _: &Position) -> Vec<Cell> {
        Cell::all().collect()
    }
}
