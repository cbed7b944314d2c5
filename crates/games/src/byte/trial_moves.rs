//! Trial moves and finished positions of Byte, for tests of its rules.

use agon_core::conformance::TrialMoves;
use agon_core::{Outcome, Side};

use super::position::Position;
use super::rules::{Byte, Move};

impl TrialMoves for Byte {
    /// Two of the three stacks that can be made, and nothing left to make another with.
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("8 O 2-0 -", Outcome::Win(Side::First)),
            ("8 X 0-2 -", Outcome::Win(Side::Second)),
            ("8 O 1-1 -", Outcome::Draw),
        ]
    }

    fn trial_moves(&self, _: &Position) -> Vec<Move> {
        let mut trials = Vec::new();
        for from in self.board.all() {
            for to in self.board.all().filter(|&to| self.board.distance(from, to) <= 2) {
                trials.extend((0..9).map(|level| Move::Step { from, to, level }));
            }
        }
        trials.push(Move::Pass);
        trials
    }
}
