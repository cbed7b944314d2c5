//! The arguments of `agon best`, `agon tree` and `agon bench`.

use clap::{Args, ValueEnum};

use agon_arena::{GameEntry, PlayerSpec};

use super::{PositionArgs, game_parser};

#[derive(Debug, Args)]
#[command(
    after_help = "Prints an info line for each finished depth, then bestmove. A score is the value for the \
        side to move, or a proven win or loss in plies. At least one limit is required: --depth, \
        --nodes, --movetime or --infinite. If a limit or Ctrl-C ends the search, the engine \
        prints the best move so far; minimax has no answer then, and exits with 1.\n\n\
        Examples:\n  \
        agon best santorini --movetime 1000\n  \
        agon best byte --nodes 1000000 --lines 3\n  \
        agon best tictactoe --search minimax --depth 9"
)]
pub struct BestArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Search algorithm
    #[arg(long, value_name = "NAME", default_value = "engine")]
    pub search: SearchName,
    /// Evaluation of the game, rule file, network (FILE.net), or program:COMMAND [default: the engine's, network in santorini; hand with minimax]
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Number of best lines to find (MultiPV), 1 to 500
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,
    /// Number of search threads, 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the transposition table in MB, 1 to 65536
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65536))]
    pub hash: usize,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Limits of a search. At least one is required.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = true)]
pub struct LimitArgs {
    /// Depth limit in plies, 1 to 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Node limit, 1 or more; checked every 512 nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time limit in milliseconds, 1 to 86400000
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Search until Ctrl-C, a proven value, or depth 100
    #[arg(long)]
    pub infinite: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchName {
    /// Alpha-beta without selectivity: the value and move of plain minimax at a depth
    Minimax,
    /// The strong engine, with pruning, reductions and extensions
    Engine,
}

#[derive(Debug, Args)]
#[command(
    after_help = "All values are from the point of view of the side to move at the root. Each is followed by \
        alpha and beta on entry in brackets, with - for none; * marks the principal variation. \
        Where moves were pruned, the value may be a bound, written <= +4 or >= +4.\n\n\
        With --player the tree is the one that a player of the game builds for itself: minmax of \
        theseus has that of its assignment. A node has its move [row, column, die], depth, \
        evaluation and minimax value; of equal moves the first is starred.\n\n\
        Examples:\n  \
        agon tree tictactoe --moves '11 00' --depth 2\n  \
        agon tree santorini --moves '@11,33 @13,31' --depth 2 --top 3\n  \
        agon tree nim --heaps 2,2 --depth 4 --format dot > tree.dot\n  \
        agon tree nim --heaps 2,2 --depth 3 --whole --format svg > tree.svg\n  \
        agon tree theseus --player minmax --depth 2"
)]
pub struct TreeArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Depth in plies, 1 to 20; with --player 2 to 6, and 2 if left out
    #[arg(long, value_name = "N", required_unless_present = "player", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: Option<u32>,
    /// Show the tree of this player of the game in place of a search, as in minmax
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["top", "whole", "no_pruning", "eval", "nodes"])]
    pub player: Option<PlayerSpec>,
    /// Output format
    #[arg(long, default_value = "text")]
    pub format: TreeFormat,
    /// Number of children to show of each node, the best ones, 1 to 10000
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub top: usize,
    /// Show all children of each node, also those that were pruned
    #[arg(long, conflicts_with = "top")]
    pub whole: bool,
    /// Plain minimax without alpha-beta pruning
    #[arg(long)]
    pub no_pruning: bool,
    /// Evaluation of the game, rule file, network (FILE.net), or program:COMMAND [default: the game's own evaluation]
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Node limit, 1 or more; a larger tree is refused
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// Indented text
    Text,
    /// One JSON object
    Json,
    /// Graphviz
    Dot,
    /// A picture
    Svg,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The node count of a game does not depend on the machine. It changes if, and only if, the \
        search or the evaluation of the game behaves differently.\n\n\
        Examples:\n  \
        agon bench\n  \
        agon bench tictactoe --json"
)]
pub struct BenchArgs {
    /// Game [default: all games]
    #[arg(value_parser = game_parser())]
    pub game: Option<&'static GameEntry>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}
