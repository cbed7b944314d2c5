//! The arguments of `agon rules`.

use agon_arena::GameEntry;
use clap::{Args, Subcommand};

use super::{PositionArgs, game_parser};

/// The arguments of `agon rules`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon rules new byte > my.rules\n  \
        agon rules check my.rules\n  \
        agon rules query byte --rules my.rules 'merge(me, A, B, 8)'\n  \
        agon eval byte --eval my.rules --explain\n  \
        agon play byte --p2 minimax:depth=2,eval=my.rules")]
pub struct RulesArgs {
    /// What to do
    #[command(subcommand)]
    pub action: RulesAction,
}

/// What can be done with rules.
#[derive(Debug, Subcommand)]
pub enum RulesAction {
    /// Print a rule file to begin with
    #[command(after_help = "Example:\n  agon rules new santorini > my.rules")]
    New {
        /// The game
        #[arg(value_parser = game_parser())]
        game: &'static GameEntry,
    },
    /// List what rules can ask about
    Facts(FactsArgs),
    /// Say what is wrong with rule files, and which of their lines never hold
    Check(CheckArgs),
    /// Answer questions about a position
    Query(QueryArgs),
}

/// The arguments of `agon rules facts`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon rules facts byte\n  \
        agon rules facts byte --size 10 --json\n\n\
        What stands behind -> follows from what stands before it: there is one for each.")]
pub struct FactsArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `agon rules check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon rules check my.rules\n  \
        agon rules check *.rules --games 100\n\n\
        The game is the one that each file names. A file that is wrong is told on standard \
        error with the places, and the exit code is 1. A rule that never holds in the games \
        may be right all the same.")]
pub struct CheckArgs {
    /// The rule files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// How many random games to try the rules in, 0 to 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub games: u64,
    /// The position from which games are played, as for a board of another size
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub position: String,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `agon rules query`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon rules query tictactoe --moves '11 00' 'mark(C, P)'\n  \
        agon rules query byte --rules my.rules 'merge(me, A, B, N), N > 6'\n  \
        agon rules query byte --rules my.rules < questions.txt\n\n\
        me is the side to move, or the one of --side. An answer is a line such as A = e3, L = 0; \
        a question without variables is answered by true. or false. Where an argument is \
        no question, the exit code is 1.")]
pub struct QueryArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// The questions; if left out, they are read from standard input, one a line
    #[arg(value_name = "QUESTION")]
    pub questions: Vec<String>,
    /// The rule file; if left out, only the game's facts are known
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Which side is me (its name or first letter, or p1 or p2); the side to move if left out
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}
