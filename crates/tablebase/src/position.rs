//! A position of a small board.

use agon_core::Side;

use crate::board::MAX_CELLS;
use crate::{Board, Refusal};

/// A position: heights, pawns as sets of cells (empty before they are placed), and the side to
/// move. Cells are numbered row by row.
///
/// ```
/// use agon_tablebase::{Board, Position};
///
/// let board: Board = "2x3".parse().unwrap();
/// let position = Position::read(&board, "00/00/00 B 00,01 20,21").unwrap();
/// let mv = position.moves(&board)[0];
/// let next = position.play(&board, mv).unwrap();
/// assert_eq!((position.layer(), next.layer()), (0, 1), "a move builds one level");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) heights: [u8; MAX_CELLS],
    pub(crate) pawns: [u16; 2],
    pub(crate) to_move: Side,
}

impl Position {
    /// The empty board before any pawn is placed.
    pub const EMPTY: Position =
        Position { heights: [0; MAX_CELLS], pawns: [0; 2], to_move: Side::First };

    /// The position of a board with these heights, row by row, and these pawns: the cells of each
    /// side as a set of bits, empty before they are placed.
    pub fn new(
        board: &Board,
        heights: impl IntoIterator<Item = u8>,
        pawns: [u16; 2],
        to_move: Side,
    ) -> Result<Position, Refusal> {
        let mut position = Position { pawns, to_move, ..Position::EMPTY };
        let mut cells = position.heights[..board.cells()].iter_mut();
        let mut is_board = true;
        for height in heights {
            match cells.next().filter(|_| height <= 4) {
                Some(cell) => *cell = height,
                None => is_board = false,
            }
        }
        let is_full = cells.next().is_none();
        let is_group = |set: &u16| {
            set >> board.cells() == 0 && [0, board.pawns()].contains(&(set.count_ones() as usize))
        };
        if !is_board || !is_full || !pawns.iter().all(is_group) {
            return Err(position.not_one_of(board));
        }
        position.check(board)?;
        Ok(position)
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The sum of the heights.
    pub fn layer(&self) -> usize {
        self.heights.iter().map(|&height| usize::from(height)).sum()
    }

    /// Whether both sides have placed their pawns.
    pub fn is_placed(&self) -> bool {
        self.pawns[0] != 0 && self.pawns[1] != 0
    }

    /// Whether the side that is not to move has won by a step onto height 3.
    pub fn is_climbed(&self) -> bool {
        cells_of(self.waiting()).any(|cell| self.heights[cell] == 3)
    }

    /// The pawns of the side to move.
    pub(crate) fn moving(&self) -> u16 {
        self.pawns[self.to_move.index()]
    }

    /// The pawns of the other side.
    pub(crate) fn waiting(&self) -> u16 {
        self.pawns[self.to_move.opponent().index()]
    }

    /// The same position with every cell where a symmetry takes it.
    pub(crate) fn transform(&self, image: &[usize; MAX_CELLS]) -> Position {
        let mut heights = [0; MAX_CELLS];
        for (cell, &height) in self.heights.iter().enumerate() {
            heights[image[cell]] = height;
        }
        let pawns =
            self.pawns.map(|pawns| cells_of(pawns).fold(0, |set, cell| set | 1 << image[cell]));
        Position { heights, pawns, to_move: self.to_move }
    }

    /// The symmetries of a position of this board.
    pub fn images(&self, board: &Board) -> Vec<Position> {
        board.symmetries().iter().map(|image| self.transform(image)).collect()
    }
}

/// The cells of a set, in order.
pub(crate) fn cells_of(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |cell| set & 1 << cell != 0)
}
