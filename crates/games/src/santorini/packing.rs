//! Positions of Santorini as 13 bytes.
//!
//! Bytes 0 to 7 are the heights as one number in base 5, little endian: the sum over the cells
//! of `height * 5^cell`, with cells numbered row by row from 0 to 24, five to a row. On a board of six
//! columns, which has no fifth row, the cells of the sixth have the numbers 20 to 23. On a board of six
//! rows, rows and columns are swapped. Bytes 8 to 11 are the cells of blue's and of red's pawns in their stored order, 255 for one that is not placed or not
//! part of the game. Byte 12 is the side to move, 0 for blue and 1 for red.

use agon_core::{Packing, Side};

use super::cell::{Cell, Cells};
use super::notation::check_sound;
use super::position::{Pawns, Position};
use super::rules::Santorini;

const BYTES: usize = 13;

/// The cell of a pawn that has not been placed.
const NOWHERE: u8 = 255;

impl Packing for Santorini {
    fn packed_bytes(&self) -> usize {
        BYTES
    }

    fn pack(&self, position: &Position, bytes: &mut [u8]) {
        let mut heights = 0_u64;
        // From the last cell to the first, which then counts once.
        for cell in self.board().by_number().rev() {
            heights = heights * 5 + u64::from(position.height(cell));
        }
        bytes[..8].copy_from_slice(&heights.to_le_bytes());
        for (byte, side) in [8, 10].into_iter().zip(Side::BOTH) {
            let number = |pawn: Cell| match pawn {
                Cell::NOWHERE => NOWHERE,
                pawn => pawn.number() as u8,
            };
            bytes[byte..byte + 2].copy_from_slice(&position.pawns.of(side).map(number));
        }
        bytes[12] = position.to_move.index() as u8;
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Position> {
        let bytes: &[u8; BYTES] = bytes.try_into().ok()?;
        let mut heights = u64::from_le_bytes(bytes[..8].try_into().ok()?);
        let mut at_least = [self.board().beyond(); 4];
        for cell in self.board().by_number() {
            let height = (heights % 5) as usize;
            if height < 4 && self.board().beyond().has(cell) {
                return None;
            }
            at_least.iter_mut().take(height).for_each(|built| *built |= Cells::of(cell));
            heights /= 5;
        }
        let blue = self.pawns([bytes[8], bytes[9]])?;
        let red = self.pawns([bytes[10], bytes[11]])?;
        let to_move = *Side::BOTH.get(usize::from(bytes[12]))?;
        let position = Position { at_least, pawns: Pawns::new([blue, red]), to_move };
        (heights == 0 && check_sound(self.board(), &position).is_ok()).then_some(position)
    }
}

impl Santorini {
    /// The pawns of a side.
    fn pawns(&self, numbers: [u8; 2]) -> Option<[Cell; 2]> {
        let cell = |number: u8| (number < 25).then(|| self.board().cell_of_number(number.into()));
        match (numbers, self.board().pawns()) {
            ([NOWHERE, NOWHERE], _) => Some([Cell::NOWHERE; 2]),
            ([one, NOWHERE], 1) => Some([cell(one)?, Cell::NOWHERE]),
            ([one, two], 2) => Some([cell(one)?, cell(two)?]),
            _ => None,
        }
    }
}
