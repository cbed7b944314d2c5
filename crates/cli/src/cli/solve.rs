//! The arguments of `agon solve` and `agon kb`.

use std::path::PathBuf;

use agon_search::SolveLimits;
use clap::{Args, ValueEnum};

use super::PositionArgs;

#[derive(Debug, Args)]
#[command(
    after_help = "The first line is win, draw or lose for the side to move (in theseus: theseus, draw or \
        minotaur), followed by 'in N' plies if that is known. The second line says how it was \
        proven. If a limit or Ctrl-C ends the search, the first line is unknown and the exit \
        code is 1.\n\n\
        Examples:\n  \
        agon solve nim\n  \
        agon solve nim --heaps 3,5,7 --by search\n  \
        agon solve tictactoe --moves '11 01'\n  \
        agon solve theseus --plies 60\n  \
        agon solve santorini --board 3x3\n  \
        agon solve santorini --position '0000/1200 B 00,01 12,13'\n  \
        agon solve santorini --board 3x3 --pawns 1 --report"
)]
pub struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// How to solve it [default: the faster of the game's methods]
    #[arg(long)]
    pub by: Option<Method>,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options for small boards of Santorini.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// Santorini: folder with the table of the board [default: that of the data folder, for
    /// boards that are not solved on the spot]
    #[arg(long, value_name = "DIR")]
    pub table: Option<PathBuf>,
    /// Santorini: also print won and lost positions by layer, the longest wins and losses, and
    /// all first placements
    #[arg(long)]
    pub report: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// A closed formula, for games that have one
    Theory,
    /// Exhaustive search
    Search,
}

/// Limits of an exhaustive search.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// Node limit, 1 or more [default: none; 20000000 in byte]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Memory limit in MB, 1 to 1000000
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

impl LimitArgs {
    pub fn limits(&self) -> SolveLimits {
        SolveLimits { memory: self.memory << 20, positions: self.nodes.unwrap_or(u64::MAX) }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Without FILE, the knowledge base in the data folder is used. Ctrl-C ends a build; what was \
        solved by then is saved. 'get' exits with 1 if the position is not in the base.\n\n\
        Examples:\n  \
        agon kb nim build --heaps 3,5,7     solve a position and save all values found\n  \
        agon kb nim get --heaps 2,4         print the value of a position\n  \
        agon kb nim list                    print all positions, the newest first\n  \
        agon kb nim save nim.kb             copy the base to a file\n  \
        agon kb nim list nim.kb             print the positions of that file"
)]
pub struct KbArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Action
    pub action: KbAction,
    /// File of the knowledge base; for save and load, the file to copy to or from
    pub file: Option<PathBuf>,
    /// Data folder [default: AGON_DATA, or that of the user]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KbAction {
    /// Solve a position, and save the values of all positions reached from it
    Build,
    /// Print all positions with their values, the newest first
    List,
    /// Print the value of a position
    Get,
    /// Copy the base of the data folder to a file
    Save,
    /// Replace the base of the data folder by a file
    Load,
    /// Empty the base
    Clear,
}
