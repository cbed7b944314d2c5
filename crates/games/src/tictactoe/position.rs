//! A position of tic-tac-toe: two sets of marks.

use std::fmt;

use agon_core::{Side, square_symmetry};

/// One of the nine cells, and so a move: the side to move marks it.
///
/// ```
/// use agon_games::tictactoe::Cell;
///
/// let middle = Cell::at(1, 1).unwrap();
/// assert_eq!(middle.to_string(), "11");
/// assert_eq!(Cell::all().count(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row and column, both counted from 0 at the top left.
    pub const fn at(row: usize, column: usize) -> Option<Cell> {
        if row < 3 && column < 3 { Some(Cell((row * 3 + column) as u8)) } else { None }
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).map(Cell)
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> usize {
        self.0 as usize / 3
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> usize {
        self.0 as usize % 3
    }

    /// The number of the cell, row by row from 0 to 8.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The image under one of the eight symmetries of the square.
    pub(super) fn transform(self, symmetry: usize) -> Cell {
        let (row, column) = square_symmetry(symmetry, 3, (self.row(), self.column()));
        Cell((row * 3 + column) as u8)
    }
}

/// Row and column, as in `00` and `21`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The eight lines of three, as bits of cells.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// All nine cells as bits.
pub(super) const FULL: u16 = 0b111_111_111;

/// A position: the marks of X and of O. X starts, so their numbers determine the side to
/// move.
///
/// ```
/// use agon_core::{Game, Side};
/// use agon_games::tictactoe::{Cell, TicTacToe};
///
/// let game = TicTacToe;
/// let middle = Cell::at(1, 1).unwrap();
/// let position = game.after(&game.start(), middle);
/// assert_eq!(position.mark(middle), Some(Side::First));
/// assert_eq!(position.to_move(), Side::Second);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) marks: [u16; 2],
}

impl Position {
    /// The side to move.
    pub fn to_move(&self) -> Side {
        let [x, o] = self.marks.map(u16::count_ones);
        if x == o { Side::First } else { Side::Second }
    }

    /// The side whose mark is on a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()] & bit(cell) != 0)
    }

    /// The lines of three that a side has.
    pub(super) fn lines_of(&self, side: Side) -> impl Iterator<Item = u16> {
        let marks = self.marks[side.index()];
        LINES.into_iter().filter(move |line| marks & line == *line)
    }
}

impl Position {
    /// The marks as a number with a digit of base three for each cell.
    pub(super) fn ternary(&self) -> u64 {
        let digit = |cell| self.mark(cell).map_or(0, |side| 1 + side.index() as u64);
        Cell::all().fold(0, |number, cell| 3 * number + digit(cell))
    }
}

/// A cell as a bit.
pub(super) fn bit(cell: Cell) -> u16 {
    1 << cell.number()
}
