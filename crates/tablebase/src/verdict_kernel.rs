//! Who wins each position with the same heights, from the next layer: a bit a position.
//!
//! As in the kernel of tables with distances, all pawns are treated together: a build on a cell leads to
//! a block of the next layer, whose rows are added to rows "the pawn that moved is on t, the other on b".
//! A row is a set of groups of the other side here, those that then lose; so a group loses to those
//! that are in no row which it reaches by a step.

use crate::grid::MOST_CELLS;
use crate::groups::NO_PAWN;
use crate::parts::Parts;

/// The number of groups of two pawns on sixteen cells, the most there are.
const MOST_GROUPS: usize = 120;

/// In place of a low cell or group on whose cells the build stands.
const BUILT: u8 = 255;

/// Bytes that are read beyond the end of a layer.
pub(crate) const PADDING: usize = 16;

/// The next layer: where each rank's blocks begin, and the blocks, with `PADDING` bytes behind them.
pub(crate) struct NextVerdicts<'a> {
    pub(crate) starts: &'a [u64],
    pub(crate) bytes: &'a [u8],
}

/// What a build on a cell leads to, as far as the first number alone says it.
#[derive(Clone, Copy, Default)]
struct Build<'a> {
    symmetry: usize,
    /// The low cells of the first part.
    low: u16,
    start: u64,
    before: &'a [u32],
}

/// The working memory of one thread.
pub(crate) struct VerdictKernel<'a> {
    parts: &'a Parts,
    /// Of each low cell: the groups that contain it.
    containing: [u128; NO_PAWN + 1],
    /// Of each group and each other: its place among those that have no cell in common with it.
    places: Vec<[u8; 128]>,
    /// The rows "the pawn that moved is on t, the other on b".
    moved: [[u128; NO_PAWN + 1]; MOST_CELLS],
    builds: [Option<Build<'a>>; MOST_CELLS],
    first: u32,
}

impl<'a> VerdictKernel<'a> {
    pub(crate) fn new(parts: &'a Parts) -> VerdictKernel<'a> {
        let groups = &parts.groups;
        let mut containing = [0; NO_PAWN + 1];
        let mut places = vec![[0; 128]; MOST_GROUPS];
        for (group, places) in places.iter_mut().enumerate().take(groups.count(MOST_CELLS)) {
            for member in groups.members(group).into_iter().filter(|&member| member != NO_PAWN) {
                containing[member] |= 1 << group;
            }
            for (place, &other) in (0..).zip(groups.disjoint(group, MOST_CELLS)) {
                places[usize::from(other)] = place;
            }
        }
        let moved = [[0; NO_PAWN + 1]; MOST_CELLS];
        VerdictKernel { parts, containing, places, moved, builds: [None; MOST_CELLS], first: 0 }
    }

    pub(crate) fn parts(&self) -> &'a Parts {
        self.parts
    }

    /// Takes the first number of a rank, which the next blocks have.
    pub(crate) fn take(&mut self, rank: usize, next: &NextVerdicts<'_>) {
        let parts = self.parts;
        self.first = parts.firsts[rank].0;
        let at = parts.levels(self.first, 0).at;
        let in_first = (1 << parts.first_cells) - 1;
        for (cell, build) in self.builds.iter_mut().enumerate().take(parts.grid.cells()) {
            let is_first = cell < parts.first_cells;
            if is_first && at.iter().all(|level| level >> cell & 1 == 0) {
                *build = None;
                continue;
            }
            let (rank, symmetry) = match is_first {
                true => parts.least[(self.first + parts.powers[cell]) as usize],
                false => (rank as u32, 0),
            };
            let low = parts.levels(parts.firsts[rank as usize].0, 0).low & in_first;
            *build = Some(Build {
                symmetry: usize::from(symmetry),
                low,
                start: next.starts[rank as usize],
                before: &parts.before[low.count_ones() as usize],
            });
        }
    }

    /// Finds the verdicts of the block of a second number, which is empty, and gives the number of
    /// positions that are lost.
    pub(crate) fn solve(&mut self, second: u32, next: &NextVerdicts<'_>, block: &mut [u8]) -> u64 {
        let parts = self.parts;
        let levels = parts.levels(self.first, second);
        let low_cells = levels.low.count_ones() as usize;
        for rows in &mut self.moved[..low_cells] {
            rows.fill(0);
        }
        let mut numbers = [BUILT; MOST_CELLS];
        for (number, cell) in (0..).zip(bits(levels.low)) {
            numbers[cell] = number;
        }
        for cell in bits(levels.low | levels.at[3]) {
            if let Some(build) = self.builds[cell] {
                self.add_build(cell, &build, second, &numbers, next);
            }
        }
        self.choose(levels.at, &numbers, block)
    }

    /// Adds the results of a build on a cell.
    #[inline]
    fn add_build(
        &mut self,
        cell: usize,
        build: &Build<'_>,
        second: u32,
        numbers: &[u8; MOST_CELLS],
        next: &NextVerdicts<'_>,
    ) {
        let Parts { groups, parts: [_, part], around, origins, .. } = self.parts;
        let then = match cell < self.parts.first_cells {
            true => self.parts.second_images[build.symmetry][second as usize],
            false => second + self.parts.powers[cell],
        };
        let levels = part.levels[then as usize];
        let low_second = (levels | levels >> 8 | levels >> 16) & 255;
        let low = build.low | (low_second as u16) << self.parts.first_cells;
        let low_cells = low.count_ones() as usize;
        let length = groups.disjoint_count(low_cells);
        if length == 0 {
            return;
        }
        // Maps a low cell of the next layer to a low cell here. The last entry stands for no pawn.
        let mut here = [NO_PAWN as u8; NO_PAWN + 1];
        let mut is_near = [false; NO_PAWN + 1];
        for (number, there) in bits(low).enumerate() {
            let from = origins[build.symmetry][there];
            here[number] = if from == cell { BUILT } else { numbers[from] };
            is_near[number] = around[cell] >> from & 1 != 0;
        }
        let start = 8 * (build.start + u64::from(build.before[then as usize]));
        let block = &next.bytes[(start / 8) as usize..];
        if self.parts.grid.pawns() == 1 {
            for (group, _) in is_near.iter().enumerate().take(low_cells).filter(|(_, near)| **near)
            {
                let mut found = 0u32;
                for place in bits(row(block, group * length, length) as u16) {
                    let other = place + usize::from(place >= group);
                    found |= 1 << (here[other & 15] & 31);
                }
                self.moved[usize::from(here[group]) & 15][NO_PAWN] |= u128::from(found & 0xffff);
            }
            return;
        }
        let count = groups.count(low_cells);
        let mut map = [BUILT; 128];
        for (group, to) in map[..count].iter_mut().enumerate() {
            let [one, two] = groups.members(group).map(|member| here[member]);
            if one != BUILT && two != BUILT {
                *to = groups.number(usize::from(one), usize::from(two)) as u8;
            }
        }
        for group in 0..count {
            let [one, two] = groups.members(group);
            if map[group] == BUILT || !is_near[one] && !is_near[two] {
                continue;
            }
            let others = groups.disjoint(group, low_cells);
            let mut found = [0u64; 4];
            let row = row(block, group * length, length);
            for (half, others) in others.chunks(64).enumerate() {
                let mut rest = (row >> (64 * half)) as u64;
                while rest != 0 {
                    let to = map[usize::from(others[rest.trailing_zeros() as usize]) & 127];
                    found[usize::from(to >> 6)] |= 1 << (to & 63);
                    rest &= rest - 1;
                }
            }
            let found = u128::from(found[0]) | u128::from(found[1]) << 64;
            for (moved, other) in [(one, two), (two, one)] {
                if is_near[moved] {
                    self.moved[usize::from(here[moved])][usize::from(here[other])] |= found;
                }
            }
        }
    }

    /// Lets each group choose its best move, and writes the block.
    #[inline]
    fn choose(&self, at: [u16; 4], numbers: &[u8; MOST_CELLS], block: &mut [u8]) -> u64 {
        let Parts { groups, around, .. } = self.parts;
        let low = at[0] | at[1] | at[2];
        let low_cells = low.count_ones() as usize;
        // The steps of each low cell, and whether one of them wins.
        let mut steps = [0u16; MOST_CELLS];
        let mut wins = [false; NO_PAWN + 1];
        for (number, cell) in bits(low).enumerate() {
            let reach = if at[0] >> cell & 1 != 0 { at[0] | at[1] } else { low };
            steps[number] =
                bits(around[cell] & reach).fold(0, |set, to| set | 1 << (numbers[to] & 15));
            wins[number] = at[2] >> cell & 1 != 0 && around[cell] & at[3] != 0;
        }
        let (count, length) = (groups.count(low_cells), groups.disjoint_count(low_cells));
        let all = u128::MAX >> (128 - count.max(1));
        let mut lost = 0;
        for group in 0..count {
            let [one, two] = groups.members(group);
            if wins[one] || wins[two] {
                continue;
            }
            let mut won = self.containing[one] | self.containing[two];
            for (from, other) in [(one, two), (two, one)] {
                if from != NO_PAWN {
                    for to in bits(steps[from]) {
                        won |= if to == other { 0 } else { self.moved[to][other] };
                    }
                }
            }
            let losing = all & !won;
            lost += u64::from(losing.count_ones());
            for (half, first) in [(losing as u64, 0), ((losing >> 64) as u64, 64)] {
                let mut rest = half;
                while rest != 0 {
                    let waiting = first + rest.trailing_zeros() as usize;
                    let place = waiting * length + usize::from(self.places[waiting][group]);
                    block[place / 8] |= 1 << (place % 8);
                    rest &= rest - 1;
                }
            }
        }
        lost
    }
}

/// The bits of a row, at most 121.
#[inline]
fn row(block: &[u8], place: usize, length: usize) -> u128 {
    let start = place / 8;
    let bytes = block[start..].first_chunk::<PADDING>().copied().unwrap_or_default();
    u128::from_le_bytes(bytes) >> (place % 8) & (u128::MAX >> (128 - length))
}

/// The members of a set, in order.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}
