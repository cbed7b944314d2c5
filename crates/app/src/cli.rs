//! The command line.

use agon_arena::{Entry, GAMES, Seat, Table, find};
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;

/// Two-player games of pure thought: play them, solve them, learn from them.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  \
        agon                              choose a game and play it\n  \
        agon play santorini               you are blue, the computer is red\n  \
        agon moves tictactoe --moves 11   what can be answered to a first move in the middle\n\n\
        'agon COMMAND --help' says more of each command."
)]
pub struct Cli {
    /// What to do; without a command, choose a game and play it.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be asked of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Speak the language of the assignment that a game comes from, line by line
    Repl(ReplArgs),
    /// List the legal moves, one a line, in the game's order
    Moves(MovesArgs),
    /// Count the lines of play of 1, 2, ... plies
    Perft(PerftArgs),
    /// Evaluate a position: the value for a side, a whole number, comes last
    Eval(EvalArgs),
}

/// Which game, and which position of it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: &'static Entry,
    /// The position in the game's one-line notation, or startpos
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    position: String,
    /// Moves to make from there, with blanks between
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game that was named.
    pub fn game(&self) -> &'static Entry {
        self.game
    }

    /// A table at the position that was asked for.
    pub fn open(&self) -> Result<Box<dyn Table>, Failure> {
        let mut table = self.game.open(&self.position)?;
        table.play_all(&self.moves)?;
        Ok(table)
    }
}

/// The arguments of `agon play`.
#[derive(Debug, Args)]
#[command(after_help = "Players:\n  \
        person               somebody at this terminal\n  \
        random[:seed=N]      any legal move\n  \
        minimax[:depth=N]    looks N plies ahead (1 to 9, 3 if left out); eval=NAME picks an evaluation\n\n\
        Examples:\n  \
        agon play santorini --p1 minimax:depth=2 --p2 person\n  \
        agon play tictactoe --p2 person\n\n\
        Type help during the game for what can be typed.")]
pub struct PlayArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Who plays the first side (blue, X)
    #[arg(long, value_name = "PLAYER", default_value_t = Seat::Person)]
    pub p1: Seat,
    /// Who plays the second side (red, O)
    #[arg(long, value_name = "PLAYER", default_value_t = Seat::COMPUTER)]
    pub p2: Seat,
}

/// The arguments of `agon repl`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
        agon repl santorini < lines.txt\n\n\
        What a line says is printed on standard output. A line that cannot be understood gets \
        one line on standard error, and the next line is read.")]
pub struct ReplArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub dialect: Dialect,
}

/// The languages that `agon repl` speaks.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Dialect {
    /// initializeGame, tryMove, screenshotGame, ... as at a Haskell prompt
    Santorini,
}

/// The arguments of `agon moves`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon moves santorini --position '00000/00000/10000/00000/00000 R 10,11 22,33'\n  \
        agon moves tictactoe --moves '11 00' --json")]
pub struct MovesArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print JSON lines, with the ways to point out each move on the board
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `agon perft`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon perft tictactoe --depth 9\n  \
        agon perft santorini --position '00000/00000/00000/00000/00000 B 11,33 13,31' --depth 4\n  \
        agon perft santorini --moves '@11,33 @13,31' --depth 3 --divide")]
pub struct PerftArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// How many plies to look ahead, 1 to 60
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Count only at the full depth, and show the count below each first move
    #[arg(long)]
    pub divide: bool,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `agon eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon eval santorini --moves '@11,33 @13,31' --explain\n  \
        agon eval tictactoe --moves 11 --side O\n\n\
        A finished game is worth 1000000 to the winner, -1000000 to the loser, and 0 if drawn.")]
pub struct EvalArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which evaluation; the game's own if left out
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// For which side (its name or first letter, or p1 or p2); the side to move if left out
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Show what the value is made of
    #[arg(long)]
    pub explain: bool,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Takes the names of the registry, so that help lists them and a wrong word
/// gets a suggestion.
fn game_parser() -> impl clap::builder::TypedValueParser<Value = &'static Entry> {
    let names = PossibleValuesParser::new(GAMES.iter().map(|entry| entry.name));
    names.try_map(|name| find(&name).ok_or("not a game"))
}
