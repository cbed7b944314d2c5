//! Santorini: the 300 placements come first, as pairs of cells; then 64 steps from each cell, by the
//! direction of the step and that of the build.

use agon_core::{Game as _, Side};
use agon_games::santorini::{Cell, Move, Position, Santorini};

use super::{Encoding, Planes, Trainable, number};

const CELLS: usize = 25;
const PLACEMENTS: usize = CELLS * (CELLS - 1) / 2;
const STEPS: usize = CELLS * 64;

/// Heights 0 to 4, own pawns, those of the other side, and whether the side is to move.
const PLANES: usize = 8;

/// The directions row by row, from the upper left to the lower right.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The number of each direction by row and column, each 0 to 2; that of no direction is not used.
const DIRECTION_OF: [usize; 9] = [0, 1, 2, 3, 0, 4, 5, 6, 7];

fn number_of(cell: Cell) -> usize {
    5 * cell.row() + cell.column()
}

/// The direction from a cell to one of its neighbours.
fn direction(from: Cell, to: Cell) -> usize {
    let (down, right) = (1 + to.row() - from.row(), 1 + to.column() - from.column());
    DIRECTION_OF[(3 * down + right) % 9]
}

/// The neighbour of a cell in a direction, if there is one.
fn neighbour(cell: Cell, direction: usize) -> Option<Cell> {
    let (down, right) = DIRECTIONS[direction % 8];
    Cell::at(cell.row().checked_add_signed(down)?, cell.column().checked_add_signed(right)?)
}

/// How many placements begin with a smaller cell.
const fn pairs_before(one: usize) -> usize {
    one * (2 * CELLS - 1 - one) / 2
}

impl Encoding for Santorini {
    fn action_count(&self) -> usize {
        PLACEMENTS + STEPS
    }

    fn action(&self, mv: Move) -> u32 {
        let action = match mv {
            Move::Place(one, two) => {
                let (one, two) = (number_of(one), number_of(two));
                pairs_before(one) + two - one - 1
            }
            Move::Step { from, to, build } => {
                let directions = 8 * direction(from, to) + direction(to, build);
                PLACEMENTS + 64 * number_of(from) + directions
            }
        };
        action as u32
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let action = action as usize;
        if let Some(step) = action.checked_sub(PLACEMENTS) {
            let from = cell(step / 64)?;
            let to = neighbour(from, step % 64 / 8)?;
            return Some(Move::Step { from, to, build: neighbour(to, step % 8)? });
        }
        let one = (0..CELLS).rev().find(|&one| pairs_before(one) <= action)?;
        Some(Move::Place(cell(one)?, cell(one + 1 + action - pairs_before(one))?))
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![PLANES, 5, 5]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        let mut planes = Planes { numbers, side: 5 };
        for cell in Cell::all() {
            planes.set(position.height(cell).into(), (cell.row(), cell.column()), 1.0);
        }
        for (plane, owner) in [(5, side), (6, side.opponent())] {
            for pawn in position.pawns(owner).into_iter().flatten() {
                planes.set(plane, (pawn.row(), pawn.column()), 1.0);
            }
        }
        planes.fill(7, number(self.to_move(position) == side));
    }

    fn has_room_for(&self, _: &Santorini, _: &Position) -> bool {
        true
    }

    fn trainable(&self) -> Option<&dyn Trainable<Self>> {
        Some(self)
    }
}

fn cell(number: usize) -> Option<Cell> {
    Cell::at(number / 5, number % 5)
}
