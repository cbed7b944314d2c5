//! Trial moves and finished positions of Theseus and the Minotaur, for tests of its rules.

use agon_core::conformance::TrialMoves;
use agon_core::{Outcome, Side};

use super::die::Die;
use super::position::Position;
use super::rules::Theseus;

impl TrialMoves for Theseus {
    /// Theseus has the loot that he needs, the Minotaur stands where Theseus stands, and dawn.
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("000/000/000 0,0-1,1 0,1-2,2 3/1/T/- 3 0,1-2,2 01", Outcome::Win(Side::First)),
            ("000/000/000 0,0-1,1 0,1 9/1/T/- 3 0,1-0,1 1", Outcome::Win(Side::Second)),
            ("000/000/000 0,0-1,1 0,1-2,2 3/1/T/- 3 1,0-2,2 11", Outcome::Draw),
        ]
    }

    fn trial_moves(&self, _: &Position) -> Vec<Die> {
        Die::ALL.to_vec()
    }
}
