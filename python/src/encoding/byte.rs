//! Byte: an action is the square, the direction and the lowest checker that goes; the last action
//! is the pass.

use agon_core::{Game as _, Side};
use agon_games::byte::{Byte, Move, Position};
use agon_network::NetworkInputs as _;

use super::{Encoding, Planes, Trainable, number};

/// A stack on the board has at most seven checkers.
const LEVELS: usize = 7;

/// The directions: up left, up right, down left, down right.
const DIRECTIONS: usize = 4;

/// Own checkers by level, those of the other side, stacks won by each, and whether the side is to
/// move.
const PLANES: usize = 2 * LEVELS + 3;

/// The fields of the code of a step: see [`agon_core::Game::encode`] of Byte.
const LEVEL_SHIFT: u32 = 12;
const FROM_SHIFT: u32 = 6;
const SQUARE_MASK: u32 = 63;

/// The number of dark squares.
fn squares(game: &Byte) -> usize {
    game.side() * game.side() / 2
}

/// The row and column of a dark square.
fn place(game: &Byte, square: usize) -> (usize, usize) {
    let half = game.side() / 2;
    let row = square / half;
    (row, square % half * 2 + row % 2)
}

/// The number of stacks that wins the game: the majority of all.
fn majority(game: &Byte) -> u32 {
    (game.side() * (game.side() - 2) / 2 / 8 / 2 + 1) as u32
}

impl Encoding for Byte {
    fn action_count(&self) -> usize {
        squares(self) * DIRECTIONS * LEVELS + 1
    }

    fn action(&self, mv: Move) -> u32 {
        if mv == Move::Pass {
            return self.action_count() as u32 - 1;
        }
        let code = self.encode(mv);
        let level = (code >> LEVEL_SHIFT) as usize;
        let [from, to] = [code >> FROM_SHIFT, code].map(|field| (field & SQUARE_MASK) as usize);
        let (before, after) = (place(self, from), place(self, to));
        let direction = 2 * usize::from(after.0 > before.0) + usize::from(after.1 > before.1);
        ((from * DIRECTIONS + direction) * LEVELS + level) as u32
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let action = action as usize;
        if action + 1 == self.action_count() {
            return Some(Move::Pass);
        }
        let (square, level) = (action / LEVELS / DIRECTIONS, action % LEVELS);
        let direction = action / LEVELS % DIRECTIONS;
        if square >= squares(self) {
            return None;
        }
        let (row, column) = place(self, square);
        let moved = |from: usize, forward: bool| match forward {
            true => Some(from + 1).filter(|&to| to < self.side()),
            false => from.checked_sub(1),
        };
        let (row, column) = (moved(row, direction >= 2)?, moved(column, direction % 2 == 1)?);
        let to = row * (self.side() / 2) + column / 2;
        self.decode((level as u32) << LEVEL_SHIFT | (square as u32) << FROM_SHIFT | to as u32)
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![PLANES, self.side(), self.side()]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        // The network inputs have the same contents: square, level and owner of each checker.
        const INPUTS: usize = 16;
        let mut planes = Planes::square(numbers, self.side());
        self.for_each_input(position, side, |input| {
            let (square, level, owner) = (input / INPUTS, input % INPUTS / 2, input % 2);
            if square < squares(self) {
                planes.set(owner * LEVELS + level, place(self, square), 1.0);
            }
        });
        let won = |side| position.score(side) as f32 / majority(self) as f32;
        planes.fill(2 * LEVELS, won(side));
        planes.fill(2 * LEVELS + 1, won(side.opponent()));
        planes.fill(2 * LEVELS + 2, number(self.to_move(position) == side));
    }

    fn has_room_for(&self, other: &Byte, _: &Position) -> bool {
        self.side() == other.side()
    }

    fn parameters(&self) -> String {
        format!("size={}", self.side())
    }

    fn trainable(&self) -> Option<&dyn Trainable<Self>> {
        Some(self)
    }
}
