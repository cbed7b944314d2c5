//! A board: its size, the number of pawns, its neighbourhoods and symmetries.

use std::fmt;
use std::str::FromStr;

use agon_core::{Game as _, Notation as _, quote};
use agon_games::santorini::{self, Cell, Position, Santorini};

use crate::grid::MOST_CELLS;
use crate::position::number;
use crate::{Grid, TableRefusal};

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
pub struct Board(santorini::Board);

impl Board {
    /// A board with two pawns a side.
    pub fn new(width: usize, height: usize) -> Result<Board, TableRefusal> {
        let board = santorini::Board::new(width, height, 2).and_then(Board::small);
        board.ok_or_else(|| {
            let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
            TableRefusal::BoardSize { width: number(width), height: number(height) }
        })
    }

    /// The board of a game, if it is small.
    pub fn small(board: santorini::Board) -> Option<Board> {
        (board.width() * board.height() <= MAX_CELLS).then_some(Board(board))
    }

    /// The same board with this many pawns a side.
    pub fn with_pawns(self, pawns: usize) -> Result<Board, TableRefusal> {
        let board = santorini::Board::new(self.width(), self.height(), pawns);
        let found = u32::try_from(pawns).unwrap_or(u32::MAX);
        board.map(Board).ok_or(TableRefusal::Pawns { found })
    }

    /// Every board, each with one and with two pawns a side; of boards that are each other's
    /// transposition only the one that is not wider than high.
    pub fn all() -> Vec<Board> {
        let small = santorini::Board::all().filter_map(Board::small);
        let mut boards: Vec<Board> = small.filter(|it| it.width() <= it.height()).collect();
        boards.sort_by_key(|it| (it.width(), it.height(), it.pawns()));
        boards
    }

    /// The same board with rows and columns exchanged.
    pub fn transposed(self) -> Board {
        // A board of the same cells is as small.
        let turned = santorini::Board::new(self.height(), self.width(), self.pawns());
        turned.map_or(self, Board)
    }

    /// Santorini on this board.
    pub fn game(&self) -> Santorini {
        Santorini::on(self.0)
    }

    /// Reads a position of this board; `startpos` is the empty board before placement.
    pub fn read(&self, text: &str) -> Result<Position, TableRefusal> {
        if text == "startpos" {
            return Ok(self.game().start());
        }
        match Santorini::read(text) {
            Ok((game, position)) if *game.board() == self.0 => Ok(position),
            Ok(_) => {
                Err(TableRefusal::OtherPosition { found: quote(text), board: self.to_string() })
            }
            Err(refusal) => Err(TableRefusal::Position { reason: refusal.to_string() }),
        }
    }

    /// The board of the game.
    pub(crate) fn played(&self) -> &santorini::Board {
        &self.0
    }

    /// The number of a cell of the board.
    pub(crate) fn number(&self, cell: Cell) -> usize {
        number(&self.0, cell)
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.0.width()
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.0.height()
    }

    /// The number of pawns a side.
    pub fn pawns(&self) -> usize {
        self.0.pawns()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width() * self.height()
    }

    /// The largest sum of heights of a position that is not decided: no pawn stands higher
    /// than 2.
    pub fn last_layer(&self) -> usize {
        self.grid().last_layer()
    }

    /// The grid of its cells.
    pub fn grid(&self) -> Grid {
        Grid { width: self.width(), height: self.height(), pawns: self.pawns() }
    }

    /// The cells around a cell, as a set of bits.
    pub(crate) fn neighbours(&self, cell: usize) -> u16 {
        self.grid().neighbours(cell)
    }

    /// The symmetries of the board, each as the image of every cell; the first changes nothing.
    pub(crate) fn symmetries(&self) -> Vec<[usize; MOST_CELLS]> {
        self.grid().symmetries()
    }
}

/// The size, as in `3x4`.
impl FromStr for Board {
    type Err = TableRefusal;

    fn from_str(text: &str) -> Result<Board, TableRefusal> {
        let wrong = || TableRefusal::BoardText { found: quote(text) };
        let (width, height) = text.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().map(usize::from).map_err(|_| wrong());
        Board::new(number(width)?, number(height)?)
    }
}

/// The size and the number of pawns, as in `3x4 with 2 pawns`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Numbered;

    #[test]
    fn a_board_is_read_from_its_size_and_others_are_refused() {
        assert_eq!("3x4".parse(), Board::new(3, 4));
        for text in ["", "3", "3x", "x4", "3x4x5", "03 x4", "-3x4", "999x4"] {
            let refusal = text.parse::<Board>().unwrap_err();
            assert!(matches!(refusal, TableRefusal::BoardText { .. }), "{text}: {refusal}");
        }
        for text in ["1x4", "3x5", "7x2", "6x6", "0x0"] {
            let refusal = text.parse::<Board>().unwrap_err();
            assert!(matches!(refusal, TableRefusal::BoardSize { .. }), "{text}: {refusal}");
        }
        assert!(Board::new(3, 3).unwrap().with_pawns(3).is_err());
    }

    #[test]
    fn positions_are_read_and_those_of_other_boards_are_refused() {
        let board = Board::new(3, 4).unwrap();
        for text in ["000/000/000/000 R 00,11 -", "300/100/204/000 R 00,11 20,32"] {
            assert_eq!(board.game().write(&board.read(text).unwrap()), text);
        }
        assert_eq!(board.read("startpos"), Ok(board.game().start()));
        let refusal = board.read("000/000/000/000 B 00 32").unwrap_err();
        assert!(matches!(refusal, TableRefusal::OtherPosition { .. }), "{refusal}");
        let refusal = board.read("000/000/000/000 B 00,00 30,32").unwrap_err();
        assert_eq!(refusal.to_string(), "two pawns stand on 00");
    }

    #[test]
    fn images_of_a_position_have_pawns_in_the_order_of_cells() {
        for size in ["2x3", "2x6", "6x2"] {
            let board: Board = size.parse().unwrap();
            let start = board.game().start();
            for mv in board.game().moves(&start) {
                let placed = board.game().after(&start, mv);
                let images = board.images(&placed);
                assert_eq!(images.len(), 4, "{size}");
                assert!(images.iter().all(|image| board.sorted(image) == *image), "{size}");
                assert_eq!(images[0], board.sorted(&placed));
                assert_eq!(Numbered::of(&board.0, &images[0]), Numbered::of(&board.0, &placed));
            }
        }
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
