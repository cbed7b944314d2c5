//! The arguments of the commands that search.

use clap::{Args, ValueEnum};

use super::PositionArgs;

/// The arguments of `agon best`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon best santorini --movetime 1000\n  \
        agon best byte --nodes 1000000 --lines 3\n  \
        agon best tictactoe --search minimax --depth 9\n\n\
        A score is the value for the side to move, or a proven win or loss in so many plies. \
        Ctrl-C ends the search with the best move so far.")]
pub struct BestArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Where to end
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Which search: as strong as can be, or the value and move of plain minimax
    #[arg(long, value_name = "NAME", default_value = "engine")]
    pub search: SearchName,
    /// Which evaluation; the game's own if left out
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// How many best lines to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,
    /// How many threads search together
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// The memory of the engine, in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65536))]
    pub hash: usize,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Where a search ends, at least one of them.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = true)]
pub struct LimitArgs {
    /// The most plies to look ahead, 1 to 100
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// The most positions to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The most milliseconds to think
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Think until Ctrl-C
    #[arg(long)]
    pub infinite: bool,
}

/// The two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchName {
    /// A fixed depth, with the value and the move of plain minimax
    Minimax,
    /// As strong as can be
    Engine,
}
