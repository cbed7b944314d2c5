//! Checks a table: its checksums, and that values follow from those of the positions after a
//! move. Moves come from the rules of the game, not from the solver.

use std::sync::Mutex;
use std::thread;

use agon_core::{Game as _, Notation as _, Progress, Rng};
use agon_games::santorini::Position;

use crate::chunk_checksums::ChunkChecksums;
use crate::file::{Content, bit, damaged, layer_path, read_layer};
use crate::heights::HeightTables;
use crate::layer::{BlockIndex, LayerIndex, block_size, by_first, canonical, position_in_block};
use crate::manifest::LayerRecord;
use crate::position::Numbered;
use crate::{Board, Table, TableRefusal, Values as _};

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Every position.
    All,
    /// This many random positions of each layer.
    Sample {
        /// The number of positions.
        positions: u64,
        /// The random seed.
        seed: u64,
    },
}

/// The result of a check without faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// The number of layers whose checksums are right.
    pub layers: usize,
    /// The number of positions whose values follow from those after their moves.
    pub positions: u64,
}

/// The verdicts of a layer and where they are.
struct Verdicts {
    blocks: BlockIndex,
    bits: Vec<u8>,
}

/// Checks a table; the error is the first fault found.
pub fn verify(
    table: &Table,
    check: Check,
    threads: usize,
    progress: &dyn Progress,
) -> Result<VerifyReport, TableRefusal> {
    let tables = table.tables();
    let board = table.board();
    let total: u64 = table.manifest().layers.iter().map(|record| record.summary.indexed).sum();
    let last = LayerIndex::new(tables, board.last_layer() + 1, threads);
    let mut next = Verdicts { blocks: BlockIndex::new(tables, &last, threads), bits: Vec::new() };
    let mut report = VerifyReport::default();
    let mut done = 0;
    for record in &table.manifest().layers {
        let layer = record.summary.layer;
        let path = layer_path(table.folder(), layer);
        let (bits, header) = read_layer(&path, Content::Verdicts)?;
        if header.checksum != record.checksum {
            return Err(damaged(&path, "its checksum is not that of the manifest"));
        }
        ChunkChecksums::read(table.folder(), record)?;
        let index = LayerIndex::new(tables, layer, threads);
        if index.len() != record.summary.indexed {
            return Err(damaged(&path, "it does not have the positions of its layer"));
        }
        let judge = Judge { table, layer, bits: &bits, next: &next };
        report.positions += match check {
            Check::All => judge.all(&index, record, threads, progress)?,
            Check::Sample { positions, seed } => judge.sample(&index, positions, seed, threads)?,
        };
        report.layers += 1;
        done += index.len();
        progress.report_progress(done, total);
        if progress.is_stopped() {
            return Err(TableRefusal::Stopped);
        }
        next = Verdicts { blocks: BlockIndex::new(tables, &index, threads), bits };
    }
    Ok(report)
}

/// Checks positions of one layer.
struct Judge<'a> {
    table: &'a Table,
    layer: usize,
    bits: &'a [u8],
    next: &'a Verdicts,
}

impl Judge<'_> {
    fn tables(&self) -> &HeightTables {
        self.table.tables()
    }

    /// Whether the side to move has a move that wins at once or leaves a lost position.
    fn follows(&self, board: &Board, position: &Position) -> bool {
        board.game().any_move(position, |mv| {
            let next = board.game().after(position, mv);
            next.is_climbed() || {
                let place =
                    self.next.blocks.find(self.tables(), &Numbered::of(board.played(), &next));
                !bit(&self.next.bits, place)
            }
        })
    }

    fn check(&self, position: &Numbered, index: u64) -> Result<bool, TableRefusal> {
        let board = self.table.board();
        let stored = bit(self.bits, index);
        let position = position.position(board.played());
        if position.is_some_and(|position| self.follows(&board, &position) == stored) {
            return Ok(stored);
        }
        Err(TableRefusal::Wrong {
            path: layer_path(self.table.folder(), self.layer).display().to_string(),
            position: position.map(|it| board.game().write(&it)).unwrap_or_default(),
            stored: if stored { "won".into() } else { "lost".into() },
        })
    }

    /// Checks all positions, and compares their numbers with those of the manifest.
    fn all(
        &self,
        index: &LayerIndex,
        record: &LayerRecord,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<u64, TableRefusal> {
        let tables = self.tables();
        let counts = by_first(tables, threads, vec![(); tables.firsts()], |first, ()| {
            let mut counts = [0; 2];
            let mut place = index.range(first).start;
            for block in canonical(tables, self.layer, first as u32) {
                if progress.is_stopped() {
                    return Some(Err(TableRefusal::Stopped));
                }
                for in_block in 0..block_size(tables, block.heights) {
                    let position = position_in_block(tables, block.heights, in_block);
                    match self.check(&position, place) {
                        Ok(won) => counts[usize::from(won)] += block.orbit as u64,
                        Err(refusal) => return Some(Err(refusal)),
                    }
                    place += 1;
                }
            }
            Some(Ok(counts))
        });
        let mut sum = [0; 2];
        for counts in counts.into_iter().flatten() {
            for (sum, count) in sum.iter_mut().zip(counts?) {
                *sum += count;
            }
        }
        if sum != [record.summary.lost, record.summary.won] {
            let path = layer_path(self.table.folder(), self.layer);
            return Err(damaged(&path, "its number of won positions differs from the manifest"));
        }
        Ok(index.len())
    }

    /// Checks random positions, or all if there are not so many.
    fn sample(
        &self,
        index: &LayerIndex,
        positions: u64,
        seed: u64,
        threads: usize,
    ) -> Result<u64, TableRefusal> {
        let count = positions.min(index.len());
        let mut rng = Rng::seeded(seed ^ (self.layer as u64) << 32);
        let choose = |number| match count == index.len() {
            true => number,
            false => rng.below(index.len() as usize) as u64,
        };
        let queue = Mutex::new((0..count).map(choose));
        let work = || {
            loop {
                let next = queue.lock().expect("no thread panics with the lock").next();
                let Some(place) = next else { return Ok(()) };
                self.check(&index.position(self.tables(), place), place)?;
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let ends =
                workers.into_iter().map(|worker| worker.join().expect("checks do not panic"));
            // Waits for all threads.
            ends.collect::<Vec<Result<(), TableRefusal>>>()
                .into_iter()
                .collect::<Result<(), TableRefusal>>()
        })?;
        Ok(count)
    }
}
