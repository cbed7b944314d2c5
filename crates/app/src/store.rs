//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::failure::Failure;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The folder where what is kept lies: the one given, or the user's own.
pub fn data_folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(folder.to_path_buf());
    }
    let own = ProjectDirs::from("", "", "agon");
    let folder = own.map(|folders| folders.data_dir().to_path_buf());
    folder.ok_or_else(|| Failure::Refused("there is no data folder; name one with --data".into()))
}

/// The bytes of a file, or `None` where there is no file.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::metadata(path) {
        Ok(about) if about.len() > LARGEST => {
            Err(about_file(path, "is larger than a knowledge base can be"))
        }
        Ok(_) => fs::read(path).map(Some).map_err(|error| about_file(path, &error.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(about_file(path, &error.to_string())),
    }
}

/// Writes a file beside its place and moves it there, so that whoever looks finds
/// the old file or the new one, and nothing in between.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.new", std::process::id()));
        let fresh = path.with_file_name(name);
        let written = File::create(&fresh)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&fresh, path));
        if written.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        written
    };
    write().map_err(|error| about_file(path, &error.to_string()))
}

/// A failure that names the file.
pub fn about_file(path: &Path, what: &str) -> Failure {
    Failure::Refused(format!("{}: {what}", path.display()))
}
