//! The symmetries of a square board.

/// The number of symmetries of a square.
pub const SQUARE_SYMMETRIES: usize = 8;

/// Where a cell of a square board with `side` cells a side goes under one of the
/// eight symmetries, of which the first (0) is the identity.
///
/// ```
/// use agon_core::square_symmetry;
/// assert_eq!(square_symmetry(0, 5, (1, 4)), (1, 4));
/// assert_eq!(square_symmetry(4, 5, (1, 4)), (4, 1));
/// ```
pub fn square_symmetry(
    symmetry: usize,
    side: usize,
    (mut row, mut column): (usize, usize),
) -> (usize, usize) {
    if symmetry & 1 != 0 {
        row = side - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = side - 1 - column;
    }
    if symmetry & 4 != 0 { (column, row) } else { (row, column) }
}
