//! The archive of a contest, a SQLite file: no finished game is lost or counted twice.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use agon_arena::contest::{Format, Record, Results, Tournament};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::Entrant;
use crate::failure::Failure;
use crate::store::{self, LockedFile};

/// The version of the file format.
const FORM: &str = "agon contest 1";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entry (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, player TEXT NOT NULL, source BLOB);
    CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, record TEXT NOT NULL);
";

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
    /// or if it holds another contest.
    ///
    /// `settings` is everything that the games depend on besides the players.
    pub fn open(
        path: &Path,
        name: &str,
        tournament: &Tournament,
        settings: &str,
        entrants: &[Entrant],
    ) -> Result<Archive, Failure> {
        let place = LockedFile::try_lock(path)?;
        let wrong = |error: rusqlite::Error| about(path, &error);
        let connection = Connection::open(place.path()).map_err(wrong)?;
        let set_up = |connection: &Connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.execute_batch(TABLES)
        };
        set_up(&connection).map_err(wrong)?;
        let mut archive = Archive { connection, place };
        match archive.about("form").map_err(wrong)? {
            None => archive.describe(name, tournament, settings, entrants).map_err(wrong)?,
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
        settings: &str,
        entrants: &[Entrant],
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for (number, entry) in entrants.iter().enumerate() {
            let source = entry.rules().map(|(_, bytes)| &bytes[..]);
            transaction.execute(
                "INSERT INTO entry VALUES (?1, ?2, ?3, ?4)",
                params![number as i64, entry.name, entry.player_text(), source],
            )?;
        }
        let tournament = write_tournament(tournament);
        for (key, value) in
            [("form", FORM), ("name", name), ("plan", &tournament), ("settings", settings)]
        {
            transaction.execute("INSERT INTO about VALUES (?1, ?2)", [key, value])?;
        }
        transaction.commit()
    }

    /// Refuses an archive of another contest.
    fn check(
        &self,
        path: &Path,
        tournament: &Tournament,
        settings: &str,
        entrants: &[Entrant],
    ) -> Result<(), Failure> {
        let wrong = |error: rusqlite::Error| about(path, &error);
        let changed = |what: &str| {
            let advice = "move it away to start over, or name another with --archive";
            store::about_file(path, &format!("holds games with {what}; {advice}"))
        };
        check_version(&self.connection, path)?;
        let stored = self.entrants().map_err(wrong)?;
        let same_names = stored.len() == entrants.len()
            && stored
                .iter()
                .zip(entrants)
                .all(|(stored, entry)| stored.0 == entry.name && stored.1 == entry.player_text());
        if !same_names {
            return Err(changed("other entries"));
        }
        for (stored, entry) in stored.iter().zip(entrants) {
            if stored.2.as_deref() != entry.rules().map(|(_, bytes)| &bytes[..]) {
                return Err(changed(&format!("other rules of {}", entry.name)));
            }
        }
        let same_tournament =
            self.about("plan").map_err(wrong)? == Some(write_tournament(tournament));
        let same_settings = self.about("settings").map_err(wrong)?.as_deref() == Some(settings);
        if same_tournament && same_settings { Ok(()) } else { Err(changed("other settings")) }
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
        load(&connection, path)
    }
}

/// Refuses an archive of another version, which is named.
fn check_version(connection: &Connection, path: &Path) -> Result<(), Failure> {
    let query = "SELECT value FROM about WHERE key = 'form'";
    let form: String =
        connection.query_row(query, [], |row| row.get(0)).map_err(|error| about(path, &error))?;
    if form == FORM {
        return Ok(());
    }
    let found = agon_core::quote(&form);
    Err(store::about_file(path, &format!("has version {found}, and this agon reads \"{FORM}\"")))
}

fn load(connection: &Connection, path: &Path) -> Result<StoredContest, Failure> {
    check_version(connection, path)?;
    let wrong = |error: rusqlite::Error| about(path, &error);
    let text = |key: &str| {
        let query = "SELECT value FROM about WHERE key = ?1";
        connection.query_row(query, [key], |row| row.get::<_, String>(0)).map_err(wrong)
    };
    let unreadable = || store::about_file(path, "is not a contest that this agon can read");
    let tournament = read_tournament(&text("plan")?).ok_or_else(unreadable)?;
    let pairs = |query: &str| -> rusqlite::Result<Vec<(String, String)>> {
        let mut statement = connection.prepare(query)?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    let entrants = pairs("SELECT name, player FROM entry ORDER BY number").map_err(wrong)?;
    let mut games = Vec::new();
    for (key, record) in pairs("SELECT key, record FROM game ORDER BY rowid").map_err(wrong)? {
        let records = Record::read(&record)
            .map_err(|refused| store::about_file(path, &format!("game {key}: {refused}")))?;
        games.push((key, records.into_iter().next().ok_or_else(unreadable)?));
    }
    if entrants.len() != tournament.entrants {
        return Err(unreadable());
    }
    Ok(StoredContest { name: text("name")?, tournament, entrants, games })
}

fn about(path: &Path, error: &rusqlite::Error) -> Failure {
    store::about_file(path, &format!("the games cannot be kept or read: {error}"))
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
