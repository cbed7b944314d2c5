//! The boards of Santorini: their size, and how many pawns each side has.
//!
//! A board lies in the upper left corner of the bits of a set of cells, one of six rows turned by
//! swapping rows and columns. All bits beyond its edge have domes: nobody can step or build there, so
//! the rules need not know about them.

use std::fmt;
use std::str::FromStr;

use agon_core::{SQUARE_SYMMETRIES, quote};

use super::cell::{Cell, Cells};
use super::notation::Refusal;

/// The most cells of a board.
const MOST_CELLS: usize = 25;

/// A board of 2 to 6 cells in width and height and at most 25 cells, with one or two pawns a side.
///
/// ```
/// use agon_games::santorini::Board;
///
/// let board: Board = "3x4/1".parse().unwrap();
/// assert_eq!((board.width(), board.height(), board.pawns()), (3, 4, 1));
/// assert_eq!(board.name(board.cell(3, 2).unwrap()), "32");
/// assert_eq!(board.cell(2, 3), None);
/// assert_eq!(Board::default().to_string(), "5x5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    pawns: usize,
    cells: Cells,
    numbered: Cells,
    inner: Cells,
    middle: Cells,
}

impl Board {
    /// The usual board: five by five cells, two pawns a side.
    pub const STANDARD: Board = Board::with(5, 5, 2);

    /// The board of this size and number of pawns a side; `None` if there is no such board.
    pub fn new(width: usize, height: usize, pawns: usize) -> Option<Board> {
        let is_length = |length: usize| (2..=6).contains(&length);
        let is_size = is_length(width) && is_length(height) && width * height <= MOST_CELLS;
        (is_size && (1..=2).contains(&pawns)).then(|| Board::with(width, height, pawns))
    }

    const fn with(width: usize, height: usize, pawns: usize) -> Board {
        let (rows, columns) = if height > 5 { (width, height) } else { (height, width) };
        let (mut cells, mut inner, mut middle) = (Cells::NONE, Cells::NONE, Cells::NONE);
        let mut row = 0;
        while row < rows {
            let mut column = 0;
            while column < columns {
                if let Some(cell) = Cell::at(row, column) {
                    cells = cells.with(cell);
                    if row > 0 && row + 1 < rows && column > 0 && column + 1 < columns {
                        inner = inner.with(cell);
                    }
                    if from_middle(row, rows) == 0 && from_middle(column, columns) == 0 {
                        middle = middle.with(cell);
                    }
                }
                column += 1;
            }
            row += 1;
        }
        let numbered = if columns > 5 { Cells::WIDE } else { Cells::STANDARD };
        Board { width, height, pawns, cells, numbered, inner, middle }
    }

    /// All boards, the smallest first.
    pub fn all() -> impl Iterator<Item = Board> {
        let sizes = (2..=6).flat_map(|height| (2..=6).map(move |width| (width, height)));
        sizes.flat_map(|(width, height)| {
            [1, 2].into_iter().filter_map(move |pawns| Board::new(width, height, pawns))
        })
    }

    /// Whether rows and columns are swapped in the bits.
    fn is_turned(&self) -> bool {
        self.height > 5
    }

    /// Whether the board has cells in the sixth column of the bits.
    #[inline]
    pub(super) fn is_wide(&self) -> bool {
        self.width.max(self.height) > 5
    }

    /// The numbers of rows and columns in the bits.
    fn rows_and_columns(&self) -> (usize, usize) {
        if self.is_turned() { (self.width, self.height) } else { (self.height, self.width) }
    }

    /// The cell in this row and column, both counted from 0 at the top left.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let cell = if self.is_turned() { Cell::at(column, row) } else { Cell::at(row, column) };
        cell.filter(|&cell| self.cells.has(cell))
    }

    /// The row of a cell, 0 at the top.
    pub fn row(&self, cell: Cell) -> usize {
        if self.is_turned() { cell.column() } else { cell.row() }
    }

    /// The column of a cell, 0 at the left.
    pub fn column(&self, cell: Cell) -> usize {
        if self.is_turned() { cell.row() } else { cell.column() }
    }

    /// Row and column of a cell, as in `00` and `42`.
    pub fn name(&self, cell: Cell) -> String {
        format!("{}{}", self.row(cell), self.column(cell))
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

    /// All bits beyond the edge, which have domes.
    pub(super) fn beyond(&self) -> Cells {
        !self.cells
    }

    /// The 25 cells that have numbers: those of the board, and cells beyond its edge.
    #[inline]
    pub(super) fn numbered(&self) -> Cells {
        self.numbered
    }

    /// The cell of a number below 25.
    pub(super) fn cell_of_number(&self, number: usize) -> Cell {
        let (row, column) = match number.checked_sub(20) {
            Some(row) if self.is_wide() => (row, 5),
            _ => (number / 5, number % 5),
        };
        Cell::at(row, column).unwrap_or(Cell::NOWHERE)
    }

    /// The 25 cells that have numbers, in the order of their numbers.
    pub(super) fn by_number(&self) -> impl DoubleEndedIterator<Item = Cell> {
        (0..MOST_CELLS).map(|number| self.cell_of_number(number))
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
        let (rows, columns) = self.rows_and_columns();
        let steps = from_middle(cell.row(), rows).max(from_middle(cell.column(), columns));
        steps.min(2)
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
        let (rows, columns) = self.rows_and_columns();
        let (mut row, mut column) = (cell.row(), cell.column());
        if symmetry & 1 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        Cell::at(row, column).unwrap_or(cell)
    }

    /// The images of a set of cells; what is beyond the edge stays.
    pub(super) fn images(&self, symmetry: usize, cells: Cells) -> Cells {
        let inside = (cells & self.cells).iter();
        inside.fold(cells & self.beyond(), |set, cell| set.with(self.image(symmetry, cell)))
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
        assert_eq!(boards.len(), 44);
        for board in boards {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(board.cells().count() as usize, board.width() * board.height());
        }
        for text in [
            "", "5", "5x", "1x5", "5x6", "6x5", "7x2", "2x7", "5x5/0", "5x5/3", "5x5/", "5X5",
            "-2x3", "3x4x5",
        ] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_board_has_25_numbers_and_names_of_its_own() {
        for board in Board::all() {
            for number in 0..25 {
                let cell = board.cell_of_number(number);
                assert_eq!(cell.number(), number, "{board}");
                assert!(board.numbered().has(cell), "{board} {cell:?}");
            }
            assert!((board.cells() & !board.numbered()).is_empty(), "{board}");
            let all = board.cells().iter().fold(0, |set, cell| set | 1 << cell.number());
            assert_eq!(board.cells().numbers(), all, "{board}");
            for row in 0..7 {
                for column in 0..7 {
                    let cell = board.cell(row, column);
                    assert_eq!(cell.is_some(), row < board.height() && column < board.width());
                    let name = cell.map(|cell| board.name(cell));
                    assert_eq!(name, cell.map(|_| format!("{row}{column}")), "{board}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_the_cells_one_step_away() {
        for board in Board::all() {
            for one in board.cells().iter() {
                for two in board.cells().iter() {
                    let rows = board.row(one).abs_diff(board.row(two));
                    let columns = board.column(one).abs_diff(board.column(two));
                    let expected = one != two && rows.max(columns) == 1;
                    assert_eq!(one.neighbours().has(two), expected, "{board} {one:?} {two:?}");
                }
            }
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
                        "{board} {cell:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_middle_is_as_far_from_each_edge() {
        let board = Board::STANDARD;
        assert_eq!(board.middle(), Cells::NONE.with(board.cell(2, 2).unwrap()));
        assert_eq!(board.inner().count(), 9);
        assert_eq!(board.steps_to_middle(board.cell(0, 3).unwrap()), 2);
        let board: Board = "4x3".parse().unwrap();
        let middle: Vec<String> = board.middle().iter().map(|cell| board.name(cell)).collect();
        assert_eq!(middle, ["11", "12"]);
        assert_eq!(board.inner(), board.middle());
    }
}
