//! Hints for a search of Byte.

use agon_core::{HISTORY_PARTS, MoveOrdering};

use super::board::SQUARES;
use super::position::Position;
use super::rules::{Byte, Move};

/// The most stacks of a position that is worth trying to prove.
const ENDING_STACKS: usize = 11;

impl MoveOrdering for Byte {
    fn is_near_end(&self, position: &Position) -> bool {
        position.occupied().count() <= ENDING_STACKS
    }

    /// Every move has an index of its own: of the two squares one step up, and of the
    /// two one step down, one has an even number and one an odd number.
    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        match mv {
            Move::Pass => 32 * SQUARES,
            Move::Step { level, .. } => 8 * self.history_part(mv) + usize::from(level),
        }
    }

    /// The two squares of a move, whatever is carried.
    #[inline]
    fn history_part(&self, mv: Move) -> usize {
        match mv {
            Move::Pass => HISTORY_PARTS - 1,
            Move::Step { from, to, .. } => {
                let is_down = usize::from(to > from);
                4 * from.index() + 2 * is_down + to.index() % 2
            }
        }
    }

    /// Winning a stack is good, and giving one away is not.
    #[inline]
    fn order_score(&self, position: &Position, mv: Move) -> i32 {
        let Move::Step { from, to, level } = mv else { return 0 };
        let (stack, target) = (position.stack(from), position.stack(to));
        let together = stack.height() - u32::from(level) + target.height();
        let top = stack.owner(stack.height() - 1);
        match together == 8 {
            true if top == Some(position.to_move) => 3000,
            true => -3000,
            false => 0,
        }
    }
}
