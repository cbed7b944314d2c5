//! Why stored games cannot be read or written, for people.

use std::fmt;
use std::io;

use rusqlite::ErrorCode;

use super::file::FILE;

/// Why the database cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The file is not a valid SQLite file.
    Damaged,
    /// A later version of the program wrote the file.
    Newer { version: i32, known: i32 },
    /// An earlier version of the program wrote the file, which the server migrates.
    Older,
    /// Another process has locked the file.
    Locked,
    /// Another process stores its games in the folder.
    InUse,
    /// Too many games wait to be written, so no new one is accepted.
    Full { games: usize },
    /// The disk, the file or the folder cannot be used for another reason.
    Unusable { why: String },
}

impl StorageError {
    pub fn unusable(why: impl Into<String>) -> StorageError {
        StorageError::Unusable { why: why.into() }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Damaged => write!(
                f,
                "{FILE} is damaged: restore a backup of it, or move it away to start without games"
            ),
            StorageError::Newer { version, known } => write!(
                f,
                "{FILE} has version {version}, and this program knows versions up to {known}: \
                 use a later agon"
            ),
            StorageError::Older => {
                write!(f, "an earlier agon wrote {FILE}: start the server once with this one")
            }
            StorageError::Locked => write!(f, "another program has {FILE} locked"),
            StorageError::InUse => {
                write!(f, "another agon uses {FILE}: end it, or name another folder with --data")
            }
            StorageError::Full { games } => write!(
                f,
                "{games} games wait to be written to disk, and there is no room for more: \
                 try again when the disk works"
            ),
            StorageError::Unusable { why } => f.write_str(why),
        }
    }
}

impl std::error::Error for StorageError {}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StorageError::Damaged,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StorageError::Locked,
            Some(ErrorCode::DiskFull) => StorageError::unusable("the disk is full"),
            Some(ErrorCode::SystemIoFailure) => {
                StorageError::unusable(format!("the disk does not work: {error}"))
            }
            Some(ErrorCode::ReadOnly) => {
                StorageError::unusable(format!("{FILE} cannot be written: {error}"))
            }
            Some(ErrorCode::CannotOpen) => {
                StorageError::unusable(format!("{FILE} cannot be opened: {error}"))
            }
            _ => StorageError::unusable(format!("{FILE}: {error}")),
        }
    }
}

impl From<io::Error> for StorageError {
    fn from(error: io::Error) -> StorageError {
        StorageError::unusable(error.to_string())
    }
}
