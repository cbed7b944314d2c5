//! Hints for a search of Santorini.

use agon_core::MoveOrdering;

use super::position::Position;
use super::rules::{Move, Santorini};

impl MoveOrdering for Santorini {
    /// The opponent could step onto height 3.
    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        !position.winning_steps(position.to_move.opponent()).is_empty()
    }

    /// Nobody can step onto a cell once it has a dome, and one build makes one dome.
    #[inline]
    fn for_each_evasion(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let threats = position.winning_steps(position.to_move.opponent());
        if threats.count() > 1 {
            return;
        }
        let free = position.free();
        for build in threats.iter() {
            for from in position.pawns.of(position.to_move) {
                for to in (position.steps(from, free) & build.neighbours()).iter() {
                    visit(Move::Step { from, to, build });
                }
            }
        }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        match mv {
            Move::Place(..) => self.history_part(mv),
            Move::Step { from, .. } => 107 * usize::from(from.place()) + self.history_part(mv),
        }
    }

    /// Where a pawn steps to and builds, whichever pawn it is.
    #[inline]
    fn history_part(&self, mv: Move) -> usize {
        let (Move::Place(one, two) | Move::Step { to: one, build: two, .. }) = mv;
        32 * usize::from(one.place()) + usize::from(two.place())
    }

    /// Climbing is good, and so is staying high.
    #[inline]
    fn order_score(&self, position: &Position, mv: Move) -> i32 {
        match mv {
            Move::Place(..) => 0,
            Move::Step { from, to, .. } => {
                // Nobody stands on a dome.
                let levels = position.at_least[..3].iter();
                let height = |cell| levels.clone().map(|built| i32::from(built.has(cell))).sum();
                let [low, high]: [i32; 2] = [from, to].map(height);
                400 * (high - low) + 100 * high
            }
        }
    }
}
