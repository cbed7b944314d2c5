//! Santorini: the 300 placements come first, as pairs of cells, or as cells where each side has one
//! pawn; then 64 steps from each cell, by the direction of the step and that of the build. Cells are
//! numbered row by row. Those beyond the edge of a smaller board have domes; a board with six cells to
//! a side has cells of its own only.

use agon_core::{Game as _, Side};
use agon_games::santorini::{Board, Cell, Move, Position, Santorini};

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

/// How many rows and columns the encoding has.
fn size(board: &Board) -> (usize, usize) {
    match board.width().max(board.height()) {
        6.. => (board.height(), board.width()),
        _ => (5, 5),
    }
}

fn number_of(board: &Board, cell: Cell) -> usize {
    size(board).1 * board.row(cell) + board.column(cell)
}

fn cell(board: &Board, number: usize) -> Option<Cell> {
    let (_, width) = size(board);
    board.cell(number / width, number % width)
}

/// The direction from a cell to one of its neighbours.
fn direction(board: &Board, from: Cell, to: Cell) -> usize {
    let down = 1 + board.row(to) - board.row(from);
    let right = 1 + board.column(to) - board.column(from);
    DIRECTION_OF[(3 * down + right) % 9]
}

/// The neighbour of a cell in a direction, if there is one.
fn neighbour(board: &Board, cell: Cell, direction: usize) -> Option<Cell> {
    let (down, right) = DIRECTIONS[direction % 8];
    let row = board.row(cell).checked_add_signed(down)?;
    board.cell(row, board.column(cell).checked_add_signed(right)?)
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
        let number = |cell| number_of(self.board(), cell);
        let direction = |from, to| direction(self.board(), from, to);
        let action = match mv {
            Move::Place(one, _) if self.board().pawns() == 1 => number(one),
            Move::Place(one, two) => {
                let (one, two) = (number(one), number(two));
                let (one, two) = (one.min(two), one.max(two));
                pairs_before(one) + two - one - 1
            }
            Move::Step { from, to, build } => {
                PLACEMENTS + 64 * number(from) + 8 * direction(from, to) + direction(to, build)
            }
        };
        action as u32
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let (board, action) = (self.board(), action as usize);
        if let Some(step) = action.checked_sub(PLACEMENTS) {
            let from = cell(board, step / 64)?;
            let to = neighbour(board, from, step % 64 / 8)?;
            return Some(Move::Step { from, to, build: neighbour(board, to, step % 8)? });
        }
        if board.pawns() == 1 {
            return Some(Move::place_one(cell(board, action)?));
        }
        let one = (0..CELLS).rev().find(|&one| pairs_before(one) <= action)?;
        let two = one + 1 + action - pairs_before(one);
        Some(Move::place(cell(board, one)?, cell(board, two)?))
    }

    fn observation_shape(&self) -> Vec<usize> {
        let (height, width) = size(self.board());
        vec![PLANES, height, width]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        let board = self.board();
        let (height, width) = size(board);
        let mut planes = Planes { numbers, height, width };
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column)))
        {
            let height = board.cell(row, column).map_or(4, |cell| position.height(cell));
            planes.set(height.into(), (row, column), 1.0);
        }
        for (plane, owner) in [(5, side), (6, side.opponent())] {
            for pawn in position.pawns(owner) {
                planes.set(plane, (board.row(pawn), board.column(pawn)), 1.0);
            }
        }
        planes.fill(7, number(self.to_move(position) == side));
    }

    fn has_room_for(&self, game: &Santorini, _: &Position) -> bool {
        self == game
    }

    fn trainable(&self) -> Option<&dyn Trainable<Self>> {
        Some(self)
    }
}
