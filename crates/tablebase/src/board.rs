//! A board: its size, the number of pawns, its neighbourhoods and symmetries.

use std::fmt;
use std::str::FromStr;

use agon_core::quote;

use crate::Refusal;

/// The largest number of cells of a board.
pub const MAX_CELLS: usize = 12;

/// A board with its pawns: 2 to 6 cells wide and high, at most 12 cells, one or two pawns a side.
///
/// ```
/// use agon_tablebase::Board;
///
/// let board: Board = "3x4".parse().unwrap();
/// assert_eq!((board.cells(), board.pawns()), (12, 2));
/// assert_eq!(board.with_pawns(1).unwrap().pawns(), 1);
/// assert!("5x5".parse::<Board>().is_err(), "boards of at most 12 cells are solved");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    pawns: usize,
}

impl Board {
    /// A board with two pawns a side.
    pub fn new(width: usize, height: usize) -> Result<Board, Refusal> {
        let is_side = |length: usize| (2..=6).contains(&length);
        if !is_side(width) || !is_side(height) || width * height > MAX_CELLS {
            let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
            return Err(Refusal::BoardSize { width: number(width), height: number(height) });
        }
        Ok(Board { width, height, pawns: 2 })
    }

    /// The same board with this many pawns a side.
    pub fn with_pawns(self, pawns: usize) -> Result<Board, Refusal> {
        if !(1..=2).contains(&pawns) {
            return Err(Refusal::Pawns { found: u32::try_from(pawns).unwrap_or(u32::MAX) });
        }
        Ok(Board { pawns, ..self })
    }

    /// Every board, each with one and with two pawns a side; of boards that are each other's
    /// transposition only the one that is not wider than high.
    pub fn all() -> Vec<Board> {
        let sizes = (2..=6).flat_map(|width| (width..=6).map(move |height| (width, height)));
        let boards = sizes.filter_map(|(width, height)| Board::new(width, height).ok());
        boards.flat_map(|board| [1, 2].map(|pawns| Board { pawns, ..board })).collect()
    }

    /// The same board with rows and columns exchanged.
    pub fn transposed(self) -> Board {
        Board { width: self.height, height: self.width, ..self }
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

    /// The cells around a cell, as a set of bits.
    pub(crate) fn neighbours(&self, cell: usize) -> u16 {
        let (row, column) = (cell / self.width, cell % self.width);
        let is_near = |other: &usize| {
            let (r, c) = (other / self.width, other % self.width);
            *other != cell && r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
        };
        (0..self.cells()).filter(is_near).fold(0, |set, other| set | 1 << other)
    }

    /// The symmetries of the board, each as the image of every cell; the first changes nothing.
    pub(crate) fn symmetries(&self) -> Vec<[usize; MAX_CELLS]> {
        let is_square = self.width == self.height;
        let mut found = Vec::new();
        for transposed in if is_square { &[false, true][..] } else { &[false] } {
            for (flip_rows, flip_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = |cell: usize| {
                    let (mut row, mut column) = (cell / self.width, cell % self.width);
                    if flip_rows {
                        row = self.height - 1 - row;
                    }
                    if flip_columns {
                        column = self.width - 1 - column;
                    }
                    if *transposed {
                        (row, column) = (column, row);
                    }
                    row * self.width + column
                };
                found.push(std::array::from_fn(|cell| {
                    if cell < self.cells() { image(cell) } else { cell }
                }));
            }
        }
        found
    }
}

/// The size, as in `3x4`.
impl FromStr for Board {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Board, Refusal> {
        let wrong = || Refusal::BoardText { found: quote(text) };
        let (width, height) = text.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().map(usize::from).map_err(|_| wrong());
        Board::new(number(width)?, number(height)?)
    }
}

/// The size and the number of pawns, as in `3x4 with 2 pawns`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = agon_core::counted(self.pawns as u64, "pawn");
        write!(f, "{}x{} with {pawns} a side", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_from_its_size_and_others_are_refused() {
        assert_eq!("3x4".parse(), Board::new(3, 4));
        for text in ["", "3", "3x", "x4", "3x4x5", "03 x4", "-3x4", "999x4"] {
            let refusal = text.parse::<Board>().unwrap_err();
            assert!(matches!(refusal, Refusal::BoardText { .. }), "{text}: {refusal}");
        }
        for text in ["1x4", "3x5", "7x2", "6x6", "0x0"] {
            let refusal = text.parse::<Board>().unwrap_err();
            assert!(matches!(refusal, Refusal::BoardSize { .. }), "{text}: {refusal}");
        }
        assert!(Board::new(3, 3).unwrap().with_pawns(3).is_err());
    }

    #[test]
    fn symmetries_are_all_permutations_that_keep_neighbours() {
        for (width, height, count) in [(3, 3, 8), (3, 4, 4), (2, 6, 4), (4, 3, 4)] {
            let board = Board::new(width, height).unwrap();
            let mut symmetries = board.symmetries();
            assert!(symmetries[0].iter().enumerate().all(|(cell, image)| cell == *image));
            for image in &symmetries {
                for cell in 0..board.cells() {
                    let around = (0..board.cells())
                        .filter(|other| board.neighbours(cell) & 1 << other != 0)
                        .fold(0, |set, other| set | 1 << image[other]);
                    assert_eq!(board.neighbours(image[cell]), around);
                }
            }
            symmetries.sort();
            symmetries.dedup();
            assert_eq!(symmetries.len(), count);
        }
    }

    #[test]
    fn there_are_seven_sizes_of_boards() {
        assert_eq!(Board::all().len(), 14);
    }
}
