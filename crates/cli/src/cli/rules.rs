//! The arguments of `agon rules`.

use std::path::PathBuf;

use agon_arena::{GameEntry, PlayerSpec};
use clap::{Args, Subcommand};

use super::{PositionArgs, game_parser};

#[derive(Debug, Args)]
#[command(after_help = "docs/rules.md is the guide to the language.\n\n\
        Examples:\n  \
        agon rules new byte > my.rules\n  \
        agon rules check my.rules\n  \
        agon rules query byte --rules my.rules 'merge(me, A, B, 8)'\n  \
        agon eval byte --eval my.rules --explain\n  \
        agon play byte --p2 minimax:depth=2,eval=my.rules")]
pub struct RulesArgs {
    /// Action
    #[command(subcommand)]
    pub action: RulesAction,
}

#[derive(Debug, Subcommand)]
pub enum RulesAction {
    /// Print an example rule file to start from
    #[command(after_help = "Examples:\n  \
        agon rules new santorini > my.rules\n  \
        agon rules new byte --course > my-course.rules")]
    New {
        /// Game
        #[arg(value_parser = game_parser())]
        game: &'static GameEntry,
        /// Write it in the Lisp dialect, as the course does
        #[arg(long)]
        course: bool,
    },
    /// List the relations that a game provides to rules, or the facts of a position
    Facts(FactsArgs),
    /// Check rule files: errors, unused relations, lines that never hold
    Check(CheckArgs),
    /// Answer queries about a position
    Query(QueryArgs),
    /// Fit the weights of a rule file to recorded games, or tune them by matches
    Tune(TuneArgs),
    /// Show which rule files of a folder are alike
    Compare(CompareArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Files are the same if they differ only in the names of relations and variables, in the order \
        of rules and conditions, in comments, in rules that no value line needs, or in weights (the \
        numbers in value lines). The folder is searched for files that end with .rules, also \
        in folders within it. They are also compared with the files that come with the \
        program. Exits with 1 if a file has a syntax error; it is left out.\n\n\
        Examples:\n  \
        agon rules compare examples/contest\n  \
        agon rules compare examples --least 30 --json"
)]
pub struct CompareArgs {
    /// Folder with rule files
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Also show files that share this percentage of their lines, 1 to 100
    #[arg(long, value_name = "PERCENT", default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub least: u32,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "In a signature such as top(square -> colour), the columns before -> determine those after \
        it: a square has at most one colour.\n\n\
        With --position or --moves, the facts of that position are listed. There, me is the side to \
        move, or that of --side.\n\n\
        Examples:\n  \
        agon rules facts byte\n  \
        agon rules facts byte --size 10 --json\n  \
        agon rules facts byte --moves B2-C3 --course"
)]
pub struct FactsArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Write them in the Lisp dialect, as the course does
    #[arg(long)]
    pub course: bool,
    /// Side that me stands for: its name or first letter, p1 or p2 [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Print JSON lines
    #[arg(long, conflicts_with = "course")]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The game is the one that each file names. Errors are printed on standard error with line \
        and column, and the exit code is 1. A line that never holds in the random games need not \
        be an error.\n\n\
        Examples:\n  \
        agon rules new byte > my.rules\n  \
        agon rules check my.rules\n  \
        agon rules check my.rules --games 100\n  \
        agon rules check my.rules --plan"
)]
pub struct CheckArgs {
    /// Rule files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Number of random games to try the rules in, 0 to 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub games: u64,
    /// Start position of the random games, for example of a larger board
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub position: String,
    /// Print how each line is evaluated, and what it costs
    #[arg(long)]
    pub plan: bool,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "me is the side to move, or that of --side. Each solution is one line, such as A = e3, L = 0; \
        a query without variables is answered by true. or false. Exits with 1 if a query has an \
        error.\n\n\
        Examples:\n  \
        agon rules query tictactoe --moves '11 00' 'mark(C, P)'\n  \
        echo 'empty(11)' | agon rules query tictactoe\n  \
        agon rules new byte > my.rules\n  \
        agon rules query byte --rules my.rules 'merge(me, A, B, N), N > 1'\n  \
        agon rules query byte \"(infer '(top ?s me))\""
)]
pub struct QueryArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Queries [default: read from standard input, one per line]
    #[arg(value_name = "QUERY")]
    pub questions: Vec<String>,
    /// Rule file [default: none, only the facts of the game]
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Side that me stands for: its name or first letter, p1 or p2 [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A weight is the number in value(C, 20) or value(C, 4 * H), in the Lisp dialect in (* 20 ...). \
        Logistic regression finds the weights that predict the results best; a fifth of the games is \
        set aside, and the loss on these says whether the new weights are better. Lines of 10000 \
        points or more decide games and are kept. The data come from 'agon data'; --random-moves 0 \
        gives every position a result.\n\n\
        With --matches, no data are needed: pairs of games are played between slightly different \
        weights, and these move towards the winners (SPSA). A match of the new weights against the \
        old ones follows. Ctrl-C ends it with the weights so far. The same command gives the same \
        weights, whatever --concurrency is.\n\n\
        Examples:\n  \
        agon rules new santorini > my.rules\n  \
        agon data santorini --games 60 --player engine:depth=2 --random-moves 0 -o games.data\n  \
        agon rules tune my.rules --data games.data -o tuned.rules\n  \
        agon rules tune my.rules --matches 16 --test 4 -o better.rules\n  \
        agon match santorini minimax:depth=1,eval=tuned.rules minimax:depth=1,eval=my.rules --pairs 2"
)]
pub struct TuneArgs {
    /// Rule file
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Files of data about the same game
    #[arg(long, value_name = "FILE", required_unless_present = "matches", conflicts_with = "matches", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Tune by this many pairs of games instead, 1 to 1000000; 500 or more are needed
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub matches: Option<u64>,
    /// With --matches: depth of the players in plies, 1 to 9
    #[arg(long, value_name = "N", default_value_t = 1, requires = "matches", value_parser = clap::value_parser!(u32).range(1..=i64::from(PlayerSpec::MAX_DEPTH)))]
    pub depth: u32,
    /// With --matches: pairs of games of the new weights against the old ones, 0 to 1000000
    #[arg(long, value_name = "PAIRS", default_value_t = 200, requires = "matches", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub test: u64,
    /// With --matches: number of games played in parallel, 1 to 256 [default: number of processors]
    #[arg(long, value_name = "N", requires = "matches", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// File for the rules with the new weights [default: none, only the report]
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output file if it is there
    #[arg(long)]
    pub force: bool,
    /// Most positions to use, drawn at random, 100 to 1000000
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(100..=1_000_000))]
    pub positions: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
