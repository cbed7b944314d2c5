//! A table on disk, from which single values are read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agon_core::{Proven, Verdict};
use agon_games::santorini::Position;

use crate::build::check_layer;
use crate::file::{about, byte_at, layer_path};
use crate::heights::HeightTables;
use crate::layer::LayerIndex;
use crate::manifest::{Manifest, NAME};
use crate::position::Numbered;
use crate::{Board, TableRefusal, Values};

/// A finished table in a folder.
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
    /// Of each layer: its file, and where its positions are, which is found when it is needed.
    layers: Vec<(File, OnceLock<LayerIndex>)>,
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
        let records = manifest.layers.iter().rev();
        let files = records.map(|record| check_layer(folder, manifest.board, record));
        let layers = files.map(|file| Ok((file?, OnceLock::new()))).collect::<Result<_, _>>()?;
        let tables = HeightTables::new(manifest.board);
        Ok(Table { folder: folder.to_path_buf(), manifest, tables, layers })
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
        let (_, index) = self.layers.get(layer)?;
        Some(index.get_or_init(|| LayerIndex::new(&self.tables, layer, 1)))
    }
}

impl Values for Table {
    fn board(&self) -> Board {
        self.manifest.board
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn position(&self, layer: usize, index: u64) -> Option<Position> {
        let found = self.index(layer)?;
        let is_there = index < found.len();
        is_there.then(|| found.position(&self.tables, index).position(&self.board()))?
    }

    /// The verdict; a table has no distances.
    fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal> {
        let position = Numbered::of(&self.board(), position);
        let layer = position.layer();
        let (Some(index), Some((file, _))) = (self.index(layer), self.layers.get(layer)) else {
            return Ok(Proven::lose_in(0));
        };
        let place = index.find(&self.tables, &position);
        let byte = byte_at(file, place / 8)
            .map_err(|error| about(&layer_path(&self.folder, layer), &error))?;
        let is_won = byte >> (place % 8) & 1 != 0;
        Ok(Proven { verdict: if is_won { Verdict::Win } else { Verdict::Lose }, plies: None })
    }
}
