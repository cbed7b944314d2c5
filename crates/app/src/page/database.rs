//! The database of games: one SQLite file in the data folder.
//!
//! One thread owns the connection. Commands reach it through a queue, and saves that wait are
//! written in one transaction; callers block until theirs is done. While the file cannot be
//! written, games are held in memory, and written as soon as that works again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

/// A game as a row of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id, which is part of its address.
    pub id: String,
    /// The name of the game that is played.
    pub game: String,
    /// The position it started from.
    pub start: String,
    /// The moves of the line, separated by spaces.
    pub line: String,
    /// How many of them have been made; the rest can be redone.
    pub ply: usize,
    /// The players' specs.
    pub seats: [String; 2],
    /// The rule files of the game, as JSON.
    pub rules: String,
    /// Whether computers move without being asked.
    pub running: bool,
    /// How long they wait between two moves, in milliseconds.
    pub pace: u64,
    /// The current position.
    pub position: String,
    /// The outcome, if the game is over.
    pub outcome: Option<String>,
    /// When it last changed, in milliseconds since 1970.
    pub changed: i64,
}

/// Where games are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In the database file.
    Disk,
    /// In memory only.
    Memory {
        /// Why the file cannot be used.
        why: String,
    },
}

/// The stored games.
pub struct GameDatabase {
    commands: Mutex<Sender<DatabaseCommand>>,
    storage: Arc<Mutex<Storage>>,
}

enum DatabaseCommand {
    Save(Box<StoredGame>, Sender<()>),
    Remove(String, Sender<()>),
    Load(String, Sender<Option<StoredGame>>),
    List(i64, usize, Sender<Vec<StoredGame>>),
    Count(Sender<usize>),
}

/// The file in the data folder.
const FILE: &str = "games.sqlite";

/// How many commands are taken from the queue at once.
const BATCH: usize = 256;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, line TEXT NOT NULL,
        ply INTEGER NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, rules TEXT NOT NULL,
        running INTEGER NOT NULL, pace INTEGER NOT NULL, position TEXT NOT NULL,
        outcome TEXT, changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS latest ON games (changed DESC);";

impl GameDatabase {
    /// Opens the database in a folder, which is created if missing. If that fails, games are
    /// held in memory.
    pub fn open(folder: &Path) -> GameDatabase {
        let opened = std::fs::create_dir_all(folder)
            .map_err(|error| error.to_string())
            .and_then(|()| open_file(&folder.join(FILE)).map_err(|error| error.to_string()));
        let (connection, storage) = match opened {
            Ok(connection) => (Some(connection), Storage::Disk),
            Err(why) => (None, Storage::Memory { why }),
        };
        let (commands, queue) = channel();
        let storage = Arc::new(Mutex::new(storage));
        let worker =
            DatabaseThread { connection, unwritten: HashMap::new(), storage: Arc::clone(&storage) };
        thread::spawn(move || worker.run(&queue));
        GameDatabase { commands: Mutex::new(commands), storage }
    }

    /// Where games are stored at present.
    pub fn storage(&self) -> Storage {
        self.storage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Saves a game; returns when it is written.
    pub fn save(&self, stored: StoredGame) {
        self.send(|done| DatabaseCommand::Save(Box::new(stored), done));
    }

    /// Deletes a game.
    pub fn remove(&self, id: &str) {
        self.send(|done| DatabaseCommand::Remove(id.into(), done));
    }

    /// The game with this id.
    pub fn load(&self, id: &str) -> Option<StoredGame> {
        self.send(|done| DatabaseCommand::Load(id.into(), done)).flatten()
    }

    /// The games that changed before this time, the latest first.
    pub fn list(&self, before: i64, limit: usize) -> Vec<StoredGame> {
        self.send(|done| DatabaseCommand::List(before, limit, done)).unwrap_or_default()
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.send(DatabaseCommand::Count).unwrap_or(0)
    }

    fn send<T>(&self, command: impl FnOnce(Sender<T>) -> DatabaseCommand) -> Option<T> {
        let (done, reply) = channel();
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner).clone();
        commands.send(command(done)).ok()?;
        reply.recv().ok()
    }
}

fn open_file(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // Opening a read-only file succeeds; the first write tells whether it can be written.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.execute_batch(SCHEMA)?;
    Ok(connection)
}

/// The thread that owns the connection.
struct DatabaseThread {
    connection: Option<Connection>,
    /// Games not written yet; `None` for deleted ones.
    unwritten: HashMap<String, Option<StoredGame>>,
    storage: Arc<Mutex<Storage>>,
}

impl DatabaseThread {
    fn run(mut self, queue: &Receiver<DatabaseCommand>) {
        while let Ok(first) = queue.recv() {
            let commands = std::iter::once(first).chain(queue.try_iter().take(BATCH - 1));
            let mut written = Vec::new();
            for command in commands {
                match command {
                    DatabaseCommand::Save(stored, done) => {
                        self.unwritten.insert(stored.id.clone(), Some(*stored));
                        written.push(done);
                    }
                    DatabaseCommand::Remove(id, done) => {
                        self.unwritten.insert(id, None);
                        written.push(done);
                    }
                    // The caller may be gone.
                    DatabaseCommand::Load(id, reply) => drop(reply.send(self.load(&id))),
                    DatabaseCommand::List(before, limit, reply) => {
                        drop(reply.send(self.list(before, limit)))
                    }
                    DatabaseCommand::Count(reply) => drop(reply.send(self.count())),
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

    /// Writes all unwritten games, or records why that fails.
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

    fn load(&self, id: &str) -> Option<StoredGame> {
        if let Some(stored) = self.unwritten.get(id) {
            return stored.clone();
        }
        let connection = self.connection.as_ref()?;
        let mut query = connection.prepare_cached("SELECT * FROM games WHERE id = ?1").ok()?;
        query.query_row([id], read_row).optional().ok().flatten()
    }

    fn list(&self, before: i64, limit: usize) -> Vec<StoredGame> {
        let read = |connection: &Connection| -> rusqlite::Result<Vec<StoredGame>> {
            let mut query = connection.prepare_cached(
                "SELECT * FROM games WHERE changed < ?1 ORDER BY changed DESC LIMIT ?2",
            )?;
            let most = limit + self.unwritten.len();
            query.query_map(params![before, most as i64], read_row)?.collect()
        };
        let written = self.connection.as_ref().and_then(|file| read(file).ok()).unwrap_or_default();
        let written = written.into_iter().filter(|stored| !self.unwritten.contains_key(&stored.id));
        let fresh = self.unwritten.values().flatten().filter(|stored| stored.changed < before);
        let mut list: Vec<StoredGame> = written.chain(fresh.cloned()).collect();
        list.sort_by_key(|stored| std::cmp::Reverse(stored.changed));
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
    games: &HashMap<String, Option<StoredGame>>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for (id, stored) in games {
        let Some(stored) = stored else {
            transaction.execute("DELETE FROM games WHERE id = ?1", [id])?;
            continue;
        };
        let mut save = transaction.prepare_cached(
            "INSERT OR REPLACE INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
        )?;
        let [p1, p2] = &stored.seats;
        save.execute(params![
            stored.id,
            stored.game,
            stored.start,
            stored.line,
            stored.ply as i64,
            p1,
            p2,
            stored.rules,
            stored.running,
            stored.pace as i64,
            stored.position,
            stored.outcome,
            stored.changed
        ])?;
    }
    transaction.commit()
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
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

    fn stored(id: &str, changed: i64) -> StoredGame {
        StoredGame {
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
    fn what_cannot_be_written_is_held_in_memory_and_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let database = GameDatabase::open(folder.path());
        database.save(stored("one", 1));
        let other = Connection::open(folder.path().join(FILE)).unwrap();
        other.execute_batch("ALTER TABLE games RENAME TO away").unwrap();
        database.save(stored("two", 2));
        assert!(matches!(database.storage(), Storage::Memory { .. }));
        assert_eq!(database.load("two"), Some(stored("two", 2)));
        assert_eq!(database.list(i64::MAX, 10), [stored("two", 2)]);
        other.execute_batch("ALTER TABLE away RENAME TO games").unwrap();
        database.save(stored("three", 3));
        assert_eq!(database.storage(), Storage::Disk);
        let database = GameDatabase::open(folder.path());
        let ids: Vec<String> =
            database.list(i64::MAX, 10).into_iter().map(|stored| stored.id).collect();
        assert_eq!(ids, ["three", "two", "one"], "all are in the file, the latest first");
        assert_eq!(database.list(3, 1), [stored("two", 2)]);
        database.remove("two");
        assert_eq!((database.load("two"), database.count()), (None, 2));
    }

    #[test]
    fn without_a_folder_games_are_held_in_memory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let database = GameDatabase::open(file.path());
        assert!(matches!(database.storage(), Storage::Memory { .. }));
        database.save(stored("one", 1));
        assert_eq!(database.load("one"), Some(stored("one", 1)));
        assert_eq!(database.count(), 1);
    }
}
