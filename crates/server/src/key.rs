//! The access key: a file in the data folder, so that addresses with the key survive restarts.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use agon_host::{Failure, store, write_error};
use tempfile::NamedTempFile;

use super::id::new_id;

const FILE: &str = "page.key";

/// The length of keys and sessions.
const LENGTH: usize = 22;

/// Whether a text has the form of a key or of a session.
pub fn is_id(text: &str) -> bool {
    let is_letter = |sign: u8| sign.is_ascii_alphanumeric() || b"-_".contains(&sign);
    text.len() == LENGTH && text.bytes().all(is_letter)
}

/// The key of a data folder. It is created if there is none, or if a new one is requested.
pub fn load_or_make(folder: &Path, is_new: bool) -> Result<String, Failure> {
    let path = folder.join(FILE);
    if !is_new && let Some(key) = read(&path)? {
        return Ok(key);
    }
    let key = new_id();
    if let Err(error) = write(folder, &path, &key) {
        let path = path.display();
        write_error(format_args!("the key will change with the next start: {path}: {error}"));
    }
    Ok(key)
}

fn read(path: &Path) -> Result<Option<String>, Failure> {
    // If the folder does not exist, there is no key; writing one will report the error.
    if !path.parent().is_some_and(Path::is_dir) {
        return Ok(None);
    }
    let Some(bytes) = store::read(path, 1000)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
    if !is_id(&text) {
        let why = "does not hold a key: restore it, or make another with --new-key";
        return Err(store::about_file(path, why));
    }
    make_private(path)?;
    Ok(Some(text))
}

/// Writes the file atomically. Only its owner can read a temporary file.
fn write(folder: &Path, path: &Path, key: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    writeln!(file, "{key}")?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Removes the permissions of other users, which a copy may have.
fn make_private(path: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let permissions = fs::metadata(path)?.permissions();
        if permissions.mode() & 0o077 != 0 {
            let path_text = path.display();
            write_error(format_args!(
                "{path_text} could be read by others; now it cannot. --new-key makes another key"
            ));
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    fs::metadata(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_again_only_when_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let load = |is_new| load_or_make(folder.path(), is_new).unwrap();
        let first = load(false);
        assert!(is_id(&first), "{first}");
        assert_eq!(load(false), first);
        let second = load(true);
        assert_ne!(second, first);
        assert_eq!(load(false), second);
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        load_or_make(folder.path(), false).unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        load_or_make(folder.path(), false).unwrap();
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn a_damaged_file_is_refused_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for text in ["", "short", "with space 0123456789a", "ä123456789012345678901"] {
            fs::write(&path, text).unwrap();
            let failure = load_or_make(folder.path(), false).unwrap_err();
            assert!(matches!(&failure, Failure::Refused(why) if why.contains("--new-key")));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(load_or_make(folder.path(), true).is_ok());
    }

    #[test]
    fn without_a_folder_the_key_is_held_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(is_id(&load_or_make(&file, false).unwrap()));
    }
}
