//! The file format of archives: creation, versions, and values that are stored as one text.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use crate::{Format, Tournament};
use agon_host::{Failure, store};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _};

/// The name of the file format. Its version is the `user_version` of the database.
pub(super) const FORM: &str = "agon contest 1";

/// The migrations from each version to the next. Version 0.1 of this program wrote version 0.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entry (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, player TEXT NOT NULL, source BLOB);
    CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE program (
        entry INTEGER NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL,
        PRIMARY KEY (entry, file));
    ",
    // Games of entries that have changed or left, with the fingerprints of their players.
    "
    ALTER TABLE entry ADD COLUMN fingerprint TEXT;
    CREATE TABLE shelved (
        number INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL,
        record TEXT NOT NULL);
    ",
];

/// Creates a file that only its owner can read, unless it exists.
pub(super) fn create_private(path: &Path) -> io::Result<()> {
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

/// Refuses an archive of a later version.
pub(super) fn check_version(connection: &Connection, path: &Path) -> Result<(), Failure> {
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
        // It was created, and the program ended before it described its contest.
        _ => Ok(()),
    }
}

/// Brings an archive to the current version, each step in a transaction.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    for (number, step) in MIGRATIONS.iter().enumerate().skip(version(connection)?) {
        let next = number + 1;
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {step} PRAGMA user_version = {next}; COMMIT;"
        ))?;
    }
    Ok(())
}

pub(super) fn about(path: &Path, error: &rusqlite::Error) -> Failure {
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

pub(super) fn damaged(path: &Path, what: &str) -> Failure {
    let advice = "restore it from a copy, or move it away to start over";
    store::about_file(path, &format!("is damaged, or no archive of games ({what}); {advice}"))
}

pub fn is_archive(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut begin = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == MAGIC
}

/// A tournament in a line: entrants, pairs a pairing, seed, and the format with its number.
pub(super) fn write_tournament(tournament: &Tournament) -> String {
    let (format, number) = match tournament.format {
        Format::RoundRobin => ("round-robin", 0),
        Format::Gauntlet { challenger } => ("gauntlet", challenger),
        Format::Swiss { rounds } => ("swiss", rounds as usize),
        Format::Elimination { extra_depth } => ("single-elimination", extra_depth as usize),
    };
    format!("{} {} {} {format} {number}", tournament.entrants, tournament.pairs, tournament.seed)
}

pub(super) fn read_tournament(text: &str) -> Option<Tournament> {
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
