//! The arguments of `agon table` and `agon verify`.

use std::path::PathBuf;

use agon_tablebase::TableRefusal;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(
    after_help = "The table has a bit for each position: whether the side to move wins. It is built layer by \
        layer; a layer has the positions with the same sum of heights. Whatever ends the command, the same \
        command goes on where it stopped. Time, memory and disk are estimated before it begins.\n\n\
        With --streaming nothing of the layers stays but counts and checksums, and who wins each start: so a \
        board may have 16 cells and be 8 cells long.\n\n\
        Examples:\n  \
        agon table santorini --board 2x4 --out small\n  \
        agon table santorini --board 3x4 --threads 2 --memory 8192 --disk 20480\n  \
        agon table santorini --board 2x4 --pawns 1 --streaming --out counts"
)]
pub struct TableArgs {
    /// Game
    pub game: TableGame,
    /// Size of the board, 2 to 6 cells wide and high, at most 12 cells; with --streaming 2 to 8 and 16
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub board: (usize, usize),
    /// Pawns of each side, 1 or 2
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub pawns: u8,
    /// Keep only counts, checksums and who wins each start
    #[arg(long, requires = "out", conflicts_with = "checkpoint")]
    pub streaming: bool,
    /// Folder of the table [default: one in the data folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Number of threads, 1 to 256 [default: one for each processor core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The most memory it may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub memory: u64,
    /// The most disk it may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 20480, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub disk: u64,
    /// Save after so many positions what a stopped build goes on from
    #[arg(long, value_name = "N", default_value_t = 1 << 31, value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads a size; whether there is such a board depends on --streaming.
fn size(text: &str) -> Result<(usize, usize), TableRefusal> {
    let length = |text: &str| text.parse::<u8>().ok().map(usize::from);
    let lengths =
        text.split_once('x').and_then(|(width, height)| Some((length(width)?, length(height)?)));
    lengths.ok_or_else(|| TableRefusal::BoardText { found: agon_core::quote(text) })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableGame {
    /// Santorini on small boards
    Santorini,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Compares all checksums, and then checks that values follow from those after a move: a position \
        is won if and only if a move wins at once or leads to a lost one. The moves come from the plain rules, \
        not from the program that built the table. Exits with 1 at the first fault.\n\n\
        Examples:\n  \
        agon table santorini --board 2x3 --out tiny\n  \
        agon verify tiny --all\n  \
        agon verify tiny --sample 1000 --seed 7"
)]
pub struct VerifyArgs {
    /// Folder of a table, or its manifest.txt
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Check every position
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,
    /// Check so many random positions of each layer
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub sample: u64,
    /// Random seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads, 1 to 256 [default: one for each processor core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
