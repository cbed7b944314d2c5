//! Positions as the tables number them: heights and pawns by the numbers of cells, row by row.

use agon_core::Side;
use agon_games::santorini::Position;

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
    pub(crate) fn of(board: &Board, position: &Position) -> Numbered {
        let mut heights = [0; MOST_CELLS];
        for (number, cell) in board.numbered() {
            heights[number] = position.height(cell);
        }
        let pawns = Side::BOTH
            .map(|side| position.pawns(side).fold(0, |set, cell| set | 1 << board.number(cell)));
        Numbered { heights, pawns, to_move: position.to_move() }
    }

    /// The position of the game; the pawns of a side are in the order of their cells. `None` if
    /// it cannot occur.
    pub(crate) fn position(&self, board: &Board) -> Option<Position> {
        let pawns = self.pawns.map(|set| {
            let mut own = board.numbered().filter(|(number, _)| set & 1 << number != 0);
            [(); 2].map(|()| own.next().map(|(_, cell)| cell))
        });
        let height = |cell| self.heights[board.number(cell)];
        Position::built(board.game().board(), height, pawns, self.to_move).ok()
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
        Numbered::of(self, position).position(self).unwrap_or(*position)
    }

    /// The images of a position under the symmetries of the board, itself first, all sorted.
    pub fn images(&self, position: &Position) -> Vec<Position> {
        let own = Numbered::of(self, position);
        let images = self.symmetries().into_iter().map(|image| own.transform(&image));
        images.filter_map(|image| image.position(self)).collect()
    }
}

/// The cells of a set, in order.
pub(crate) fn cells_of(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |cell| set & 1 << cell != 0)
}
