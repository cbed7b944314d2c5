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

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        match mv {
            Move::Place(one, two) => 32 * one.number() + two.number(),
            Move::Step { from, to, build } => {
                107 * from.number() + 32 * to.number() + build.number()
            }
        }
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
