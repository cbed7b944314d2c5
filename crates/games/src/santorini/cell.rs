//! The 25 cells of the largest board, and sets of them as bits.
//!
//! Rows are six bits apart. The sixth bit of a row is never part of the board,
//! so a shift by one step in any of the eight directions moves a whole set of cells, and
//! cells that leave the board are masked out.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

const SIDE: usize = 5;
const STRIDE: usize = 6;

/// A cell of the board.
///
/// ```
/// use agon_games::santorini::Cell;
///
/// let corner = Cell::at(0, 4).unwrap();
/// assert_eq!(corner.to_string(), "04");
/// assert_eq!(corner.neighbours().count(), 3);
/// assert_eq!(Cell::at(5, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell in the top left corner.
    pub(super) const FIRST: Cell = Cell(0);

    /// The cell of a pawn that has not been placed or is not part of the game; it is in no set of
    /// cells of the board.
    pub(super) const NOWHERE: Cell = Cell(31);

    /// The cell in this row and column, both counted from 0 at the top left.
    ///
    /// ```
    /// use agon_games::santorini::Cell;
    /// assert_eq!(Cell::at(4, 2).unwrap().to_string(), "42");
    /// assert_eq!(Cell::at(5, 2), None);
    /// ```
    pub const fn at(row: usize, column: usize) -> Option<Cell> {
        if row < SIDE && column < SIDE { Some(Cell((row * STRIDE + column) as u8)) } else { None }
    }

    /// All cells of the largest board, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        Cells::BOARD.iter()
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The number of the cell, row by row from 0 to 24.
    #[inline]
    pub(super) const fn number(self) -> usize {
        self.0 as usize - self.row()
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

    /// The up to eight cells around this one.
    #[inline]
    pub fn neighbours(self) -> Cells {
        NEIGHBOURS[usize::from(self.0 & 31)]
    }

    /// The cells after this one, row by row.
    #[inline]
    pub(super) fn after(self) -> Cells {
        Cells(Cells::BOARD.0 & u32::MAX << (self.0 & 31) << 1)
    }
}

/// Row and column, as in `00` and `42`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Cell::NOWHERE { f.write_str("nowhere") } else { fmt::Display::fmt(self, f) }
    }
}

/// A set of cells.
///
/// ```
/// use agon_games::santorini::{Cell, Cells};
///
/// let [corner, middle] = [(0, 0), (2, 2)].map(|(row, column)| Cell::at(row, column).unwrap());
/// let two = Cells::of(corner) | Cells::of(middle);
/// assert!(two.has(middle) && !(!two).has(middle));
/// assert_eq!((Cells::BOARD & !two).count(), 23);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u32);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);
    /// All 25 cells.
    pub const BOARD: Cells = Cells(0b011111_011111_011111_011111_011111);

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

    /// The numbers of the cells in the set, as bits.
    #[inline]
    pub(super) const fn numbers(self) -> u64 {
        const ROW: u32 = (1 << SIDE) - 1;
        let (mut numbers, mut row) = (0, 0);
        while row < SIDE {
            numbers |= (self.0 >> (row * (STRIDE - SIDE))) & ROW << (row * SIDE);
            row += 1;
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

    /// All cells that have a neighbour in the set.
    #[inline]
    pub fn spread(self) -> Cells {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        let beside = self.0 << 1 | self.0 >> 1;
        Cells(beside | row << STRIDE | row >> STRIDE) & Cells::BOARD
    }

    /// The number of pairs of neighbours with one cell in `self` and one in `free`, plus
    /// those with one in `other` and one in `free`.
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
        f.debug_set().entries((*self & Cells::BOARD).iter()).finish()
    }
}

/// The neighbours of every cell, by the index of its bit.
const NEIGHBOURS: [Cells; 32] = {
    let mut table = [Cells::NONE; 32];
    let mut place = 0;
    while place < 32 {
        if Cells::BOARD.0 & (1 << place) != 0 {
            let cell = 1u32 << place;
            let row = cell | cell << 1 | cell >> 1;
            table[place] = Cells((row ^ cell | row << STRIDE | row >> STRIDE) & Cells::BOARD.0);
        }
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn are_neighbours(a: Cell, b: Cell) -> bool {
        a != b && a.row().abs_diff(b.row()) <= 1 && a.column().abs_diff(b.column()) <= 1
    }

    #[test]
    fn neighbours_are_the_cells_one_step_away() {
        for a in Cell::all() {
            for b in Cell::all() {
                assert_eq!(a.neighbours().has(b), are_neighbours(a, b), "{a} {b}");
                assert_eq!(Cells::of(a).spread().has(b), are_neighbours(a, b), "{a} {b}");
            }
        }
        assert!(Cell::NOWHERE.neighbours().is_empty());
    }

    #[test]
    fn pairs_counted_by_shifts_are_pairs_counted_one_by_one() {
        let mut rng = agon_core::Rng::seeded(3);
        let mut cells = || Cells(rng.bits() as u32) & Cells::BOARD;
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
