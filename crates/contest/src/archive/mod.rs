//! The archive of a contest, a SQLite file. No finished game is lost or counted twice.

mod changes;
mod schema;
mod writer;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::distinct::{Distinct, GameLine, game_line};
use crate::{Results, Standings, Tournament, TournamentState};
use agon_arena::contest::Record;
use agon_host::Failure;
use agon_host::store::{self, LockedFile};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use self::changes::{Changes, apply, difference, may_become, stored_entrants};
use self::schema::{
    FORM, about, check_version, create_private, damaged, migrate, read_tournament, write_tournament,
};
use super::{Entrant, Identity, game_end};

pub use self::schema::is_archive;
pub use self::writer::PendingGames;

/// How long to wait for another program that has locked the archive.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);

/// The key of the lines about restrictions of engines.
const RESTRICTIONS: &str = "restrictions";

/// The key of the lines about workers that were not believed.
const WORKERS: &str = "workers";

/// How many of these lines are kept, the last ones.
const MAX_LINES: usize = 500;

const BONUS: &str = "bonus";

/// The contest that an archive is opened for.
#[derive(Clone, Copy)]
pub struct ArchiveContest<'a> {
    pub name: &'a str,
    pub tournament: &'a Tournament,
    pub settings: &'a Identity,
    pub entrants: &'a [Entrant],
    pub bonus: &'a [u64],
    /// Whether it may continue with changed entries; a match may only become longer.
    pub may_change: bool,
}

/// An archive, locked against other programs.
pub struct Archive {
    connection: Connection,
    place: LockedFile,
}

/// A contest as its archive has it.
pub struct StoredContest {
    pub name: String,
    pub tournament: Tournament,
    /// The entrants' names and players.
    pub entrants: Vec<(String, String)>,
    /// The games by their keys, in the order in which they ended.
    pub games: Vec<(String, Record)>,
    /// How engines were restricted, one line for each set of restrictions.
    pub restrictions: Vec<String>,
    /// What of workers was checked and rejected, in all runs.
    pub workers: Vec<String>,
    pub bonus: Vec<u64>,
}

impl StoredContest {
    pub fn results(&self) -> Results {
        let ended = |(key, record): &(String, Record)| Some((key.clone(), game_end(record)?));
        self.games.iter().filter_map(ended).collect()
    }

    /// The lines of the games by their keys, which show what repeats.
    pub fn lines(&self) -> HashMap<String, GameLine> {
        self.games.iter().map(|(key, record)| (key.clone(), game_line(record))).collect()
    }

    /// Which games repeat earlier ones, in the order of the tournament.
    pub fn distinct(&self) -> Distinct {
        let mut distinct = Distinct::default();
        for (_, record) in self.games_in_order() {
            distinct.add(game_line(record));
        }
        distinct
    }

    /// The standings, with ratings by the distinct games.
    pub fn standings(&self, state: &TournamentState) -> Standings {
        Standings::of(&self.tournament, state, &self.lines())
    }

    /// The games in the order of the tournament.
    pub fn games_in_order(&self) -> Vec<(&str, &Record)> {
        let place = |key: &str| -> Vec<u32> {
            key.split('.').map(|number| number.parse().unwrap_or(u32::MAX)).collect()
        };
        let mut games: Vec<(&str, &Record)> =
            self.games.iter().map(|(key, record)| (key.as_str(), record)).collect();
        games.sort_by_cached_key(|(key, _)| place(key));
        games
    }
}

impl Archive {
    /// Opens the archive of a contest, or creates it. Returns how its entries have changed. Refused
    /// if another program has it open, if it is damaged, or if it holds another contest.
    pub fn open(
        path: &Path,
        contest: &ArchiveContest<'_>,
    ) -> Result<(Archive, Option<Changes>), Failure> {
        let place = LockedFile::lock_within(path, LOCK_TIMEOUT)?;
        let wrong = |error: rusqlite::Error| about(path, &error);
        create_private(place.path())
            .map_err(|error| store::about_file(path, &error.to_string()))?;
        let connection = Connection::open(place.path()).map_err(wrong)?;
        let set_up = |connection: &Connection| {
            connection.busy_timeout(LOCK_TIMEOUT)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        };
        let state = set_up(&connection).map_err(wrong)?;
        if state != "ok" {
            return Err(damaged(path, &state));
        }
        check_version(&connection, path)?;
        migrate(&connection).map_err(wrong)?;
        let mut archive = Archive { connection, place };
        let changes = match archive.about("form").map_err(wrong)? {
            None => {
                archive.describe(contest)?;
                None
            }
            Some(_) => archive.go_on(path, contest)?,
        };
        let bonus: Vec<String> = contest.bonus.iter().map(u64::to_string).collect();
        let replace = "INSERT OR REPLACE INTO about VALUES (?1, ?2)";
        for (key, value) in [("name", contest.name), (BONUS, &bonus.join(" "))] {
            archive.connection.execute(replace, [key, value]).map_err(wrong)?;
        }
        Ok((archive, changes))
    }

    fn about(&self, key: &str) -> rusqlite::Result<Option<String>> {
        let query = "SELECT value FROM about WHERE key = ?1";
        self.connection.query_row(query, [key], |row| row.get(0)).optional()
    }

    /// Writes the description of the contest, in one transaction.
    fn describe(&mut self, contest: &ArchiveContest<'_>) -> Result<(), Failure> {
        let path = self.place.path().to_path_buf();
        let wrong = |error: rusqlite::Error| about(&path, &error);
        let fingerprints = fingerprints(contest.entrants)?;
        let transaction = self.connection.transaction().map_err(wrong)?;
        insert_entries(&transaction, &path, contest.entrants, &fingerprints)?;
        let tournament = write_tournament(contest.tournament);
        for (key, value) in
            [("form", FORM), ("plan", &tournament), ("settings", &contest.settings.text)]
        {
            let insert = "INSERT INTO about VALUES (?1, ?2)";
            transaction.execute(insert, [key, value]).map_err(wrong)?;
        }
        transaction.commit().map_err(wrong)
    }

    /// Refuses an archive of another contest, and continues with changed entries.
    fn go_on(
        &mut self,
        path: &Path,
        contest: &ArchiveContest<'_>,
    ) -> Result<Option<Changes>, Failure> {
        let wrong = |error: rusqlite::Error| about(path, &error);
        let other = |what: &str| {
            let advice = "move it away to start over, or name another with --archive";
            store::about_file(path, &format!("holds games with {what}; {advice}"))
        };
        let known = self.about("settings").map_err(wrong)?;
        if !known.is_some_and(|known| contest.settings.is(&known)) {
            return Err(other("other settings"));
        }
        let plan = self.about("plan").map_err(wrong)?;
        let plan = plan.as_deref().and_then(read_tournament).ok_or_else(|| unreadable(path))?;
        let stored = stored_entrants(&self.connection).map_err(wrong)?;
        let names = || contest.entrants.iter().map(|entrant| &entrant.name);
        let same_order = stored.iter().map(|stored| &stored.name).eq(names());
        let same_names = stored.iter().map(|stored| &stored.name).collect::<BTreeSet<_>>()
            == names().collect::<BTreeSet<_>>();
        if !contest.may_change && !same_order {
            return Err(other("other entries"));
        }
        if !may_become(&plan, contest.tournament, same_names) {
            return Err(other(if same_names {
                "other settings"
            } else {
                "other entries, and the draw of a single elimination is made once"
            }));
        }
        let fingerprints = fingerprints(contest.entrants)?;
        let mut is_same = same_order && plan == *contest.tournament;
        if same_order {
            for ((stored, entrant), now) in stored.iter().zip(contest.entrants).zip(&fingerprints) {
                let Some(what) = difference(stored, entrant, now)? else { continue };
                if !contest.may_change {
                    return Err(other(&format!("{what} of {}", entrant.name)));
                }
                is_same = false;
            }
        }
        let changes = match is_same {
            false if contest.may_change => {
                Some(apply(&mut self.connection, path, contest, &fingerprints, &stored)?)
            }
            _ => {
                self.renew(contest, &fingerprints, &plan)?;
                None
            }
        };
        let update = "UPDATE about SET value = ?1 WHERE key = 'settings'";
        self.connection.execute(update, [&contest.settings.text]).map_err(wrong)?;
        Ok(changes)
    }

    /// Writes what an earlier version did not store, and the new length of a match.
    fn renew(
        &mut self,
        contest: &ArchiveContest<'_>,
        fingerprints: &[String],
        plan: &Tournament,
    ) -> Result<(), Failure> {
        let path = self.place.path().to_path_buf();
        let wrong = |error: rusqlite::Error| about(&path, &error);
        let pairs = plan.pairs.max(contest.tournament.pairs);
        let longer = write_tournament(&Tournament { pairs, ..*contest.tournament });
        let transaction = self.connection.transaction().map_err(wrong)?;
        for table in ["entry", "program"] {
            transaction.execute(&format!("DELETE FROM {table}"), []).map_err(wrong)?;
        }
        insert_entries(&transaction, &path, contest.entrants, fingerprints)?;
        let update = "UPDATE about SET value = ?1 WHERE key = 'plan'";
        transaction.execute(update, [longer]).map_err(wrong)?;
        transaction.commit().map_err(wrong)
    }

    /// A separate connection that stores games.
    pub fn writer(&self) -> Result<GameWriter, Failure> {
        let path = self.place.path();
        let wrong = |error: rusqlite::Error| about(path, &error);
        let connection = Connection::open(path).map_err(wrong)?;
        connection.busy_timeout(LOCK_TIMEOUT).map_err(wrong)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
        Ok(GameWriter { connection, path: path.to_path_buf() })
    }

    /// Stores how engines are restricted in this run.
    pub fn store_restrictions(&self, line: &str) -> Result<(), Failure> {
        let wrong = |error: rusqlite::Error| about(self.place.path(), &error);
        let known = self.about(RESTRICTIONS).map_err(wrong)?.unwrap_or_default();
        if known.lines().any(|known| known == line) {
            return Ok(());
        }
        let lines: Vec<&str> = known.lines().chain([line]).collect();
        let replace = "INSERT OR REPLACE INTO about VALUES (?1, ?2)";
        let stored = self.connection.execute(replace, [RESTRICTIONS, &lines.join("\n")]);
        stored.map(drop).map_err(wrong)
    }

    /// Adds what of workers was checked and rejected in this run.
    pub fn store_workers(&self, lines: &[String]) -> Result<(), Failure> {
        if lines.is_empty() {
            return Ok(());
        }
        let wrong = |error: rusqlite::Error| about(self.place.path(), &error);
        let known = self.about(WORKERS).map_err(wrong)?.unwrap_or_default();
        let all: Vec<&str> = known.lines().chain(lines.iter().map(String::as_str)).collect();
        let last = &all[all.len().saturating_sub(MAX_LINES)..];
        let replace = "INSERT OR REPLACE INTO about VALUES (?1, ?2)";
        let stored = self.connection.execute(replace, [WORKERS, &last.join("\n")]);
        stored.map(drop).map_err(wrong)
    }

    /// The contest so far.
    pub fn load(&self) -> Result<StoredContest, Failure> {
        load(&self.connection, self.place.path())
    }

    /// The settings that an archive was begun with, if it can be read.
    pub fn settings(path: &Path) -> Option<String> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).ok()?;
        connection.busy_timeout(LOCK_TIMEOUT).ok()?;
        let query = "SELECT value FROM about WHERE key = 'settings'";
        connection.query_row(query, [], |row| row.get(0)).ok()
    }

    /// Reads an archive, even while another program writes to it.
    pub fn read(path: &Path) -> Result<StoredContest, Failure> {
        if !path.exists() {
            return Err(store::about_file(path, "there is no such file"));
        }
        let wrong = |error: rusqlite::Error| about(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
        connection.busy_timeout(LOCK_TIMEOUT).map_err(wrong)?;
        load(&connection, path)
    }
}

pub struct GameWriter {
    connection: Connection,
    path: PathBuf,
}

impl GameWriter {
    /// Stores games durably, all or none of them. A game that is already stored stays unchanged.
    fn store(&mut self, games: &[(String, String)]) -> Result<(), Failure> {
        let mut store = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            {
                let insert = "INSERT OR IGNORE INTO game VALUES (?1, ?2)";
                let mut insert = transaction.prepare_cached(insert)?;
                for (key, record) in games {
                    insert.execute([key, record])?;
                }
            }
            transaction.commit()
        };
        store().map_err(|error| about(&self.path, &error))
    }
}

impl GameWriter {
    /// Deletes games durably, all or none of them.
    fn delete(&mut self, keys: &[String]) -> Result<(), Failure> {
        let mut delete = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            for key in keys {
                transaction.execute("DELETE FROM game WHERE key = ?1", [key])?;
            }
            transaction.commit()
        };
        delete().map_err(|error| about(&self.path, &error))
    }
}

/// The fingerprints of the entrants.
fn fingerprints(entrants: &[Entrant]) -> Result<Vec<String>, Failure> {
    entrants.iter().map(Entrant::fingerprint).collect()
}

fn insert_entries(
    connection: &Connection,
    path: &Path,
    entrants: &[Entrant],
    fingerprints: &[String],
) -> Result<(), Failure> {
    let wrong = |error: rusqlite::Error| about(path, &error);
    for (number, (entry, fingerprint)) in entrants.iter().zip(fingerprints).enumerate() {
        let number = number as i64;
        let source = entry.rules().map(|file| &file.bytes[..]);
        let values = params![number, entry.name, entry.player_text(), source, fingerprint];
        connection
            .execute("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)", values)
            .map_err(wrong)?;
        for (file, hash) in entry.program_hashes()? {
            let insert = "INSERT INTO program VALUES (?1, ?2, ?3)";
            connection.execute(insert, params![number, file, hash]).map_err(wrong)?;
        }
    }
    Ok(())
}

fn unreadable(path: &Path) -> Failure {
    store::about_file(path, "is not a contest that this agon can read")
}

fn load(connection: &Connection, path: &Path) -> Result<StoredContest, Failure> {
    check_version(connection, path)?;
    let wrong = |error: rusqlite::Error| about(path, &error);
    let text = |key: &str| {
        let query = "SELECT value FROM about WHERE key = ?1";
        connection.query_row(query, [key], |row| row.get::<_, String>(0)).optional().map_err(wrong)
    };
    let unreadable = || unreadable(path);
    let tournament = text("plan")?.as_deref().and_then(read_tournament).ok_or_else(unreadable)?;
    let pairs = |query: &str| -> rusqlite::Result<Vec<(String, String)>> {
        let mut statement = connection.prepare(query)?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    let entrants = pairs("SELECT name, player FROM entry ORDER BY number").map_err(wrong)?;
    let mut games = Vec::new();
    for (key, record) in pairs("SELECT key, record FROM game ORDER BY rowid").map_err(wrong)? {
        let records = Record::read(&record)
            .map_err(|refused| damaged(path, &format!("game {key}: {refused}")))?;
        let record = records.into_iter().next();
        games.push((
            key.clone(),
            record.ok_or_else(|| damaged(path, &format!("game {key} is empty")))?,
        ));
    }
    if entrants.len() != tournament.entrants {
        return Err(unreadable());
    }
    let name = text("name")?.ok_or_else(unreadable)?;
    let restrictions = text(RESTRICTIONS)?.unwrap_or_default();
    let restrictions = restrictions.lines().map(String::from).collect();
    let workers = text(WORKERS)?.unwrap_or_default().lines().map(String::from).collect();
    let bonus = text(BONUS)?.unwrap_or_default();
    let bonus = bonus.split_whitespace().filter_map(|points| points.parse().ok()).collect();
    Ok(StoredContest { name, tournament, entrants, games, restrictions, workers, bonus })
}
