//! Builds the table of a board in a folder, and goes on where an earlier build was stopped.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use agon_core::Progress;

use crate::chunk_checksums::{ChunkChecksums, checksums_bytes};
use crate::file::{
    Content, HEADER, about, damaged, layer_path, open_layer, pack, read_layer, write_layer,
};
use crate::heights::HeightTables;
use crate::manifest::{LayerRecord, Manifest};
use crate::solve::{layer_sizes, solve_layers};
use crate::{Board, TableRefusal};

/// The file with the distances of the last layer from which a build can go on.
const CHECKPOINT: &str = "distances";

/// The file that a running build holds locked.
const LOCK: &str = "lock";

/// How many positions a thread solves in a second on a processor of about 2020, for estimates.
const SPEED: u64 = 30_000_000;

/// The cost of building a table.
///
/// ```
/// use agon_tablebase::{Board, Estimate};
///
/// let small = Estimate::new("2x3".parse().unwrap());
/// let large = Estimate::new("3x4".parse().unwrap());
/// assert!(small.positions < large.positions && small.memory < large.memory);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The number of positions in the table.
    pub positions: u64,
    /// The number of positions of the largest layer.
    pub largest_layer: u64,
    /// The most memory in use at a time, in bytes.
    pub memory: u64,
    /// The most disk in use at a time, in bytes.
    pub disk: u64,
    /// The size of the finished table, in bytes.
    pub table: u64,
}

impl Estimate {
    /// The cost of building the table of a board.
    pub fn new(board: Board) -> Estimate {
        let sizes = layer_sizes(board);
        let heights = heights_by_sum(board.cells());
        let largest_layer = sizes.iter().copied().max().unwrap_or_default();
        // Two layers with a byte a position, where their blocks are, and the verdicts of one.
        let layers = sizes.windows(2).zip(heights.windows(2)).map(|(sizes, heights)| {
            sizes.iter().sum::<u64>() + 8 * heights.iter().sum::<u64>() + sizes[0] / 8
        });
        // The tables of heights take 12 MiB for twelve cells; a thread takes some 20 KiB.
        let memory = layers.max().unwrap_or_default() + (16 << 20);
        let file = |positions: &u64| {
            let bytes = Content::Verdicts.bytes(*positions);
            HEADER as u64 + bytes + checksums_bytes(bytes)
        };
        let table = sizes.iter().map(file).sum::<u64>() + 8192;
        let positions = sizes.iter().sum();
        Estimate { positions, largest_layer, memory, disk: table + 2 * largest_layer, table }
    }

    /// About how many seconds it takes on this many threads of their own processor cores.
    pub fn seconds(&self, threads: usize) -> u64 {
        self.positions / (SPEED * threads.max(1) as u64)
    }
}

/// How a table is built.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// The number of threads.
    pub threads: usize,
    /// The most memory that may be used, in bytes.
    pub memory: u64,
    /// The most disk that may be used, in bytes.
    pub disk: u64,
    /// After how many solved positions the distances are saved, from which a later build goes on.
    pub checkpoint: u64,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        BuildOptions { threads: 1, memory: 8 << 30, disk: 20 << 30, checkpoint: 1 << 31 }
    }
}

/// A build of a table in a folder that it holds locked.
///
/// ```
/// use agon_tablebase::{Board, Build, BuildOptions, Check, Table, verify};
///
/// let board: Board = "2x3".parse().unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let build = Build::open(board, folder.path(), BuildOptions::default()).unwrap();
/// let manifest = build.run(&(), |_| ()).unwrap();
/// assert_eq!(manifest.layers.len(), board.last_layer() + 1);
///
/// // The table is on disk now, and can be checked.
/// let table = Table::open(folder.path()).unwrap();
/// let report = verify(&table, Check::All, 1, &()).unwrap();
/// assert_eq!(report.layers, manifest.layers.len());
/// ```
pub struct Build<'a> {
    folder: &'a Path,
    manifest: Manifest,
    /// The distances of the first recorded layer, from which the build goes on.
    distances: Option<Vec<u8>>,
    options: BuildOptions,
    damage: Option<TableRefusal>,
    _lock: File,
}

impl<'a> Build<'a> {
    /// Opens a folder, creates it if needed, and finds the layers of an earlier build. If one of
    /// them is damaged, the build begins anew.
    pub fn open(
        board: Board,
        folder: &'a Path,
        options: BuildOptions,
    ) -> Result<Build<'a>, TableRefusal> {
        let estimate = Estimate::new(board);
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        if estimate.memory > options.memory {
            let (needed, limit) = (mebibytes(estimate.memory), options.memory >> 20);
            return Err(TableRefusal::Memory { needed, limit });
        }
        if estimate.disk > options.disk {
            let (needed, limit) = (mebibytes(estimate.disk), options.disk >> 20);
            return Err(TableRefusal::Disk { needed, limit });
        }
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        let lock = lock(folder)?;
        let (found, mut damage) = match Manifest::read(folder) {
            Err(refusal @ TableRefusal::Damaged { .. }) => (None, Some(refusal)),
            found => (found?, None),
        };
        let mut manifest = found.unwrap_or(Manifest { board, layers: Vec::new() });
        if manifest.board != board {
            return Err(TableRefusal::OtherBoard {
                path: folder.display().to_string(),
                found: manifest.board.to_string(),
                wanted: board.to_string(),
            });
        }
        let mut distances = None;
        if !manifest.is_complete() {
            // Without distances, or with damaged ones, the build begins anew.
            let saved = read_layer(&folder.join(CHECKPOINT), Content::Distances).ok();
            let saved = saved.filter(|(_, header)| {
                let record = manifest.layer(header.layer);
                header.board == board
                    && record.is_some_and(|record| record.summary.indexed == header.positions)
            });
            let kept = saved.as_ref().map_or(0, |(_, saved)| board.last_layer() + 1 - saved.layer);
            manifest.layers.truncate(kept);
            distances = saved.map(|(bytes, _)| bytes);
        }
        let kept = manifest.layers.iter().map(|record| keep_layer(folder, board, record));
        match kept.collect() {
            Ok(()) => (),
            Err(refusal @ TableRefusal::Damaged { .. }) => {
                manifest.layers.clear();
                (distances, damage) = (None, Some(refusal));
            }
            // What cannot be read or written now may be as it should be.
            Err(refusal) => return Err(refusal),
        }
        Ok(Build { folder, manifest, distances, options, damage, _lock: lock })
    }

    /// The damage because of which it begins anew.
    pub fn damage(&self) -> Option<&TableRefusal> {
        self.damage.as_ref()
    }

    /// How many positions are already solved.
    pub fn done(&self) -> u64 {
        self.manifest.layers.iter().map(|record| record.summary.indexed).sum()
    }

    /// Solves the missing layers, and reports each.
    pub fn run(
        mut self,
        progress: &dyn Progress,
        mut tell: impl FnMut(&LayerRecord),
    ) -> Result<Manifest, TableRefusal> {
        let board = self.manifest.board;
        let Some(from) = board.last_layer().checked_sub(self.manifest.layers.len()) else {
            return Ok(self.manifest);
        };
        let tables = HeightTables::new(board);
        let BuildOptions { threads, checkpoint, .. } = self.options;
        let mut unsaved = 0;
        let distances = self.distances.take();
        solve_layers(&tables, from, distances, threads, progress, |solved| {
            let (layer, positions) = (solved.index.layer, solved.index.len());
            let write = |path: &Path, content, bytes: &[u8]| {
                write_layer(path, content, board, layer, positions, bytes)
            };
            let bits = pack(&solved.values, threads);
            let path = layer_path(self.folder, layer);
            let chunks = ChunkChecksums::of(&bits[..]).map_err(|error| about(&path, &error))?;
            chunks.write(self.folder, layer)?;
            let checksum = write(&path, Content::Verdicts, &bits)?;
            let record = LayerRecord { summary: solved.summary, checksum };
            tell(&record);
            self.manifest.layers.push(record);
            self.manifest.write(self.folder)?;
            unsaved += positions;
            if unsaved >= checkpoint && layer > 0 {
                write(&self.folder.join(CHECKPOINT), Content::Distances, &solved.values)?;
                unsaved = 0;
            }
            Ok(())
        })?;
        // Nothing is left to resume. A file that cannot be removed does no harm.
        let _ = fs::remove_file(self.folder.join(CHECKPOINT));
        Ok(self.manifest)
    }
}

/// Compares the header of a layer's file with what is recorded of it.
pub(crate) fn check_layer(
    folder: &Path,
    board: Board,
    record: &LayerRecord,
) -> Result<File, TableRefusal> {
    let path = layer_path(folder, record.summary.layer);
    let (file, header) = open_layer(&path, Content::Verdicts)?;
    let is_recorded = header.board == board
        && header.layer == record.summary.layer
        && header.positions == record.summary.indexed
        && header.checksum == record.checksum;
    if !is_recorded {
        return Err(damaged(&path, "it is not the layer that the manifest names"));
    }
    Ok(file)
}

/// Compares a layer with what is recorded of it, and gives it a file with the checksums of its chunks
/// if it has none, as in tables of earlier versions.
fn keep_layer(folder: &Path, board: Board, record: &LayerRecord) -> Result<(), TableRefusal> {
    let file = check_layer(folder, board, record)?;
    let found = ChunkChecksums::of_layer(folder, record, &file)?;
    match ChunkChecksums::read(folder, record) {
        Ok(Some(_)) => Ok(()),
        // They follow from the layer, which is as it should be.
        _ => found.write(folder, record.summary.layer),
    }
}

/// Locks a folder, as a running build does.
pub(crate) fn lock(folder: &Path) -> Result<File, TableRefusal> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(|error| about(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(TableRefusal::InUse { path: folder.display().to_string() })
        }
        Err(TryLockError::Error(error)) => Err(about(&path, &error)),
    }
}

/// How many heights of this many cells have each sum.
fn heights_by_sum(cells: usize) -> Vec<u64> {
    let mut ways = vec![1];
    for _ in 0..cells {
        let mut next = vec![0; ways.len() + 4];
        for (sum, count) in ways.iter().enumerate() {
            for more in 0..=4 {
                next[sum + more] += count;
            }
        }
        ways = next;
    }
    ways
}
