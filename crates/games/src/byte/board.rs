//! The dark squares of the board, their neighbours and distances.

use std::fmt;

/// A dark square, numbered row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

impl Square {
    /// The index of the square in arrays.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "square {}", self.0)
    }
}

/// The number of dark squares of the largest board, ten by ten.
pub(super) const SQUARES: usize = 50;

/// Tables for one size of board, computed at compile time.
#[derive(Debug)]
pub(super) struct Board {
    /// The number of rows.
    pub(super) side: usize,
    /// The squares one diagonal step away, as bits.
    pub(super) neighbours: [u64; SQUARES],
    /// `rings[square][distance]`: the squares at this distance, as bits.
    pub(super) rings: [[u64; 10]; SQUARES],
    /// The steps to the row below: by how much the number of the square grows, and the
    /// squares that have such a step, as bits. Each pair of neighbours occurs once.
    pub(super) downward: [(u8, u64); 3],
}

/// The board of eight by eight, and that of ten by ten.
pub(super) static BOARDS: [Board; 2] = [Board::new(8), Board::new(10)];

impl Board {
    const fn new(side: usize) -> Board {
        let mut board = Board {
            side,
            neighbours: [0; SQUARES],
            rings: [[0; 10]; SQUARES],
            downward: [(0, 0); 3],
        };
        let count = side * side / 2;
        let mut one = 0;
        while one < count {
            let mut two = 0;
            while two < count {
                let (a, b) = (place(side, one), place(side, two));
                let (down, across) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
                let distance = if down > across { down } else { across };
                board.rings[one][distance] |= 1 << two;
                two += 1;
            }
            board.neighbours[one] = board.rings[one][1];
            one += 1;
        }
        let mut way = 0;
        while way < board.downward.len() {
            board.downward[way] = board.steps(side / 2 + way - 1);
            way += 1;
        }
        board
    }

    /// The squares with a neighbour whose number is higher by this.
    const fn steps(&self, higher: usize) -> (u8, u64) {
        let (mut from, mut square) = (0, 0);
        while square + higher < self.squares() {
            from |= (self.neighbours[square] >> (square + higher) & 1) << square;
            square += 1;
        }
        (higher as u8, from)
    }

    /// The number of dark squares.
    pub(super) const fn squares(&self) -> usize {
        self.side * self.side / 2
    }

    /// All squares, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares() as u8).map(Square)
    }

    /// The row and column of a square, both counted from 0.
    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        place(self.side, square.index())
    }

    /// The dark square in a row and column.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<Square> {
        let dark = row < self.side && column < self.side && (row + column).is_multiple_of(2);
        dark.then(|| Square((row * self.side / 2 + column / 2) as u8))
    }

    /// The name of a square, as E3.
    pub(super) fn name(&self, square: Square) -> String {
        let (row, column) = self.place(square);
        format!("{}{}", char::from(b'A' + row as u8), column + 1)
    }

    /// The diagonal steps from one square to another.
    pub(super) fn distance(&self, one: Square, two: Square) -> usize {
        let (a, b) = (self.place(one), self.place(two));
        a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
    }
}

const fn place(side: usize, number: usize) -> (usize, usize) {
    let half = side / 2;
    let row = number / half;
    (row, number % half * 2 + row % 2)
}

/// The squares of a set of bits, in order.
#[inline]
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (bits != 0).then_some(Square(bits.trailing_zeros() as u8));
        bits &= bits.wrapping_sub(1);
        square
    })
}
