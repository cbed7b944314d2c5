//! The values of all positions with the same heights, from those of the next layer.
//!
//! A value is a byte from the point of view of the side to move: a loss in n plies is n, a win in
//! n plies is 255 - n. A side chooses the reply that is worst for the opponent, the least byte.
//!
//! For heights h all pawns are treated together. A build on a cell x leads to the block of the
//! heights with one more level there. Its rows, one for each group of ours, are added to rows
//! "the pawn that moved is on t, the other on b", by the minimum, where t is next to x. The row of the pawns (a, b) is then the minimum of the rows (t, b) that a
//! reaches by a step and the rows (t, a) that b reaches. A row has one byte for each group of the
//! opponent, so all of these are a few vector operations.

use crate::board::MAX_CELLS;
use crate::grid::MOST_CELLS;
use crate::groups::{MAX_GROUPS, NO_PAWN};
use crate::heights::{HeightTables, Heights};
use crate::layer::BlockIndex;
use crate::position::cells_of;

/// A win by a move that is made now.
const WIN_IN_1: u8 = 254;

/// No move, or no such position: the opponent cannot be worse off.
const NONE: u8 = 255;

/// The number of bytes that one vector operation treats.
const LANES: usize = 16;

/// The number of vectors of a row.
const VECTORS: usize = MAX_GROUPS.div_ceil(LANES);

/// One byte for each group of a side.
type Row = [[u8; LANES]; VECTORS];

/// A place of a `ByteRow` that no group has.
const NOWHERE: u8 = 255;

/// A row whose places can be named by any byte, so that no bound is checked.
type ByteRow = [u8; 256];

/// Whether a byte is a win of the side to move.
#[inline]
pub(crate) fn is_won(value: u8) -> bool {
    value >= 128
}

/// The number of plies to the end of the game.
pub(crate) fn plies(value: u8) -> u32 {
    u32::from(if is_won(value) { 255 - value } else { value })
}

/// The value of a position whose best move leads to this value of the opponent.
#[inline]
fn before(reply: u8) -> u8 {
    match reply {
        NONE => 0,
        0..128 => 254 - reply,
        _ => 0u8.wrapping_sub(reply),
    }
}

/// The next layer: where its blocks are, and its values.
pub(crate) struct NextLayer<'a> {
    pub(crate) index: &'a BlockIndex,
    pub(crate) values: &'a [u8],
}

/// The working memory of one thread.
pub(crate) struct Kernel<'a> {
    tables: &'a HeightTables,
    neighbours: [u16; MAX_CELLS],
    /// The rows "the pawn that moved is on t, the other on b".
    moved: Vec<[Row; NO_PAWN + 1]>,
    /// Of each group of the side to move: the values by the group of the other side.
    chosen: Vec<Row>,
}

/// The low cells of some heights.
struct LowCells {
    cells: [usize; MAX_CELLS],
    count: usize,
    /// Of each cell: its number among the low cells.
    numbers: [usize; MAX_CELLS],
}

impl LowCells {
    #[inline]
    fn new(low: u16) -> LowCells {
        let mut found = LowCells { cells: [0; MAX_CELLS], count: 0, numbers: [0; MAX_CELLS] };
        for cell in 0..MAX_CELLS {
            if low & 1 << cell != 0 {
                found.cells[found.count] = cell;
                found.numbers[cell] = found.count;
                found.count += 1;
            }
        }
        found
    }
}

impl Kernel<'_> {
    pub(crate) fn new(tables: &HeightTables) -> Kernel<'_> {
        let mut neighbours = [0; MAX_CELLS];
        for (cell, set) in neighbours.iter_mut().enumerate().take(tables.board.cells()) {
            *set = tables.board.neighbours(cell);
        }
        let moved = vec![[[[NONE; LANES]; VECTORS]; NO_PAWN + 1]; MAX_CELLS];
        let chosen = vec![[[NONE; LANES]; VECTORS]; MAX_GROUPS];
        Kernel { tables, neighbours, moved, chosen }
    }

    /// Finds the values of the block of `heights`.
    pub(crate) fn solve(&mut self, heights: Heights, next: &NextLayer<'_>, block: &mut [u8]) {
        let low_set = self.tables.low(heights);
        let low = LowCells::new(low_set);
        let digits = self.tables.digits(heights);
        let vectors = self.tables.groups.count(low.count).div_ceil(LANES);
        for rows in &mut self.moved[..low.count] {
            for row in rows {
                row[..vectors].fill([NONE; LANES]);
            }
        }
        for (build, &height) in digits.iter().enumerate().take(self.tables.board.cells()) {
            if height < 4 && self.neighbours[build] & low_set != 0 {
                self.add_build(heights, &low, build, next);
            }
        }
        self.choose(&digits, &low, block);
    }

    /// Adds the results of a build on the cell `build`.
    fn add_build(&mut self, heights: Heights, low: &LowCells, build: usize, next: &NextLayer<'_>) {
        let tables = self.tables;
        let groups = &tables.groups;
        let (then, symmetry) = tables.canonical(tables.built(heights, build));
        let low_then = LowCells::new(tables.low(then));
        let origin = &tables.origins[symmetry];
        // Maps a low cell of the next layer to a low cell here. The last entry stands for no pawn.
        let mut here = [NO_PAWN; NO_PAWN + 1];
        let mut is_built = [false; NO_PAWN + 1];
        let mut is_near = [false; NO_PAWN + 1];
        for (number, &cell) in low_then.cells[..low_then.count].iter().enumerate() {
            here[number] = low.numbers[origin[cell]];
            is_built[number] = origin[cell] == build;
            is_near[number] = self.neighbours[build] & 1 << origin[cell] != 0;
        }
        let length = groups.disjoint_count(low_then.count);
        if length == 0 {
            return;
        }
        let count = groups.count(low_then.count);
        let mut places = [NOWHERE; 256];
        for (group, place) in places[..count].iter_mut().enumerate() {
            let [one, two] = groups.members(group);
            if !is_built[one] && !is_built[two] {
                *place = groups.number(here[one], here[two]) as u8;
            }
        }
        let vectors = groups.count(low.count).div_ceil(LANES);
        let start = next.index.start(tables, then) as usize;
        let rows = next.values[start..start + count * length].chunks_exact(length);
        let mut row: ByteRow = [NONE; 256];
        for (group, values) in rows.enumerate() {
            let [one, two] = groups.members(group);
            if is_built[one] || is_built[two] || !is_near[one] && !is_near[two] {
                continue;
            }
            row[..vectors * LANES].fill(NONE);
            for (&theirs, &value) in groups.disjoint(group, low_then.count).iter().zip(values) {
                row[usize::from(places[usize::from(theirs)])] = value;
            }
            for (moved, other) in [(one, two), (two, one)] {
                if is_near[moved] {
                    let least = &mut self.moved[here[moved]][here[other]];
                    for (least, found) in least[..vectors].iter_mut().zip(row.chunks_exact(LANES)) {
                        for (least, &found) in least.iter_mut().zip(found) {
                            *least = found.min(*least);
                        }
                    }
                }
            }
        }
    }

    /// Lets each group choose its best move, and writes the values.
    fn choose(&mut self, digits: &[u8; MOST_CELLS], low: &LowCells, block: &mut [u8]) {
        let groups = &self.tables.groups;
        let count = groups.count(low.count);
        let vectors = count.div_ceil(LANES);
        let top =
            (0..MAX_CELLS).filter(|&cell| digits[cell] == 3).fold(0, |set, cell| set | 1 << cell);
        // The steps of each low cell, and whether one of them wins.
        let mut steps = [0u16; MAX_CELLS];
        let mut wins = [false; NO_PAWN + 1];
        for (number, &cell) in low.cells[..low.count].iter().enumerate() {
            let around = self.neighbours[cell];
            wins[number] = digits[cell] == 2 && around & top != 0;
            steps[number] = low.cells[..low.count]
                .iter()
                .enumerate()
                .filter(|&(_, &to)| around & 1 << to != 0 && digits[to] <= digits[cell] + 1)
                .fold(0, |set, (to, _)| set | 1 << to);
        }
        for group in 0..count {
            let [one, two] = groups.members(group);
            let chosen = &mut self.chosen[group];
            if wins[one] || wins[two] {
                chosen[..vectors].fill([WIN_IN_1; LANES]);
                continue;
            }
            let mut row: Row = [[NONE; LANES]; VECTORS];
            for (from, other) in [(one, two), (two, one)] {
                if from == NO_PAWN {
                    continue;
                }
                for to in cells_of(steps[from]).filter(|&to| to != other) {
                    let found = &self.moved[to][other];
                    for (least, found) in row[..vectors].iter_mut().zip(found) {
                        for (least, &found) in least.iter_mut().zip(found) {
                            *least = found.min(*least);
                        }
                    }
                }
            }
            for (chosen, least) in chosen[..vectors].iter_mut().zip(row) {
                *chosen = least.map(before);
            }
        }
        let length = groups.disjoint_count(low.count);
        for (waiting, values) in block.chunks_exact_mut(length).enumerate() {
            let (vector, lane) = (waiting / LANES, waiting % LANES);
            for (value, &moving) in values.iter_mut().zip(groups.disjoint(waiting, low.count)) {
                *value = self.chosen[usize::from(moving)][vector][lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values;
    use agon_core::Proven;

    fn proven(value: u8) -> Proven {
        if is_won(value) { Proven::win_in(plies(value)) } else { Proven::lose_in(plies(value)) }
    }

    #[test]
    fn bytes_follow_from_each_other_as_values_do() {
        let losses = (0..100).step_by(2).map(|n: u8| n);
        let wins = (1..100).step_by(2).map(|n: u8| 255 - n);
        let all: Vec<u8> = losses.chain(wins).collect();
        assert_eq!(before(NONE), 0);
        for &value in &all {
            assert_eq!(proven(before(value)), values::before(proven(value)), "{value}");
            for &other in &all {
                let better = values::rank(proven(value)) > values::rank(proven(other));
                assert_eq!(value > other, better, "{value} {other}");
            }
        }
    }
}
