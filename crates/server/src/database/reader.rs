//! The thread that reads: its connection sees the last transaction, and does not wait for writes.

use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::error::StorageError;
use super::queue::{FileState, Queue};
use super::{StoredGame, file, schema};

pub enum ReadRequest {
    Load {
        id: String,
        reply: oneshot::Sender<Result<Option<StoredGame>, StorageError>>,
    },
    /// The latest games before a time, of a session or of all.
    List {
        of: Option<String>,
        before: i64,
        limit: usize,
        reply: oneshot::Sender<Result<Vec<StoredGame>, StorageError>>,
    },
}

/// Owns the connection for reading.
pub struct Reader {
    folder: PathBuf,
    queue: Arc<Queue>,
    /// The open file, with the number of the queue's `FileState`.
    file: Option<(u64, Connection)>,
}

impl Reader {
    pub fn new(folder: PathBuf, queue: Arc<Queue>) -> Reader {
        Reader { folder, queue, file: None }
    }

    /// Handles requests until all senders are gone.
    pub fn run(mut self, mut requests: mpsc::Receiver<ReadRequest>) {
        while let Some(request) = requests.blocking_recv() {
            // The caller may be gone by now.
            match request {
                ReadRequest::Load { reply, .. } if reply.is_closed() => (),
                ReadRequest::List { reply, .. } if reply.is_closed() => (),
                ReadRequest::Load { id, reply } => drop(reply.send(self.load(&id))),
                ReadRequest::List { of, before, limit, reply } => {
                    drop(reply.send(self.list(of.as_deref(), before, limit)));
                }
            }
        }
    }

    fn load(&mut self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        self.read(|connection| schema::load(connection, id)).map(Option::flatten)
    }

    fn list(
        &mut self,
        of: Option<&str>,
        before: i64,
        limit: usize,
    ) -> Result<Vec<StoredGame>, StorageError> {
        // Taken first: a game that is written in between is then found twice, not missed.
        let held = self.queue.held(of, before, limit);
        let read = |connection: &Connection| {
            schema::list(connection, of, before, limit, |id| held.ids.contains(id))
        };
        let mut games = self.read(read)?.unwrap_or_default();
        games.extend(held.games);
        games.sort_by_key(|stored| std::cmp::Reverse(stored.changed));
        games.truncate(limit);
        Ok(games)
    }

    /// Reads from the file; `None` if there is none.
    fn read<T>(
        &mut self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StorageError> {
        let generation = match self.queue.file() {
            FileState::Readable(generation) => generation,
            FileState::Absent => return Ok(None),
            FileState::Unreadable(error) => return Err(error),
        };
        let file = self.file.take().filter(|(opened, _)| *opened == generation);
        let read = || {
            let connection = match file {
                Some((_, connection)) => connection,
                None => file::open_for_reading(&self.folder)?,
            };
            let answer = read(&connection)?;
            Ok((answer, connection))
        };
        match read() {
            Ok((answer, connection)) => {
                self.file = Some((generation, connection));
                Ok(Some(answer))
            }
            Err::<_, rusqlite::Error>(error) => {
                // The next request opens the file again, which may have been replaced.
                self.queue.check_file();
                Err(error.into())
            }
        }
    }
}
