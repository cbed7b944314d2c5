//! The arguments of `agon games`.

use std::path::PathBuf;

use agon_server::stored_games::Selection;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(
    after_help = "These are the games of the page, in the data folder. All three commands work while a server \
    uses the folder, and without one. docs/server.md says when games expire by themselves.\n\n\
    Examples:\n  \
    agon games list\n  \
    agon games export --finished\n  \
    agon games prune --unfinished --older 30"
)]
pub struct GamesArgs {
    #[command(subcommand)]
    pub action: GamesAction,
    /// Folder of the saved games [default: AGON_DATA, or the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum GamesAction {
    /// List games, the latest first: id, game, moves, result, last change, players
    #[command(after_help = "Examples:\n  \
        agon games list\n  \
        agon games list --unfinished --older 30")]
    List(SelectionArgs),
    /// Write the records of games to standard output
    #[command(after_help = "Examples:\n  \
        agon games export\n  \
        agon games export --finished")]
    Export(SelectionArgs),
    /// Remove games; needs ids or --older
    #[command(
        after_help = "A game that is open on a server is stored again with its next move.\n\n\
        Examples:\n  \
        agon games prune --older 365\n  \
        agon games prune --unfinished --older 30"
    )]
    Prune(SelectionArgs),
}

#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only these games, by their ids
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Only games that have not changed for this many days
    #[arg(long, value_name = "DAYS")]
    pub older: Option<u32>,
    /// Only games that are over
    #[arg(long, conflicts_with = "unfinished")]
    finished: bool,
    /// Only games that are not over
    #[arg(long)]
    unfinished: bool,
}

impl SelectionArgs {
    pub fn selection(&self) -> Selection {
        Selection {
            ids: self.ids.clone(),
            unchanged_days: self.older,
            is_over: (self.finished || self.unfinished).then_some(self.finished),
        }
    }
}
