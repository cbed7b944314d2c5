//! The database of games: one SQLite file in the data folder.
//!
//! A saved game waits in a queue in memory. One thread writes all games of the queue in one
//! transaction; another thread reads, so that no read waits for a write. While the file cannot be
//! written, games are held in memory, and the first thread tries again every few seconds. Neither
//! thread holds a lock while it reads or writes.

mod counts;
mod error;
mod file;
mod queue;
mod reader;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use agon_service::{INVITATION_TIME, Storage, StoredGame};
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

pub use error::StorageError;
pub use file::lockable;
use queue::{FileState, Put, Queue};
use reader::{ReadRequest, Reader};
use writer::Writer;

/// How long `GameDatabase::open` waits for the file.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);

/// The most reads that wait; further ones wait to be queued.
const MAX_READS: usize = 256;

/// How many games the operator's commands read at a time.
const OPERATORS_PAGE: usize = 1000;

/// Opens the file for a command of the operator, beside a server that may use it; `None` if there
/// is no file.
pub fn open_for_operator(folder: &Path) -> Result<Option<Connection>, StorageError> {
    if file::is_absent(folder) {
        return Ok(None);
    }
    let connection = file::open_for_removing(folder)?;
    schema::check_version(&connection)?;
    match schema::is_current(&connection)? {
        true => Ok(Some(connection)),
        false => Err(StorageError::Older),
    }
}

/// The latest games that changed before a time.
pub fn page_of(connection: &Connection, before: i64) -> Result<Vec<StoredGame>, StorageError> {
    Ok(schema::list(connection, None, before, OPERATORS_PAGE, |_| false)?)
}

pub fn remove(connection: &mut Connection, ids: &[String]) -> Result<usize, StorageError> {
    Ok(schema::remove(connection, ids)?)
}

/// The stored games. The handle is cheap to clone.
#[derive(Clone)]
pub struct GameDatabase {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Arc<Queue>,
    reads: mpsc::Sender<ReadRequest>,
    /// Held while a save waits for room, so that the saves of a game keep their order.
    turn: tokio::sync::Mutex<()>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.queue.close();
    }
}

impl GameDatabase {
    /// Opens the database in a folder, which is created if missing. While that fails, games are
    /// held in memory, and opening is tried again every few seconds.
    ///
    /// `lock` is the lock of the folder, if the caller has it already.
    pub fn open(folder: &Path, lock: Option<File>) -> GameDatabase {
        GameDatabase::with_queue(folder, lock, Queue::new())
    }

    fn with_queue(folder: &Path, lock: Option<File>, queue: Queue) -> GameDatabase {
        let queue = Arc::new(queue);
        let (opened, has_opened) = std::sync::mpsc::channel();
        let writer = Writer::new(folder.into(), lock, Arc::clone(&queue));
        thread::spawn(move || writer.run(opened));
        let (reads, asked) = mpsc::channel(MAX_READS);
        let reader = Reader::new(folder.into(), Arc::clone(&queue));
        thread::spawn(move || reader.run(asked));
        // A slow disk must not delay the start of the server any longer.
        let _ = has_opened.recv_timeout(OPEN_TIMEOUT);
        let turn = tokio::sync::Mutex::default();
        GameDatabase { shared: Arc::new(Shared { queue, reads, turn }) }
    }

    /// Where games are stored now. If on disk, every game whose save has ended is there.
    pub fn storage(&self) -> Storage {
        self.shared.queue.storage.borrow().clone()
    }

    /// Watches where games are stored.
    pub fn changes(&self) -> watch::Receiver<Storage> {
        self.shared.queue.storage.subscribe()
    }

    /// Saves a game. Ends when it is on disk, or held in memory because the disk fails. A queued
    /// game is written even if the future is dropped.
    pub async fn save(&self, stored: StoredGame) -> Storage {
        self.change(stored.id.as_str().into(), Some(Arc::new(stored))).await
    }

    pub async fn remove(&self, id: &str) -> Storage {
        self.change(id.into(), None).await
    }

    async fn change(&self, id: Arc<str>, game: Option<Arc<StoredGame>>) -> Storage {
        let queue = &self.shared.queue;
        let written = {
            let _turn = self.shared.turn.lock().await;
            loop {
                let mut room = std::pin::pin!(queue.room.notified());
                // From here on no notification is missed.
                room.as_mut().enable();
                match queue.put(&id, &game) {
                    Put::Queued(written) => break written,
                    Put::Held { why } => return Storage::Memory { why },
                    Put::Refused(error) => return Storage::Refused { why: error.to_string() },
                    Put::NoRoom => room.await,
                }
            }
        };
        let ended = || Storage::Memory { why: "the database thread has ended".into() };
        written.await.unwrap_or_else(|_| ended())
    }

    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        let queue = &self.shared.queue;
        if let Some(game) = queue.get(id) {
            return Ok(game.map(|game| StoredGame::clone(&game)));
        }
        match queue.file() {
            FileState::Absent => Ok(None),
            FileState::Unreadable(error) => Err(error),
            FileState::Readable(_) => {
                self.ask(|reply| ReadRequest::Load { id: id.into(), reply }).await
            }
        }
    }

    /// The games that changed before this time, the latest first: all, or those that a session owns
    /// or plays.
    pub async fn list(
        &self,
        of: Option<&str>,
        before: i64,
        limit: usize,
    ) -> Result<Vec<StoredGame>, StorageError> {
        let queue = &self.shared.queue;
        match queue.file() {
            FileState::Absent => Ok(queue.held(of, before, limit).games),
            FileState::Unreadable(error) => Err(error),
            FileState::Readable(_) => {
                let of = of.map(String::from);
                self.ask(|reply| ReadRequest::List { of, before, limit, reply }).await
            }
        }
    }

    /// The number of games of a session, or of all. Every game whose save has ended is counted;
    /// while the disk fails, a game in the file may count twice. Refused if there is no room for
    /// another game.
    pub async fn count(&self, of: Option<&str>) -> Result<usize, StorageError> {
        self.shared.queue.count(of)
    }

    /// Removes what has expired of the games of strangers. `keep` is how long a game is kept after
    /// its last change, in milliseconds; times are in milliseconds since 1970. Returns how many.
    pub fn expire(&self, folder: &Path, keep: i64, now: i64) -> Result<usize, StorageError> {
        let connection = file::open_for_removing(folder)?;
        let count = schema::expire(&connection, now - keep, now - INVITATION_TIME as i64)?;
        // The writer counts again.
        self.shared.queue.check_file();
        Ok(count)
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, StorageError>>) -> ReadRequest,
    ) -> Result<T, StorageError> {
        let ended = || StorageError::unusable("the database thread has ended");
        let (reply, answer) = oneshot::channel();
        self.shared.reads.send(request(reply)).await.map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }
}
