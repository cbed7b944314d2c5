//! Trial moves of Santorini, for tests of its rules.

use agon_core::conformance::TrialMoves;

use super::cell::Cell;
use super::position::Position;
use super::rules::{Move, Santorini};

impl TrialMoves for Santorini {
    fn trial_moves(&self, position: &Position) -> Vec<Move> {
        let mut trials = Vec::new();
        for one in Cell::all() {
            trials.extend(Cell::all().filter(|&two| one <= two).map(|two| Move::Place(one, two)));
        }
        let pawns = position.pawns(position.to_move);
        let first = pawns.into_iter().flatten();
        let others = Cell::all().filter(|cell| !pawns.is_some_and(|pawns| pawns.contains(cell)));
        for from in first.chain(others) {
            for to in Cell::all() {
                trials.extend(Cell::all().map(|build| Move::Step { from, to, build }));
            }
        }
        trials
    }
}
