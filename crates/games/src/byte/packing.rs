//! Positions of Byte as bytes: one for each dark square, and three more.
//!
//! The squares come row by row, 32 or 50 of them. The byte of a square has a bit for each
//! checker from the bottom, 1 for O, and above them a 1 that marks the height; so an empty
//! square is 1. Then follow the stacks that X and O have won, and the side to move, 0 for X and
//! 1 for O.

use agon_core::{Packing, Side};

use super::notation::check_sound;
use super::position::{Position, Stack};
use super::rules::Byte;

impl Packing for Byte {
    fn packed_bytes(&self) -> usize {
        self.board.squares() + 3
    }

    fn pack(&self, position: &Position, bytes: &mut [u8]) {
        let (squares, rest) = bytes.split_at_mut(self.board.squares());
        for (byte, square) in squares.iter_mut().zip(self.board.all()) {
            *byte = position.stack(square).0;
        }
        let [x, o] = position.score;
        rest.copy_from_slice(&[x, o, position.to_move.index() as u8]);
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Position> {
        let (squares, rest) = bytes.split_at_checked(self.board.squares())?;
        let &[x, o, to_move] = rest else { return None };
        let to_move = *Side::BOTH.get(usize::from(to_move))?;
        let mut position = Position { score: [x, o], to_move, ..Position::EMPTY };
        for (&byte, square) in squares.iter().zip(self.board.all()) {
            if byte == 0 {
                return None;
            }
            position.put(square, Stack(byte));
        }
        check_sound(self, &position).is_ok().then_some(position)
    }
}
