//! The numbering of positions: a digit of base three for each cell.

use agon_core::Indexed;

use super::position::{Cell, Position, bit};
use super::rules::TicTacToe;

impl Indexed for TicTacToe {
    fn index_bound(&self, _: &Position) -> u64 {
        3_u64.pow(9)
    }

    fn index_of(&self, position: &Position) -> u64 {
        position.ternary()
    }

    fn position_at(&self, mut index: u64) -> Option<Position> {
        let mut position = Position::default();
        for place in (0..9).rev() {
            let cell = Cell::at(place / 3, place % 3)?;
            match index % 3 {
                0 => (),
                digit => position.marks[digit as usize - 1] |= bit(cell),
            }
            index /= 3;
        }
        (index == 0 && position.is_sound()).then_some(position)
    }
}
