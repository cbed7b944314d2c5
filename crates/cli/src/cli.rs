//! The command line: its commands, options and help texts.

use std::ffi::OsStr;
use std::path::PathBuf;

use agon_arena::{GameEntry, PlayerSpec, find, games, is_game_file};
use agon_host::Verbosity;
use agon_sandbox::Level;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

mod analyse;
mod cluster;
mod contest;
mod data;
mod games;
mod grade;
mod hand_in;
mod lessons;
mod maze;
mod own_games;
mod position;
mod puzzles;
mod rules;
mod search;
mod serve;
mod shell;
mod solve;
mod table;
mod ugi;

pub use analyse::{AnalyseArgs, AnalyseFormat};
pub use cluster::{
    ClusterAction, ClusterArgs, ClusterCommandArgs, ServerFiles, WorkerArgs, WorkersAction,
    WorkersArgs,
};
pub use contest::{ContestArgs, MatchArgs, ReplayArgs, ReplayFormat};
pub use data::{DataAction, DataArgs, GenerateArgs};
pub use games::{GamesAction, GamesArgs};
pub use grade::{GradeAction, GradeArgs, ReportForm};
pub use hand_in::{BridgeArgs, CheckHandInArgs, HandInAction, HandInArgs, NewHandInArgs};
pub use lessons::{LessonAction, LessonsArgs};
pub use maze::{LadderArgs, MazeAction, MazeArgs, NewMazeArgs, PlanArgs, Winner};
pub use own_games::command;
pub use position::PositionArgs;
pub use puzzles::{MakePuzzlesArgs, PuzzleAction, PuzzlesArgs};
pub use rules::{CheckArgs, CompareArgs, FactsArgs, QueryArgs, RulesAction, RulesArgs, TuneArgs};
pub use search::{BenchArgs, BestArgs, SearchName, TreeArgs, TreeFormat};
pub use serve::ServeArgs;
pub use shell::{CompletionsArgs, ManArgs};
pub use solve::{KbAction, KbArgs, Method, SolveArgs};
pub use table::{TableArgs, VerifyArgs};
pub use ugi::UgiArgs;

/// Play, solve and analyse two-player games: Santorini, NIM, Byte, Theseus, tic-tac-toe
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  \
        agon                                serve all games in the browser\n  \
        agon play santorini                 play blue against the computer in the terminal\n  \
        agon best byte --movetime 1000      search one second for the best move\n  \
        agon moves tictactoe --moves 11     list the replies to a first move in the centre\n\n\
        See 'agon COMMAND --help' for the options of a command."
)]
pub struct Cli {
    /// Without a command, the page is served.
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// How much is written to standard error.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write errors only, no notices and no progress, to standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Write details to standard error: files that are read, and how long it took
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Start no program of others unless it is sandboxed (`agon doctor` says how it is here)
    #[arg(long, global = true, conflicts_with = "weak_sandbox")]
    require_sandbox: bool,
    /// Start hand-ins of others even where they are only filtered, or not sandboxed at all
    #[arg(long, global = true)]
    weak_sandbox: bool,
    /// Let programs of others read this file or folder, too; may be given several times
    #[arg(long, global = true, value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    pub grant: Vec<PathBuf>,
}

impl OutputArgs {
    pub fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }

    /// The level of the sandbox below which no program is started.
    pub fn required_sandbox(&self) -> Option<Level> {
        match (self.require_sandbox, self.weak_sandbox) {
            (true, _) => Some(Level::Estimated),
            (_, true) => Some(Level::Unprotected),
            _ => None,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the games as a web page and open it in a browser (the default)
    Serve(ServeArgs),
    /// Play in the terminal, choosing game and players from a menu
    Choose(ChooseArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Answer the queries of a university assignment (Prolog, Lisp, Java, Haskell)
    Repl(ReplArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Count the lines of play up to a depth
    Perft(PerftArgs),
    /// Prove whether a position is a win, a draw or a loss
    Solve(SolveArgs),
    /// Build the table of a small board of Santorini: who wins each of its positions
    Table(TableArgs),
    /// Check a table of solved positions
    Verify(VerifyArgs),
    /// Build and query knowledge bases of solved positions
    Kb(KbArgs),
    /// Evaluate a position without searching
    Eval(EvalArgs),
    /// Search for the best move
    Best(BestArgs),
    /// Show the minimax tree of a position, with alpha-beta cutoffs
    Tree(TreeArgs),
    /// Run a fixed search workload: node counts and speed
    Bench(BenchArgs),
    /// Play a match between two players, with Elo and SPRT
    Match(MatchArgs),
    /// Run a tournament that a file describes, and write a report
    Contest(ContestArgs),
    /// Generate positions by self-play for training evaluations, and inspect them
    Data(DataArgs),
    /// Make puzzles of a game, or prove a file of them
    Puzzles(PuzzlesArgs),
    /// List lessons, print their files, or check those of a teacher
    Lessons(LessonsArgs),
    /// List, export or remove the stored games of the page
    Games(GamesArgs),
    /// Grade hand-ins of a university assignment
    Grade(GradeArgs),
    /// Begin a student's program, look whether it connects, and connect it
    HandIn(HandInArgs),
    /// Say how programs of others are sandboxed here, and attack the sandbox
    #[command(
        after_help = "The attacks are small programs in Python, started like any engine or hand-in: they try to end, \
            slow or read other programs, to fill memory and disk, to leave something behind, to write and read files, \
            to reach the network. Exits with 1 if one succeeds. docs/sandbox.md describes the levels.\n\n\
            Examples:\n  agon doctor"
    )]
    Doctor,
    /// Work for matches, contests and other commands on other machines
    Worker(WorkerArgs),
    /// List the workers of a server
    Workers(WorkersArgs),
    /// Try a server with workers on this machine
    Cluster(ClusterCommandArgs),
    /// Annotate game records: mistakes, better lines, accuracy
    Analyse(AnalyseArgs),
    /// Check and show game records
    Replay(ReplayArgs),
    /// Generate, check and show mazes for theseus
    Maze(MazeArgs),
    /// Write, check and query rule files, which evaluate positions
    Rules(RulesArgs),
    /// Describe the players and their options
    #[command(after_help = agon_arena::players_help())]
    Players,
    /// Run as a UGI engine, or test another engine
    Ugi(UgiArgs),
    /// Print a script with which a shell completes the command line
    Completions(CompletionsArgs),
    /// Print the manual page, or write those of all commands
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "PLAYER is person, level:5, engine:nodes=100000, minimax:depth=3, perfect and others: see \
        'agon help players'.\n\
        On a terminal the game is a full-screen board with cursor and mouse, and ? lists its keys. \
        With --line, or if the input or the output is piped, it is played line by line, and help \
        lists what can be typed.\n\n\
        Examples:\n  \
        agon play tictactoe --p2 person\n  \
        agon play santorini --p1 minimax:depth=2 --p2 person\n  \
        agon play byte --assignment\n  \
        agon play theseus --p2 minmax:fair --view full\n  \
        agon play nim --heaps 3,4,5 --line\n  \
        agon match nim level:2 level:3 --pairs 1 --records nim.txt\n  \
        agon play --record nim.txt --game 2\n  \
        agon rules new byte > my.rules\n  \
        agon play byte --p2 minimax:depth=2,eval=my.rules"
, mut_arg("game", |arg| arg.required(false).required_unless_present("record")))]
pub struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Go on with the game of a record, or look through it: text records, JSON lines, or the .games
    /// file of a contest. If the record has a result, people play both sides
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves", "assignment"])]
    pub record: Option<PathBuf>,
    /// Which game of the file; the first is 1
    #[arg(long = "game", id = "number", value_name = "N", default_value_t = 1, requires = "record", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Player of the first side (blue, X, Theseus)
    #[arg(long, value_name = "PLAYER", default_value_t = PlayerSpec::Person)]
    pub p1: PlayerSpec,
    /// Player of the second side (red, O, the Minotaur) [default: level:5, in santorini
    /// minimax:depth=3, in theseus minmax:depth=4,fair]
    #[arg(long, value_name = "PLAYER")]
    pub p2: Option<PlayerSpec>,
    /// Play against the opponent that the game's assignment asks for, as in byte by minimax with
    /// inference from rules
    #[arg(long, conflicts_with = "p2")]
    pub assignment: bool,
    /// What a person sees in a game with hidden information
    #[arg(long, value_name = "VIEW", default_value = "senses")]
    pub view: Sight,
    /// Play line by line, on a terminal too
    #[arg(long)]
    pub line: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon choose")]
pub struct ChooseArgs {
    /// Ask and play line by line, on a terminal too
    #[arg(long)]
    pub line: bool,
}

/// How much of a game a person sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sight {
    /// What the side senses
    Senses,
    /// Everything
    Full,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Reads queries from the terminal, from standard input or from a transcript, and prints \
        the answers; help lists what is understood, quit leaves. In Lisp and Java a query goes on until \
        its parentheses are closed, in Prolog until its dot, over several lines if need be. If the first line begins with a prompt, as in \
        '?- ' or '*StudentCode> ', the input is a transcript: only lines with a prompt are read, \
        and the others are taken as the answers of the transcript, which --check compares with \
        those given here. A query that is not understood gives one line on standard error; the \
        next one is read.\n\n\
        --with starts ghci, swipl, sbcl (or clisp) or jshell with a student's own program, as the student would, and \
        without a sandbox; it lists the questions of the assignment first.\n\n\
        Examples:\n  \
        agon repl nim\n  \
        echo 'utility([3,5,7],X).' | agon repl nim\n  \
        echo '(show (initial 8))' | agon repl byte\n  \
        echo '(minimax (initial 8) 1 (quote heuristic))' | agon repl byte --rules rules/byte-course.rules\n  \
        echo 'getNextMove(202, 199)' | agon repl theseus\n  \
        echo 'possibleMoves (initializeGame ((0,0),(1,1)) ((2,2),(3,3)))' | agon repl santorini\n  \
        agon repl santorini examples/transcripts/santorini-en.txt --check\n  \
        echo help | agon repl santorini --eval rules/santorini.rules\n  \
        echo 'play([2,4,6],X).' | agon repl nim --with examples/course/nim/reference/nim.pl"
)]
pub struct ReplArgs {
    /// Game, which decides the language
    #[arg(value_name = "GAME")]
    pub dialect: Dialect,
    /// Transcript to read instead of standard input
    #[arg(value_name = "TRANSCRIPT")]
    pub transcript: Option<PathBuf>,
    /// Compare the answers of the transcript, and exit with 1 if one differs
    #[arg(long)]
    pub check: bool,
    /// Start the interpreter of the language with this program of a student, a file, folder or zip
    #[arg(long, value_name = "PATH", conflicts_with_all = ["transcript", "check", "maze", "eval", "rules", "steps"])]
    pub with: Option<PathBuf>,
    /// Theseus: file with a drawing of the maze [default: a built-in maze]
    #[arg(long, value_name = "FILE")]
    pub maze: Option<PathBuf>,
    /// Santorini: evaluation or rule file by which evaluateState answers [default: hand]
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Byte: rules of (heuristic s player), a file in the Lisp dialect [default: course]
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Byte: most steps of one input, 1 or more [default: 50000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
}

impl ReplArgs {
    /// The arguments for a dialect without options.
    pub fn new(dialect: Dialect) -> ReplArgs {
        ReplArgs {
            dialect,
            transcript: None,
            check: false,
            with: None,
            maze: None,
            eval: None,
            rules: None,
            steps: None,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Dialect {
    /// Prolog: utility(P,X). play(P,X). perfect_game(P). successor(P,X). inKB(P,X). enlist, estimate, remove; findall, is; listing(inKB). halt.
    Nim,
    /// Prolog: the same queries
    Tictactoe,
    /// Lisp: defun, setq, let, cond, mapcar; initial, moves, play, minimax; facts, infer, heuristic
    Byte,
    /// Java: getNextMove, evaluate, chooseMinMaxMove, createMySubtree, createOpponentSubtree, new Node, tree, board, statistics, setPlayer, setDepth
    Theseus,
    /// Haskell: initializeGame, tryMove, screenshotGame, undoMove, redoMove, possibleMoves, evaluateState; :t, length, head, !!
    Santorini,
}

#[derive(Debug, Args)]
#[command(after_help = "Prints one move per line, in the game's order.\n\n\
        Examples:\n  \
        agon moves santorini --position '00000/00000/10000/00000/00000 R 10,11 22,33'\n  \
        agon moves tictactoe --moves '11 00' --json")]
pub struct MovesArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print JSON lines, with the board elements that select each move
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Prints one line per depth: the depth and the number of lines of play.\n\n\
        Examples:\n  \
        agon perft tictactoe --depth 9\n  \
        agon perft santorini --position '00000/00000/00000/00000/00000 B 11,33 13,31' --depth 4\n  \
        agon perft santorini --moves '@11,33 @13,31' --depth 3 --divide")]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Depth in plies, 1 to 60
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Count only at the full depth, with a count for each first move
    #[arg(long)]
    pub divide: bool,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The value, a whole number, is on the last line. A finished game has the value 1000000 for \
        the winner, -1000000 for the loser, and 0 for a draw.\n\n\
        Examples:\n  \
        agon eval tictactoe --moves 11 --side O\n  \
        agon eval santorini --moves '@11,33 @13,31' --explain\n  \
        agon rules new byte > my.rules\n  \
        agon eval byte --eval my.rules --explain\n  \
        agon eval byte --eval my.rules --proofs"
)]
pub struct EvalArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Evaluation of the game, rule file, network (FILE.net), or program:COMMAND; 'agon help players' lists the evaluations [default: the game's own evaluation]
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Side: its name or first letter, p1 or p2 [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Show the terms that make up the value
    #[arg(long)]
    pub explain: bool,
    /// Rule files: show why each value line holds, or only the one in this line of the file
    #[arg(long, value_name = "LINE")]
    pub proofs: Option<Option<usize>>,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Parses the names of the registry, so that help lists them and a typing error gets a
/// suggestion, and game files.
fn game_parser() -> impl TypedValueParser<Value = &'static GameEntry> {
    GameParser
}

/// Parses a game.
#[derive(Clone)]
struct GameParser;

impl GameParser {
    fn names() -> PossibleValuesParser {
        PossibleValuesParser::new(games().iter().map(|entry| entry.name))
    }
}

impl TypedValueParser for GameParser {
    type Value = &'static GameEntry;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<&'static GameEntry, clap::Error> {
        let error = |message: String| {
            let kind = clap::error::ErrorKind::ValueValidation;
            command.clone().error(kind, message)
        };
        match value.to_str().filter(|name| is_game_file(name)) {
            Some(name) => agon_inputs::game_files::open(name).map_err(error),
            None => {
                let name = Self::names().parse_ref(command, arg, value)?;
                find(&name).ok_or_else(|| error(format!("{name} is not a game")))
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = games().iter().map(|entry| PossibleValue::new(entry.name));
        Some(Box::new(names))
    }
}
