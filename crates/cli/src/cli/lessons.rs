//! The arguments of `agon lessons`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(
    after_help = "A teacher can change, translate and add lessons: write one to a file, change it, check it, and \
        serve its folder. docs/puzzles.md describes the file.\n\n\
        Examples:\n  \
        agon lessons\n  \
        agon lessons show nim > nim.json\n  \
        agon lessons check nim.json"
)]
pub struct LessonsArgs {
    #[command(subcommand)]
    pub action: Option<LessonAction>,
}

#[derive(Debug, Subcommand)]
pub enum LessonAction {
    /// Print the file of a lesson that comes with the program
    #[command(after_help = "Examples:\n  agon lessons show nim > nim.json")]
    Show {
        /// Name of the lesson
        name: String,
    },
    /// Check lesson files: every step can be done, and every text is in all languages of its file
    #[command(
        after_help = "Each fault is printed with its file and line. Exits with 1 if there is one.\n\n\
        Examples:\n  \
        agon lessons show nim > nim.json\n  \
        agon lessons check nim.json"
    )]
    Check {
        /// Lesson files, or folders of them
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}
