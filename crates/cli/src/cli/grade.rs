//! The arguments of `agon grade`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};

use super::ClusterArgs;
use agon_handin::ASSIGNMENTS;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "CMD is the file of a hand-in, or an interpreter with its arguments and then the file. Each \
        function gets points for right answers to generated questions; for a wrong one the smallest \
        failing case is shown. A student's folder has the assignment's file in it; in byte and theseus the files beside \
        it belong to it. A hand-in runs \
        in an empty folder, with bounded time and memory. docs/grading.md describes it.\n\n\
        Grades of a class are kept beside the first output that is named, of --pages, --html, --csv and --json: the same \
        command goes on after an interruption, and later grades only what has changed.\n\n\
        Exit codes: 0 if hand-ins were graded; 1 if nothing could be graded, if a file was refused, or if a \
        hand-in has less than --fail-under points; 2 if the command line is wrong.\n\n\
        Examples:\n  \
        agon grade nim examples/course/nim/reference/nim.pl\n  \
        agon grade tictactoe 'swipl -O examples/course/tictactoe/faulty/tictactoe.pl'\n  \
        agon grade nim --students examples/course/nim --pages grades\n  \
        agon grade byte 'clisp examples/course/byte/faulty/byte.lisp'\n  \
        agon grade theseus examples/course/theseus/reference/MinMaxPlayer.java\n  \
        agon grade scheme santorini"
)]
pub struct GradeArgs {
    #[command(subcommand)]
    pub action: Option<GradeAction>,
    /// Assignment
    #[arg(required = true, value_parser = assignments())]
    pub assignment: Option<String>,
    /// Hand-in: its file, or a command that ends with its file
    #[arg(value_name = "CMD", conflicts_with = "students")]
    pub command: Option<String>,
    /// Folder of hand-ins: a folder or a file for each student
    #[arg(long, value_name = "DIR")]
    pub students: Option<PathBuf>,
    /// Code that the class was given: a file or a folder, left out when hand-ins are compared
    #[arg(long, value_name = "PATH", requires = "students")]
    pub given: Option<PathBuf>,
    /// Points, weights, limits and names of functions [default: those of the assignment]
    #[arg(long, value_name = "FILE")]
    pub scheme: Option<PathBuf>,
    /// Points, remarks and dates of single hand-ins, which the teacher writes
    #[arg(long, value_name = "FILE")]
    pub remarks: Option<PathBuf>,
    /// The same as agon grade scheme
    #[arg(long, hide = true, conflicts_with_all = ["command", "students", "json", "html"])]
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
    /// Write the points to this file as CSV, for a gradebook
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the report to this file as one page, for the teacher
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write into this folder a page for each student, a page for the teacher, and the grades
    #[arg(long, value_name = "DIR", requires = "students")]
    pub pages: Option<PathBuf>,
    /// Print the report in this form
    #[arg(long, value_name = "FORM", value_enum, default_value_t = ReportForm::Text)]
    pub format: ReportForm,
    /// Exit with 1 if a hand-in has less than this many points, with its bonus, or is not graded
    #[arg(long, value_name = "POINTS")]
    pub fail_under: Option<f64>,
    /// Language of the report: en, el or sr [default: by the variables LC_ALL, LC_MESSAGES and LANG]
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "el", "sr"])]
    pub lang: Option<String>,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

#[derive(Debug, Subcommand)]
pub enum GradeAction {
    /// Print the scheme of an assignment, as a file to change
    #[command(
        after_help = "Examples:\n  agon grade scheme nim\n  agon grade scheme byte > scheme.toml"
    )]
    Scheme(GradeSchemeArgs),
}

#[derive(Debug, Args)]
pub struct GradeSchemeArgs {
    /// Assignment
    #[arg(value_parser = assignments())]
    pub assignment: String,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportForm {
    /// For people: in full, or a line for each of a class
    Text,
    /// results.json of Gradescope
    Gradescope,
    /// result.json of Classroom 50, with the variables that it sets
    Classroom50,
    /// What a template grader of Moodle's CodeRunner prints
    Coderunner,
    /// JUnit XML
    Junit,
}

/// The names of the assignments.
fn assignments() -> PossibleValuesParser {
    PossibleValuesParser::new(ASSIGNMENTS.iter().map(|assignment| assignment.name))
}
