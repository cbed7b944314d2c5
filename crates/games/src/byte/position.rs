//! A position of Byte: stacks, score and the side to move.

use std::fmt;

use agon_core::Side;

use super::board::{Board, SQUARES, Square, squares};

/// A stack of up to seven checkers in a byte: one bit for each checker from the bottom, 1
/// for O, and above them a 1 that marks the height.
///
/// ```
/// use agon_core::{Notation, Side};
/// use agon_games::byte::Byte;
///
/// let (_, position) = Byte::read("8 X 0-0 E3:OOX,G5:OXXX").unwrap();
/// let square = position.occupied().next().unwrap();
/// let stack = position.stack(square);
/// assert_eq!((stack.height(), stack.to_string()), (3, "OOX".into()));
/// // The owner of the top checker is the owner of the stack.
/// assert_eq!(stack.checkers().last(), Some(Side::First));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(pub(super) u8);

impl Stack {
    /// No checkers.
    pub const EMPTY: Stack = Stack(1);

    /// The number of checkers.
    #[inline]
    pub const fn height(self) -> u32 {
        // Setting the lowest bit avoids a branch for zero, which is no stack.
        (self.0 as u32 | 1).ilog2()
    }

    /// The owner of the checker at a level, counted from 0 at the bottom.
    #[inline]
    pub fn owner(self, level: u32) -> Option<Side> {
        (level < self.height()).then(|| Side::BOTH[usize::from(self.0 >> level & 1)])
    }

    /// The levels at which a side has checkers, as bits.
    #[inline]
    pub(super) fn levels_of(self, side: Side) -> u32 {
        let bits = u32::from(self.0);
        let full = (1 << self.height()) - 1;
        full & if side == Side::Second { bits } else { !bits }
    }

    /// The checkers of the stack from the bottom.
    pub fn checkers(self) -> impl Iterator<Item = Side> {
        (0..self.height()).filter_map(move |level| self.owner(level))
    }
}

/// The checkers from the bottom, as OXX.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checkers().try_for_each(|owner| write!(f, "{}", ['X', 'O'][owner.index()]))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A position. Squares beyond the board are empty.
///
/// ```
/// use agon_core::{Notation, Side};
/// use agon_games::byte::Byte;
///
/// let (_, position) = Byte::read("8 X 0-1 E3:OOX,G5:OXXX").unwrap();
/// assert_eq!((position.checkers(), position.occupied().count()), (7, 2));
/// assert_eq!((position.score(Side::First), position.score(Side::Second)), (0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares with a stack, as bits.
    pub(super) occupied: u64,
    pub(super) stacks: [Stack; SQUARES],
    pub(super) score: [u8; 2],
    pub(super) to_move: Side,
}

impl Position {
    /// A board without checkers, X to move.
    pub(super) const EMPTY: Position = Position {
        occupied: 0,
        stacks: [Stack::EMPTY; SQUARES],
        score: [0; 2],
        to_move: Side::First,
    };

    /// The position at the start of a game.
    pub(super) fn start(board: &Board) -> Position {
        let mut position = Position::EMPTY;
        for square in board.all() {
            let (row, _) = board.place(square);
            if row > 0 && row + 1 < board.side {
                position.put(square, Stack(2 | u8::from(row % 2 == 0)));
            }
        }
        position
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The stack on a square.
    #[inline]
    pub fn stack(&self, square: Square) -> Stack {
        self.stacks[square.index()]
    }

    /// The squares whose stacks differ from those of another position, as bits.
    #[inline]
    pub(super) fn changed_since(&self, before: &Position) -> u64 {
        // Moves the lowest bit of each byte into the highest byte, in order.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut differs = [0; SQUARES.next_multiple_of(8)];
        for (differs, (one, two)) in differs.iter_mut().zip(self.stacks.iter().zip(&before.stacks))
        {
            *differs = u8::from(one.0 != two.0);
        }
        let (chunks, _) = differs.as_chunks::<8>();
        let gathered =
            chunks.iter().map(|&chunk| u64::from_le_bytes(chunk).wrapping_mul(GATHER) >> 56);
        gathered.rev().fold(0, |all, chunk| all << 8 | chunk)
    }

    /// The stacks that a side has won.
    pub fn score(&self, side: Side) -> u32 {
        self.score[side.index()].into()
    }

    /// The squares with a stack, in order.
    pub fn occupied(&self) -> impl Iterator<Item = Square> {
        squares(self.occupied)
    }

    /// The checkers on the board.
    pub fn checkers(&self) -> u32 {
        self.occupied().map(|square| self.stack(square).height()).sum()
    }

    #[inline]
    pub(super) fn put(&mut self, square: Square, stack: Stack) {
        self.stacks[square.index()] = stack;
        let bit = 1 << square.0;
        self.occupied = self.occupied & !bit | if stack == Stack::EMPTY { 0 } else { bit };
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stacks = self.occupied().map(|square| (square, self.stack(square)));
        f.debug_struct("Position")
            .field("stacks", &stacks.collect::<Vec<_>>())
            .field("score", &self.score)
            .field("to_move", &self.to_move)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    #[test]
    fn changed_squares_are_those_with_other_stacks() {
        let mut rng = Rng::seeded(5);
        for _ in 0..2000 {
            let (before, mut after) = (Position::EMPTY, Position::EMPTY);
            for _ in 0..rng.below(6) {
                after.stacks[rng.below(SQUARES)] = Stack(rng.bits() as u8);
            }
            let slow = (0..SQUARES).filter(|&square| before.stacks[square] != after.stacks[square]);
            let slow = slow.fold(0, |all, square| all | 1 << square);
            assert_eq!(after.changed_since(&before), slow);
            assert_eq!(before.changed_since(&after), slow);
        }
    }
}
