//! Files on disk: the data folder, locks against other processes, atomic replacement.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use directories::ProjectDirs;

use crate::failure::Failure;
use crate::notice::detail;

/// How often a lock is tried while waiting for it.
const LOCK_POLL: Duration = Duration::from_millis(20);

/// The environment variable of the data folder.
const DATA_VARIABLE: &str = "AGON_DATA";

/// The data folder: the given one, that of the variable, or the user's.
pub fn data_folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(folder.to_path_buf());
    }
    if let Some(folder) = env::var_os(DATA_VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let own = ProjectDirs::from("", "", "agon");
    let folder = own.map(|folders| folders.data_dir().to_path_buf());
    folder.ok_or_else(|| {
        Failure::Refused("the user has no data folder: name one with --data or AGON_DATA".into())
    })
}

/// The user's folder of settings; `instead` is the option that does without it.
pub fn config_folder(instead: &str) -> Result<PathBuf, Failure> {
    let own = ProjectDirs::from("", "", "agon");
    let folder = own.map(|folders| folders.config_dir().to_path_buf());
    folder.ok_or_else(|| {
        Failure::Refused(format!("the user has no folder of settings (HOME): use {instead}"))
    })
}

/// A file that this process may write, locked against other processes until it is dropped.
pub struct LockedFile {
    path: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl LockedFile {
    /// Locks a file. Waits while another process has the lock.
    pub fn lock(path: &Path) -> Result<LockedFile, Failure> {
        LockedFile::lock_by(path, |lock| lock.lock())
    }

    /// Locks a file. Refused if another process keeps the lock for longer than `time`.
    pub fn lock_within(path: &Path, time: Duration) -> Result<LockedFile, Failure> {
        let began = Instant::now();
        LockedFile::lock_by(path, |lock| {
            loop {
                match lock.try_lock() {
                    Ok(()) => return Ok(()),
                    Err(TryLockError::WouldBlock) if began.elapsed() < time => {
                        thread::sleep(LOCK_POLL)
                    }
                    Err(TryLockError::WouldBlock) => {
                        let held = "another agon is at work on it; wait until it is done";
                        return Err(io::Error::other(held));
                    }
                    Err(TryLockError::Error(error)) => return Err(error),
                }
            }
        })
    }

    fn lock_by(
        path: &Path,
        acquire: impl Fn(&File) -> io::Result<()>,
    ) -> Result<LockedFile, Failure> {
        let open = || -> io::Result<LockedFile> {
            // Resolves symbolic links, so that their target is replaced and not the link.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            if path.exists() && !path.is_file() {
                return Err(io::Error::other("is not a file"));
            }
            let lock = beside(&path, ".lock");
            loop {
                let held = File::create(&lock)?;
                acquire(&held)?;
                // Otherwise the previous holder has removed the lock file, and it locks nothing any
                // more.
                if is_at(&held, &lock) {
                    return Ok(LockedFile { path, lock, _held: held });
                }
            }
        };
        open().map_err(|error| about_file(path, &error.to_string()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file atomically: writes a new file beside it and renames that, so that readers
    /// see the old content or the new one.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let new = beside(&self.path, ".new");
        let write = || -> io::Result<()> {
            let mut file = File::create(&new)?;
            if let Ok(about) = fs::metadata(&self.path) {
                file.set_permissions(about.permissions())?;
            }
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&new, &self.path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&new);
            about_file(&self.path, &error.to_string())
        })
    }
}

/// Removes the lock file. On systems other than Unix it stays, because there a waiting process
/// cannot be detected.
impl Drop for LockedFile {
    fn drop(&mut self) {
        if cfg!(unix) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// Whether a path still leads to this open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (_, Err(error)) => error.kind() != io::ErrorKind::NotFound,
        _ => true,
    }
}

/// Locks are never removed here.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// The path of a hidden file in the same folder.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}{ending}"))
}

/// The bytes of a file of at most `largest` bytes; `None` if there is no file.
pub fn read(path: &Path, largest: u64) -> Result<Option<Vec<u8>>, Failure> {
    let read = || -> io::Result<Option<Vec<u8>>> {
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
            Ok(about) if !about.is_file() => return Err(io::Error::other("is not a file")),
            Ok(_) => (),
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(largest + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > largest {
            return Err(io::Error::other(format!("is larger than {largest} bytes")));
        }
        Ok(Some(bytes))
    };
    let read = read().map_err(|error| about_file(path, &error.to_string()))?;
    if let Some(bytes) = &read {
        detail(format_args!("{}: {} bytes read", path.display(), bytes.len()));
    }
    Ok(read)
}

/// A failure to read a file or folder, with our own words for common causes.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let what = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "this user may not read it".into(),
        io::ErrorKind::IsADirectory => "is a folder, not a file".into(),
        io::ErrorKind::NotADirectory => "is a file, not a folder".into(),
        _ => error.to_string(),
    };
    about_file(path, &what)
}

pub fn about_file(path: &Path, what: &str) -> Failure {
    Failure::Refused(format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_lock_and_nothing_is_left_of_it() {
        const THREADS: usize = 4;
        const TIMES: usize = 25;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("count");
        fs::write(&path, "0").expect("a file");
        let count = || -> usize {
            fs::read_to_string(&path).ok().and_then(|text| text.parse().ok()).expect("a number")
        };
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for _ in 0..TIMES {
                        let file = LockedFile::lock(&path).expect("a lock");
                        file.write((count() + 1).to_string().as_bytes()).expect("written");
                    }
                });
            }
        });
        assert_eq!(count(), THREADS * TIMES);
        let left = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, if cfg!(unix) { 1 } else { 2 });
    }
}
