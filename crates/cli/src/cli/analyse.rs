//! The arguments of `agon analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(
    after_help = "Every position is searched, and proven where the game can be solved. A move that loses 5 % \
        of the winning chance is an inaccuracy (?!), 10 % a mistake (?), 20 % a blunder (??); the best \
        move is the only one (!) if every other is a blunder. docs/analyse.md defines all of it.\n\n\
        With --eval, the terms of that evaluation are compared at mistakes and blunders, after the move \
        that was made and after the better one: why did this heuristic like the worse move?\n\n\
        With --explain, bad moves are explained: by threats, forks, what they allow, what they miss. Only \
        what the rules or a search prove is said.\n\n\
        Examples:\n  \
        agon match tictactoe random:seed=1 level:2 --pairs 1 --records games.txt\n  \
        agon analyse games.txt --nodes 2000 --explain\n  \
        agon analyse games.txt --nodes 2000 --player random:seed=1 --format html -o review.html\n  \
        agon match byte minimax:depth=1,eval=rules random --pairs 1 --records byte.txt\n  \
        agon analyse byte.txt --nodes 2000 --game 1 --eval rules --format json\n  \
        agon analyse byte.txt --nodes 2000 --game 1 --format records -o reviewed.txt"
)]
pub struct AnalyseArgs {
    /// File of games: text records, JSON lines, or the .games file of a contest; - reads
    /// standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only games of this player, and only its moves are commented
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only this game of the file; the first is 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// Positions searched for each move, 100 to 1000000000
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub nodes: u64,
    /// Evaluation or rule file whose terms are shown at mistakes and blunders
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Say why moves are bad
    #[arg(long)]
    pub explain: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: AnalyseFormat,
    /// File to write, or replace [default: standard output]
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalyseFormat {
    /// Annotated moves
    Text,
    /// Records with the review, the better lines as variations, and with --explain the reasons as
    /// comments, which the page imports
    Records,
    /// A JSON object for each game
    Json,
    /// One page for the browser
    Html,
}
