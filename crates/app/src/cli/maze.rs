//! The arguments of `agon maze`.

use std::path::PathBuf;

use agon_core::Side;
use agon_games::theseus::{MOST_PLIES, Plan, PlanRefusal, Style, most_walls};
use clap::{Args, Subcommand, ValueEnum};

/// The arguments of `agon maze`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon maze new --seed 7 > maze.txt\n  \
        agon maze new --style labyrinth --need 2 --value theseus\n  \
        agon maze check maze.txt\n  \
        agon play theseus --maze maze.txt\n  \
        agon maze ladder --boards 100")]
pub struct MazeArgs {
    /// What to do
    #[command(subcommand)]
    pub action: MazeAction,
}

/// What can be done with mazes.
#[derive(Debug, Subcommand)]
pub enum MazeAction {
    /// Make a maze by a seed and draw it
    New(NewMazeArgs),
    /// Say what a drawing holds, or at which line and column it is wrong
    Check {
        /// The drawing; - reads it from standard input
        file: PathBuf,
    },
    /// Draw a maze again, or write it in one line
    Show {
        /// The drawing; - reads it from standard input
        file: PathBuf,
        /// Write the position in one line, as --position takes it
        #[arg(long)]
        line: bool,
    },
    /// Let every kind of player meet every other in mazes of one kind
    Ladder(LadderArgs),
}

/// What a maze is to be like.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The tiles along a side: odd, 3 to 31
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: usize,
    /// The pieces of loot, 1 to 16
    #[arg(long, value_name = "S", default_value_t = 4)]
    loot: usize,
    /// How the walls are made
    #[arg(long, default_value = "classic")]
    style: StyleName,
    /// The inner walls of a classic maze; as many as there can be if left out
    #[arg(long, value_name = "W")]
    walls: Option<usize>,
    /// How many of a hundred walls of a labyrinth are opened; 5 if left out
    #[arg(long, value_name = "PERCENT")]
    open: Option<u32>,
    /// The loot that Theseus needs to win; all if left out
    #[arg(long, value_name = "S")]
    pub need: Option<u8>,
    /// The plies until dawn
    #[arg(long, value_name = "K", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_PLIES)))]
    pub plies: u16,
    /// Who moves first
    #[arg(long, default_value = "theseus")]
    pub first: FirstSide,
}

impl PlanArgs {
    /// The plan, if it can be carried out.
    pub fn plan(&self) -> Result<Plan, PlanRefusal> {
        let style = match self.style {
            // A side that is refused need not have walls.
            StyleName::Classic => Style::Classic {
                walls: self.walls.unwrap_or_else(|| most_walls(self.size.clamp(3, 31))),
            },
            StyleName::Labyrinth => Style::Labyrinth { open: self.open.unwrap_or(5) },
        };
        Plan::new(self.size, self.loot, style)
    }

    /// An option that means nothing for the style that was chosen.
    pub fn misplaced(&self) -> Option<&'static str> {
        match self.style {
            StyleName::Classic if self.open.is_some() => {
                Some("--open is for --style labyrinth; a classic maze has --walls")
            }
            StyleName::Labyrinth if self.walls.is_some() => {
                Some("--walls is for --style classic; a labyrinth has --open")
            }
            _ => None,
        }
    }
}

/// The arguments of `agon maze new`.
#[derive(Debug, Args)]
pub struct NewMazeArgs {
    /// What the maze is to be like
    #[command(flatten)]
    pub plan: PlanArgs,
    /// The seed: the same maze every time; by the clock if left out, and told
    #[arg(long, value_name = "K")]
    pub seed: Option<u64>,
    /// Look for a maze of this exact value, from the seed on
    #[arg(long, value_name = "WHO")]
    pub value: Option<Winner>,
}

/// The arguments of `agon maze ladder`.
#[derive(Debug, Args)]
#[command(after_help = "Each line is a pair of players, Theseus's first: how many games of a \
        hundred Theseus won, nobody, and the Minotaur, and Theseus's mean loot.")]
pub struct LadderArgs {
    /// What the mazes are to be like
    #[command(flatten)]
    pub plan: PlanArgs,
    /// How many mazes
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub boards: u64,
    /// The seed of the first maze; the others follow
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// The players that meet, with blanks between
    #[arg(
        long,
        value_name = "PLAYERS",
        default_value = "random heuristic minmax minmax:fair perfect"
    )]
    pub players: String,
    /// How many games to play at a time; as many as there are processors if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// How the walls of a maze are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Walls here and there, at most two around a tile
    Classic,
    /// One way between any two tiles, and then some walls opened
    Labyrinth,
}

/// One of the two sides.
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

/// Who wins a maze under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Winner {
    /// Theseus wins
    Theseus,
    /// Nobody wins
    Draw,
    /// The Minotaur wins
    Minotaur,
}

impl Winner {
    /// The winner, if there is one.
    pub fn player(self) -> Option<Side> {
        match self {
            Winner::Theseus => Some(Side::First),
            Winner::Draw => None,
            Winner::Minotaur => Some(Side::Second),
        }
    }
}
