//! The command line.

use std::io::{self, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use agon_arena::{AnySession, GAMES, GameEntry, PlayerSpec, find};
use agon_core::{Game as _, Notation as _};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::theseus::{MOST_PLIES, Theseus};
use agon_search::SolveLimits;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::mazes;

mod contest;
mod maze;
mod rules;
mod search;
mod ugi;

pub use contest::{ContestArgs, MatchArgs, ReplayArgs, ReplayFormat, RunArgs};
pub use maze::{LadderArgs, MazeAction, MazeArgs, NewMazeArgs, PlanArgs, Winner};
pub use rules::{CheckArgs, FactsArgs, QueryArgs, RulesAction, RulesArgs};
pub use search::{BenchArgs, BestArgs, SearchName, TreeArgs, TreeFormat};
pub use ugi::UgiArgs;

/// Two-player games of pure thought: play them, solve them, learn from them.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  \
        agon                              the page: all games, in a browser\n  \
        agon play santorini               you are blue, the computer is red\n  \
        agon moves tictactoe --moves 11   what can be answered to a first move in the middle\n\n\
        'agon COMMAND --help' says more of each command."
)]
pub struct Cli {
    /// What to do; without a command, serve the page.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be asked of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the page on this machine, and open it in a browser
    Serve(ServeArgs),
    /// Choose a game and who plays, and play it in the terminal
    Choose,
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Speak the language of the assignment that a game comes from, line by line
    Repl(ReplArgs),
    /// List the legal moves, one a line, in the game's order
    Moves(MovesArgs),
    /// Count the lines of play of 1, 2, ... plies
    Perft(PerftArgs),
    /// Solve a position exactly: win, draw or lose for the side to move
    Solve(SolveArgs),
    /// Keep what was solved: build, list, look up, save, load or clear a knowledge base
    Kb(KbArgs),
    /// Evaluate a position: the value for a side, a whole number, comes last
    Eval(EvalArgs),
    /// Look for the best move: info lines on the way, then bestmove
    Best(BestArgs),
    /// Show the minimax tree, with cut-offs and why
    Tree(TreeArgs),
    /// Measure the engine: nodes a game, the fingerprint of the search, and nodes a second
    Bench(BenchArgs),
    /// Let two players meet in many games, and say who is better
    Match(MatchArgs),
    /// Hold a contest that is written in a file, and report on it
    Contest(ContestArgs),
    /// Check records of games, and show them
    Replay(ReplayArgs),
    /// Make mazes for theseus, look at them, and let its players meet in them
    Maze(MazeArgs),
    /// Rules that judge positions: begin with some, check them, and ask them questions
    Rules(RulesArgs),
    /// Speak UGI, the protocol between engines and arbiters; or test an engine for it
    Ugi(UgiArgs),
    /// Describe how players are written
    #[command(after_help = agon_arena::players_help())]
    Players,
}

/// The longest position that is read from standard input, in bytes.
const LONGEST_POSITION: u64 = 64 << 20;

/// Which game, and which position of it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: &'static GameEntry,
    /// The position in the game's one-line notation, or startpos; - reads it from
    /// standard input
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    position: String,
    /// The heaps of nim, as 3,5,7
    #[arg(long, value_name = "SIZES", conflicts_with = "position", allow_hyphen_values = true)]
    heaps: Option<String>,
    /// The squares a side of the board of byte, 8 or 10
    #[arg(long, value_name = "N", conflicts_with = "position")]
    size: Option<String>,
    /// The maze of theseus as a drawing in a file; - reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    maze: Option<PathBuf>,
    /// The plies until dawn in theseus, 0 to 10000
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_PLIES)))]
    plies: Option<u16>,
    /// Moves to make from there, with blanks between
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game that was named.
    pub fn game(&self) -> &'static GameEntry {
        self.game
    }

    /// Whether the position is read from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.position == "-" || self.maze.as_deref() == Some(Path::new("-"))
    }

    /// A session at the position that was asked for.
    pub fn open(&self) -> Result<Box<dyn AnySession>, Failure> {
        let mut session = self.game.open(&self.text()?)?;
        session.play_all(&self.moves)?;
        Ok(session)
    }

    /// The position that was asked for as text, which need not be small enough to
    /// be played with as long as no moves are made from it.
    pub fn solved_text(&self) -> Result<String, Failure> {
        if self.moves.trim().is_empty() {
            let text = self.text()?;
            if text != "startpos" {
                return Ok(text);
            }
        }
        Ok(self.open()?.position())
    }

    fn text(&self) -> Result<String, Failure> {
        self.check_options()?;
        let text = self.text_of_position()?;
        match self.plies {
            None => Ok(text),
            Some(plies) => {
                let text = if text == "startpos" { self.game.start().position() } else { text };
                Ok(mazes::with_plies(&text, plies)?)
            }
        }
    }

    /// Refuses options that mean nothing in this game.
    fn check_options(&self) -> Result<(), Failure> {
        let options = [
            ("--heaps", self.heaps.is_some(), Nim::NAME),
            ("--size", self.size.is_some(), Byte::NAME),
            ("--maze", self.maze.is_some(), Theseus::NAME),
            ("--plies", self.plies.is_some(), Theseus::NAME),
        ];
        let here = self.game.name;
        match options.into_iter().find(|&(_, is_given, game)| is_given && game != here) {
            None => Ok(()),
            Some((option, _, game)) => {
                Err(Failure::Usage(format!("{option} is for {game}, not for {here}")))
            }
        }
    }

    fn text_of_position(&self) -> Result<String, Failure> {
        if let Some(file) = &self.maze {
            let game = mazes::read(file)?;
            return Ok(game.write(&game.start()));
        }
        let given = self.heaps.as_ref().or(self.size.as_ref());
        match self.game.parameter.zip(given) {
            Some((parameter, value)) => Ok((parameter.start)(value)),
            _ if self.position == "-" => {
                let mut text = String::new();
                io::stdin().lock().take(LONGEST_POSITION).read_to_string(&mut text)?;
                Ok(text)
            }
            _ => Ok(self.position.trim().to_string()),
        }
    }
}

/// The arguments of `agon serve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon serve --no-open            only print the address\n  \
        agon serve --addr 0.0.0.0:7878  for other machines, too: the address holds a secret\n  \
        agon serve --contest class.games  with the standings and games of a contest\n\n\
        Games are kept as they are played, in the user's data folder or in --data. Where a \
        program serves these games already, its address is printed.")]
pub struct ServeArgs {
    /// Where to listen; a port that is taken gives the next free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    pub addr: SocketAddr,
    /// The folder where games are kept
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A contest to be shown: the file in which it keeps its games; may be given again
    #[arg(long, value_name = "FILE")]
    pub contest: Vec<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}

impl Default for ServeArgs {
    /// What `agon` does when it is not told what to do.
    fn default() -> ServeArgs {
        ServeArgs {
            addr: ([127, 0, 0, 1], 7878).into(),
            data: None,
            contest: Vec::new(),
            no_open: false,
        }
    }
}

/// The arguments of `agon play`.
#[derive(Debug, Args)]
#[command(
    after_help = "PLAYER is person, level:5, engine:nodes=100000, minimax:depth=3, perfect, ...: \
        'agon help players' describes them all.\n\n\
        Examples:\n  \
        agon play santorini --p1 minimax:depth=2 --p2 person\n  \
        agon play tictactoe --p2 person\n  \
        agon play theseus --maze maze.txt --p2 minmax:fair --view full\n  \
        agon play byte --p2 minimax:depth=2,eval=my.rules\n\n\
        Type help during the game for what can be typed."
)]
pub struct PlayArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// The player of the first side (blue, X, Theseus)
    #[arg(long, value_name = "PLAYER", default_value_t = PlayerSpec::Person)]
    pub p1: PlayerSpec,
    /// The player of the second side (red, O, the Minotaur)
    #[arg(long, value_name = "PLAYER", default_value_t = PlayerSpec::COMPUTER)]
    pub p2: PlayerSpec,
    /// What a person is shown, in games that hide something
    #[arg(long, value_name = "HOW", default_value = "senses")]
    pub view: Sight,
}

/// How much of a game is shown to one who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sight {
    /// What the side may know
    Senses,
    /// Everything
    Full,
}

/// The arguments of `agon repl`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
        agon repl santorini < lines.txt\n  \
        agon repl nim\n\n\
        nim and tictactoe understand utility(P,X). play(P,X). perfect_game(P). successor(P,X). \
        listing(inKB). retractall(inKB(_,_)). halt.\n\
        What a line says is printed on standard output. A line that cannot be understood gets \
        one line on standard error, and the next line is read.")]
pub struct ReplArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub dialect: Dialect,
    /// The maze of theseus as a drawing in a file
    #[arg(long, value_name = "FILE")]
    pub maze: Option<PathBuf>,
}

/// The languages that `agon repl` speaks.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Dialect {
    /// utility, play, perfect_game, successor, ... as at a Prolog prompt
    Nim,
    /// the same for tic-tac-toe
    Tictactoe,
    /// initial, limits, show, valid, play, successors, minimax, ... as at a Lisp prompt
    Byte,
    /// getNextMove, evaluate, chooseMinMaxMove, tree, ... as methods of a Java class
    Theseus,
    /// initializeGame, tryMove, screenshotGame, ... as at a Haskell prompt
    Santorini,
}

/// The arguments of `agon solve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon solve nim                         win, by the closed form\n  \
        agon solve nim --heaps 3,5,7 --by search\n  \
        agon solve tictactoe --moves '11 01'\n  \
        agon solve theseus --maze maze.txt --plies 60\n\n\
        The first line is win, draw or lose for the side to move, with ' in N' plies where that \
        is known, and in theseus theseus, draw or minotaur; the second says how it was found. Where a limit ends the search or Ctrl-C \
        stops it, the first line is unknown, and the exit code 1.")]
pub struct SolveArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// How: by a closed form, or by looking at every line of play; if left out, the quicker
    /// of those there are
    #[arg(long)]
    pub by: Option<Method>,
    /// SolveLimits of the search
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// By a closed form
    Theory,
    /// By looking at every line of play
    Search,
}

/// How much a search may spend.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// Stop after this many positions, 1 or more; in byte after 20 million if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The most memory to take, in MB, 1 to 1000000
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

impl LimitArgs {
    /// The limits that were asked for.
    pub fn limits(&self) -> SolveLimits {
        SolveLimits { memory: self.memory << 20, positions: self.nodes.unwrap_or(u64::MAX) }
    }
}

/// The arguments of `agon kb`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon kb nim build --heaps 3,5,7        solve a position, and keep what is found\n  \
        agon kb nim list                       all that is known, the newest first\n  \
        agon kb nim get --heaps 2,4            look one up\n  \
        agon kb nim save nim.kb                write a copy\n  \
        agon kb nim list nim.kb                look into a file\n\n\
        Without FILE, the base in your data folder is meant. Ctrl-C ends a build and keeps \
        what is known.")]
pub struct KbArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// What to do
    pub action: KbAction,
    /// The file of the base; for save and load, the file to copy to or from
    pub file: Option<PathBuf>,
    /// The data folder
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// SolveLimits of the search
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// What can be done with a knowledge base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KbAction {
    /// Solve a position, and keep the values of all that can be reached from it
    Build,
    /// List all positions that are known, the newest first
    List,
    /// Look up a position
    Get,
    /// Write the base in the data folder to a file
    Save,
    /// Take the base in a file into the data folder
    Load,
    /// Forget everything
    Clear,
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
        agon eval tictactoe --moves 11 --side O\n  \
        agon eval byte --eval my.rules --explain\n  \
        agon eval byte --eval my.rules --proofs 12\n\n\
        A finished game is worth 1000000 to the winner, -1000000 to the loser, and 0 if drawn.")]
pub struct EvalArgs {
    /// Which game and position
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which evaluation: one of the game's, or a rule file; the game's own if left out
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// For which side (its name or first letter, or p1 or p2); the side to move if left out
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Show what the value is made of
    #[arg(long)]
    pub explain: bool,
    /// Show why the value lines of a rule file hold, or the one in this line of the file
    #[arg(long, value_name = "LINE")]
    pub proofs: Option<Option<usize>>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Takes the names of the registry, so that help lists them and a wrong word
/// gets a suggestion.
fn game_parser() -> impl clap::builder::TypedValueParser<Value = &'static GameEntry> {
    let names = PossibleValuesParser::new(GAMES.iter().map(|entry| entry.name));
    names.try_map(|name| find(&name).ok_or("not a game"))
}
