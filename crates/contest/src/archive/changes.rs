//! A contest that continues with changed entries: which games stay, and which are played again.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;

use crate::{FinishedGame, Format, Tournament};
use agon_arena::contest::Record;
use agon_core::counted;
use agon_host::Failure;
use rusqlite::{Connection, params};

use super::schema::{about, damaged, write_tournament};
use super::{ArchiveContest, insert_entries};
use crate::{Entrant, game_end};

/// How the entries of a contest differ from those of its archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub added: Vec<String>,
    /// The entrants that no longer take part.
    pub left: Vec<String>,
    /// The entrants that have changed, each with what changed.
    pub changed: Vec<(String, String)>,
    /// The number of games that still count.
    pub kept: usize,
    /// The number of games that no longer count.
    pub shelved: usize,
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.added.is_empty() {
            parts.push(format!("new: {}", self.added.join(", ")));
        }
        let changed: Vec<String> =
            self.changed.iter().map(|(name, what)| format!("{name} ({what})")).collect();
        if !changed.is_empty() {
            parts.push(format!("changed: {}", changed.join(", ")));
        }
        if !self.left.is_empty() {
            parts.push(format!("no longer there: {}", self.left.join(", ")));
        }
        if parts.is_empty() {
            parts.push("the number of games has changed".into());
        }
        let [kept, shelved] = [self.kept, self.shelved].map(|count| counted(count as u64, "game"));
        write!(f, "{}; {kept} stay", parts.join("; "))?;
        match self.shelved {
            0 => Ok(()),
            _ => write!(f, ", {shelved} no longer count"),
        }
    }
}

/// An entrant as the archive has it.
pub(super) struct StoredEntrant {
    pub(super) name: String,
    pub(super) player: String,
    pub(super) rules: Option<Vec<u8>>,
    /// `None` if an earlier version wrote the archive.
    pub(super) fingerprint: Option<String>,
    pub(super) programs: BTreeMap<String, String>,
}

pub(super) fn stored_entrants(connection: &Connection) -> rusqlite::Result<Vec<StoredEntrant>> {
    let query = "SELECT number, name, player, source, fingerprint FROM entry ORDER BY number";
    let mut statement = connection.prepare(query)?;
    let mut programs = connection.prepare("SELECT file, sha256 FROM program WHERE entry = ?1")?;
    let rows = statement.query_map([], |row| {
        let number: i64 = row.get(0)?;
        Ok(StoredEntrant {
            name: row.get(1)?,
            player: row.get(2)?,
            rules: row.get(3)?,
            fingerprint: row.get(4)?,
            programs: programs
                .query_map([number], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?,
        })
    })?;
    rows.collect()
}

/// What has changed in an entrant; `None` if nothing has.
pub(super) fn difference(
    stored: &StoredEntrant,
    entrant: &Entrant,
    fingerprint: &str,
) -> Result<Option<String>, Failure> {
    if stored.fingerprint.as_deref() == Some(fingerprint) {
        return Ok(None);
    }
    let player = [entrant.player_text(), entrant.earlier_player_text()];
    let programs = entrant.program_hashes()?;
    let rules = entrant.rules().map(|file| &file.bytes[..]);
    // Version 0.1 stored no hashes of programs.
    let knows_programs = !stored.programs.is_empty() || stored.fingerprint.is_some();
    let changed_file = || {
        let files = stored.programs.keys().chain(programs.keys());
        let mut differs = files.filter(|file| stored.programs.get(*file) != programs.get(*file));
        differs.next().cloned()
    };
    if entrant.broken.is_some() {
        return Ok(Some("cannot play".into()));
    }
    if stored.rules.as_deref() != rules {
        return Ok(Some("other rules".into()));
    }
    if let Some(file) = changed_file().filter(|_| knows_programs) {
        return Ok(Some(format!("another {file}")));
    }
    if !player.contains(&stored.player) {
        return Ok(Some("another player".into()));
    }
    // An archive of an earlier version has no fingerprint: then the entrant is the same.
    Ok(stored.fingerprint.as_ref().map(|_| "other placements".into()))
}

/// Continues with changed entries, in one transaction. Games between unchanged entrants stay, in
/// their new places; the others are shelved.
pub(super) fn apply(
    connection: &mut Connection,
    path: &Path,
    contest: &ArchiveContest<'_>,
    fingerprints: &[String],
    stored: &[StoredEntrant],
) -> Result<Changes, Failure> {
    let wrong = |error: rusqlite::Error| about(path, &error);
    let mut changes = Changes::default();
    let mut known: HashMap<&str, String> = HashMap::new();
    for old in stored {
        let now = contest.entrants.iter().zip(fingerprints).find(|(new, _)| new.name == old.name);
        let unknown = || format!("earlier {}", old.name);
        let mut fingerprint = old.fingerprint.clone().unwrap_or_else(unknown);
        match now {
            None => changes.left.push(old.name.clone()),
            Some((new, now)) => match difference(old, new, now)? {
                Some(what) => changes.changed.push((old.name.clone(), what)),
                None => fingerprint.clone_from(now),
            },
        }
        known.insert(&old.name, fingerprint);
    }
    let is_new = |name: &&String| !stored.iter().any(|old| old.name == **name);
    changes.added = contest.entrants.iter().map(|new| &new.name).filter(is_new).cloned().collect();
    let pool = Pool::load(connection, path, &known)?;
    let (places, finished) = pool.playable(fingerprints);
    let adopted = contest.tournament.adopt(&finished);
    let transaction = connection.transaction().map_err(wrong)?;
    for table in ["game", "shelved", "entry", "program"] {
        transaction.execute(&format!("DELETE FROM {table}"), []).map_err(wrong)?;
    }
    let mut keys: Vec<Option<&String>> = vec![None; pool.0.len()];
    for (key, &number) in &adopted {
        keys[places[number]] = Some(key);
    }
    for (game, key) in pool.0.iter().zip(keys) {
        let [first, second] = &game.players;
        match key {
            Some(key) => {
                let mut record = game.record.clone();
                record.set_tag("Round", key);
                let insert = "INSERT INTO game VALUES (?1, ?2)";
                transaction.execute(insert, [key, &record.to_string()]).map_err(wrong)?;
                changes.kept += 1;
            }
            None => {
                let insert = "INSERT INTO shelved (first, second, record) VALUES (?1, ?2, ?3)";
                let values = params![first, second, game.record.to_string()];
                transaction.execute(insert, values).map_err(wrong)?;
                changes.shelved += usize::from(!game.was_shelved);
            }
        }
    }
    insert_entries(&transaction, path, contest.entrants, fingerprints)?;
    let update = "UPDATE about SET value = ?1 WHERE key = 'plan'";
    transaction.execute(update, [write_tournament(contest.tournament)]).map_err(wrong)?;
    transaction.commit().map_err(wrong)?;
    Ok(changes)
}

/// Whether a tournament can continue as another one.
pub(super) fn may_become(old: &Tournament, new: &Tournament, same_entrants: bool) -> bool {
    let same_kind = std::mem::discriminant(&old.format) == std::mem::discriminant(&new.format);
    // The draw of an elimination is made once.
    let is_elimination = matches!(new.format, Format::Elimination { .. });
    same_kind && old.seed == new.seed && (same_entrants || !is_elimination)
}

/// A game of the archive, with the fingerprints of its players.
struct PoolGame {
    players: [String; 2],
    record: Record,
    was_shelved: bool,
}

/// All games of an archive, in the order in which they ended.
struct Pool(Vec<PoolGame>);

impl Pool {
    fn load(
        connection: &Connection,
        path: &Path,
        known: &HashMap<&str, String>,
    ) -> Result<Pool, Failure> {
        let wrong = |error: rusqlite::Error| about(path, &error);
        let rows = |query: &str| -> rusqlite::Result<Vec<[String; 3]>> {
            let mut statement = connection.prepare(query)?;
            let row = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
            statement.query_map([], row)?.collect()
        };
        let read = |text: &str| {
            let records = Record::read(text).map_err(|refused| damaged(path, &refused.to_string()));
            records?.into_iter().next().ok_or_else(|| damaged(path, "a game is empty"))
        };
        let mut games = Vec::new();
        for [_, _, text] in rows("SELECT '', '', record FROM game ORDER BY rowid").map_err(wrong)? {
            let record = read(&text)?;
            let unknown = |name: &String| format!("unknown {name}");
            let fingerprint =
                |name: &String| known.get(name.as_str()).cloned().unwrap_or_else(|| unknown(name));
            let players = [fingerprint(&record.players[0]), fingerprint(&record.players[1])];
            games.push(PoolGame { players, record, was_shelved: false });
        }
        let query = "SELECT first, second, record FROM shelved ORDER BY number";
        for [first, second, text] in rows(query).map_err(wrong)? {
            let players = [first, second];
            games.push(PoolGame { players, record: read(&text)?, was_shelved: true });
        }
        Ok(Pool(games))
    }

    /// The games between current entrants: their indices in the pool, and what the tournament needs
    /// to know about them.
    fn playable(&self, fingerprints: &[String]) -> (Vec<usize>, Vec<FinishedGame>) {
        let numbers: HashMap<&str, usize> =
            fingerprints.iter().enumerate().map(|(number, one)| (one.as_str(), number)).collect();
        let finished = |(place, game): (usize, &PoolGame)| {
            let [first, second] = &game.players;
            let players = [*numbers.get(first.as_str())?, *numbers.get(second.as_str())?];
            let depth = game.record.tag("Depth").and_then(|depth| depth.parse().ok());
            let (start, result) = (game.record.start.clone(), game_end(&game.record)?);
            Some((place, FinishedGame { players, depth, start, result }))
        };
        self.0.iter().enumerate().filter_map(finished).unzip()
    }
}
