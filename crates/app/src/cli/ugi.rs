//! The arguments of `agon ugi`.

use clap::Args;

/// The arguments of `agon ugi`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon ugi                                     be an engine: type ugi, then quit\n  \
        agon ugi --check ./my_engine                 test an engine of your own\n  \
        agon ugi --check 'python3 my_bot.py --fast'  the same with arguments\n\n\
        The command of an engine is not seen by a shell: words are parted by blanks outside of \
        quotes. The engine runs in an empty folder; words that name files may be seen from the \
        present one. docs/ugi.md describes the protocol. The exit code is 1 if anything is to be \
        mended.")]
pub struct UgiArgs {
    /// Test the engine that this command starts, and say what to mend
    #[arg(long, value_name = "CMD")]
    pub check: Option<String>,
    /// Print JSON lines
    #[arg(long, requires = "check")]
    pub json: bool,
}
