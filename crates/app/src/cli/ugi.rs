//! The arguments of `agon ugi`.

use clap::Args;

/// The arguments of `agon ugi`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon ugi                                     be an engine: type ugi, then quit\n  \
        agon ugi --check ./my_engine                 test an engine of your own\n  \
        agon ugi --check 'python3 my_bot.py --fast'  the same with arguments\n\n\
        The command of an engine is split on spaces; quotes group words; no shell is involved. \
        The engine runs in an empty folder; paths of files are relative to the current one. \
        docs/ugi.md describes the protocol. Exits with 1 if a check fails.")]
pub struct UgiArgs {
    /// Test the engine that this command starts, and say what to fix
    #[arg(long, value_name = "CMD")]
    pub check: Option<String>,
    /// Print JSON lines
    #[arg(long, requires = "check")]
    pub json: bool,
}
