//! The database file on disk: its lock, modes and identity, and how it is opened.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, MAIN_DB, OpenFlags};

use super::error::StorageError;
use super::schema;

pub const FILE: &str = "games.sqlite";

/// The files that SQLite keeps beside it.
const BESIDE: [&str; 2] = ["games.sqlite-wal", "games.sqlite-shm"];

/// How long to wait for the lock, and how often to try it.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// How long a write waits for a lock of another process.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a read waits for a lock of another process.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// The size to which the write-ahead log is truncated after a checkpoint.
const LOG_BYTES: i64 = 16 << 20;

/// The start of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The offset of the schema's version in a SQLite file.
const VERSION_PLACE: usize = 60;

/// Identifies a file: its device and inode.
pub type FileId = (u64, u64);

pub struct OpenFile {
    pub connection: Connection,
    pub identity: Option<FileId>,
}

impl OpenFile {
    /// Opens the file in a folder, creates it if it is missing, and migrates it. `known` is the
    /// file that was open before.
    pub fn open(folder: &Path, known: Option<FileId>) -> Result<OpenFile, StorageError> {
        let path = folder.join(FILE);
        // Closing a file drops all POSIX locks of the process on it. The reader may have the file
        // open, so only SQLite opens it here.
        if known.is_none() || identity(&path) != known {
            check_header(&path)?;
        }
        make_private(&path);
        let identity = identity(&path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&path, flags)?;
        connection.busy_timeout(WRITE_TIMEOUT)?;
        // A file of a later version is not changed.
        schema::check_version(&connection)?;
        // SQLite silently opens a file that cannot be written for reading.
        if connection.is_readonly(MAIN_DB)? {
            return Err(StorageError::unusable(format!("{FILE} cannot be written")));
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Acknowledged games survive a power failure, too.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        schema::migrate(&mut connection)?;
        for name in BESIDE {
            make_private(&folder.join(name));
        }
        Ok(OpenFile { connection, identity })
    }

    /// Whether the path still leads to this file, which may have been moved or replaced.
    pub fn is_in_place(&self, folder: &Path) -> bool {
        self.identity == identity(&folder.join(FILE))
    }
}

pub fn open_for_reading(folder: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
    connection.busy_timeout(READ_TIMEOUT)?;
    Ok(connection)
}

/// Opens the file beside the server's own connections, to remove games from it.
pub fn open_for_removing(folder: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
    connection.busy_timeout(WRITE_TIMEOUT)?;
    Ok(connection)
}

/// Whether the file certainly does not exist, so that no games are stored.
pub fn is_absent(folder: &Path) -> bool {
    let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
    fs::metadata(folder.join(FILE)).is_err_and(|error| absent.contains(&error.kind()))
}

/// What is locked to keep other processes from writing the same games: the folder itself, because a
/// file in it could be deleted while it is locked.
#[cfg(unix)]
pub fn lockable(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// What is locked to keep other processes from writing the same games.
#[cfg(not(unix))]
pub fn lockable(folder: &Path) -> io::Result<File> {
    private_options().read(true).open(folder.join("games.lock"))
}

/// Locks the folder's games against other processes. Waits a moment for one that is ending.
pub fn lock(folder: &Path) -> Result<File, StorageError> {
    fs::create_dir_all(folder)?;
    make_folder_private(folder);
    let file = lockable(folder)?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                return Err(StorageError::InUse);
            }
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_RETRY),
        }
    }
}

/// Refuses a file that is not SQLite or has a later version, before SQLite opens it: opening it
/// could write. A missing file is created, readable only by the user; SQLite gives the files beside
/// it the same mode.
fn check_header(path: &Path) -> Result<(), StorageError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            private_options().open(path)?;
            return Ok(());
        }
        Err(error) => return Err(error.into()),
        Ok(about) if !about.is_file() => {
            return Err(StorageError::unusable(format!("{FILE} is not a file")));
        }
        Ok(_) => (),
    }
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    if header.is_empty() {
        return Ok(());
    }
    let version = header.get(VERSION_PLACE..VERSION_PLACE + 4);
    match version.and_then(|bytes| bytes.try_into().ok()).map(i32::from_be_bytes) {
        Some(version) if header.starts_with(MAGIC) => schema::check_known(version),
        _ => Err(StorageError::Damaged),
    }
}

fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Removes the permissions of other users. This may fail: not every file system has modes, and the
/// file may belong to another user who shares it.
#[cfg(unix)]
fn make_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;

    let Ok(about) = fs::metadata(path) else { return };
    let mode = about.permissions().mode();
    if mode & 0o077 != 0 {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
    }
}

/// Makes a folder private if it contains only the program's files. A folder with other files keeps
/// its mode.
#[cfg(unix)]
fn make_folder_private(folder: &Path) {
    let is_ours = |name: &str| {
        ["games.", "page."].iter().any(|start| name.starts_with(start))
            || name.contains(".kb")
            || name == "learning"
    };
    let Ok(mut entries) = fs::read_dir(folder) else { return };
    let all_ours = entries
        .all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)));
    if all_ours {
        make_private(folder);
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;

    let about = fs::metadata(path).ok()?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn make_private(_: &Path) {}

#[cfg(not(unix))]
fn make_folder_private(_: &Path) {}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<FileId> {
    None
}
