//! Cells of a board, and sets of them as bits.
//!
//! Rows are six bits apart. On boards of at most five columns the sixth bit of a row is never part
//! of the board, so a shift by one step in any of the eight directions moves a whole set of cells.
//! Boards of six columns use it, and have no such shifts.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

const SIDE: usize = 5;
const STRIDE: usize = 6;

/// A cell of a board, which knows its row and column ([`Board`](super::Board)).
///
/// ```
/// use agon_games::santorini::Board;
///
/// let corner = Board::STANDARD.cell(0, 4).unwrap();
/// assert_eq!((corner.neighbours() & Board::STANDARD.cells()).count(), 3);
/// assert_eq!(Board::STANDARD.cell(5, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell in the top left corner.
    pub(super) const FIRST: Cell = Cell(0);

    /// The cell of a pawn that has not been placed or is not part of the game; it is in no set of
    /// cells of the board.
    pub(super) const NOWHERE: Cell = Cell(31);

    /// The cell in this row and column of the bits, both counted from 0 at the top left.
    pub(super) const fn at(row: usize, column: usize) -> Option<Cell> {
        if row < SIDE && column < STRIDE { Some(Cell((row * STRIDE + column) as u8)) } else { None }
    }

    /// The row in the bits, 0 at the top.
    pub(super) const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The column in the bits, 0 at the left.
    pub(super) const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The number of the cell, row by row from 0 to 24. Boards of six columns have no fifth row, so
    /// the cells of the sixth column have its numbers.
    #[inline]
    pub(super) const fn number(self) -> usize {
        NUMBERS[(self.0 & 31) as usize] as usize
    }

    /// The index of the cell's bit in a set of cells.
    #[inline]
    pub(super) const fn place(self) -> u8 {
        self.0
    }

    /// The cell whose bit has this index.
    #[inline]
    pub(super) const fn from_place(place: u8) -> Cell {
        Cell(place)
    }

    /// The up to eight cells around this one; some may lie beyond the edge of the board.
    #[inline]
    pub fn neighbours(self) -> Cells {
        NEIGHBOURS[usize::from(self.0 & 31)]
    }

    /// The bits after that of this cell.
    #[inline]
    pub(super) fn after(self) -> Cells {
        Cells(u32::MAX << (self.0 & 31) << 1)
    }
}

/// Row and column in the bits, as in `00` and `42`.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Cell::NOWHERE => f.write_str("nowhere"),
            cell => write!(f, "{}{}", cell.row(), cell.column()),
        }
    }
}

/// A set of cells.
///
/// ```
/// use agon_games::santorini::{Board, Cells};
///
/// let board = Board::STANDARD;
/// let [corner, middle] = [(0, 0), (2, 2)].map(|(row, column)| board.cell(row, column).unwrap());
/// let two = Cells::of(corner) | Cells::of(middle);
/// assert!(two.has(middle) && !(!two).has(middle));
/// assert_eq!((board.cells() & !two).count(), 23);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u32);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);
    /// The 25 cells of the usual board.
    pub const STANDARD: Cells = Cells(0b011111_011111_011111_011111_011111);
    /// The 24 cells of a board of six columns, and one beyond its edge.
    pub(super) const WIDE: Cells = Cells(0b100000_111111_111111_111111_111111);
    /// The sixth column.
    const SIXTH: Cells = Cells(0b100000_100000_100000_100000_100000);
    /// All bits but that of pawns that are nowhere.
    pub(super) const SOMEWHERE: Cells = Cells(!(1 << Cell::NOWHERE.0));

    /// The set of this one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << (cell.0 & 31))
    }

    /// The set with this cell, too.
    #[inline]
    pub(super) const fn with(self, cell: Cell) -> Cells {
        Cells(self.0 | Cells::of(cell).0)
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn has(self, cell: Cell) -> bool {
        self.0 & Cells::of(cell).0 != 0
    }

    /// Whether there is no cell in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of the cells in the set, as bits; the set has no cell whose number another
    /// cell of its board has.
    #[inline]
    pub(super) const fn numbers(self) -> u64 {
        const ROW: u32 = (1 << SIDE) - 1;
        let (mut numbers, mut row) = (0, 0);
        while row < SIDE {
            numbers |= (self.0 >> (row * (STRIDE - SIDE))) & ROW << (row * SIDE);
            row += 1;
        }
        let mut sixth = self.0 & Cells::SIXTH.0;
        while sixth != 0 {
            let cell = Cell(sixth.trailing_zeros() as u8);
            numbers |= 1 << cell.number();
            sixth &= sixth - 1;
        }
        numbers as u64
    }

    /// The number of cells in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The cells of the set, row by row.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then_some(Cell(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            cell
        })
    }

    /// The number of pairs of neighbours with one cell in `self` and one in `free`, plus
    /// those with one in `other` and one in `free`. No set has a cell of the sixth column.
    ///
    /// Both boards are packed into one word, 35 bits apart, so that one shift in each
    /// direction pairs all cells with their neighbours.
    #[inline]
    pub(super) fn pairs_with(self, other: Cells, free: Cells) -> u32 {
        const GAP: usize = 35;
        // The last cell of the lower board is seven bits from the first of the upper.
        const LAST: u64 = 1 << (GAP - STRIDE - 1);
        const FIRST: u64 = 1 << GAP;
        let two = u64::from(self.0) | u64::from(other.0) << GAP;
        let free = u64::from(free.0) | u64::from(free.0) << GAP;
        let straight = [1, STRIDE - 1, STRIDE];
        let along = straight
            .map(|step| ((two << step) & free).count_ones() + ((two >> step) & free).count_ones());
        let corner = (((two & !LAST) << (STRIDE + 1)) & free).count_ones()
            + (((two & !FIRST) >> (STRIDE + 1)) & free).count_ones();
        along[0] + along[1] + along[2] + corner
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Cells;

    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

/// The bits that are not in the set; to be intersected with cells of the board.
impl Not for Cells {
    type Output = Cells;

    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The neighbours of every cell, by the index of its bit.
const NEIGHBOURS: [Cells; 32] = {
    let mut table = [Cells::NONE; 32];
    let mut place = 0;
    while place < SIDE * STRIDE {
        let mut other = 0;
        while other < SIDE * STRIDE {
            let rows = (place / STRIDE).abs_diff(other / STRIDE);
            let columns = (place % STRIDE).abs_diff(other % STRIDE);
            if place != other && rows <= 1 && columns <= 1 {
                table[place] = table[place].with(Cell(other as u8));
            }
            other += 1;
        }
        place += 1;
    }
    table
};

/// The number of every cell, by the index of its bit.
const NUMBERS: [u8; 32] = {
    let mut table = [0; 32];
    let mut place = 0;
    while place < SIDE * STRIDE {
        let (row, column) = (place / STRIDE, place % STRIDE);
        let number = if column < SIDE { row * SIDE + column } else { (SIDE - 1) * SIDE + row };
        table[place] = number as u8;
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_the_cells_one_step_away() {
        let around = |row, column| -> Vec<String> {
            let cells = Cell::at(row, column).unwrap().neighbours();
            cells.iter().map(|cell| format!("{cell:?}")).collect()
        };
        assert_eq!(around(2, 3), ["12", "13", "14", "22", "24", "32", "33", "34"]);
        assert_eq!(around(0, 0), ["01", "10", "11"]);
        assert_eq!(around(3, 5), ["24", "25", "34", "44", "45"]);
        assert!(Cell::NOWHERE.neighbours().is_empty());
    }

    #[test]
    fn pairs_counted_by_shifts_are_pairs_counted_one_by_one() {
        let mut rng = agon_core::Rng::seeded(3);
        let mut cells = || Cells(rng.bits() as u32) & Cells::STANDARD;
        for _ in 0..2000 {
            let (one, two, free) = (cells(), cells(), cells());
            let slow = |set: Cells| -> u32 {
                set.iter().map(|cell| (cell.neighbours() & free).count()).sum()
            };
            assert_eq!(
                one.pairs_with(two, free),
                slow(one) + slow(two),
                "{one:?} {two:?} {free:?}"
            );
        }
    }
}
