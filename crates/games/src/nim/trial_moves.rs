//! Trial moves and finished positions of NIM, for tests of its rules.

use agon_core::conformance::TrialMoves;
use agon_core::{Outcome, Side};

use super::rules::{Move, Nim, Position};

impl TrialMoves for Nim {
    /// Who took the last match has lost.
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[("[]", Outcome::Win(Side::First)), ("[] second", Outcome::Win(Side::Second))]
    }

    fn trial_moves(&self, position: &Position) -> Vec<Move> {
        let mut trials = Vec::new();
        for heap in 0..=position.heaps.largest() + 2 {
            trials.extend((0..=heap + 1).rev().map(|right| Move::new(heap, 0, right)));
            for left in (1..=heap).rev() {
                trials.extend((0..=heap).map(|right| Move::new(heap, left, right)));
            }
        }
        trials
    }
}
