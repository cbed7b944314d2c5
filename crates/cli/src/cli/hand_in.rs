//! The arguments of `agon hand-in`.

use std::path::PathBuf;

use agon_handin::ASSIGNMENTS;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(
    after_help = "A hand-in is a student's own program for one of the assignments: a file, a folder or a zip. Once it \
    connects, it can be graded (agon grade), and it plays and evaluates wherever a player or an evaluation is named, \
    as hand-in:PATH. docs/hand-ins.md describes it.\n\n\
    Examples:\n  \
    agon hand-in check examples/course/nim/reference --assignment nim\n  \
    agon hand-in new santorini my-santorini\n  \
    agon match nim hand-in:examples/course/nim/reference random --pairs 1 --heaps 3,5,7"
)]
pub struct HandInArgs {
    #[command(subcommand)]
    pub action: HandInAction,
}

#[derive(Debug, Subcommand)]
pub enum HandInAction {
    /// Say what was found in hand-ins, what was guessed, and what is missing
    #[command(after_help = "Exits with 1 if a hand-in does not connect.\n\n\
        Examples:\n  \
        agon hand-in check examples/course/nim/reference --assignment nim\n  \
        agon hand-in check examples/course/santorini/reference/StudentCode.hs")]
    Check(CheckHandInArgs),
    /// Write the starter kit of an assignment: a program with holes that can be played against
    #[command(
        after_help = "Writes the program and a README into a folder that is new or empty. Nothing is overwritten.\n\n\
        Examples:\n  \
        agon hand-in new nim my-nim\n  \
        agon hand-in new theseus my-theseus --lang el"
    )]
    New(NewHandInArgs),
    /// Write the skeleton of a bridge: a short file that says what cannot be found in a hand-in
    #[command(
        after_help = "A bridge is a file in the language of the hand-in, which is loaded after it. The skeleton has \
        what is missing, with a harmless answer of each; put the student's own functions in. Nothing is overwritten. \
        docs/hand-ins.md has examples.\n\n\
        Examples:\n  \
        agon hand-in bridge examples/course/bridges/nim.pl --assignment nim --output bridge.pl"
    )]
    Bridge(BridgeArgs),
}

/// The names of the assignments.
fn assignments() -> PossibleValuesParser {
    PossibleValuesParser::new(ASSIGNMENTS.iter().map(|assignment| assignment.name))
}

#[derive(Debug, Args)]
pub struct NewHandInArgs {
    /// Assignment
    #[arg(value_parser = assignments())]
    pub assignment: String,
    /// Folder of the new program
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Language of the README: en, el or sr [default: by the variables LC_ALL, LC_MESSAGES and LANG]
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "el", "sr"])]
    pub lang: Option<String>,
}

#[derive(Debug, Args)]
pub struct BridgeArgs {
    /// File, folder or zip
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// Assignment [default: by the language of the files]
    #[arg(long, value_parser = assignments())]
    pub assignment: Option<String>,
    /// File to start with, if the hand-in has several that may be the program
    #[arg(long, value_name = "PATH")]
    pub file: Option<String>,
    /// File of the bridge [default: beside the hand-in]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckHandInArgs {
    /// Files, folders or zips
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Assignment [default: by the language of the files]
    #[arg(long, value_parser = assignments())]
    pub assignment: Option<String>,
    /// Adapter of the course: what functions are called (docs/hand-ins.md)
    #[arg(long, value_name = "FILE")]
    pub adapter: Option<PathBuf>,
    /// File to start with, if the hand-in has several that may be the program
    #[arg(long, value_name = "PATH")]
    pub file: Option<String>,
    /// Language of the messages: en, el or sr [default: by the variables LC_ALL, LC_MESSAGES and LANG]
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "el", "sr"])]
    pub lang: Option<String>,
    /// Print JSON, a line for each hand-in
    #[arg(long)]
    pub json: bool,
}
