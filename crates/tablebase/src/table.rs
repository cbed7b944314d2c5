//! A table on disk, from which single values are read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agon_core::{Proven, Verdict};
use agon_games::santorini::Position;

use crate::build::check_layer;
use crate::chunk_checksums::ChunkChecksums;
use crate::file::layer_path;
use crate::heights::HeightTables;
use crate::layer::LayerIndex;
use crate::manifest::{LayerRecord, Manifest, NAME};
use crate::position::Numbered;
use crate::{Board, TableRefusal, Values};

/// A finished table in a folder. Whatever is read of it is compared with its checksum, so a damaged
/// table is refused and gives no wrong value.
///
/// ```
/// use agon_core::Verdict;
/// use agon_tablebase::{Board, Build, BuildOptions, Table, Values as _};
///
/// let board: Board = "2x3".parse().unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let build = Build::open(board, folder.path(), BuildOptions::default()).unwrap();
/// build.run(&(), |_| ()).unwrap();
///
/// let table = Table::open(folder.path()).unwrap();
/// let position = board.read("23/00/00 B 00,10 20,21").unwrap();
/// assert_eq!(table.value(&position).unwrap().verdict, Verdict::Win);
/// ```
pub struct Table {
    folder: PathBuf,
    manifest: Manifest,
    tables: HeightTables,
    layers: Vec<OpenLayer>,
    /// The first damage that was found.
    damage: OnceLock<TableRefusal>,
}

/// A layer: its file, and what is found when it is first needed.
struct OpenLayer {
    record: LayerRecord,
    file: File,
    checksums: OnceLock<Result<ChunkChecksums, TableRefusal>>,
    index: OnceLock<LayerIndex>,
}

impl Table {
    /// Opens the table in a folder. The path of its manifest is accepted too.
    pub fn open(path: &Path) -> Result<Table, TableRefusal> {
        let folder = match path.file_name() {
            Some(name) if name == NAME => path.parent().unwrap_or(Path::new("")),
            _ => path,
        };
        let name = || path.display().to_string();
        let manifest = Manifest::read(folder)?;
        let manifest = manifest.ok_or_else(|| match path.exists() {
            true => TableRefusal::NotATable { path: name() },
            false => TableRefusal::Missing { path: name() },
        })?;
        if !manifest.is_complete() {
            return Err(TableRefusal::Incomplete { path: name() });
        }
        let open = |record: &LayerRecord| {
            let file = check_layer(folder, manifest.board, record)?;
            let (record, checksums, index) = (record.clone(), OnceLock::new(), OnceLock::new());
            Ok(OpenLayer { record, file, checksums, index })
        };
        let layers = manifest.layers.iter().rev().map(open).collect::<Result<_, _>>()?;
        let tables = HeightTables::new(manifest.board);
        let (folder, damage) = (folder.to_path_buf(), OnceLock::new());
        Ok(Table { folder, manifest, tables, layers, damage })
    }

    /// Whether a folder has the whole table of a board, by its manifest.
    pub fn is_built(folder: &Path, board: Board) -> bool {
        let manifest = Manifest::read(folder).ok().flatten();
        manifest.is_some_and(|manifest| manifest.board == board && manifest.is_complete())
    }

    /// The folder with the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn tables(&self) -> &HeightTables {
        &self.tables
    }

    fn index(&self, layer: usize) -> Option<&LayerIndex> {
        let index = &self.layers.get(layer)?.index;
        Some(index.get_or_init(|| LayerIndex::new(&self.tables, layer, 1)))
    }

    /// A byte of a layer. The checksums of its chunks are computed from the whole layer where they
    /// have no file, as in tables of earlier versions.
    fn byte(&self, layer: &OpenLayer, place: u64) -> Result<u8, TableRefusal> {
        let OpenLayer { record, file, checksums, .. } = layer;
        let find = || match ChunkChecksums::read(&self.folder, record)? {
            Some(found) => Ok(found),
            None => ChunkChecksums::of_layer(&self.folder, record, file),
        };
        let checksums = checksums.get_or_init(find).as_ref().map_err(TableRefusal::clone)?;
        checksums.byte(file, &layer_path(&self.folder, record.summary.layer), place)
    }
}

impl Values for Table {
    fn board(&self) -> Board {
        self.manifest.board
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn damage(&self) -> Option<&TableRefusal> {
        self.damage.get()
    }

    fn position(&self, layer: usize, index: u64) -> Option<Position> {
        let found = self.index(layer)?;
        let is_there = index < found.len();
        is_there.then(|| found.position(&self.tables, index).position(self.board().played()))?
    }

    /// The verdict; a table has no distances.
    fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal> {
        let position = Numbered::of(self.board().played(), position);
        let number = position.layer();
        let (Some(index), Some(layer)) = (self.index(number), self.layers.get(number)) else {
            return Ok(Proven::lose_in(0));
        };
        let place = index.find(&self.tables, &position);
        let byte = self.byte(layer, place / 8);
        let byte = byte.inspect_err(|refusal| _ = self.damage.set(refusal.clone()))?;
        let is_won = byte >> (place % 8) & 1 != 0;
        Ok(Proven { verdict: if is_won { Verdict::Win } else { Verdict::Lose }, plies: None })
    }
}
