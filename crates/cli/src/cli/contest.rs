//! The arguments of `agon match`, `agon contest` and `agon replay`.

use std::path::PathBuf;

use agon_arena::contest::{DrawRule, MoveLimits, ResignRule, ScoreRules, Sprt, TIME_MARGIN};
use agon_arena::{PlayerSpec, TimeControl};
use agon_contest::{Openings, RefereeRules, read_clock, read_draw, read_resign};
use clap::{Args, ValueEnum};

use super::{ClusterArgs, PositionArgs};

#[derive(Debug, Args)]
#[command(
    after_help = "Each opening is played twice, with the sides swapped. A random opening is the most even of \
        eight candidates, as a 1000-node search judges them. The same command plays the same games \
        if the players are limited by depth or nodes, whatever --concurrency is.\n\n\
        Exit codes: 0 if the match was played to its end, with --sprt whatever the test has shown \
        (H1 is the second Elo difference); 1 if it was stopped, or if a program or file was \
        refused; 2 if the command line is wrong.\n\n\
        A and B are players, such as level:5, minimax:depth=3, engine:nodes=10000 or ugi:./bot: see \
        'agon help players'. Players without a limit of their own use those of the match.\n\n\
        Examples:\n  \
        agon match tictactoe perfect random --openings none --records games.txt\n  \
        agon match byte engine:nodes=2000 engine:nodes=500 --pairs 2 --resign 900,4\n  \
        agon match santorini minimax:depth=2 minimax:depth=1 --pairs 10\n  \
        agon match nim perfect random --sprt 0,50 --pairs 500\n  \
        agon match nim 'ugi:python3 examples/bots/random_bot.py' perfect --pairs 5 --movetime 100"
)]
pub struct MatchArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Player whose strength is measured
    #[arg(value_name = "A")]
    pub first: String,
    /// Opponent
    #[arg(value_name = "B")]
    pub second: String,
    /// Number of game pairs, 1 to 1000000; with --sprt the maximum
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
    /// Opening positions: random, none (always the given position), or a file with one
    /// position per line, each used once before any is used again, in an order by --seed
    #[arg(long, value_name = "OPENINGS", default_value = "random")]
    pub openings: String,
    /// Number of random moves of a random opening, 0 to 100
    #[arg(long, value_name = "N", default_value_t = Openings::PLIES, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub opening_plies: u32,
    #[command(flatten)]
    pub limits: PlayLimits,
    /// Stop by a sequential probability ratio test between two Elo differences, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_elos, allow_hyphen_values = true)]
    pub sprt: Option<[f64; 2]>,
    /// SPRT: probability of accepting H1 when H0 is true
    #[arg(long, value_name = "RATE", default_value_t = Sprt::ERRORS, requires = "sprt")]
    pub alpha: f64,
    /// SPRT: probability of accepting H0 when H1 is true
    #[arg(long, value_name = "RATE", default_value_t = Sprt::ERRORS, requires = "sprt")]
    pub beta: f64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub run: RunArgs,
    /// Save finished games in this file; the same command resumes an interrupted match
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,
}

/// Limits of the players, and rules that end games early.
#[derive(Debug, Args)]
pub struct PlayLimits {
    /// Depth limit in plies, 1 to 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(PlayerSpec::MAX_ENGINE_DEPTH)))]
    depth: Option<u32>,
    /// Node limit per move, 1 or more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit per move in milliseconds, 1 to 86400000
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Time per game plus increment per move in seconds, such as 10+0.1
    #[arg(long, value_name = "TIME", value_parser = read_clock, conflicts_with = "movetime")]
    clock: Option<TimeControl>,
    /// How late a move may come, in milliseconds, 0 to 60000
    #[arg(long, value_name = "MS", default_value_t = TIME_MARGIN, value_parser = clap::value_parser!(u64).range(0..=PlayerSpec::MAX_MARGIN))]
    margin: u64,
    /// A player resigns when its own score was this bad for so many moves, such as 600,3; with
    /// both, as in 600,3,both, only if its opponent's score agrees
    #[arg(long, value_name = "SCORE,MOVES[,both]", value_parser = read_resign)]
    resign: Option<ResignRule>,
    /// A game is drawn when both scores were this near to 0 for so many moves, perhaps not
    /// before some ply, such as 10,8,40
    #[arg(long, value_name = "SCORE,MOVES[,PLY]", value_parser = read_draw)]
    draw: Option<DrawRule>,
    /// Declare a draw after this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: Option<u32>,
    /// End a game as soon as its value is proven
    #[arg(long)]
    pub adjudicate: bool,
    /// End a game as soon as a search of so many nodes by the referee proves a win, 1 or more
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    prove: Option<u64>,
}

impl PlayLimits {
    pub fn limits(&self) -> MoveLimits {
        let movetime = self.movetime.map(|time| time * 1000);
        MoveLimits { depth: self.depth, nodes: self.nodes, movetime, clock: self.clock }
    }

    pub fn referee_rules(&self) -> RefereeRules {
        let scores = ScoreRules { resign: self.resign, draw: self.draw };
        RefereeRules { margin: self.margin, scores, prove: self.prove }
    }
}

/// Execution and output of a match or a contest.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Number of games played in parallel, 1 to 256 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Write all games to this file: as JSON lines if its name ends in .jsonl, else as text
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Write the games that the referee has ended to this file: by which rule, after which scores,
    /// in which position
    #[arg(long, value_name = "FILE")]
    pub adjudicated: Option<PathBuf>,
    /// Log all input and output of programs to this file, with times
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

fn read_elos(text: &str) -> Result<[f64; 2], String> {
    let wrong = || "expected two Elo differences, such as 0,10".to_string();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse().map_err(|_| wrong());
    Ok([read(low)?, read(high)?])
}

#[derive(Debug, Args)]
#[command(
    after_help = "Finished games are saved at once: the same command resumes an interrupted contest. \
        docs/contests.md is the guide.\n\n\
        A contest file:\n  \
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
        agon contest examples/contest/contest.toml --concurrency 4 --records games.txt"
)]
pub struct ContestArgs {
    /// Contest file (TOML)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Save finished games in this file [default: FILE with the extension .games]
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,
    /// Leave out entries that cannot play, such as rule files with errors
    #[arg(long)]
    pub skip_broken: bool,
    /// Write the report to this file, or into this folder with a page for each entry if it ends
    /// with a slash [default: FILE with the extension .html]
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write standings.csv, crosstable.csv and games.csv into this folder
    #[arg(long, value_name = "FOLDER")]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Exits with 1 if a game has an illegal move or a wrong result.\n\n\
        Examples:\n  \
        agon match tictactoe perfect random --pairs 2 --records games.txt\n  \
        agon replay games.txt               check and list all games\n  \
        agon replay games.txt --game 3      show the third game move by move\n  \
        agon replay games.txt --format json")]
pub struct ReplayArgs {
    /// File of games: text records, JSON lines, or the .games file of a contest; - reads
    /// standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only this game, move by move in the format table; the first is 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: ReplayFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// One line per game
    Table,
    /// Text records
    Records,
    /// JSON lines
    Json,
}
