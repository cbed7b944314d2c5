//! Trial moves and finished positions of tic-tac-toe, for tests of its rules.

use agon_core::conformance::TrialMoves;
use agon_core::{Outcome, Side};

use super::position::{Cell, Position};
use super::rules::TicTacToe;

impl TrialMoves for TicTacToe {
    /// Three crosses in a row, three noughts in a row, and a full board without a row.
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("([1,1,1,-1,-1,0,0,0,0],-1)", Outcome::Win(Side::First)),
            ("([-1,1,1,-1,1,0,-1,0,0],1)", Outcome::Win(Side::Second)),
            ("([1,-1,1,1,-1,-1,-1,1,1],-1)", Outcome::Draw),
        ]
    }

    fn trial_moves(&self, _: &Position) -> Vec<Cell> {
        Cell::all().collect()
    }
}
