//! Files that are written whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::failure::Failure;

/// The folder where what is kept lies: the one given, or the user's own.
pub fn data_folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(folder.to_path_buf());
    }
    let own = ProjectDirs::from("", "", "agon");
    let folder = own.map(|folders| folders.data_dir().to_path_buf());
    folder.ok_or_else(|| Failure::Refused("there is no data folder; name one with --data".into()))
}

/// A place for a file, held against other programs of this kind until it is let go.
pub struct Place {
    path: PathBuf,
    _lock: File,
}

impl Place {
    /// Holds a place that can be written to, and waits while another program does.
    pub fn hold(path: &Path) -> Result<Place, Failure> {
        Place::hold_by(path, |lock| lock.lock())
    }

    /// Holds a place that can be written to; refused where another program does.
    pub fn hold_alone(path: &Path) -> Result<Place, Failure> {
        Place::hold_by(path, |lock| match lock.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(io::Error::other("another agon is at work on it; wait until it is done"))
            }
            Err(TryLockError::Error(error)) => Err(error),
        })
    }

    fn hold_by(path: &Path, take: impl Fn(&File) -> io::Result<()>) -> Result<Place, Failure> {
        let hold = || -> io::Result<Place> {
            // A link is followed, so that the file it leads to is written.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            if path.exists() && !path.is_file() {
                return Err(io::Error::other("is not a file"));
            }
            let lock = File::create(beside(&path, ".lock"))?;
            take(&lock)?;
            Ok(Place { path, _lock: lock })
        };
        hold().map_err(|error| about_file(path, &error.to_string()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file beside the place and moves it there, so that whoever looks finds
    /// the old file or the new one, and nothing in between.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let fresh = beside(&self.path, ".new");
        let write = || -> io::Result<()> {
            let mut file = File::create(&fresh)?;
            if let Ok(about) = fs::metadata(&self.path) {
                file.set_permissions(about.permissions())?;
            }
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&fresh, &self.path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&fresh);
            about_file(&self.path, &error.to_string())
        })
    }
}

/// A hidden file in the same folder.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}{ending}"))
}

/// The bytes of a file of at most `largest` bytes, or `None` where there is no file.
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
            return Err(io::Error::other("is larger than such a file can be"));
        }
        Ok(Some(bytes))
    };
    read().map_err(|error| about_file(path, &error.to_string()))
}

/// A failure that names the file.
pub fn about_file(path: &Path, what: &str) -> Failure {
    Failure::Refused(format!("{}: {what}", path.display()))
}
