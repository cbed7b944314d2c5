//! Tic-tac-toe: an action is the number of a cell, row by row.

use agon_core::{Game as _, Side};
use agon_games::tictactoe::{Cell, Position, TicTacToe};

use super::{Encoding, Planes, number};

/// Own marks, those of the other side, and whether the side is to move.
const PLANES: usize = 3;

impl Encoding for TicTacToe {
    fn action_count(&self) -> usize {
        9
    }

    fn action(&self, cell: Cell) -> u32 {
        cell.number() as u32
    }

    fn move_of(&self, action: u32) -> Option<Cell> {
        Cell::at(action as usize / 3, action as usize % 3)
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![PLANES, 3, 3]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        let mut planes = Planes::square(numbers, 3);
        for cell in Cell::all() {
            if let Some(owner) = position.mark(cell) {
                let plane = usize::from(owner != side);
                planes.set(plane, (cell.row(), cell.column()), 1.0);
            }
        }
        planes.fill(2, number(self.to_move(position) == side));
    }

    fn has_room_for(&self, _: &TicTacToe, _: &Position) -> bool {
        true
    }
}
