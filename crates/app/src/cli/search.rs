//! The arguments of the commands that search.

use clap::{Args, ValueEnum};

use agon_arena::GameEntry;

use super::{PositionArgs, game_parser};

/// The arguments of `agon best`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon best santorini --movetime 1000\n  \
        agon best byte --nodes 1000000 --lines 3\n  \
        agon best tictactoe --search minimax --depth 9\n\n\
        A score is the value for the side to move, or a proven win or loss in so many plies. \
        Limits and Ctrl-C end the engine with the best move so far; minimax that \
        is stopped before its depth is done has no answer, and the exit code is 1.")]
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
    /// Which evaluation: one of the game's, or a rule file; the game's own if left out
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// How many best lines to find, 1 to 500
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,
    /// How many threads search together, 1 to 256
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// The memory of the engine, in MB, 1 to 65536
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65536))]
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
    /// About the most positions to look at, 1 or more: they are counted every 512
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The most milliseconds to think, 1 to 86400000 (a day)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Think until Ctrl-C, the value is proven, or 100 plies are looked ahead
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

/// The arguments of `agon tree`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon tree tictactoe --moves '11 00' --depth 2\n  \
        agon tree santorini --moves '@11,33 @13,31' --depth 2 --top 3\n  \
        agon tree nim --heaps 2,2 --depth 4 --format dot | dot -Tsvg > tree.svg\n\n\
        All values are those of the side to move at the root. Behind each in brackets are \
        alpha and beta on entry, - for none; * marks the line that both sides choose. Where moves \
        were pruned, a value may be a bound: <= +4 is +4 or less, >= +4 is +4 or more.")]
pub struct TreeArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// How many plies to look ahead, 1 to 20
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// How to write it
    #[arg(long, default_value = "text")]
    pub format: TreeFormat,
    /// How many children of each node to show, the best for the side to move, 1 to 10000
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub top: usize,
    /// Look at everything, as plain minimax does
    #[arg(long)]
    pub no_pruning: bool,
    /// Which evaluation: one of the game's, or a rule file; the game's own if left out
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// The most positions to look at, 1 or more
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// Lines with branches
    Text,
    /// One JSON object
    Json,
    /// For Graphviz
    Dot,
}

/// The arguments of `agon bench`.
#[derive(Debug, Args)]
#[command(after_help = "The nodes do not depend on the machine: they change just when the \
        search or an evaluation does.")]
pub struct BenchArgs {
    /// The game; all if left out
    #[arg(value_parser = game_parser())]
    pub game: Option<&'static GameEntry>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}
