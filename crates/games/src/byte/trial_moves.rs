//! Trial moves of Byte, for tests of its rules.

use agon_core::conformance::TrialMoves;

use super::position::Position;
use super::rules::{Byte, Move};

impl TrialMoves for Byte {
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
