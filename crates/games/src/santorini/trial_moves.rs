//! Trial moves and finished positions of Santorini, for tests of its rules.

use agon_core::conformance::TrialMoves;
use agon_core::{Outcome, Side};

use super::cell::Cell;
use super::position::Position;
use super::rules::{Move, Santorini};

impl TrialMoves for Santorini {
    /// A pawn of each side climbed to height 3, and the pawns of each side in corners behind domes.
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("30000/00000/00000/00000/00000 R 00,11 33,44", Outcome::Win(Side::First)),
            ("30000/00000/00000/00000/00000 B 33,44 00,11", Outcome::Win(Side::Second)),
            ("04000/44000/00000/00044/00040 R 02,20 00,44", Outcome::Win(Side::First)),
            ("04000/44000/00000/00044/00040 B 00,44 02,20", Outcome::Win(Side::Second)),
        ]
    }

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
