//! Games as they are kept: one file that outlives the program.
//!
//! One thread owns the file. What is to be kept goes to it in a queue and is written
//! together with whatever else waits; who asked goes on when it is written. Where the file
//! cannot be written, games are kept in memory, and written when that is possible again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its name in addresses.
    pub id: String,
    /// The game that is played.
    pub game: String,
    /// The position it started from.
    pub start: String,
    /// The moves of the line, with blanks between.
    pub line: String,
    /// How many of them have been made.
    pub ply: usize,
    /// Who plays.
    pub seats: [String; 2],
    /// The rule files it was lent, as JSON.
    pub rules: String,
    /// Whether computers move by themselves.
    pub running: bool,
    /// How long they wait between two moves, in milliseconds.
    pub pace: u64,
    /// The position that is shown.
    pub position: String,
    /// How it ended, if it did.
    pub outcome: Option<String>,
    /// When it last changed, in milliseconds since 1970.
    pub changed: i64,
}

/// Where games are kept, and if only in memory, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In the file.
    Disk,
    /// In memory alone.
    Memory {
        /// What is wrong with the file.
        why: String,
    },
}

/// The keeper of games.
pub struct Archive {
    jobs: Mutex<Sender<Job>>,
    storage: Arc<Mutex<Storage>>,
}

enum Job {
    Save(Box<Kept>, Sender<()>),
    Remove(String, Sender<()>),
    Load(String, Sender<Option<Kept>>),
    List(i64, usize, Sender<Vec<Kept>>),
    Count(Sender<usize>),
}

/// The name of the file in the data folder.
const FILE: &str = "games.sqlite";

/// How many games are written together.
const BATCH: usize = 256;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, line TEXT NOT NULL,
        ply INTEGER NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, rules TEXT NOT NULL,
        running INTEGER NOT NULL, pace INTEGER NOT NULL, position TEXT NOT NULL,
        outcome TEXT, changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS latest ON games (changed DESC);";

impl Archive {
    /// Opens the file in a folder, which is made where there is none. Where that does not
    /// work, games are kept in memory.
    pub fn open(folder: &Path) -> Archive {
        let opened = std::fs::create_dir_all(folder)
            .map_err(|error| error.to_string())
            .and_then(|()| open_file(&folder.join(FILE)).map_err(|error| error.to_string()));
        let (connection, storage) = match opened {
            Ok(connection) => (Some(connection), Storage::Disk),
            Err(why) => (None, Storage::Memory { why }),
        };
        let (jobs, queue) = channel();
        let storage = Arc::new(Mutex::new(storage));
        let keeper =
            Keeper { connection, unwritten: HashMap::new(), storage: Arc::clone(&storage) };
        thread::spawn(move || keeper.work(&queue));
        Archive { jobs: Mutex::new(jobs), storage }
    }

    /// Where games are kept at present.
    pub fn storage(&self) -> Storage {
        self.storage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a game; comes back when it is written.
    pub fn save(&self, kept: Kept) {
        self.ask(|done| Job::Save(Box::new(kept), done));
    }

    /// Forgets a game.
    pub fn remove(&self, id: &str) {
        self.ask(|done| Job::Remove(id.into(), done));
    }

    /// The game of this name.
    pub fn load(&self, id: &str) -> Option<Kept> {
        self.ask(|done| Job::Load(id.into(), done)).flatten()
    }

    /// The games that changed before this time, the latest first.
    pub fn list(&self, before: i64, limit: usize) -> Vec<Kept> {
        self.ask(|done| Job::List(before, limit, done)).unwrap_or_default()
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.ask(Job::Count).unwrap_or(0)
    }

    fn ask<T>(&self, job: impl FnOnce(Sender<T>) -> Job) -> Option<T> {
        let (done, answer) = channel();
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.send(job(done)).ok()?;
        answer.recv().ok()
    }
}

fn open_file(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // A read-only file can be opened; whether it can be written is known when it is.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.execute_batch(SCHEMA)?;
    Ok(connection)
}

/// The owner of the file.
struct Keeper {
    connection: Option<Connection>,
    /// Games that could not be written; `None` for those that were removed.
    unwritten: HashMap<String, Option<Kept>>,
    storage: Arc<Mutex<Storage>>,
}

impl Keeper {
    fn work(mut self, queue: &Receiver<Job>) {
        while let Ok(first) = queue.recv() {
            let jobs = std::iter::once(first).chain(queue.try_iter().take(BATCH - 1));
            let mut written = Vec::new();
            for job in jobs {
                match job {
                    Job::Save(kept, done) => {
                        self.unwritten.insert(kept.id.clone(), Some(*kept));
                        written.push(done);
                    }
                    Job::Remove(id, done) => {
                        self.unwritten.insert(id, None);
                        written.push(done);
                    }
                    // Nobody waits for an answer who has gone away.
                    Job::Load(id, answer) => drop(answer.send(self.load(&id))),
                    Job::List(before, limit, answer) => drop(answer.send(self.list(before, limit))),
                    Job::Count(answer) => drop(answer.send(self.count())),
                }
            }
            if !written.is_empty() {
                self.write();
            }
            for done in written {
                let _ = done.send(());
            }
        }
    }

    /// Writes all that is not written, or says why it cannot be.
    fn write(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        let storage = match write_all(connection, &self.unwritten) {
            Ok(()) => {
                self.unwritten.clear();
                Storage::Disk
            }
            Err(error) => Storage::Memory { why: error.to_string() },
        };
        *self.storage.lock().unwrap_or_else(PoisonError::into_inner) = storage;
    }

    fn load(&self, id: &str) -> Option<Kept> {
        if let Some(kept) = self.unwritten.get(id) {
            return kept.clone();
        }
        let connection = self.connection.as_ref()?;
        let mut query = connection.prepare_cached("SELECT * FROM games WHERE id = ?1").ok()?;
        query.query_row([id], read_row).optional().ok().flatten()
    }

    fn list(&self, before: i64, limit: usize) -> Vec<Kept> {
        let read = |connection: &Connection| -> rusqlite::Result<Vec<Kept>> {
            let mut query = connection.prepare_cached(
                "SELECT * FROM games WHERE changed < ?1 ORDER BY changed DESC LIMIT ?2",
            )?;
            let most = limit + self.unwritten.len();
            query.query_map(params![before, most as i64], read_row)?.collect()
        };
        let written = self.connection.as_ref().and_then(|file| read(file).ok()).unwrap_or_default();
        let written = written.into_iter().filter(|kept| !self.unwritten.contains_key(&kept.id));
        let fresh = self.unwritten.values().flatten().filter(|kept| kept.changed < before);
        let mut list: Vec<Kept> = written.chain(fresh.cloned()).collect();
        list.sort_by_key(|kept| std::cmp::Reverse(kept.changed));
        list.truncate(limit);
        list
    }

    fn count(&self) -> usize {
        let count = |connection: &Connection| {
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
        };
        let written = self.connection.as_ref().and_then(|file| count(file).ok()).unwrap_or(0);
        written as usize + self.unwritten.len()
    }
}

fn write_all(
    connection: &mut Connection,
    games: &HashMap<String, Option<Kept>>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for (id, kept) in games {
        let Some(kept) = kept else {
            transaction.execute("DELETE FROM games WHERE id = ?1", [id])?;
            continue;
        };
        let mut save = transaction.prepare_cached(
            "INSERT OR REPLACE INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
        )?;
        let [p1, p2] = &kept.seats;
        save.execute(params![
            kept.id,
            kept.game,
            kept.start,
            kept.line,
            kept.ply as i64,
            p1,
            p2,
            kept.rules,
            kept.running,
            kept.pace as i64,
            kept.position,
            kept.outcome,
            kept.changed
        ])?;
    }
    transaction.commit()
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<Kept> {
    Ok(Kept {
        id: row.get("id")?,
        game: row.get("game")?,
        start: row.get("start")?,
        line: row.get("line")?,
        ply: row.get::<_, i64>("ply")? as usize,
        seats: [row.get("p1")?, row.get("p2")?],
        rules: row.get("rules")?,
        running: row.get("running")?,
        pace: row.get::<_, i64>("pace")? as u64,
        position: row.get("position")?,
        outcome: row.get("outcome")?,
        changed: row.get("changed")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(id: &str, changed: i64) -> Kept {
        Kept {
            id: id.into(),
            game: "tictactoe".into(),
            start: "startpos".into(),
            line: "11 00".into(),
            ply: 1,
            seats: ["person".into(), "level:5".into()],
            rules: "[]".into(),
            running: true,
            pace: 400,
            position: "startpos".into(),
            outcome: None,
            changed,
        }
    }

    #[test]
    fn what_cannot_be_written_is_kept_in_memory_and_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(folder.path());
        archive.save(kept("one", 1));
        let other = Connection::open(folder.path().join(FILE)).unwrap();
        other.execute_batch("ALTER TABLE games RENAME TO away").unwrap();
        archive.save(kept("two", 2));
        assert!(matches!(archive.storage(), Storage::Memory { .. }));
        assert_eq!(archive.load("two"), Some(kept("two", 2)));
        assert_eq!(archive.list(i64::MAX, 10), [kept("two", 2)]);
        other.execute_batch("ALTER TABLE away RENAME TO games").unwrap();
        archive.save(kept("three", 3));
        assert_eq!(archive.storage(), Storage::Disk);
        let archive = Archive::open(folder.path());
        let ids: Vec<String> = archive.list(i64::MAX, 10).into_iter().map(|kept| kept.id).collect();
        assert_eq!(ids, ["three", "two", "one"], "all are in the file, the latest first");
        assert_eq!(archive.list(3, 1), [kept("two", 2)]);
        archive.remove("two");
        assert_eq!((archive.load("two"), archive.count()), (None, 2));
    }

    #[test]
    fn where_there_is_no_folder_games_are_kept_in_memory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let archive = Archive::open(file.path());
        assert!(matches!(archive.storage(), Storage::Memory { .. }));
        archive.save(kept("one", 1));
        assert_eq!(archive.load("one"), Some(kept("one", 1)));
        assert_eq!(archive.count(), 1);
    }
}
