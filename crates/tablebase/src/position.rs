//! Positions as the tables number them: heights and pawns by the numbers of cells, row by row.

use agon_core::Side;
use agon_games::santorini::{self, Cell, Position};

use crate::Board;
use crate::grid::MOST_CELLS;

/// A position: heights, pawns as sets of cells (empty before they are placed), and the side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) heights: [u8; MOST_CELLS],
    pub(crate) pawns: [u16; 2],
    pub(crate) to_move: Side,
}

impl Numbered {
    /// A position of a board.
    pub(crate) fn of(board: &santorini::Board, position: &Position) -> Numbered {
        let mut heights = [0; MOST_CELLS];
        for (number, cell) in numbered(board) {
            heights[number] = position.height(cell);
        }
        let pawns = Side::BOTH
            .map(|side| position.pawns(side).fold(0, |set, cell| set | 1 << number(board, cell)));
        Numbered { heights, pawns, to_move: position.to_move() }
    }

    /// The position of the game; the pawns of a side are in the order of their cells. `None` if
    /// it cannot occur.
    pub(crate) fn position(&self, board: &santorini::Board) -> Option<Position> {
        let pawns = self.pawns.map(|set| {
            let mut own = numbered(board).filter(|(number, _)| set & 1 << number != 0);
            [(); 2].map(|()| own.next().map(|(_, cell)| cell))
        });
        let height = |cell| self.heights[number(board, cell)];
        Position::built(board, height, pawns, self.to_move).ok()
    }

    /// The sum of the heights.
    pub(crate) fn layer(&self) -> usize {
        self.heights.iter().map(|&height| usize::from(height)).sum()
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
    pub(crate) fn transform(&self, image: &[usize; MOST_CELLS]) -> Numbered {
        let mut heights = [0; MOST_CELLS];
        for (cell, &height) in self.heights.iter().enumerate() {
            heights[image[cell]] = height;
        }
        let pawns =
            self.pawns.map(|pawns| cells_of(pawns).fold(0, |set, cell| set | 1 << image[cell]));
        Numbered { heights, pawns, to_move: self.to_move }
    }
}

impl Board {
    /// The same position with the pawns of a side in the order of their cells, row by row.
    pub fn sorted(&self, position: &Position) -> Position {
        Numbered::of(self.played(), position).position(self.played()).unwrap_or(*position)
    }

    /// A position of this board as one of the transposed board; `None` if it is of another board.
    pub fn turn(&self, position: &Position) -> Option<Position> {
        let (from, to) = (self.played(), self.transposed());
        let turned = |cell| to.played().cell(from.column(cell), from.row(cell));
        let pawns = Side::BOTH.map(|side| {
            let mut own = position.pawns(side).map(turned);
            [(); 2].map(|()| own.next().flatten())
        });
        let to = to.played();
        let height =
            |cell| from.cell(to.column(cell), to.row(cell)).map_or(0, |it| position.height(it));
        Position::built(to, height, pawns, position.to_move()).ok()
    }

    /// The images of a position under the symmetries of the board, itself first, all sorted.
    pub fn images(&self, position: &Position) -> Vec<Position> {
        let own = Numbered::of(self.played(), position);
        let images = self.symmetries().into_iter().map(|image| own.transform(&image));
        images.filter_map(|image| image.position(self.played())).collect()
    }
}

/// The number of a cell of a board, row by row.
pub(crate) fn number(board: &santorini::Board, cell: Cell) -> usize {
    board.row(cell) * board.width() + board.column(cell)
}

/// The cells with their numbers, row by row.
fn numbered(board: &santorini::Board) -> impl Iterator<Item = (usize, Cell)> {
    let places = (0..board.height()).flat_map(|row| (0..board.width()).map(move |it| (row, it)));
    places.filter_map(|(row, column)| board.cell(row, column)).enumerate()
}

/// The cells of a set, in order.
pub(crate) fn cells_of(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |cell| set & 1 << cell != 0)
}
