//! Trial moves of Theseus and the Minotaur, for tests of its rules.

use agon_core::conformance::TrialMoves;

use super::die::Die;
use super::position::Position;
use super::rules::Theseus;

impl TrialMoves for Theseus {
    fn trial_moves(&self, _: &Position) -> Vec<Die> {
        Die::ALL.to_vec()
    }
}
