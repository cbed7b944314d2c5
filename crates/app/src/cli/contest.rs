//! The arguments of `agon match`, `agon contest` and `agon replay`.

use std::path::PathBuf;

use agon_arena::PlayerSpec;
use agon_arena::contest::{MoveLimits, Sprt, TimeControl};
use clap::{Args, ValueEnum};

use super::PositionArgs;
use crate::contests::{Openings, read_clock};

/// The arguments of `agon match`.
#[derive(Debug, Args)]
#[command(
    after_help = "A and B are players, as minimax:depth=3, engine:nodes=10000, level:5 or ugi:./bot: \
        'agon help players' describes them all. Players that name no limit take those of the match.\n\n\
        Examples:\n  \
        agon match santorini minimax:depth=2,eval=my.rules minimax:depth=2 --pairs 50\n  \
        agon match byte engine:eval=new.rules engine:eval=old.rules --nodes 5000 --sprt 0,20 --pairs 5000\n  \
        agon match santorini 'ugi:./bot --fast' engine:level=3 --clock 10+0.1 --concurrency 2\n  \
        agon match tictactoe perfect random --openings none --records games.txt\n\n\
        Each start is played twice, with the sides swapped. A random start is the most even of \
        eight, each so many random moves from the position, as the engine sees it that looks at \
        1000 positions. The same command gives the same games where players are limited by depth \
        or nodes, however many games are played at once.\n\n\
        The exit code is 0 when the match is done; with --sprt it is 0 when the second \
        hypothesis (H1) is accepted, and 1 when the first (H0) is, or neither."
)]
pub struct MatchArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// The player that the figures are about
    #[arg(value_name = "A")]
    pub first: String,
    /// The player it is measured by
    #[arg(value_name = "B")]
    pub second: String,
    /// The most pairs of games, 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
    /// Where games start: random, none (always from the position), or a file with a
    /// position a line
    #[arg(long, value_name = "HOW", default_value = "random")]
    pub openings: String,
    /// How many random moves lead to a random start, 0 to 100
    #[arg(long, value_name = "N", default_value_t = Openings::PLIES, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub opening_plies: u32,
    /// What players may spend
    #[command(flatten)]
    pub limits: PlayLimits,
    /// Stop as soon as it is known which of two differences in Elo is true, as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_elos, allow_hyphen_values = true)]
    pub sprt: Option<[f64; 2]>,
    /// How often the test may accept H1 where H0 is true
    #[arg(long, value_name = "RATE", default_value_t = Sprt::ERRORS, requires = "sprt")]
    pub alpha: f64,
    /// How often the test may accept H0 where H1 is true
    #[arg(long, value_name = "RATE", default_value_t = Sprt::ERRORS, requires = "sprt")]
    pub beta: f64,
    /// What all chance follows from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How it goes on
    #[command(flatten)]
    pub run: RunArgs,
    /// Keep finished games in this file, and go on from there when the match is asked for
    /// again
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,
}

/// What players may spend, and when games end before their time.
#[derive(Debug, Args)]
pub struct PlayLimits {
    /// How many plies players look ahead, 1 to 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(PlayerSpec::MAX_ENGINE_DEPTH)))]
    depth: Option<u32>,
    /// How many positions players look at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time for a move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// The time for a game in seconds, and what a move adds, as 10+0.1
    #[arg(long, value_name = "TIME", value_parser = read_clock, conflicts_with = "movetime")]
    clock: Option<TimeControl>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: Option<u32>,
    /// End games as soon as their value is proven
    #[arg(long)]
    pub adjudicate: bool,
}

impl PlayLimits {
    /// The limits that were asked for.
    pub fn limits(&self) -> MoveLimits {
        let movetime = self.movetime.map(|time| time * 1000);
        MoveLimits { depth: self.depth, nodes: self.nodes, movetime, clock: self.clock }
    }
}

/// How a match or a contest goes on, and what is told of it.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// How many games are played at once; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Write all games to this file: JSON lines if its name ends in .jsonl, else as text
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

fn read_elos(text: &str) -> Result<[f64; 2], String> {
    let wrong = || "two differences in Elo are wanted, as 0,10".to_string();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse().map_err(|_| wrong());
    Ok([read(low)?, read(high)?])
}

/// The arguments of `agon contest`.
#[derive(Debug, Args)]
#[command(after_help = "A contest file:\n  \
        name = \"Santorini in May\"\n  \
        game = \"santorini\"\n  \
        format = \"single-elimination\"   # or round-robin, gauntlet, swiss\n  \
        seed = 7\n\n  \
        [[entry]]\n  \
        name = \"ann\"\n  \
        eval = \"ann.rules\"\n  \
        placements = [\"@11,33\", \"@13,31\"]\n\n  \
        [[entry]]\n  \
        name = \"bob\"\n  \
        player = \"ugi:./bob\"\n\n\
        Examples:\n  \
        agon contest examples/contest/contest.toml\n  \
        agon contest may.toml --concurrency 4 --records may.txt\n\n\
        Finished games are kept beside the file, in FILE.games: a contest that was broken off \
        goes on with the same command. The report is written to FILE.html. docs/contests.md \
        tells more.")]
pub struct ContestArgs {
    /// The contest file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Keep finished games in this file
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,
    /// Write the report to this file
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How it goes on
    #[command(flatten)]
    pub run: RunArgs,
}

/// The arguments of `agon replay`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon replay games.txt               check all games, and list them\n  \
        agon replay games.txt --game 3      show the third one move by move\n  \
        agon replay may.games --format records > may.txt\n\n\
        The exit code is 1 if a game is not by the rules.")]
pub struct ReplayArgs {
    /// A file of games: as text, as JSON lines, or as agon contest keeps them; - reads
    /// standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show this game move by move, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// How games are listed
    #[arg(long, value_name = "HOW", default_value = "table")]
    pub format: ReplayFormat,
}

/// How games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// A line each
    Table,
    /// The records as text
    Records,
    /// JSON lines
    Json,
}
