//! A board solved in memory: the value and the distance of every position.

use std::sync::Arc;

use agon_core::{Progress, Proven};
use agon_games::santorini::Position;

use crate::file::pack;
use crate::heights::HeightTables;
use crate::kernel::{is_won, plies};
use crate::layer::LayerIndex;
use crate::position::Numbered;
use crate::solve::{LayerSummary, layer_sizes, solve_layers};
use crate::{Board, LayerRecord, Manifest, TableRefusal};

/// The values of all positions of a board, in memory.
///
/// ```
/// use agon_core::Proven;
/// use agon_tablebase::{Board, Solution, Values as _};
///
/// let board: Board = "2x2".parse().unwrap();
/// let board = board.with_pawns(1).unwrap();
/// let solution = Solution::solve(board, 1, &()).unwrap();
/// // A step up from level two to level three wins.
/// let position = board.read("23/00 B 00 11").unwrap();
/// assert_eq!(solution.value(&position).unwrap(), Proven::win_in(1));
/// ```
pub struct Solution {
    tables: HeightTables,
    /// Of each layer: where its positions are, and their values.
    layers: Vec<(LayerIndex, Arc<Vec<u8>>)>,
    manifest: Manifest,
}

impl Solution {
    /// How many positions a solution of this board has in memory, a byte each.
    pub fn positions(board: Board) -> u64 {
        layer_sizes(board).iter().sum()
    }

    /// Solves a board on this many threads.
    pub fn solve(
        board: Board,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Solution, TableRefusal> {
        let tables = HeightTables::new(board);
        let mut layers = Vec::new();
        let mut manifest = Manifest { board, layers: Vec::new() };
        let last = board.last_layer();
        solve_layers(&tables, last, None, threads, progress, |solved| {
            // The checksum of the file in a table on disk.
            let checksum = crc32fast::hash(&pack(&solved.values, threads));
            manifest.layers.push(LayerRecord { summary: solved.summary, checksum });
            layers.push((solved.index, solved.values));
            Ok(())
        })?;
        layers.reverse();
        Ok(Solution { tables, layers, manifest })
    }

    /// The summaries of all layers; the same as those of a table on disk.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The summaries of all layers, the first layer first.
    pub fn summaries(&self) -> impl Iterator<Item = &LayerSummary> {
        self.manifest.layers.iter().rev().map(|record| &record.summary)
    }

    /// The position of a layer with this index; the first side is to move.
    pub fn position(&self, layer: usize, index: u64) -> Option<Position> {
        let (found, _) = self.layers.get(layer)?;
        let is_there = index < found.len();
        is_there
            .then(|| found.position(&self.tables, index).position(self.manifest.board.played()))?
    }

    /// The value of a placed position.
    pub(crate) fn placed_value(&self, position: &Position) -> Proven {
        let position = Numbered::of(self.manifest.board.played(), position);
        let Some((index, values)) = self.layers.get(position.layer()) else {
            return Proven::lose_in(0);
        };
        let value = values[index.find(&self.tables, &position) as usize];
        if is_won(value) { Proven::win_in(plies(value)) } else { Proven::lose_in(plies(value)) }
    }
}
