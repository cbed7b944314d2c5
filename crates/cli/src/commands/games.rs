//! `agon games`: the games of the page, for the operator of a server.

use std::io::Write;

use agon_arena::contest::date_text;
use agon_core::counted;
use agon_host::{Failure, store, write_error};
use agon_server::stored_games;

use crate::cli::{GamesAction, GamesArgs};

pub fn games(args: &GamesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = store::data_folder(args.data.as_deref())?;
    match &args.action {
        GamesAction::List(selected) => {
            stored_games::for_each(&folder, &selected.selection(), |game| {
                let moves = game.line.split_whitespace().count();
                let result = game.outcome.as_deref().unwrap_or("open");
                let changed = date_text(game.changed.max(0) as u64 / stored_games::DAY as u64);
                let players =
                    [0, 1].map(|side| game.names[side].as_ref().unwrap_or(&game.seats[side]));
                let (id, kind, [one, two]) = (&game.id, &game.game, players);
                Ok(writeln!(
                    out,
                    "{id}  {kind:<10} {moves:>4} {result:<5} {changed}  {one} - {two}"
                )?)
            })
        }
        GamesAction::Export(selected) => {
            stored_games::for_each(&folder, &selected.selection(), |game| {
                match stored_games::record(&game) {
                    Ok(record) => writeln!(out, "{record}")?,
                    // One that cannot be opened does not keep the others back.
                    Err(failure) => write_error(format_args!("{failure}")),
                }
                Ok(())
            })
        }
        GamesAction::Prune(selected) if selected.ids.is_empty() && selected.older.is_none() => {
            Err(Failure::Usage("prune needs ids, or --older DAYS".into()))
        }
        GamesAction::Prune(selected) => {
            let count = stored_games::remove(&folder, &selected.selection())?;
            Ok(writeln!(out, "{} removed", counted(count, "game"))?)
        }
    }
}
