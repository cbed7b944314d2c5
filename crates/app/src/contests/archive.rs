//! The games of a contest in a SQLite file: none that is finished is lost or counted twice.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use agon_arena::contest::{Format, Plan, Record, Results};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::Contestant;
use crate::failure::Failure;
use crate::store::{self, LockedFile};

/// The form of the file, which a later one may change.
const FORM: &str = "agon contest 1";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entry (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, player TEXT NOT NULL, source BLOB);
    CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, record TEXT NOT NULL);
";

/// A file that games are written to, held against other programs.
pub struct Archive {
    connection: Connection,
    place: LockedFile,
}

/// What is kept of a contest.
pub struct Kept {
    /// What it is called.
    pub name: String,
    /// How it is played out.
    pub plan: Plan,
    /// Who takes part: names and players.
    pub entries: Vec<(String, String)>,
    /// The games by what they are called, in the order in which they ended.
    pub games: Vec<(String, Record)>,
}

/// The name of one who takes part, its player, and the rule file that it judges by.
type KeptEntry = (String, String, Option<Vec<u8>>);

impl Kept {
    /// How the games ended.
    pub fn results(&self) -> Results {
        let ended = |(key, record): &(String, Record)| Some((key.clone(), record.result?));
        self.games.iter().filter_map(ended).collect()
    }
}

impl Archive {
    /// Opens the file of a contest, or makes it. Refused where another program has it, and
    /// where it holds another contest.
    ///
    /// `settings` is everything that the games depend on besides those who play.
    pub fn open(
        path: &Path,
        name: &str,
        plan: &Plan,
        settings: &str,
        entries: &[Contestant],
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
            None => archive.describe(name, plan, settings, entries).map_err(wrong)?,
            Some(_) => archive.check(path, plan, settings, entries)?,
        }
        Ok(archive)
    }

    fn about(&self, key: &str) -> rusqlite::Result<Option<String>> {
        let query = "SELECT value FROM about WHERE key = ?1";
        self.connection.query_row(query, [key], |row| row.get(0)).optional()
    }

    /// Writes down which contest this is, all at once.
    fn describe(
        &mut self,
        name: &str,
        plan: &Plan,
        settings: &str,
        entries: &[Contestant],
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for (number, entry) in entries.iter().enumerate() {
            let source = entry.source().map(|(_, bytes)| &bytes[..]);
            transaction.execute(
                "INSERT INTO entry VALUES (?1, ?2, ?3, ?4)",
                params![number as i64, entry.name, entry.entrant.to_string(), source],
            )?;
        }
        let plan = write_plan(plan);
        for (key, value) in
            [("form", FORM), ("name", name), ("plan", &plan), ("settings", settings)]
        {
            transaction.execute("INSERT INTO about VALUES (?1, ?2)", [key, value])?;
        }
        transaction.commit()
    }

    /// Refuses to go on with another contest.
    fn check(
        &self,
        path: &Path,
        plan: &Plan,
        settings: &str,
        entries: &[Contestant],
    ) -> Result<(), Failure> {
        let wrong = |error: rusqlite::Error| about(path, &error);
        let changed = |what: &str| {
            let advice = "put it aside to begin anew, or name another with --archive";
            store::about_file(path, &format!("holds games with {what}; {advice}"))
        };
        if self.about("form").map_err(wrong)?.as_deref() != Some(FORM) {
            return Err(changed("another version of agon"));
        }
        let kept = self.entries().map_err(wrong)?;
        let same_names = kept.len() == entries.len()
            && kept
                .iter()
                .zip(entries)
                .all(|(kept, entry)| kept.0 == entry.name && kept.1 == entry.entrant.to_string());
        if !same_names {
            return Err(changed("other entries"));
        }
        for (kept, entry) in kept.iter().zip(entries) {
            if kept.2.as_deref() != entry.source().map(|(_, bytes)| &bytes[..]) {
                return Err(changed(&format!("other rules of {}", entry.name)));
            }
        }
        let same_plan = self.about("plan").map_err(wrong)? == Some(write_plan(plan));
        let same_settings = self.about("settings").map_err(wrong)?.as_deref() == Some(settings);
        if same_plan && same_settings { Ok(()) } else { Err(changed("other settings")) }
    }

    fn entries(&self) -> rusqlite::Result<Vec<KeptEntry>> {
        let query = "SELECT name, player, source FROM entry ORDER BY number";
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect()
    }

    /// Keeps a finished game. When this returns, it outlives the program and the machine's
    /// power; a game that is kept already stays as it was.
    pub fn keep(&self, key: &str, record: &Record) -> Result<(), Failure> {
        let insert = "INSERT OR IGNORE INTO game VALUES (?1, ?2)";
        let kept = self.connection.execute(insert, [key, &record.to_string()]);
        kept.map(drop).map_err(|error| about(self.place.path(), &error))
    }

    /// What is kept.
    pub fn kept(&self) -> Result<Kept, Failure> {
        kept(&self.connection, self.place.path())
    }

    /// What is kept in a file, also while another program writes to it.
    pub fn look(path: &Path) -> Result<Kept, Failure> {
        if !path.exists() {
            return Err(store::about_file(path, "there is no such file"));
        }
        let wrong = |error: rusqlite::Error| about(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
        kept(&connection, path)
    }
}

fn kept(connection: &Connection, path: &Path) -> Result<Kept, Failure> {
    let wrong = |error: rusqlite::Error| about(path, &error);
    let text = |key: &str| {
        let query = "SELECT value FROM about WHERE key = ?1";
        connection.query_row(query, [key], |row| row.get::<_, String>(0)).map_err(wrong)
    };
    let unreadable = || store::about_file(path, "is not a contest that this agon can read");
    let plan = read_plan(&text("plan")?).ok_or_else(unreadable)?;
    let pairs = |query: &str| -> rusqlite::Result<Vec<(String, String)>> {
        let mut statement = connection.prepare(query)?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    let entries = pairs("SELECT name, player FROM entry ORDER BY number").map_err(wrong)?;
    let mut games = Vec::new();
    for (key, record) in pairs("SELECT key, record FROM game ORDER BY rowid").map_err(wrong)? {
        let records = Record::read(&record)
            .map_err(|refused| store::about_file(path, &format!("game {key}: {refused}")))?;
        games.push((key, records.into_iter().next().ok_or_else(unreadable)?));
    }
    if entries.len() != plan.entries {
        return Err(unreadable());
    }
    Ok(Kept { name: text("name")?, plan, entries, games })
}

fn about(path: &Path, error: &rusqlite::Error) -> Failure {
    store::about_file(path, &format!("the games cannot be kept or read: {error}"))
}

/// Whether a file is one that games are kept in.
pub fn is_archive(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut begin = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == MAGIC
}

/// A plan in a line: how many take part, how many pairs a meeting has, the seed, and the
/// format with its number.
fn write_plan(plan: &Plan) -> String {
    let (format, number) = match plan.format {
        Format::RoundRobin => ("round-robin", 0),
        Format::Gauntlet { challenger } => ("gauntlet", challenger),
        Format::Swiss { rounds } => ("swiss", rounds as usize),
        Format::Elimination { extra_depth } => ("single-elimination", extra_depth as usize),
    };
    format!("{} {} {} {format} {number}", plan.entries, plan.pairs, plan.seed)
}

fn read_plan(text: &str) -> Option<Plan> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[entries, pairs, seed, format, number] = words.as_slice() else { return None };
    let number: u32 = number.parse().ok()?;
    let format = match format {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet { challenger: number as usize },
        "swiss" => Format::Swiss { rounds: number },
        "single-elimination" => Format::Elimination { extra_depth: number },
        _ => return None,
    };
    let entries = entries.parse().ok()?;
    Some(Plan { entries, format, pairs: pairs.parse().ok()?, seed: seed.parse().ok()? })
}
