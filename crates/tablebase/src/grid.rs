//! A rectangle of at most 16 cells with its pawns: its neighbourhoods and symmetries.

use std::fmt;

use agon_games::santorini;

use crate::TableRefusal;

/// The largest number of cells of a grid.
pub(crate) const MOST_CELLS: usize = 16;

/// A board that may be larger than those with tables, and longer than those that are played on: 2 to
/// 8 cells wide and high, at most 16 cells, one or two pawns a side.
///
/// ```
/// use agon_tablebase::Grid;
///
/// let grid = Grid::new(4, 4, 1).unwrap();
/// assert_eq!(grid.to_string(), "4x4 with 1 pawn a side");
/// assert_eq!(grid.last_layer(), 60);
/// assert!(Grid::new(3, 6, 1).is_err(), "it has 18 cells");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pawns: usize,
}

impl Grid {
    /// A grid of this size with this many pawns a side.
    pub fn new(width: usize, height: usize, pawns: usize) -> Result<Grid, TableRefusal> {
        let number = |found: usize| u32::try_from(found).unwrap_or(u32::MAX);
        let is_length = |length: usize| (2..=8).contains(&length);
        if !is_length(width) || !is_length(height) || width * height > MOST_CELLS {
            return Err(TableRefusal::GridSize { width: number(width), height: number(height) });
        }
        if !(1..=2).contains(&pawns) {
            return Err(TableRefusal::Pawns { found: number(pawns) });
        }
        Ok(Grid { width, height, pawns })
    }

    /// The grid of a board that is played on, if it has at most 16 cells.
    pub fn of(board: &santorini::Board) -> Option<Grid> {
        Grid::new(board.width(), board.height(), board.pawns()).ok()
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

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The largest sum of heights of a position that is not decided: no pawn stands higher
    /// than 2.
    pub fn last_layer(&self) -> usize {
        4 * self.cells() - 2 * 2 * self.pawns
    }

    /// The same grid with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Grid {
        Grid { width: self.height, height: self.width, pawns: self.pawns }
    }

    /// The number of symmetries: eight of a square, four of another rectangle.
    pub fn symmetry_count(&self) -> u64 {
        if self.width == self.height { 8 } else { 4 }
    }

    /// The cells around a cell, as a set of bits.
    pub(crate) fn neighbours(&self, cell: usize) -> u16 {
        let near = |other: &usize| {
            let rows = (other / self.width).abs_diff(cell / self.width);
            let columns = (other % self.width).abs_diff(cell % self.width);
            *other != cell && rows <= 1 && columns <= 1
        };
        (0..self.cells()).filter(near).fold(0, |set, other| set | 1 << other)
    }

    /// The symmetries, each as the image of every cell; the first changes nothing.
    pub(crate) fn symmetries(&self) -> Vec<[usize; MOST_CELLS]> {
        let (width, height) = (self.width, self.height);
        let mut found = Vec::new();
        for transposed in if width == height { &[false, true][..] } else { &[false] } {
            for (flip_rows, flip_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = |cell: usize| {
                    let (mut row, mut column) = (cell / width, cell % width);
                    if flip_rows {
                        row = height - 1 - row;
                    }
                    if flip_columns {
                        column = width - 1 - column;
                    }
                    if *transposed {
                        (row, column) = (column, row);
                    }
                    row * width + column
                };
                found.push(std::array::from_fn(|cell| {
                    if cell < self.cells() { image(cell) } else { cell }
                }));
            }
        }
        found
    }
}

/// The size and the number of pawns, as in `3x4 with 2 pawns a side`.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = agon_core::counted(self.pawns as u64, "pawn");
        write!(f, "{}x{} with {pawns} a side", self.width, self.height)
    }
}
