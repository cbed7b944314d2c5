//! The numbering of positions: a digit of base three for each cell.

use agon_core::Numbered;

use super::position::{Cell, Position, bit};
use super::rules::TicTacToe;

impl Numbered for TicTacToe {
    fn number_bound(&self, _: &Position) -> u64 {
        3_u64.pow(9)
    }

    fn number(&self, position: &Position) -> u64 {
        position.ternary()
    }

    fn numbered(&self, mut number: u64) -> Option<Position> {
        let mut position = Position::default();
        for place in (0..9).rev() {
            let cell = Cell::at(place / 3, place % 3)?;
            match number % 3 {
                0 => (),
                digit => position.marks[digit as usize - 1] |= bit(cell),
            }
            number /= 3;
        }
        (number == 0 && position.is_sound()).then_some(position)
    }
}
