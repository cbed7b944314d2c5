//! The boards of Santorini: their size, and how many pawns each side has.
//!
//! A smaller board lies in the upper left corner of one of five by five cells, whose other cells
//! have domes: nobody can step or build there, so the rules need not know about them.

use std::fmt;
use std::str::FromStr;

use agon_core::{SQUARE_SYMMETRIES, quote};

use super::cell::{Cell, Cells};
use super::notation::Refusal;

/// A board of 2 to 5 cells in width and height, with one or two pawns a side.
///
/// ```
/// use agon_games::santorini::Board;
///
/// let board: Board = "3x4/1".parse().unwrap();
/// assert_eq!((board.width(), board.height(), board.pawns()), (3, 4, 1));
/// assert_eq!(Board::default().to_string(), "5x5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    pawns: usize,
    cells: Cells,
    inner: Cells,
    middle: Cells,
}

impl Board {
    /// The usual board: five by five cells, two pawns a side.
    pub const STANDARD: Board = Board::with(5, 5, 2);

    /// The board of this size and number of pawns a side; `None` if there is no such board.
    pub fn new(width: usize, height: usize, pawns: usize) -> Option<Board> {
        let is_length = |length: usize| (2..=5).contains(&length);
        let is_board = is_length(width) && is_length(height) && (1..=2).contains(&pawns);
        is_board.then(|| Board::with(width, height, pawns))
    }

    const fn with(width: usize, height: usize, pawns: usize) -> Board {
        let (mut cells, mut inner, mut middle) = (Cells::NONE, Cells::NONE, Cells::NONE);
        let mut row = 0;
        while row < height {
            let mut column = 0;
            while column < width {
                if let Some(cell) = Cell::at(row, column) {
                    cells = cells.with(cell);
                    if row > 0 && row + 1 < height && column > 0 && column + 1 < width {
                        inner = inner.with(cell);
                    }
                    if from_middle(row, height) == 0 && from_middle(column, width) == 0 {
                        middle = middle.with(cell);
                    }
                }
                column += 1;
            }
            row += 1;
        }
        Board { width, height, pawns, cells, inner, middle }
    }

    /// All boards, the smallest first.
    pub fn all() -> impl Iterator<Item = Board> {
        let sizes = (2..=5).flat_map(|height| (2..=5).map(move |width| (width, height)));
        sizes.flat_map(|(width, height)| [1, 2].map(|pawns| Board::with(width, height, pawns)))
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of pawns a side.
    pub fn pawns(&self) -> usize {
        self.pawns
    }

    /// The cells of the board.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// The cells beyond the edge, which have domes.
    pub(super) fn beyond(&self) -> Cells {
        Cells::BOARD & !self.cells
    }

    /// The cells that are not at the edge.
    #[inline]
    pub(super) fn inner(&self) -> Cells {
        self.inner
    }

    /// The cells in the middle: one if width and height are odd.
    #[inline]
    pub(super) fn middle(&self) -> Cells {
        self.middle
    }

    /// How many steps lead from a cell to the middle, at most 2.
    pub(super) fn steps_to_middle(&self, cell: Cell) -> usize {
        let (rows, columns) =
            (from_middle(cell.row(), self.height), from_middle(cell.column(), self.width));
        rows.max(columns).min(2)
    }

    /// A square has eight symmetries, another rectangle four.
    pub(super) fn symmetry_count(&self) -> usize {
        if self.width == self.height { SQUARE_SYMMETRIES } else { SQUARE_SYMMETRIES / 2 }
    }

    /// The image of a cell under a symmetry; one that is not on the board stays.
    pub(super) fn image(&self, symmetry: usize, cell: Cell) -> Cell {
        if !self.cells.has(cell) {
            return cell;
        }
        let (mut row, mut column) = (cell.row(), cell.column());
        if symmetry & 1 != 0 {
            row = self.height - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = self.width - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        Cell::at(row, column).unwrap_or(cell)
    }

    /// The images of a set of cells.
    pub(super) fn images(&self, symmetry: usize, cells: Cells) -> Cells {
        cells.iter().fold(Cells::NONE, |set, cell| set.with(self.image(symmetry, cell)))
    }
}

/// How many steps lead from a row to the nearest in the middle of so many.
const fn from_middle(place: usize, length: usize) -> usize {
    (2 * place).abs_diff(length - 1) / 2
}

impl Default for Board {
    fn default() -> Board {
        Board::STANDARD
    }
}

/// Width and height as in `3x4`, and `/1` behind it if each side has one pawn.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.pawns == 1 { f.write_str("/1") } else { Ok(()) }
    }
}

impl FromStr for Board {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Board, Refusal> {
        let (size, pawns) = text.split_once('/').unwrap_or((text, "2"));
        let size = size.split_once('x').and_then(|(width, height)| {
            Board::new(width.parse().ok()?, height.parse().ok()?, pawns.parse().ok()?)
        });
        size.ok_or_else(|| Refusal::Board { found: quote(text) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn texts_of_boards_are_read_back() {
        let boards: Vec<Board> = Board::all().collect();
        assert_eq!(boards.len(), 32);
        for board in boards {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(board.cells().count() as usize, board.width() * board.height());
        }
        for text in ["", "5", "5x", "1x5", "6x2", "5x5/0", "5x5/3", "5x5/", "5X5", "-2x3", "3x4x5"]
        {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
    }

    #[test]
    fn symmetries_are_different_and_keep_neighbours() {
        for board in Board::all() {
            let cells: Vec<Cell> = board.cells().iter().collect();
            let images: HashSet<Vec<Cell>> = (0..board.symmetry_count())
                .map(|symmetry| cells.iter().map(|&cell| board.image(symmetry, cell)).collect())
                .collect();
            assert_eq!(images.len(), board.symmetry_count(), "{board}");
            for symmetry in 0..board.symmetry_count() {
                for &cell in &cells {
                    let image = board.image(symmetry, cell);
                    assert_eq!(
                        board.images(symmetry, cell.neighbours() & board.cells()),
                        image.neighbours() & board.cells(),
                        "{board} {cell}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_middle_is_as_far_from_each_edge() {
        let board = Board::STANDARD;
        assert_eq!(board.middle(), Cells::NONE.with(Cell::at(2, 2).unwrap()));
        assert_eq!(board.inner().count(), 9);
        assert_eq!(board.steps_to_middle(Cell::at(0, 3).unwrap()), 2);
        let board: Board = "4x3".parse().unwrap();
        let middle: Vec<String> = board.middle().iter().map(|cell| cell.to_string()).collect();
        assert_eq!(middle, ["11", "12"]);
        assert_eq!(board.inner(), board.middle());
    }
}
