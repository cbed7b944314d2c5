//! The moves with which the rules of Theseus and the Minotaur are tried.

use agon_core::conformance::TrialMoves;

use super::die::Die;
use super::position::Position;
use super::rules::Theseus;

impl TrialMoves for Theseus {
    fn trial_moves(&self, _: &Position) -> Vec<Die> {
        Die::ALL.to_vec()
    }
}
