//! The arguments of `agon data`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{ClusterArgs, PositionArgs};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "A player plays against itself; the positions in which it searched are written with its score, \
        its best move and the result of the game. A position that was written before is left out. A \
        game that the player has proven to be won is over. docs/training.md describes the files.\n\n\
        Every game follows from the seed and its number, so the file does not depend on --threads. \
        Ctrl-C keeps the games that are finished; the same command goes on, and with a larger \
        --games it adds games.\n\n\
        Examples:\n  \
        agon data santorini --games 20 -o santorini.data\n  \
        agon data santorini --games 5 --player engine:depth=3 --skip-decided -o quiet.data\n  \
        agon data tictactoe --games 10 --player level:3 -o tictactoe.jsonl\n  \
        agon data count santorini.data\n  \
        agon data sample santorini.data -n 3\n  \
        agon data check santorini.data\n  \
        agon data fit santorini.data --plot santorini.svg"
)]
pub struct DataArgs {
    /// Inspect a file instead of generating one
    #[command(subcommand)]
    pub action: Option<DataAction>,
    #[command(flatten)]
    pub generate: Option<GenerateArgs>,
}

#[derive(Debug, Subcommand)]
pub enum DataAction {
    /// Check every record: position, best move, score, result, order
    #[command(after_help = "Exits with 1 at the first record that is wrong.\n\n\
        Examples:\n  \
        agon data nim --games 10 --player perfect -o nim.jsonl\n  \
        agon data check nim.jsonl")]
    Check(DataSubject),
    /// Count games, positions and results
    #[command(after_help = "Examples:\n  \
        agon data nim --games 10 --player perfect -o counted.jsonl\n  \
        agon data count counted.jsonl --json")]
    Count(DataSubject),
    /// Show some positions, drawn at random
    #[command(after_help = "Examples:\n  \
        agon data byte --games 2 --player engine:depth=2 -o byte.data\n  \
        agon data sample byte.data -n 5 --seed 7")]
    Sample {
        #[command(flatten)]
        subject: DataSubject,
        /// Number of positions, 1 to 1000000
        #[arg(short, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
        number: usize,
        /// Random seed
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Fit winning chances to the scores and results of games
    Fit(FitArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Logistic regression: how many points make odds of e to 1, and whether that depends on the \
        ply. A fifth of the games is set aside; the losses and the table are about these. Positions \
        with a proven score, an unknown result or no score are left out. docs/winning-chance.md \
        explains the numbers.\n\n\
        Examples:\n  \
        agon data byte --games 20 --player engine:depth=3 -o fitted.data\n  \
        agon data fit fitted.data --plot fitted.svg"
)]
pub struct FitArgs {
    /// Files of data about the same game and evaluation, in either format
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Draw predicted chances and mean results into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct DataSubject {
    /// File of data, in either format
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// The settings of self-play. Present if `--games` is.
#[derive(Debug, Args)]
#[group(args = ["games"])]
pub struct GenerateArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Number of games in the file, 1 to 1000000000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub games: u32,
    /// File to write, or to go on with
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: PathBuf,
    /// Player of both sides, limited by nodes or depth [default: engine:nodes=5000,hash=1]
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Format [default: jsonl if the name of the file ends in .jsonl, else binary]
    #[arg(long)]
    pub format: Option<DataFormat>,
    /// Random moves at the start of a game, between two numbers up to 1000 [default: 2..8]
    #[arg(long, value_name = "MIN..MAX", value_parser = read_plies)]
    pub random_plies: Option<RangeInclusive<u32>>,
    /// Share of games, in percent, in which the player makes the first move, the second or both
    /// before the random ones (in santorini the placements) [default: 10]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub player_first: Option<u32>,
    /// Share of later moves, in percent, that are random; results of earlier positions are then
    /// unknown [default: 3]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub random_moves: Option<u32>,
    /// Share of positions, in percent, of which one after a random move is searched and written
    /// too, without a result [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub random_children: Option<u32>,
    /// Leave out positions with an immediate win or a proven score
    #[arg(long)]
    pub skip_decided: bool,
    /// Leave out positions in which the opponent threatens to win at once
    #[arg(long)]
    pub skip_threatened: bool,
    /// Number of games played in parallel, 1 to 256 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Random seed, 0 or more [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    /// Records of fixed size behind a header of text
    Binary,
    /// A JSON object for each position behind one with the settings
    Jsonl,
}

impl From<DataFormat> for agon_selfplay::DataFormat {
    fn from(format: DataFormat) -> agon_selfplay::DataFormat {
        match format {
            DataFormat::Binary => agon_selfplay::DataFormat::Binary,
            DataFormat::Jsonl => agon_selfplay::DataFormat::Jsonl,
        }
    }
}

fn read_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    const MOST: u32 = 1000;
    let wrong = || format!("expected two numbers from 0 to {MOST}, such as 2..8");
    let (least, most) = text.split_once("..").ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse().ok().filter(|&plies: &u32| plies <= MOST);
    let range = read(least).ok_or_else(wrong)?..=read(most).ok_or_else(wrong)?;
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}
