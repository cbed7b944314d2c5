//! The arguments of `agon puzzles`.

use std::path::PathBuf;

use agon_arena::GameEntry;
use clap::{Args, Subcommand};

use super::game_parser;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Finds positions in games of the engine (in nim and tictactoe among solved positions, in theseus \
        in solved mazes), and proves with another search that each has exactly one solution. No two \
        puzzles are the same up to the symmetries of the game. They have themes and are sorted by \
        a rating; docs/puzzles.md says what these are, and describes the file. Where there are fewer than \
        --count, the file has all that were found.\n\n\
        The same seed gives the same file, whatever --threads is. Ctrl-C writes the puzzles that were \
        found by then, and exits with 1.\n\n\
        Examples:\n  \
        agon puzzles nim --count 20 -o nim.json\n  \
        agon puzzles tictactoe --count 12 -o tictactoe.json\n  \
        agon puzzles check nim.json"
)]
pub struct PuzzlesArgs {
    /// Prove a file instead of making one
    #[command(subcommand)]
    pub action: Option<PuzzleAction>,
    #[command(flatten)]
    pub make: Option<MakePuzzlesArgs>,
}

#[derive(Debug, Subcommand)]
pub enum PuzzleAction {
    /// Prove that every puzzle of a file has the one solution that it names
    #[command(after_help = "Exits with 1 if a puzzle is wrong.\n\n\
        Examples:\n  \
        agon puzzles nim --count 5 -o few.json\n  \
        agon puzzles check few.json")]
    Check {
        /// File of puzzles
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// The settings of new puzzles. Present if the file is.
#[derive(Debug, Args)]
#[group(args = ["output"])]
pub struct MakePuzzlesArgs {
    /// Game
    #[arg(value_parser = game_parser())]
    pub game: &'static GameEntry,
    /// File to write
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: PathBuf,
    /// Number of puzzles, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub count: usize,
    /// Random seed, 0 or more
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of searches in parallel, 1 to 256 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}
