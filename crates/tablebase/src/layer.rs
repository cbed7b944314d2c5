//! The index of a layer: the positions whose heights add up to a number, without gaps.
//!
//! Heights come in the order of their numbers, and only those that no symmetry makes smaller.
//! Each has a block of positions: for each group of the side that waits, in order, each group of
//! the side to move that has no cell in common with it.

use std::ops::Range;

use agon_core::Side;

use crate::groups::NO_PAWN;
use crate::heights::{HeightTables, Heights};
use crate::position::{Numbered, cells_of};
use crate::threads::for_each;

/// Where the positions of a layer are.
pub(crate) struct LayerIndex {
    pub(crate) layer: usize,
    /// Of each first half: the index of its first position; at the end, the number of positions.
    starts: Vec<u64>,
}

/// Where the blocks of a layer are, looked up at once.
pub(crate) struct BlockIndex {
    /// Of each first half: the place of its first block.
    places: Vec<u32>,
    /// Of each heights of the layer, canonical ones only: the index of the first position.
    blocks: Vec<u64>,
}

impl LayerIndex {
    pub(crate) fn new(tables: &HeightTables, layer: usize, threads: usize) -> LayerIndex {
        let sizes = by_first(tables, threads, vec![(); tables.firsts()], |first, ()| {
            let blocks = canonical(tables, layer, first as u32);
            blocks.map(|block| block_size(tables, block.heights) as u64).sum::<u64>()
        });
        let mut starts = vec![0];
        for size in sizes {
            starts.push(starts[starts.len() - 1] + size);
        }
        LayerIndex { layer, starts }
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The positions of a first half.
    pub(crate) fn range(&self, first: usize) -> Range<u64> {
        self.starts[first]..self.starts[first + 1]
    }

    /// The index of a position of this layer that is not decided by a pawn on height 3.
    pub(crate) fn find(&self, tables: &HeightTables, position: &Numbered) -> u64 {
        let (heights, symmetry) = tables.canonical(tables.number(&position.heights));
        let mut start = self.starts[heights.first as usize];
        for block in canonical(tables, self.layer, heights.first) {
            if block.heights == heights {
                break;
            }
            start += block_size(tables, block.heights) as u64;
        }
        start + place_in_block(tables, position, heights, symmetry) as u64
    }

    /// The position with this index; the first side is to move.
    pub(crate) fn position(&self, tables: &HeightTables, index: u64) -> Numbered {
        let first = self.starts.partition_point(|&start| start <= index) - 1;
        let mut rest = (index - self.starts[first]) as usize;
        for block in canonical(tables, self.layer, first as u32) {
            let size = block_size(tables, block.heights);
            if rest < size {
                return position_in_block(tables, block.heights, rest);
            }
            rest -= size;
        }
        unreachable!("every index of a layer belongs to a block")
    }
}

impl BlockIndex {
    pub(crate) fn new(tables: &HeightTables, index: &LayerIndex, threads: usize) -> BlockIndex {
        let mut places = vec![0];
        for first in 0..tables.firsts() {
            let more = seconds(tables, index.layer, first as u32).len() as u32;
            places.push(places[first] + more);
        }
        let mut blocks = vec![0; places[places.len() - 1] as usize];
        let lengths = places.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        let slices = split(&mut blocks, lengths);
        by_first(tables, threads, slices, |first, slice| {
            let mut start = index.starts[first];
            for block in canonical(tables, index.layer, first as u32) {
                slice[tables.halves[1].place[block.heights.second as usize] as usize] = start;
                start += block_size(tables, block.heights) as u64;
            }
        });
        BlockIndex { places, blocks }
    }

    /// The index of the first position of canonical heights.
    #[inline]
    pub(crate) fn start(&self, tables: &HeightTables, heights: Heights) -> u64 {
        let place =
            self.places[heights.first as usize] + tables.halves[1].place[heights.second as usize];
        self.blocks[place as usize]
    }

    /// The index of a position of this layer.
    pub(crate) fn find(&self, tables: &HeightTables, position: &Numbered) -> u64 {
        let (heights, symmetry) = tables.canonical(tables.number(&position.heights));
        self.start(tables, heights) + place_in_block(tables, position, heights, symmetry) as u64
    }
}

/// Canonical heights, and how many different images they have.
pub(crate) struct Block {
    pub(crate) heights: Heights,
    pub(crate) orbit: usize,
}

/// The blocks of a layer with this first half, in order.
pub(crate) fn canonical(
    tables: &HeightTables,
    layer: usize,
    first: u32,
) -> impl Iterator<Item = Block> {
    seconds(tables, layer, first).iter().filter_map(move |&second| {
        let heights = Heights { first, second };
        tables.orbit(heights).map(|orbit| Block { heights, orbit })
    })
}

/// The second halves with which a first half belongs to a layer.
fn seconds(tables: &HeightTables, layer: usize, first: u32) -> &[u32] {
    let sum = usize::from(tables.halves[0].sums[first as usize]);
    match layer.checked_sub(sum) {
        Some(rest) => &tables.halves[1].by_sum[rest],
        None => &[],
    }
}

/// The number of positions with these heights.
#[inline]
pub(crate) fn block_size(tables: &HeightTables, heights: Heights) -> usize {
    tables.groups.block_size(tables.low(heights).count_ones() as usize)
}

/// The place of a position in the block of its canonical heights.
fn place_in_block(
    tables: &HeightTables,
    position: &Numbered,
    heights: Heights,
    symmetry: usize,
) -> usize {
    let low = tables.low(heights);
    let origin = &tables.origins[symmetry];
    let group = |pawns: u16| {
        let mut members = [NO_PAWN; 2];
        let images = cells_of(low).enumerate().filter(|(_, cell)| pawns & 1 << origin[*cell] != 0);
        for (member, (number, _)) in members.iter_mut().zip(images) {
            *member = number;
        }
        tables.groups.number(members[0], members[1])
    };
    let (moving, waiting) = (group(position.moving()), group(position.waiting()));
    let place = tables.groups.place(waiting, moving).unwrap_or_default();
    waiting * tables.groups.disjoint_count(low.count_ones() as usize) + place
}

/// The position at a place of a block.
pub(crate) fn position_in_block(tables: &HeightTables, heights: Heights, place: usize) -> Numbered {
    let low: Vec<usize> = cells_of(tables.low(heights)).collect();
    let count = tables.groups.disjoint_count(low.len());
    let waiting = place / count;
    let moving = usize::from(tables.groups.disjoint(waiting, low.len())[place % count]);
    let pawns = [moving, waiting].map(|group| {
        let members = tables.groups.members(group).into_iter().filter(|&cell| cell != NO_PAWN);
        members.fold(0, |set, cell| set | 1 << low[cell])
    });
    Numbered { heights: tables.digits(heights), pawns, to_move: Side::First }
}

/// Divides a slice into consecutive ones of these lengths.
pub(crate) fn split<T>(whole: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let mut rest = whole;
    lengths
        .map(|length| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            part
        })
        .collect()
}

/// Runs a function for every first half, each with one of the given items, on several threads. The
/// results are in order.
pub(crate) fn by_first<T: Send, R: Send + Default>(
    tables: &HeightTables,
    threads: usize,
    things: Vec<T>,
    work: impl Fn(usize, T) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<R> = (0..tables.firsts()).map(|_| R::default()).collect();
    let items = things.into_iter().zip(&mut results).enumerate();
    for_each(threads, items, |(first, (thing, result))| *result = work(first, thing));
    results
}
