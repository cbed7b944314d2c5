//! The solver: layer by layer, from the last to the first, on several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use agon_core::Progress;

use crate::heights::HeightTables;
use crate::kernel::{Kernel, NextLayer, is_won, plies};
use crate::layer::{BlockIndex, LayerIndex, block_size, canonical, split};
use crate::threads::{for_each, on_threads};
use crate::{Board, TableRefusal};

/// How many positions of a layer have each value. Every position counts, also those that are
/// each other's images under a symmetry of the board; the side to move is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerSummary {
    /// The sum of the heights.
    pub layer: usize,
    /// The number of positions in the table: of those that are images of each other, about one.
    pub indexed: u64,
    /// The positions that the side to move wins.
    pub won: u64,
    /// The positions that the side to move loses.
    pub lost: u64,
    /// The most plies of a win, and how many positions take this many.
    pub longest_win: Option<Longest>,
    /// The most plies of a loss, and how many positions take this many.
    pub longest_loss: Option<Longest>,
}

/// The most plies that a game takes from the positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The number of plies.
    pub plies: u32,
    /// How many positions take this many.
    pub count: u64,
    /// The index of the first one.
    pub first: u64,
}

/// A layer that is solved.
pub(crate) struct SolvedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) values: Arc<Vec<u8>>,
    pub(crate) summary: LayerSummary,
}

/// The number of positions with each byte.
type Histogram = [u64; 256];

/// Solves layers, the last one first. `next` has the values of the layer above `from`, unless that
/// is the last one. `receive` gets each solved layer, with the number of positions done so far.
pub(crate) fn solve_layers(
    tables: &HeightTables,
    from: usize,
    next: Option<Vec<u8>>,
    threads: usize,
    progress: &dyn Progress,
    mut receive: impl FnMut(SolvedLayer) -> Result<(), TableRefusal>,
) -> Result<(), TableRefusal> {
    let sizes = layer_sizes(tables.board);
    let total: u64 = sizes.iter().sum();
    let mut done: u64 = sizes[from + 1..].iter().sum();
    let above = LayerIndex::new(tables, from + 1, threads);
    let mut blocks = BlockIndex::new(tables, &above, threads);
    let mut values = Arc::new(next.unwrap_or_default());
    for layer in (0..=from).rev() {
        let index = LayerIndex::new(tables, layer, threads);
        let next = NextLayer { index: &blocks, values: &values };
        let at = |more: u64| progress.report_progress(done + more, total);
        let (solved, histogram) = solve_layer(tables, &index, &next, threads, progress, &at)?;
        done += index.len();
        let summary = summary(&index, &solved, &histogram, threads);
        blocks = BlockIndex::new(tables, &index, threads);
        values = Arc::new(solved);
        receive(SolvedLayer { index, values: Arc::clone(&values), summary })?;
    }
    Ok(())
}

/// Solves one layer. Returns the values, and how many positions have each.
fn solve_layer(
    tables: &HeightTables,
    index: &LayerIndex,
    next: &NextLayer<'_>,
    threads: usize,
    progress: &dyn Progress,
    report: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<u8>, Histogram), TableRefusal> {
    let mut values = vec![0; index.len() as usize];
    let ranges = (0..tables.firsts()).map(|first| index.range(first));
    let slices = split(&mut values, ranges.map(|range| (range.end - range.start) as usize));
    let queue = Mutex::new(slices.into_iter().enumerate());
    let done = AtomicU64::new(0);
    let histogram = Mutex::new([0; 256]);
    let work = || {
        let mut kernel = Kernel::new(tables);
        let mut own = [0; 256];
        loop {
            let next_slice = queue.lock().expect("no thread panics with the lock").next();
            let Some((first, mut slice)) = next_slice else { break };
            if progress.is_stopped() {
                break;
            }
            let length = slice.len() as u64;
            for block in canonical(tables, index.layer, first as u32) {
                let size = block_size(tables, block.heights);
                if size == 0 {
                    continue;
                }
                let (values, rest) = slice.split_at_mut(size);
                slice = rest;
                kernel.solve(block.heights, next, values);
                for &value in &*values {
                    own[usize::from(value)] += block.orbit as u64;
                }
            }
            report(done.fetch_add(length, Ordering::Relaxed) + length);
        }
        let mut all = histogram.lock().expect("no thread panics with the lock");
        for (all, own) in all.iter_mut().zip(own) {
            *all += own;
        }
    };
    on_threads(threads, work);
    if progress.is_stopped() {
        return Err(TableRefusal::Stopped);
    }
    Ok((values, histogram.into_inner().expect("no thread has panicked")))
}

fn summary(
    index: &LayerIndex,
    values: &[u8],
    histogram: &Histogram,
    threads: usize,
) -> LayerSummary {
    let bytes = || (0..=u8::MAX).filter(|&value| histogram[usize::from(value)] > 0);
    let sum = |won: bool| -> u64 {
        bytes()
            .filter(|&value| is_won(value) == won)
            .map(|value| histogram[usize::from(value)])
            .sum()
    };
    let longest = |won: bool| {
        let value =
            bytes().filter(|&value| is_won(value) == won).max_by_key(|&value| plies(value))?;
        let count = histogram[usize::from(value)];
        let first = first_with(values, value, threads)?;
        Some(Longest { plies: plies(value), count, first })
    };
    LayerSummary {
        layer: index.layer,
        indexed: index.len(),
        won: sum(true),
        lost: sum(false),
        longest_win: longest(true),
        longest_loss: longest(false),
    }
}

/// The first place of a value.
fn first_with(values: &[u8], value: u8, threads: usize) -> Option<u64> {
    let length = values.len().div_ceil(threads.max(1)).max(1);
    let first = AtomicU64::new(u64::MAX);
    for_each(threads, values.chunks(length).enumerate(), |(number, part)| {
        if let Some(place) = part.iter().position(|&found| found == value) {
            first.fetch_min((number * length + place) as u64, Ordering::Relaxed);
        }
    });
    Some(first.into_inner()).filter(|&first| first != u64::MAX)
}

/// The number of positions in each layer of a table, and 0 for the layer after the last. The
/// number of orbits of heights is the mean over the symmetries of the number of heights that
/// they leave as they are (Burnside); those are made of one height for each cycle of cells.
pub(crate) fn layer_sizes(board: Board) -> Vec<u64> {
    let groups = crate::groups::Groups::new(board.pawns());
    let cells = board.cells();
    let symmetries = board.symmetries();
    let mut sizes = vec![0; 4 * cells + 2];
    for image in &symmetries {
        // How many heights have each sum and number of low cells.
        let mut ways = vec![vec![0u64; cells + 1]; 4 * cells + 1];
        ways[0][0] = 1;
        for length in cycles(image, cells) {
            let mut next = vec![vec![0u64; cells + 1]; 4 * cells + 1];
            for (sum, row) in ways.iter().enumerate() {
                for (low, &count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                    for height in 0..=4 {
                        let more = if height <= 2 { length } else { 0 };
                        next[sum + height * length][low + more] += count;
                    }
                }
            }
            ways = next;
        }
        for (size, row) in sizes.iter_mut().zip(&ways) {
            *size += row
                .iter()
                .enumerate()
                .map(|(low, n)| n * groups.block_size(low) as u64)
                .sum::<u64>();
        }
    }
    for size in &mut sizes {
        *size /= symmetries.len() as u64;
    }
    sizes.truncate(board.last_layer() + 2);
    sizes
}

/// The lengths of the cycles of a permutation.
fn cycles(image: &[usize], count: usize) -> Vec<usize> {
    let mut is_seen = vec![false; count];
    let mut lengths = Vec::new();
    for start in 0..count {
        let mut length = 0;
        let mut at = start;
        while !is_seen[at] {
            is_seen[at] = true;
            length += 1;
            at = image[at];
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths
}
