//! Where the positions of a streamed layer are.
//!
//! The cells of a grid are divided into two parts that every symmetry takes to themselves. The heights
//! of a part are a number to the base 5. Stored are the heights whose first number is the least of its
//! images, with every second number: so the symmetries save nearly all that they can, and where heights
//! are is a sum of two numbers, one for each part, without a search. A layer has its first numbers in
//! ascending order; each with the second numbers that give the layer's sum, in ascending order; for each
//! heights there is a block: for each group of the side that waits, a bit for each group of the side to
//! move that has no cell in common with it, 1 if that side loses. A block begins with a byte.

use std::ops::Range;

use crate::Grid;
use crate::grid::MOST_CELLS;
use crate::groups::{Groups, NO_PAWN};
use crate::position::{Numbered, cells_of};

/// The most cells of a part.
const MOST_PART: usize = 8;

/// The numbers and tables of a grid. Cells have numbers of their own here: those of the first part are
/// the first ones, and in each part they are row by row.
pub(crate) struct Parts {
    pub(crate) grid: Grid,
    pub(crate) groups: Groups,
    /// Of each cell row by row: its number.
    numbers: Vec<usize>,
    /// The number of cells of the first part.
    pub(crate) first_cells: usize,
    /// The cells around a cell.
    pub(crate) around: [u16; MOST_CELLS],
    /// Of each symmetry: where a cell goes to, and where it comes from.
    images: Vec<[usize; MOST_CELLS]>,
    pub(crate) origins: Vec<[usize; MOST_CELLS]>,
    /// What a level on a cell adds to the number of its part.
    pub(crate) powers: [u32; MOST_CELLS],
    pub(crate) parts: [Part; 2],
    /// Of each first number: the rank of its least image, and the symmetry that leads there.
    pub(crate) least: Vec<(u32, u8)>,
    /// Of each rank: the first number, and how many images it has.
    pub(crate) firsts: Vec<(u32, u8)>,
    /// Of each symmetry and second number: its image.
    pub(crate) second_images: Vec<Vec<u32>>,
    /// Of each number of low cells of the first part and each second number: the bytes of the blocks
    /// of the second numbers before it that have its sum.
    pub(crate) before: Vec<Vec<u32>>,
    /// Of each number of low cells of the first part and each sum: the bytes of all of them.
    totals: Vec<Vec<u64>>,
}

/// Tables for one part of the cells.
pub(crate) struct Part {
    /// Of each number: the cells of height 0, 1, 2 and 3, a byte each.
    pub(crate) levels: Vec<u32>,
    pub(crate) sums: Vec<u8>,
    /// Of each number: how many cells are low.
    pub(crate) low_counts: Vec<u8>,
    /// Of each sum: the numbers with it, in order.
    pub(crate) by_sum: Vec<Vec<u32>>,
}

/// Where the blocks of a layer are.
pub(crate) struct Layout {
    pub(crate) layer: usize,
    /// Of each rank: the byte at which its blocks begin; at the end, the number of bytes.
    pub(crate) starts: Vec<u64>,
}

impl Layout {
    pub(crate) fn bytes(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    pub(crate) fn range(&self, rank: usize) -> Range<u64> {
        self.starts[rank]..self.starts[rank + 1]
    }
}

/// The heights of a configuration: for each height below 4 its cells, and the low cells.
#[derive(Clone, Copy)]
pub(crate) struct Levels {
    pub(crate) at: [u16; 4],
    pub(crate) low: u16,
}

impl Parts {
    pub(crate) fn new(grid: Grid) -> Parts {
        Parts::with(grid, &grid.symmetries())
    }

    /// The parts with a group of symmetries, which may have fewer than there are.
    pub(crate) fn with(grid: Grid, symmetries: &[[usize; MOST_CELLS]]) -> Parts {
        let cells = grid.cells();
        let first = first_part(&grid, symmetries);
        let own =
            |is_first: bool| (0..cells).filter(move |cell| (first >> cell & 1 != 0) == is_first);
        let places: Vec<usize> = own(true).chain(own(false)).collect();
        let mut numbers = vec![0; cells];
        for (number, &place) in places.iter().enumerate() {
            numbers[place] = number;
        }
        let first_cells = first.count_ones() as usize;
        let set = |places: u16| cells_of(places).fold(0, |set, place| set | 1 << numbers[place]);
        let around =
            std::array::from_fn(|cell| places.get(cell).map_or(0, |&it| set(grid.neighbours(it))));
        let image = |image: &[usize; MOST_CELLS]| -> [usize; MOST_CELLS] {
            std::array::from_fn(|cell| {
                places.get(cell).map_or(cell, |&place| numbers[image[place]])
            })
        };
        let images: Vec<_> = symmetries.iter().map(image).collect();
        let origin = |image: &[usize; MOST_CELLS]| {
            let mut origin = [0; MOST_CELLS];
            for (cell, &to) in image.iter().enumerate() {
                origin[to] = cell;
            }
            origin
        };
        let origins = images.iter().map(origin).collect();
        let ranges = [0..first_cells, first_cells..cells];
        let mut powers = [0; MOST_CELLS];
        for range in &ranges {
            for (power, cell) in (0..).zip(range.clone()) {
                powers[cell] = 5u32.pow(power);
            }
        }
        let digit = |number: u32, cell: usize| number / powers[cell] % 5;
        let parts = ranges.clone().map(|range| Part::new(range.len()));
        // The image of a number of a part.
        let turned = |part: usize, number: u32, image: &[usize; MOST_CELLS]| -> u32 {
            ranges[part].clone().map(|cell| digit(number, cell) * powers[image[cell]]).sum()
        };
        let (mut least, mut firsts) = (Vec::new(), Vec::<(u32, u8)>::new());
        for number in 0..parts[0].sums.len() as u32 {
            let own: Vec<u32> = images.iter().map(|image| turned(0, number, image)).collect();
            let found = (0..own.len()).min_by_key(|&symmetry| own[symmetry]).unwrap_or_default();
            if own[found] == number {
                let same = own.iter().filter(|&&image| image == number).count();
                least.push((firsts.len() as u32, 0));
                firsts.push((number, (own.len() / same) as u8));
            } else {
                // The least image comes before the number.
                least.push((least[own[found] as usize].0, found as u8));
            }
        }
        let seconds = parts[1].sums.len() as u32;
        let second_images =
            images.iter().map(|image| (0..seconds).map(|it| turned(1, it, image)).collect());
        let second_images = second_images.collect();
        let groups = Groups::new(grid.pawns());
        let mut before = vec![vec![0; seconds as usize]; first_cells + 1];
        let mut totals = vec![Vec::new(); first_cells + 1];
        for (low, (before, totals)) in before.iter_mut().zip(&mut totals).enumerate() {
            for numbers in &parts[1].by_sum {
                let mut bytes = 0;
                for &number in numbers {
                    before[number as usize] = bytes as u32;
                    let low = low + usize::from(parts[1].low_counts[number as usize]);
                    bytes += block_bytes(&groups, low) as u64;
                }
                totals.push(bytes);
            }
        }
        Parts {
            grid,
            groups,
            numbers,
            first_cells,
            around,
            images,
            origins,
            powers,
            parts,
            least,
            firsts,
            second_images,
            before,
            totals,
        }
    }

    /// Where the blocks of a layer are.
    pub(crate) fn layout(&self, layer: usize) -> Layout {
        let mut starts = vec![0];
        let mut bytes = 0;
        for &(first, _) in &self.firsts {
            let low = usize::from(self.parts[0].low_counts[first as usize]);
            bytes += self.rest(layer, first).map_or(0, |sum| self.totals[low][sum]);
            starts.push(bytes);
        }
        Layout { layer, starts }
    }

    /// The bytes of each layer, the first one first.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        // How many first numbers have each sum and number of low cells.
        let mut counts = vec![vec![0; self.first_cells + 1]; 4 * self.first_cells + 1];
        for &(first, _) in &self.firsts {
            let low = usize::from(self.parts[0].low_counts[first as usize]);
            counts[usize::from(self.parts[0].sums[first as usize])][low] += 1;
        }
        let mut sizes = vec![0; self.grid.last_layer() + 1];
        for (sum, counts) in counts.iter().enumerate() {
            for (count, totals) in counts.iter().zip(&self.totals) {
                for (size, total) in sizes.iter_mut().skip(sum).zip(totals) {
                    *size += count * total;
                }
            }
        }
        sizes
    }

    /// The bytes of all tables, about.
    pub(crate) fn bytes(&self) -> u64 {
        let seconds = self.parts[1].sums.len() as u64;
        let second = 4 * seconds * (self.second_images.len() + self.before.len()) as u64;
        // Of a number: levels, sum, low cells, place in the order; the rank and symmetry of a first one.
        second
            + 10 * seconds
            + (10 + 8) * self.parts[0].sums.len() as u64
            + 16 * self.firsts.len() as u64
    }

    /// What the second number adds to the sum of a layer; `None` if it cannot.
    fn rest(&self, layer: usize, first: u32) -> Option<usize> {
        let rest = layer.checked_sub(usize::from(self.parts[0].sums[first as usize]))?;
        (rest < self.parts[1].by_sum.len()).then_some(rest)
    }

    /// The second numbers that a first number has in a layer.
    pub(crate) fn seconds(&self, layer: usize, first: u32) -> &[u32] {
        self.rest(layer, first).map_or(&[], |rest| &self.parts[1].by_sum[rest])
    }

    #[inline]
    pub(crate) fn levels(&self, first: u32, second: u32) -> Levels {
        let (one, two) =
            (self.parts[0].levels[first as usize], self.parts[1].levels[second as usize]);
        let at = [0, 8, 16, 24].map(|shift| {
            (one >> shift & 255) as u16 | ((two >> shift & 255) as u16) << self.first_cells
        });
        Levels { at, low: at[0] | at[1] | at[2] }
    }

    /// The number of bytes of a block.
    #[inline]
    pub(crate) fn block_bytes(&self, low: u16) -> usize {
        block_bytes(&self.groups, low.count_ones() as usize)
    }

    /// The byte and the bit in it with the value of a position that is not decided by a pawn on
    /// height 3.
    pub(crate) fn find(&self, layout: &Layout, position: &Numbered) -> (u64, u32) {
        let mut given = [0; 2];
        for (place, &number) in self.numbers.iter().enumerate() {
            let part = usize::from(number >= self.first_cells);
            given[part] += u32::from(position.heights[place]) * self.powers[number];
        }
        let (rank, symmetry) = self.least[given[0] as usize];
        let (first, _) = self.firsts[rank as usize];
        let second = self.second_images[usize::from(symmetry)][given[1] as usize];
        let low = self.levels(first, second).low;
        let image = &self.images[usize::from(symmetry)];
        let group = |pawns: u16| {
            let there = cells_of(pawns).map(|place| image[self.numbers[place]]);
            let mut members = there.map(|cell| (low & ((1 << cell) - 1)).count_ones() as usize);
            let one = members.next().unwrap_or(NO_PAWN);
            self.groups.number(one, members.next().unwrap_or(NO_PAWN))
        };
        let (waiting, moving) = (group(position.waiting()), group(position.moving()));
        let length = self.groups.disjoint_count(low.count_ones() as usize);
        let bit = waiting * length + self.groups.place(waiting, moving).unwrap_or_default();
        let low = usize::from(self.parts[0].low_counts[first as usize]);
        let block = layout.starts[rank as usize] + u64::from(self.before[low][second as usize]);
        (block + bit as u64 / 8, bit as u32 % 8)
    }
}

impl Part {
    fn new(cells: usize) -> Part {
        let count = 5u32.pow(cells as u32);
        let digits = |number: u32| (0..cells).map(move |cell| number / 5u32.pow(cell as u32) % 5);
        let levels = |number| {
            let below = digits(number).enumerate().filter(|&(_, digit)| digit < 4);
            below.fold(0, |set, (cell, digit)| set | 1 << (8 * digit + cell as u32))
        };
        let sums: Vec<u8> = (0..count).map(|number| digits(number).sum::<u32>() as u8).collect();
        let mut by_sum = vec![Vec::new(); 4 * cells + 1];
        for (number, &sum) in (0..).zip(&sums) {
            by_sum[usize::from(sum)].push(number);
        }
        let low = |number| digits(number).filter(|&digit| digit <= 2).count() as u8;
        Part {
            levels: (0..count).map(levels).collect(),
            low_counts: (0..count).map(low).collect(),
            sums,
            by_sum,
        }
    }
}

/// The number of bytes of a block with this many low cells.
fn block_bytes(groups: &Groups, low_cells: usize) -> usize {
    groups.block_size(low_cells).div_ceil(8)
}

/// The cells of the first part: the union of orbits with which the fewest heights are stored.
fn first_part(grid: &Grid, symmetries: &[[usize; MOST_CELLS]]) -> u16 {
    let cells = grid.cells();
    let mut orbits: Vec<u16> = Vec::new();
    for cell in 0..cells {
        let orbit = symmetries.iter().fold(0, |set, image| set | 1 << image[cell]);
        if !orbits.contains(&orbit) {
            orbits.push(orbit);
        }
    }
    let choices = (1..1u32 << orbits.len()).map(|choice| {
        let chosen = orbits.iter().enumerate().filter(|(number, _)| choice >> number & 1 != 0);
        chosen.fold(0u16, |set, (_, orbit)| set | orbit)
    });
    let fits = |set: &u16| {
        let count = set.count_ones() as usize;
        count <= MOST_PART && cells - count <= MOST_PART
    };
    // By Burnside: the sum of the first numbers that each symmetry leaves as they are.
    let stored = |set: &u16| -> u64 {
        let fixed = symmetries.iter().map(|image| {
            let mut seen = 0u16;
            let mut cycles = 0;
            for cell in cells_of(*set) {
                cycles += u32::from(seen >> cell & 1 == 0);
                let mut at = cell;
                while seen >> at & 1 == 0 {
                    seen |= 1 << at;
                    at = image[at];
                }
            }
            5u64.pow(cycles)
        });
        fixed.sum::<u64>() * 5u64.pow(cells as u32 - set.count_ones())
    };
    // Of equals, `min_by_key` gives the first one.
    choices.filter(fits).min_by_key(stored).unwrap_or_default()
}
