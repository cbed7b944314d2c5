//! Solves boards that are too large for a table: only counts and the values of the starts stay.
//!
//! A layer is solved from the next one, which is in memory, and goes to disk as it is solved. A build that
//! was stopped goes on with the last whole layer.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Progress, Side};

use crate::build::lock;
use crate::file::{about, damaged, write_whole};
use crate::layer::split;
use crate::parts::{Layout, Parts};
use crate::position::{Numbered, cells_of};
use crate::threads::for_each;
use crate::verdict_kernel::{NextVerdicts, PADDING, VerdictKernel};
use crate::{Grid, TableRefusal};

const MAGIC: &str = "agon-streamed 1";

/// The name of the file with what is known of each layer.
const NAME: &str = "layers.txt";

/// The name of the file with the values of the starts.
const PLACEMENTS: &str = "placements.csv";

/// How many bytes are solved before they are written.
const BATCH: u64 = 32 << 20;

/// How many positions a thread solves in a second on a processor of about 2020, for estimates.
const SPEED: u64 = 100_000_000;

/// What is known of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamedLayer {
    /// The sum of the heights.
    pub layer: usize,
    /// The positions that the side to move wins, symmetric ones counted.
    pub won: u64,
    /// The positions that the side to move loses, symmetric ones counted.
    pub lost: u64,
    /// The number of bytes in its file.
    pub bytes: u64,
    /// The digest of these bytes: the sum of a 64-bit mix of each place and byte. An accelerated solver
    /// gives the same.
    pub digest: u64,
}

/// The cost of solving a board layer by layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamedEstimate {
    /// The number of positions, of those that are images of each other about one.
    pub positions: u64,
    /// The most memory in use at a time, in bytes.
    pub memory: u64,
    /// The most disk in use at a time, in bytes.
    pub disk: u64,
}

impl StreamedEstimate {
    /// The cost of solving a board.
    pub fn new(grid: Grid) -> StreamedEstimate {
        let parts = Parts::new(grid);
        StreamedEstimate::with(grid, &parts, &parts.sizes())
    }

    fn with(grid: Grid, parts: &Parts, sizes: &[u64]) -> StreamedEstimate {
        let largest = sizes.iter().copied().max().unwrap_or_default();
        let pair = sizes.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or(largest);
        StreamedEstimate {
            positions: all_positions(grid).iter().sum::<u64>() / grid.symmetry_count(),
            memory: largest + parts.bytes() + largest.min(BATCH) + (4 << 20),
            disk: pair + (1 << 20),
        }
    }

    /// About how many seconds it takes on this many threads of their own processor cores.
    pub fn seconds(&self, threads: usize) -> u64 {
        self.positions / (SPEED * threads.max(1) as u64)
    }
}

/// How many positions each layer has: a closed formula.
pub fn all_positions(grid: Grid) -> Vec<u64> {
    let groups = |cells: usize| match grid.pawns() {
        1 => cells as u64,
        _ => (cells * cells.saturating_sub(1) / 2) as u64,
    };
    let mut ways = vec![groups(grid.cells()) * groups(grid.cells() - grid.pawns())];
    for cell in 0..grid.cells() {
        let most = if cell < 2 * grid.pawns() { 2 } else { 4 };
        let mut more = vec![0; ways.len() + most];
        for (sum, count) in ways.iter().enumerate() {
            more[sum..=sum + most].iter_mut().for_each(|ways| *ways += count);
        }
        ways = more;
    }
    ways
}

/// What is known of a board: its layers, the last one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamedManifest {
    /// The board.
    pub grid: Grid,
    /// The layers, the last one first.
    pub layers: Vec<StreamedLayer>,
}

impl StreamedManifest {
    /// Whether all layers are solved.
    pub fn is_complete(&self) -> bool {
        self.layers.len() == self.grid.last_layer() + 1
    }

    /// The checksum of everything: it depends on every value.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(self.body().as_bytes())
    }

    fn body(&self) -> String {
        let Grid { width, height, pawns } = self.grid;
        let mut text = format!("{MAGIC}\nsantorini {width}x{height} pawns {pawns}\n");
        for StreamedLayer { layer, won, lost, bytes, digest } in &self.layers {
            text += &format!(
                "layer {layer} won {won} lost {lost} bytes {bytes} digest {digest:016x}\n"
            );
        }
        text
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        format!("{}checksum {:08x}\n", self.body(), self.checksum())
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<StreamedManifest>, TableRefusal> {
        let path = folder.join(NAME);
        let mut text = String::new();
        // A manifest has at most 63 lines of at most 120 characters.
        let read = File::open(&path).and_then(|file| file.take(10_000).read_to_string(&mut text));
        match read {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(about(&path, &error)),
            Ok(_) => (),
        }
        let manifest = StreamedManifest::parse(&text).filter(|manifest| manifest.text() == text);
        manifest.map(Some).ok_or_else(|| damaged(&path, "its lines do not have its checksum"))
    }

    fn parse(text: &str) -> Option<StreamedManifest> {
        let mut lines = text.lines();
        lines.next().filter(|&line| line == MAGIC)?;
        let words: Vec<&str> = lines.next()?.split(' ').collect();
        let ["santorini", size, "pawns", pawns] = words[..] else { return None };
        let (width, height) = size.split_once('x')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let grid = Grid::new(width, height, pawns.parse().ok()?).ok()?;
        let mut manifest = StreamedManifest { grid, layers: Vec::new() };
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let ["layer", layer, "won", won, "lost", lost, "bytes", bytes, "digest", digest] =
                words[..]
            else {
                break;
            };
            let layer = layer.parse().ok()?;
            if grid.last_layer().checked_sub(manifest.layers.len()) != Some(layer) {
                return None;
            }
            let digest = u64::from_str_radix(digest, 16).ok()?;
            let (won, lost, bytes) = (won.parse().ok()?, lost.parse().ok()?, bytes.parse().ok()?);
            manifest.layers.push(StreamedLayer { layer, won, lost, bytes, digest });
        }
        Some(manifest)
    }
}

/// A placement of the side that places first and moves first, with the replies that beat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPlacement {
    /// Its cells, row by row, as a set.
    pub cells: u16,
    /// The cells of each reply after which it loses.
    pub beating: Vec<u16>,
    /// How many replies there are.
    pub replies: usize,
}

/// First placements as CSV, which docs/results explains.
pub fn placements_csv(grid: Grid, placements: &[FirstPlacement]) -> String {
    let name = |set: &u16| {
        let cells = cells_of(*set).map(|it| format!("{}{}", it / grid.width(), it % grid.width()));
        cells.collect::<Vec<_>>().join("+")
    };
    let mut text = "placement,replies,beaten by,beating replies\n".to_string();
    for FirstPlacement { cells, beating, replies } in placements {
        let names: Vec<String> = beating.iter().map(name).collect();
        text += &format!("{},{replies},{},{}\n", name(cells), beating.len(), names.join(" "));
    }
    text
}

/// How a board is solved.
#[derive(Clone, Copy, Debug)]
pub struct StreamedOptions {
    /// The number of threads.
    pub threads: usize,
    /// The most memory that may be used, in bytes.
    pub memory: u64,
    /// The most disk that may be used, in bytes.
    pub disk: u64,
}

/// Work on a board in a folder that it holds locked.
///
/// ```
/// use agon_tablebase::{Grid, StreamedBuild, StreamedOptions};
///
/// let grid = Grid::new(2, 3, 1).unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let options = StreamedOptions { threads: 1, memory: 1 << 30, disk: 1 << 30 };
/// let build = StreamedBuild::open(grid, folder.path(), options).unwrap();
/// let (manifest, placements) = build.run(&(), |_| ()).unwrap();
/// assert!(manifest.is_complete());
/// // On this board whoever places first loses.
/// assert!(placements.iter().all(|placement| !placement.beating.is_empty()));
/// ```
pub struct StreamedBuild {
    folder: PathBuf,
    parts: Parts,
    manifest: StreamedManifest,
    /// The last whole layer, with `PADDING` bytes behind it.
    next: Vec<u8>,
    /// Where its blocks are.
    layout: Layout,
    /// The bytes of all layers.
    total: u64,
    threads: usize,
    damage: Option<TableRefusal>,
    _lock: File,
}

impl StreamedBuild {
    /// Opens a folder, creates it if needed, and finds the last layer of an earlier build. If it is
    /// damaged, the build begins anew.
    pub fn open(
        grid: Grid,
        folder: &Path,
        options: StreamedOptions,
    ) -> Result<StreamedBuild, TableRefusal> {
        StreamedBuild::open_with(Parts::new(grid), folder, options)
    }

    /// The same with these parts, whose symmetries may be fewer than there are.
    pub(crate) fn open_with(
        parts: Parts,
        folder: &Path,
        options: StreamedOptions,
    ) -> Result<StreamedBuild, TableRefusal> {
        let (grid, sizes) = (parts.grid, parts.sizes());
        let estimate = StreamedEstimate::with(grid, &parts, &sizes);
        let total = sizes.iter().sum();
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
        let (found, mut damage) = match StreamedManifest::read(folder) {
            Err(refusal @ TableRefusal::Damaged { .. }) => (None, Some(refusal)),
            found => (found?, None),
        };
        let mut manifest = found.unwrap_or(StreamedManifest { grid, layers: Vec::new() });
        if manifest.grid != grid {
            return Err(TableRefusal::OtherBoard {
                path: folder.display().to_string(),
                found: manifest.grid.to_string(),
                wanted: grid.to_string(),
            });
        }
        let threads = options.threads;
        let mut next = vec![0; PADDING];
        if let Some(last) = manifest.layers.last() {
            match read_layer(folder, last, threads) {
                Ok(bytes) => next = bytes,
                Err(refusal) => {
                    manifest.layers.clear();
                    damage = Some(refusal);
                }
            }
        }
        // A build that was killed may have left the layer before the last, or a part of one.
        let last = manifest.layers.last().map(|layer| layer.layer);
        for layer in (0..=grid.last_layer()).filter(|&layer| Some(layer) != last) {
            remove(&path(folder, layer))?;
        }
        let folder = folder.to_path_buf();
        let layout = parts.layout(grid.last_layer() + 1 - manifest.layers.len());
        Ok(StreamedBuild {
            folder,
            parts,
            manifest,
            next,
            layout,
            total,
            threads,
            damage,
            _lock: lock,
        })
    }

    /// The damage because of which it begins anew.
    pub fn damage(&self) -> Option<&TableRefusal> {
        self.damage.as_ref()
    }

    /// The layers that are solved already.
    pub fn layers(&self) -> &[StreamedLayer] {
        &self.manifest.layers
    }

    /// Solves the missing layers, and reports each.
    pub fn run(
        mut self,
        progress: &dyn Progress,
        mut tell: impl FnMut(&StreamedLayer),
    ) -> Result<(StreamedManifest, Vec<FirstPlacement>), TableRefusal> {
        while let Some(layer) = self.step(progress)? {
            tell(layer);
        }
        let placements = self.placements();
        let csv = placements_csv(self.manifest.grid, &placements);
        write_whole(&self.folder.join(PLACEMENTS), &[csv.as_bytes()], true)?;
        Ok((self.manifest, placements))
    }

    /// Solves the next layer; `None` if all are solved.
    pub(crate) fn step(
        &mut self,
        progress: &dyn Progress,
    ) -> Result<Option<&StreamedLayer>, TableRefusal> {
        let solved = self.manifest.layers.len();
        let Some(layer) = self.manifest.grid.last_layer().checked_sub(solved) else {
            return Ok(None);
        };
        let layout = self.parts.layout(layer);
        let solved = self.solve(&layout, progress)?;
        // The memory of the layer before becomes that of this one.
        self.next = Vec::new();
        self.next = read_layer(&self.folder, &solved, self.threads)?;
        self.layout = layout;
        self.manifest.layers.push(solved);
        write_whole(&self.folder.join(NAME), &[self.manifest.text().as_bytes()], true)?;
        remove(&path(&self.folder, layer + 1))?;
        Ok(self.manifest.layers.last())
    }

    /// Solves a layer into its file.
    fn solve(
        &self,
        layout: &Layout,
        progress: &dyn Progress,
    ) -> Result<StreamedLayer, TableRefusal> {
        let (parts, layer) = (&self.parts, layout.layer);
        let next = NextVerdicts { starts: &self.layout.starts, bytes: &self.next };
        let path = path(&self.folder, layer);
        let mut file = File::create(&path).map_err(|error| about(&path, &error))?;
        let solved: u64 = self.manifest.layers.iter().map(|layer| layer.bytes).sum();
        let [lost, digest, done] = [(); 3].map(|()| AtomicU64::new(0));
        let mut buffer = Vec::new();
        let mut rank = 0;
        while rank < parts.firsts.len() {
            let begun = layout.starts[rank];
            let beyond = layout.starts.partition_point(|&start| start < begun + BATCH);
            let ranks = rank..beyond.clamp(rank + 1, parts.firsts.len());
            buffer.clear();
            buffer.resize((layout.starts[ranks.end] - begun) as usize, 0);
            let lengths = ranks.clone().map(|rank| {
                let range = layout.range(rank);
                (range.end - range.start) as usize
            });
            let slices = split(&mut buffer, lengths);
            // A task is small enough to keep all threads at work and large enough for its kernel.
            let mut tasks =
                ranks.clone().zip(slices).filter(|(_, slice)| !slice.is_empty()).peekable();
            let tasks = std::iter::from_fn(|| {
                tasks.peek()?;
                Some(tasks.by_ref().take(64).collect::<Vec<_>>())
            });
            for_each(self.threads, tasks, |task| {
                let mut kernel = VerdictKernel::new(parts);
                for (rank, slice) in task {
                    if progress.is_stopped() {
                        return;
                    }
                    let found = solve_rank(&mut kernel, rank, layout, &next, slice);
                    lost.fetch_add(found.0, Ordering::Relaxed);
                    digest.fetch_add(found.1, Ordering::Relaxed);
                    let done = done.fetch_add(slice.len() as u64, Ordering::Relaxed);
                    progress.report_progress(solved + done + slice.len() as u64, self.total);
                }
            });
            if progress.is_stopped() {
                return Err(TableRefusal::Stopped);
            }
            file.write_all(&buffer).map_err(|error| about(&path, &error))?;
            rank = ranks.end;
        }
        file.sync_all().map_err(|error| about(&path, &error))?;
        let (lost, digest) = (lost.into_inner(), digest.into_inner());
        let won = all_positions(parts.grid)[layer] - lost;
        Ok(StreamedLayer { layer, won, lost, bytes: layout.bytes(), digest })
    }

    /// Whether the side to move loses a position of the layer that is in memory.
    pub(crate) fn is_lost(&self, position: &Numbered) -> bool {
        let (byte, bit) = self.parts.find(&self.layout, position);
        self.next[byte as usize] >> bit & 1 != 0
    }

    /// Every first placement, in the order of its cells.
    fn placements(&self) -> Vec<FirstPlacement> {
        let (cells, pawns) = (self.manifest.grid.cells(), self.manifest.grid.pawns() as u32);
        let groups = (1..1u32 << cells).filter(|set| set.count_ones() == pawns);
        let groups: Vec<u16> = groups.map(|set| set as u16).collect();
        let placement = |&cells: &u16| {
            let replies: Vec<u16> = groups.iter().copied().filter(|it| it & cells == 0).collect();
            let beats = |reply: &u16| {
                let pawns = [cells, *reply];
                let empty = Numbered { heights: Default::default(), pawns, to_move: Side::First };
                self.is_lost(&empty)
            };
            let beating = replies.iter().copied().filter(beats).collect();
            FirstPlacement { cells, beating, replies: replies.len() }
        };
        groups.iter().map(placement).collect()
    }
}

/// Solves the blocks of a rank. Gives how many positions are lost, symmetric ones counted, and the
/// digest.
fn solve_rank(
    kernel: &mut VerdictKernel<'_>,
    rank: usize,
    layout: &Layout,
    next: &NextVerdicts<'_>,
    mut slice: &mut [u8],
) -> (u64, u64) {
    let parts = kernel.parts();
    let (first, images) = parts.firsts[rank];
    let (mut lost, mut digest) = (0, 0u64);
    let mut place = layout.starts[rank];
    kernel.take(rank, next);
    for &second in parts.seconds(layout.layer, first) {
        let size = parts.block_bytes(parts.levels(first, second).low);
        if size == 0 {
            continue;
        }
        let (block, rest) = std::mem::take(&mut slice).split_at_mut(size);
        slice = rest;
        lost += kernel.solve(second, next, block);
        digest = digest.wrapping_add(digest_of(block, place));
        place += size as u64;
    }
    (lost * u64::from(images), digest)
}

/// The digest of bytes of a layer from this place on: the sum of the mixes of places and bytes. The mix
/// is a bijection of 64-bit numbers, that of SplitMix64.
fn digest_of(bytes: &[u8], place: u64) -> u64 {
    let mixed = |(place, &byte): (u64, &u8)| {
        let mut mixed = place << 8 | u64::from(byte);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (place..).zip(bytes).map(mixed).fold(0, u64::wrapping_add)
}

/// The path of a layer's verdicts.
fn path(folder: &Path, layer: usize) -> PathBuf {
    folder.join(format!("layer-{layer:02}.lost"))
}

/// Reads a layer, and compares its digest.
fn read_layer(
    folder: &Path,
    layer: &StreamedLayer,
    threads: usize,
) -> Result<Vec<u8>, TableRefusal> {
    let path = path(folder, layer.layer);
    let mut bytes = Vec::new();
    let length = layer.bytes as usize;
    let read = File::open(&path).and_then(|file| {
        bytes.reserve_exact(length + PADDING);
        file.take(layer.bytes).read_to_end(&mut bytes)
    });
    read.map_err(|error| about(&path, &error))?;
    let digest = AtomicU64::new(0);
    for_each(threads, bytes.chunks(1 << 20).enumerate(), |(number, chunk)| {
        digest.fetch_add(digest_of(chunk, (number as u64) << 20), Ordering::Relaxed);
    });
    if bytes.len() != length || digest.into_inner() != layer.digest {
        return Err(damaged(&path, "its content does not have the digest of its layer"));
    }
    bytes.resize(length + PADDING, 0);
    Ok(bytes)
}

fn remove(path: &Path) -> Result<(), TableRefusal> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(about(path, &error)),
        _ => Ok(()),
    }
}
