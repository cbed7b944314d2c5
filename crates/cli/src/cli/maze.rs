//! The arguments of `agon maze`.

use std::path::PathBuf;

use agon_core::Side;
use agon_games::theseus::{GeneratorRefusal, MOST_PLIES, MazeGenerator, Style, most_walls};
use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon maze new --seed 7 > maze.txt\n  \
        agon maze check maze.txt\n  \
        agon maze show maze.txt --line\n  \
        agon play theseus --maze maze.txt\n  \
        agon maze ladder --boards 5 --size 7 --players 'random heuristic'")]
pub struct MazeArgs {
    /// Action
    #[command(subcommand)]
    pub action: MazeAction,
}

#[derive(Debug, Subcommand)]
pub enum MazeAction {
    /// Generate a maze from a seed and print its drawing
    New(NewMazeArgs),
    /// Check a drawing; errors name the line and column
    #[command(
        after_help = "Examples:\n  agon maze new --seed 7 > maze.txt\n  agon maze check maze.txt"
    )]
    Check {
        /// File with a drawing; - reads standard input
        file: PathBuf,
    },
    /// Print a maze as a drawing, or as a position in one line
    #[command(
        after_help = "Examples:\n  agon maze new --seed 7 > maze.txt\n  agon maze show maze.txt --line"
    )]
    Show {
        /// File with a drawing; - reads standard input
        file: PathBuf,
        /// Print the position in one line, as --position reads it
        #[arg(long)]
        line: bool,
    },
    /// Play every pair of players against each other in random mazes
    Ladder(LadderArgs),
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Tiles per side: an odd number, 3 to 31
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: usize,
    /// Pieces of loot, 1 to 16
    #[arg(long, value_name = "N", default_value_t = 4)]
    loot: usize,
    /// Layout of the walls
    #[arg(long, default_value = "classic")]
    style: StyleName,
    /// Classic mazes: number of inner walls [default: the maximum]
    #[arg(long, value_name = "N")]
    walls: Option<usize>,
    /// Labyrinths: percentage of walls to remove [default: 5]
    #[arg(long, value_name = "PERCENT")]
    open: Option<u32>,
    /// Pieces of loot that Theseus needs to win [default: all]
    #[arg(long, value_name = "N")]
    pub need: Option<u8>,
    /// Ply limit, 0 to 10000
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_PLIES)))]
    pub plies: u16,
    /// Side that moves first
    #[arg(long, default_value = "theseus")]
    pub first: FirstSide,
}

impl PlanArgs {
    /// The generator of these mazes. Refused if no maze can satisfy it.
    pub fn plan(&self) -> Result<MazeGenerator, GeneratorRefusal> {
        let style = match self.style {
            // `MazeGenerator::new` refuses sizes outside of this range.
            StyleName::Classic => Style::Classic {
                walls: self.walls.unwrap_or_else(|| most_walls(self.size.clamp(3, 31))),
            },
            StyleName::Labyrinth => Style::Labyrinth { open: self.open.unwrap_or(5) },
        };
        MazeGenerator::new(self.size, self.loot, style)
    }

    /// An error about an option that belongs to the other style.
    pub fn misplaced(&self) -> Option<&'static str> {
        match self.style {
            StyleName::Classic if self.open.is_some() => {
                Some("--open applies to --style labyrinth; use --walls for a classic maze")
            }
            StyleName::Labyrinth if self.walls.is_some() => {
                Some("--walls applies to --style classic; use --open for a labyrinth")
            }
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "The same options and seed give the same maze. With --value, seeds are tried from --seed on \
        until a maze has that value under perfect play; its seed is printed on standard error.\n\n\
        Examples:\n  \
        agon maze new --seed 7 > maze.txt\n  \
        agon maze new --size 9 --style labyrinth --need 2 --value theseus"
)]
pub struct NewMazeArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Random seed [default: from the clock, printed on standard error]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Find a maze with this winner under perfect play
    #[arg(long, value_name = "WINNER")]
    pub value: Option<Winner>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Prints one line per pair of players: the percentages of games that Theseus won, that were \
        drawn, and that the Minotaur won, and the mean loot of Theseus.\n\n\
        Examples:\n  \
        agon maze ladder --boards 100\n  \
        agon maze ladder --boards 5 --size 7 --players 'random heuristic minmax:depth=3'"
)]
pub struct LadderArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Number of mazes, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub boards: u64,
    /// Random seed of the first maze; the others use the seeds after it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Players, separated by spaces
    #[arg(
        long,
        value_name = "PLAYERS",
        default_value = "random heuristic minmax minmax:fair perfect"
    )]
    pub players: String,
    /// Number of games played in parallel, 1 to 1024 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Scattered walls, at most two around a tile
    Classic,
    /// A perfect maze, of which some walls are removed
    Labyrinth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FirstSide {
    /// Theseus
    Theseus,
    /// The Minotaur
    Minotaur,
}

impl From<FirstSide> for Side {
    fn from(side: FirstSide) -> Side {
        match side {
            FirstSide::Theseus => Side::First,
            FirstSide::Minotaur => Side::Second,
        }
    }
}

/// The winner of a maze under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Winner {
    /// Theseus wins
    Theseus,
    /// A draw
    Draw,
    /// The Minotaur wins
    Minotaur,
}

impl Winner {
    pub fn player(self) -> Option<Side> {
        match self {
            Winner::Theseus => Some(Side::First),
            Winner::Draw => None,
            Winner::Minotaur => Some(Side::Second),
        }
    }
}
