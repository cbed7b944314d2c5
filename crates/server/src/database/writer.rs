//! The thread that writes all waiting games in one transaction.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::error::StorageError;
use super::file::{self, FileId, OpenFile};
use super::queue::{FileState, Queue};
use super::schema;

/// Owns the connection for writing.
pub struct Writer {
    folder: PathBuf,
    queue: Arc<Queue>,
    /// Keeps other processes from writing, once the folder can be used.
    lock: Option<File>,
    file: Option<OpenFile>,
    known: Option<FileId>,
    generation: u64,
    /// The file as this connection last saw it, to notice changes of others.
    data_version: i64,
}

impl Writer {
    pub fn new(folder: PathBuf, lock: Option<File>, queue: Arc<Queue>) -> Writer {
        Writer { folder, queue, lock, file: None, known: None, generation: 0, data_version: 0 }
    }

    /// Writes what is in the queue until it is closed. The sender is dropped when the file was
    /// opened, or could not be.
    pub fn run(mut self, opened: Sender<()>) {
        self.work();
        drop(opened);
        while self.queue.wait_for_work() {
            self.work();
        }
    }

    /// Opens the file if necessary, and writes all waiting games.
    fn work(&mut self) {
        let is_in_place = |file: &OpenFile| file.is_in_place(&self.folder);
        if !self.file.as_ref().is_some_and(is_in_place) {
            self.file = None;
            if let Err(error) = self.open() {
                let file = self.file_state(&error);
                return self.queue.failed(&error, file);
            }
        }
        if let Err(error) = self.write() {
            // A file that another process has locked need not be opened again.
            if error != StorageError::Locked {
                self.file = None;
            }
            self.queue.failed(&error, None);
        }
    }

    fn open(&mut self) -> Result<(), StorageError> {
        if self.lock.is_none() {
            self.lock = Some(file::lock(&self.folder)?);
        }
        let file = OpenFile::open(&self.folder, self.known)?;
        let counts = schema::count(&file.connection)?;
        if file.identity != self.known || self.generation == 0 {
            self.generation += 1;
        }
        self.known = file.identity;
        self.data_version = schema::data_version(&file.connection)?;
        self.queue.opened(self.generation, counts);
        self.file = Some(file);
        Ok(())
    }

    /// The state of reading after the file could not be opened for writing; `None` if it is
    /// unchanged.
    fn file_state(&self, error: &StorageError) -> Option<FileState> {
        if file::is_absent(&self.folder) {
            return Some(FileState::Absent);
        }
        let is_certain = matches!(error, StorageError::Damaged | StorageError::Newer { .. });
        (is_certain || self.generation == 0).then(|| FileState::Unreadable(error.clone()))
    }

    fn write(&mut self) -> Result<(), StorageError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // The operator may have removed games.
        let data_version = schema::data_version(&file.connection)?;
        if data_version != self.data_version {
            self.queue.opened(self.generation, schema::count(&file.connection)?);
            self.data_version = data_version;
        }
        let batch = self.queue.batch();
        let mut found = Vec::new();
        for change in batch.iter().filter(|change| change.is_unknown) {
            let sessions = schema::sessions(&file.connection, &change.id)?;
            found.push((Arc::clone(&change.id), sessions));
        }
        self.queue.found(found);
        if !batch.is_empty() {
            schema::write(&mut file.connection, &batch)?;
        }
        self.queue.written(&batch);
        Ok(())
    }
}
