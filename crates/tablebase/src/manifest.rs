//! The manifest of a table: its board and a summary of each layer, as text.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::file::{about, damaged, write_whole};
use crate::solve::{LayerSummary, Longest};
use crate::{Board, TableRefusal};

const MAGIC: &str = "agon-tablebase";
const VERSION: &str = "1";

/// The name of the file in the folder of a table.
pub(crate) const NAME: &str = "manifest.txt";

/// The record of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerRecord {
    /// The summary of its positions.
    pub summary: LayerSummary,
    /// The checksum of its verdicts (CRC-32).
    pub checksum: u32,
}

/// The board of a table and its layers that are solved, the last one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The board.
    pub board: Board,
    /// The layers, the last one first.
    pub layers: Vec<LayerRecord>,
}

impl Manifest {
    /// Whether all layers are solved.
    pub fn is_complete(&self) -> bool {
        self.layers.len() == self.board.last_layer() + 1
    }

    /// The record of a layer.
    pub fn layer(&self, layer: usize) -> Option<&LayerRecord> {
        self.layers.get(self.board.last_layer().checked_sub(layer)?)
    }

    /// The checksum of everything: it depends on every value of the table.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(self.body().as_bytes())
    }

    fn body(&self) -> String {
        let (width, height) = (self.board.width(), self.board.height());
        let mut text =
            format!("{MAGIC} {VERSION}\nsantorini {width}x{height} pawns {}\n", self.board.pawns());
        for LayerRecord { summary, checksum } in &self.layers {
            let longest = |longest: Option<Longest>| match longest {
                Some(found) => format!("{} {} {}", found.plies, found.count, found.first),
                None => "- 0 0".into(),
            };
            let LayerSummary { layer, indexed, won, lost, .. } = summary;
            let _ = writeln!(
                text,
                "layer {layer} positions {indexed} won {won} lost {lost} win {} loss {} crc {checksum:08x}",
                longest(summary.longest_win),
                longest(summary.longest_loss)
            );
        }
        text
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        format!("{}checksum {:08x}\n", self.body(), self.checksum())
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), TableRefusal> {
        write_whole(&folder.join(NAME), &[self.text().as_bytes()], true)
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, TableRefusal> {
        let path = folder.join(NAME);
        // A manifest has at most 49 lines of at most 200 characters.
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(TableRefusal::NotATable { path: folder.display().to_string() });
            }
            Ok(about) if about.len() > 100_000 => {
                return Err(TableRefusal::NotATable { path: path.display().to_string() });
            }
            Ok(_) => (),
            Err(error) => return Err(self::about(&path, &error)),
        }
        let bytes = fs::read(&path).map_err(|error| about(&path, &error))?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| damaged(&path, "its text is not UTF-8"))?;
        let Some(version) = text.strip_prefix(MAGIC) else {
            return Err(TableRefusal::NotATable { path: path.display().to_string() });
        };
        let version = version.lines().next().unwrap_or_default().trim();
        if version != VERSION {
            let found = agon_core::quote(version);
            return Err(TableRefusal::Version { path: path.display().to_string(), found });
        }
        Manifest::parse(&text).map(Some).map_err(|what| damaged(&path, what))
    }

    fn parse(text: &str) -> Result<Manifest, &'static str> {
        let mut lines = text.lines().skip(1);
        let board = lines.next().and_then(parse_board).ok_or("its second line names no board")?;
        let mut manifest = Manifest { board, layers: Vec::new() };
        let mut checksum = None;
        for line in lines {
            if checksum.is_some() {
                return Err("lines follow its checksum");
            }
            match line.strip_prefix("checksum ") {
                Some(found) => checksum = u32::from_str_radix(found, 16).ok(),
                None => {
                    let record = parse_layer(line).ok_or("a line is not that of a layer")?;
                    let wanted = board.last_layer().checked_sub(manifest.layers.len());
                    if Some(record.summary.layer) != wanted {
                        return Err("its layers are not in order");
                    }
                    manifest.layers.push(record);
                }
            }
        }
        match checksum {
            None => Err("its checksum is missing"),
            // This also finds a letter of another case.
            Some(_) if manifest.text() != text => Err("its lines do not have its checksum"),
            Some(_) => Ok(manifest),
        }
    }
}

fn parse_board(line: &str) -> Option<Board> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["santorini", size, "pawns", pawns] = words[..] else { return None };
    size.parse::<Board>().ok()?.with_pawns(pawns.parse().ok()?).ok()
}

fn parse_layer(line: &str) -> Option<LayerRecord> {
    let words: Vec<&str> = line.split(' ').collect();
    let [
        "layer",
        layer,
        "positions",
        indexed,
        "won",
        won,
        "lost",
        lost,
        "win",
        win_plies,
        win_count,
        win_first,
        "loss",
        loss_plies,
        loss_count,
        loss_first,
        "crc",
        checksum,
    ] = words[..]
    else {
        return None;
    };
    let longest = |plies: &str, count: &str, first: &str| match plies {
        "-" => Some(None),
        _ => Some(Some(Longest {
            plies: plies.parse().ok()?,
            count: count.parse().ok()?,
            first: first.parse().ok()?,
        })),
    };
    let summary = LayerSummary {
        layer: layer.parse().ok()?,
        indexed: indexed.parse().ok()?,
        won: won.parse().ok()?,
        lost: lost.parse().ok()?,
        longest_win: longest(win_plies, win_count, win_first)?,
        longest_loss: longest(loss_plies, loss_count, loss_first)?,
    };
    Some(LayerRecord { summary, checksum: u32::from_str_radix(checksum, 16).ok()? })
}
