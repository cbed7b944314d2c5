//! Trial moves of Santorini, for tests of its rules.

use agon_core::conformance::TrialMoves;

use super::cell::Cell;
use super::position::Position;
use super::rules::{Move, Santorini};

impl TrialMoves for Santorini {
    fn trial_moves(&self, position: &Position) -> Vec<Move> {
        let all = || self.board().cells().iter();
        let mut trials = Vec::new();
        for one in all() {
            trials.extend(all().filter(|&two| one <= two).map(|two| Move::Place(one, two)));
            trials.push(Move::place_one(one));
        }
        let pawns: Vec<Cell> = position.pawns(position.to_move).collect();
        let others = all().filter(|cell| !pawns.contains(cell));
        for from in pawns.iter().copied().chain(others) {
            for to in all() {
                trials.extend(all().map(|build| Move::Step { from, to, build }));
            }
        }
        trials
    }
}
