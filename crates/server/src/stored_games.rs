//! The stored games for the operator: lists, exports and removes them, also while a server runs.

use std::path::Path;

use agon_host::{Failure, store};
use agon_service::{LiveGame, Resources, StoredGame};

use super::database::{self, StorageError};
use super::games::since_1970;

/// The milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// Selects stored games; the default selects all.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only the games with these ids, if there are any.
    pub ids: Vec<String>,
    /// Only games that have not changed for this many days.
    pub unchanged_days: Option<u32>,
    /// Only games that are over, or only those that are not.
    pub is_over: Option<bool>,
}

impl Selection {
    fn wants(&self, game: &StoredGame, now: i64) -> bool {
        let is_old = |days: u32| game.changed < now - i64::from(days) * DAY;
        (self.ids.is_empty() || self.ids.contains(&game.id))
            && self.unchanged_days.is_none_or(is_old)
            && self.is_over.is_none_or(|is_over| game.outcome.is_some() == is_over)
    }
}

/// Calls a function with each selected game of a data folder, the latest first.
pub fn for_each(
    folder: &Path,
    selection: &Selection,
    mut act: impl FnMut(StoredGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let about = |error: StorageError| store::about_file(folder, &error.to_string());
    let Some(connection) = database::open_for_operator(folder).map_err(about)? else {
        return Ok(());
    };
    let (now, mut before) = (since_1970(), i64::MAX);
    loop {
        let games = database::page_of(&connection, before).map_err(about)?;
        let Some(last) = games.last() else { return Ok(()) };
        before = last.changed;
        for mut game in games {
            game.settle(now);
            if selection.wants(&game, now as i64) {
                act(game)?;
            }
        }
    }
}

/// Removes the selected games of a data folder. Returns how many. A game that is open on a server
/// is stored again with its next move.
pub fn remove(folder: &Path, selection: &Selection) -> Result<usize, Failure> {
    let mut ids = Vec::new();
    for_each(folder, selection, |game| {
        ids.push(game.id);
        Ok(())
    })?;
    let about = |error: StorageError| store::about_file(folder, &error.to_string());
    match database::open_for_operator(folder).map_err(about)? {
        Some(mut connection) => database::remove(&mut connection, &ids).map_err(about),
        None => Ok(0),
    }
}

/// The record of a stored game, as the page exports it.
pub fn record(stored: &StoredGame) -> Result<String, Failure> {
    let game = LiveGame::restored(stored, Resources::threads(1)).and_then(|game| game.record());
    game.map_err(|error| Failure::Refused(format!("{}: {}", stored.id, error.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::GameDatabase;
    use agon_service::Storage;

    #[tokio::test]
    async fn games_are_selected_and_removed_while_a_server_has_them_open() {
        let folder = tempfile::tempdir().unwrap();
        let everything = Selection::default();
        assert_eq!(remove(folder.path(), &everything).unwrap(), 0, "there are none");
        let database = GameDatabase::open(folder.path(), None);
        let now = since_1970() as i64;
        for (id, days, outcome) in [("new", 0, None), ("old", 40, None), ("won", 40, Some("p1"))] {
            let (owner, outcome) = (Some("anna".to_string()), outcome.map(String::from));
            let changed = now - days * DAY;
            let game =
                StoredGame { id: id.into(), changed, owner, outcome, ..StoredGame::default() };
            assert_eq!(database.save(game).await, Storage::Disk);
        }
        let ids = |selection: &Selection| {
            let mut ids = Vec::new();
            for_each(folder.path(), selection, |game| {
                ids.push(game.id);
                Ok(())
            })
            .unwrap();
            ids
        };
        let old = Selection { unchanged_days: Some(30), ..everything.clone() };
        assert_eq!(ids(&everything).len(), 3);
        assert_eq!(ids(&old).len(), 2);
        let abandoned = Selection { is_over: Some(false), ..old.clone() };
        assert_eq!(ids(&abandoned), ["old"]);
        assert_eq!(ids(&Selection { ids: vec!["won".into()], ..everything.clone() }), ["won"]);
        assert_eq!(remove(folder.path(), &abandoned).unwrap(), 1);
        assert_eq!(ids(&everything).len(), 2);
        assert_eq!(database.load("old").await, Ok(None), "the server sees it");
        let another = StoredGame { id: "another".into(), ..StoredGame::default() };
        assert_eq!(database.save(another).await, Storage::Disk);
        assert_eq!(database.count(Some("anna")).await, Ok(2), "and counts anew");
        assert_eq!(database.count(None).await, Ok(3));
    }
}
