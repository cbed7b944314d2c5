//! The archive of a contest, a SQLite file: no finished game is lost or counted twice.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use agon_arena::contest::{Format, Record, Results, Tournament};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, params};

use super::{Entrant, Identity};
use crate::failure::Failure;
use crate::store::{self, LockedFile};

/// The name of the file format. Its version is the `user_version` of the database.
const FORM: &str = "agon contest 1";

/// What leads from each version to the next. Version 0.1 of this program wrote version 0.
const MIGRATIONS: [&str; 1] = ["
    CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entry (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, player TEXT NOT NULL, source BLOB);
    CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE program (
        entry INTEGER NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL,
        PRIMARY KEY (entry, file));
"];

/// How long to wait for another program that has the archive locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);

/// The key of the lines about restrictions of engines.
const RESTRICTIONS: &str = "restrictions";

/// An archive, locked against other programs.
pub struct Archive {
    connection: Connection,
    place: LockedFile,
}

/// A contest as its archive has it.
pub struct StoredContest {
    /// Its name.
    pub name: String,
    /// The tournament.
    pub tournament: Tournament,
    /// The entrants: names and players.
    pub entrants: Vec<(String, String)>,
    /// The games by their keys, in the order in which they ended.
    pub games: Vec<(String, Record)>,
    /// How engines were restricted, a line for each way in which it was run.
    pub restrictions: Vec<String>,
}

/// The name of an entrant, its player, and its rule file.
type StoredEntrant = (String, String, Option<Vec<u8>>);

impl StoredContest {
    /// The results of the games.
    pub fn results(&self) -> Results {
        let ended = |(key, record): &(String, Record)| Some((key.clone(), record.result?));
        self.games.iter().filter_map(ended).collect()
    }
}

impl Archive {
    /// Opens the archive of a contest, or creates it. Refused if another program has it open,
    /// if it is damaged, or if it holds another contest.
    pub fn open(
        path: &Path,
        name: &str,
        tournament: &Tournament,
        settings: &Identity,
        entrants: &[Entrant],
    ) -> Result<Archive, Failure> {
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
        match archive.about("form").map_err(wrong)? {
            None => archive.describe(name, tournament, settings, entrants)?,
            Some(_) => archive.check(path, tournament, settings, entrants)?,
        }
        Ok(archive)
    }

    fn about(&self, key: &str) -> rusqlite::Result<Option<String>> {
        let query = "SELECT value FROM about WHERE key = ?1";
        self.connection.query_row(query, [key], |row| row.get(0)).optional()
    }

    /// Writes which contest this is, in one transaction.
    fn describe(
        &mut self,
        name: &str,
        tournament: &Tournament,
        settings: &Identity,
        entrants: &[Entrant],
    ) -> Result<(), Failure> {
        let path = self.place.path().to_path_buf();
        let wrong = |error: rusqlite::Error| about(&path, &error);
        let transaction = self.connection.transaction().map_err(wrong)?;
        for (number, entry) in entrants.iter().enumerate() {
            let source = entry.rules().map(|(_, bytes)| &bytes[..]);
            let values = params![number as i64, entry.name, entry.player_text(), source];
            transaction
                .execute("INSERT INTO entry VALUES (?1, ?2, ?3, ?4)", values)
                .map_err(wrong)?;
            store_programs(&transaction, number, &entry.program_hashes()?).map_err(wrong)?;
        }
        let tournament = write_tournament(tournament);
        for (key, value) in
            [("form", FORM), ("name", name), ("plan", &tournament), ("settings", &settings.text)]
        {
            let insert = "INSERT INTO about VALUES (?1, ?2)";
            transaction.execute(insert, [key, value]).map_err(wrong)?;
        }
        transaction.commit().map_err(wrong)
    }

    /// Refuses an archive of another contest.
    fn check(
        &self,
        path: &Path,
        tournament: &Tournament,
        settings: &Identity,
        entrants: &[Entrant],
    ) -> Result<(), Failure> {
        let wrong = |error: rusqlite::Error| about(path, &error);
        let changed = |what: &str| {
            let advice = "move it away to start over, or name another with --archive";
            store::about_file(path, &format!("holds games with {what}; {advice}"))
        };
        let stored = self.entrants().map_err(wrong)?;
        let same_names = stored.len() == entrants.len()
            && stored
                .iter()
                .zip(entrants)
                .all(|(stored, entry)| stored.0 == entry.name && stored.1 == entry.player_text());
        if !same_names {
            return Err(changed("other entries"));
        }
        for (number, (stored, entry)) in stored.iter().zip(entrants).enumerate() {
            if stored.2.as_deref() != entry.rules().map(|(_, bytes)| &bytes[..]) {
                return Err(changed(&format!("other rules of {}", entry.name)));
            }
            if let Some(file) = self.changed_program(number, entry)? {
                return Err(changed(&format!("another {file}, the program of {}", entry.name)));
            }
        }
        let same_tournament =
            self.about("plan").map_err(wrong)? == Some(write_tournament(tournament));
        let known = self.about("settings").map_err(wrong)?;
        if !same_tournament || !known.is_some_and(|known| settings.is(&known)) {
            return Err(changed("other settings"));
        }
        let update = "UPDATE about SET value = ?1 WHERE key = 'settings'";
        self.connection.execute(update, [&settings.text]).map(drop).map_err(wrong)
    }

    /// The file of an entrant's program that is not as it was. The files of a program that is
    /// not known yet, because version 0.1 did not store them, are stored.
    fn changed_program(&self, number: usize, entry: &Entrant) -> Result<Option<String>, Failure> {
        let wrong = |error: rusqlite::Error| about(self.place.path(), &error);
        let now = entry.program_hashes()?;
        let query = "SELECT file, sha256 FROM program WHERE entry = ?1";
        let known = || -> rusqlite::Result<BTreeMap<String, String>> {
            let mut statement = self.connection.prepare(query)?;
            statement.query_map([number as i64], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let known = known().map_err(wrong)?;
        if known.is_empty() {
            store_programs(&self.connection, number, &now).map_err(wrong)?;
            return Ok(None);
        }
        let differs = |file: &&String| known.get(*file) != now.get(*file);
        Ok(known.keys().chain(now.keys()).find(differs).cloned())
    }

    fn entrants(&self) -> rusqlite::Result<Vec<StoredEntrant>> {
        let query = "SELECT name, player, source FROM entry ORDER BY number";
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect()
    }

    /// Stores a finished game durably; a game that is stored already stays as it is.
    pub fn store(&self, key: &str, record: &Record) -> Result<(), Failure> {
        let insert = "INSERT OR IGNORE INTO game VALUES (?1, ?2)";
        let stored = self.connection.execute(insert, [key, &record.to_string()]);
        stored.map(drop).map_err(|error| about(self.place.path(), &error))
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

    /// The contest so far.
    pub fn load(&self) -> Result<StoredContest, Failure> {
        load(&self.connection, self.place.path())
    }

    /// Reads an archive, also while another program writes to it.
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

/// Creates a file that only its owner can read, unless there is one.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created.map(drop),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))?;
    Ok(version.try_into().unwrap_or(usize::MAX))
}

/// Refuses an archive of a later version, which is named.
fn check_version(connection: &Connection, path: &Path) -> Result<(), Failure> {
    let wrong = |error: rusqlite::Error| about(path, &error);
    let refused = |found: &str, known: &str| {
        store::about_file(path, &format!("has version {found}, and this agon reads {known}"))
    };
    let found = version(connection).map_err(wrong)?;
    if found > MIGRATIONS.len() {
        return Err(refused(&found.to_string(), &format!("up to {}", MIGRATIONS.len())));
    }
    let is_empty = "SELECT count(*) = 0 FROM sqlite_schema";
    if connection.query_row(is_empty, [], |row| row.get(0)).map_err(wrong)? {
        return Ok(());
    }
    let query = "SELECT value FROM about WHERE key = 'form'";
    let form: Option<String> =
        connection.query_row(query, [], |row| row.get(0)).optional().map_err(wrong)?;
    match form {
        Some(form) if form != FORM => {
            Err(refused(&agon_core::quote(&form), &format!("\"{FORM}\"")))
        }
        // It was created, and the program ended before it could describe its contest.
        _ => Ok(()),
    }
}

/// Brings an archive to the current version, each step in a transaction.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    for (number, step) in MIGRATIONS.iter().enumerate().skip(version(connection)?) {
        let next = number + 1;
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {step} PRAGMA user_version = {next}; COMMIT;"
        ))?;
    }
    Ok(())
}

fn store_programs(
    connection: &Connection,
    entry: usize,
    hashes: &BTreeMap<String, String>,
) -> rusqlite::Result<()> {
    for (file, hash) in hashes {
        let insert = "INSERT INTO program VALUES (?1, ?2, ?3)";
        connection.execute(insert, params![entry as i64, file, hash])?;
    }
    Ok(())
}

fn load(connection: &Connection, path: &Path) -> Result<StoredContest, Failure> {
    check_version(connection, path)?;
    let wrong = |error: rusqlite::Error| about(path, &error);
    let text = |key: &str| {
        let query = "SELECT value FROM about WHERE key = ?1";
        connection.query_row(query, [key], |row| row.get::<_, String>(0)).optional().map_err(wrong)
    };
    let unreadable = || store::about_file(path, "is not a contest that this agon can read");
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
    Ok(StoredContest { name, tournament, entrants, games, restrictions })
}

fn about(path: &Path, error: &rusqlite::Error) -> Failure {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            damaged(path, &error.to_string())
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            store::about_file(path, "another program has locked it; wait until it is done")
        }
        _ => store::about_file(path, &format!("the games cannot be kept or read: {error}")),
    }
}

fn damaged(path: &Path, what: &str) -> Failure {
    let advice = "restore it from a copy, or move it away to start over";
    store::about_file(path, &format!("is damaged, or no archive of games ({what}); {advice}"))
}

/// Whether a file is an archive.
pub fn is_archive(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut begin = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == MAGIC
}

/// A tournament in a line: entrants, pairs a pairing, seed, and the format with its number.
fn write_tournament(tournament: &Tournament) -> String {
    let (format, number) = match tournament.format {
        Format::RoundRobin => ("round-robin", 0),
        Format::Gauntlet { challenger } => ("gauntlet", challenger),
        Format::Swiss { rounds } => ("swiss", rounds as usize),
        Format::Elimination { extra_depth } => ("single-elimination", extra_depth as usize),
    };
    format!("{} {} {} {format} {number}", tournament.entrants, tournament.pairs, tournament.seed)
}

fn read_tournament(text: &str) -> Option<Tournament> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[entrants, pairs, seed, format, number] = words.as_slice() else { return None };
    let number: u32 = number.parse().ok()?;
    let format = match format {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet { challenger: number as usize },
        "swiss" => Format::Swiss { rounds: number },
        "single-elimination" => Format::Elimination { extra_depth: number },
        _ => return None,
    };
    let entrants = entrants.parse().ok()?;
    Some(Tournament { entrants, format, pairs: pairs.parse().ok()?, seed: seed.parse().ok()? })
}
