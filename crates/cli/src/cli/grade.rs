//! The arguments of `agon grade`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::ClusterArgs;
use agon_handin::ASSIGNMENTS;

#[derive(Debug, Args)]
#[command(
    after_help = "CMD is the file of a hand-in, or an interpreter with its arguments and then the file. Each \
        function gets points for right answers to generated questions; for a wrong one the smallest \
        failing case is shown. A student's folder has the assignment's file in it; in byte and theseus the files beside \
        it belong to it. A hand-in runs \
        in an empty folder, with bounded time and memory. Exits with 1 if nothing could be graded. \
        docs/grading.md describes it.\n\n\
        Examples:\n  \
        agon grade nim examples/course/nim/reference/nim.pl\n  \
        agon grade tictactoe 'swipl -O examples/course/tictactoe/faulty/tictactoe.pl'\n  \
        agon grade nim --students examples/course/nim --html grades.html\n  \
        agon grade byte 'clisp examples/course/byte/faulty/byte.lisp'\n  \
        agon grade theseus examples/course/theseus/reference/MinMaxPlayer.java\n  \
        agon grade santorini --print-scheme"
)]
pub struct GradeArgs {
    /// Assignment
    #[arg(value_parser = PossibleValuesParser::new(ASSIGNMENTS.iter().map(|assignment| assignment.name)))]
    pub assignment: String,
    /// Hand-in: its file, or a command that ends with its file
    #[arg(value_name = "CMD", conflicts_with = "students")]
    pub command: Option<String>,
    /// Folder of hand-ins: a folder or a file for each student
    #[arg(long, value_name = "DIR")]
    pub students: Option<PathBuf>,
    /// Points, limits and names of functions [default: those of the assignment]
    #[arg(long, value_name = "FILE")]
    pub scheme: Option<PathBuf>,
    /// Print the scheme, as a file to change
    #[arg(long, conflicts_with_all = ["command", "students", "json", "html"])]
    pub print_scheme: bool,
    /// Number of questions, 20 to 10000
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pub questions: u16,
    /// Random seed of the questions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of hand-ins graded in parallel, 1 to 256 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Write the grades to this file as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report to this file as a page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}
