//! The arguments of `agon ugi`.

use std::path::PathBuf;

use agon_arena::GameEntry;
use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "The command of --check is split on spaces; quotes group words; no shell is involved. The \
        engine runs in an empty folder, but its command may name files relative to the current \
        one. It is tested in 200 positions of random games of each game that it offers, with every \
        limit, and in whole games. Exits with 1 if a check fails. docs/ugi.md describes the protocol.\n\n\
        Examples:\n  \
        agon ugi                            run as an engine; type ugi, then quit\n  \
        agon ugi --game connect_four.game   offer a game file, too; type ugi, then quit\n  \
        agon ugi --check 'agon ugi'         test Agon's own engine\n  \
        agon ugi --check 'python3 examples/bots/random_bot.py'"
)]
pub struct UgiArgs {
    /// Offer a game file as a value of the option Game, which then takes this path; may be repeated
    #[arg(long, value_name = "FILE", value_parser = super::game_parser(), conflicts_with = "check")]
    pub game: Vec<&'static GameEntry>,
    /// Test the engine that this command starts, and explain each failed check
    #[arg(long, value_name = "CMD")]
    pub check: Option<String>,
    /// Log all input and output to this file, with times
    #[arg(long, value_name = "FILE", requires = "check")]
    pub log: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long, requires = "check")]
    pub json: bool,
}
