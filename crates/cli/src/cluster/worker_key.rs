//! The key of this user's workers: a file that only the user can read.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use agon_host::store::{self, about_file, unreadable};
use agon_host::{Failure, notice};
use agon_runner::SigningKey;

/// The size limit of the file, in bytes.
const MAX_FILE: u64 = 10_000;

/// Reads the key of a file, or of the user. Makes it if there is none.
pub fn worker_key(file: Option<&Path>) -> Result<(SigningKey, PathBuf), Failure> {
    let path = match file {
        Some(file) => file.to_path_buf(),
        None => store::config_folder("--key FILE")?.join("worker.key"),
    };
    if !path.exists() {
        make(&path)?;
    }
    check_private(&path)?;
    let bytes = store::read(&path, MAX_FILE)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let seed = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let key = seed.and_then(SigningKey::from_seed).ok_or_else(|| {
        let what = "is not the key of a worker: such a file has a line that begins with SU; name \
                    another with --key, or move it away and a new one is made";
        about_file(&path, what)
    })?;
    Ok((key, path))
}

/// Makes a key, whole and readable only by this user. If another process is faster, its key stays.
fn make(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let make = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        // Temporary files are readable only by their user.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let key = SigningKey::random();
        writeln!(
            file,
            "# The secret key of agon's workers. Its public key is\n# {}",
            key.public()
        )?;
        writeln!(file, "{}", key.seed())?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(path) {
            Err(error) if error.error.kind() != std::io::ErrorKind::AlreadyExists => {
                Err(error.error)
            }
            _ => Ok(()),
        }
    };
    make().map_err(|error| unreadable(path, &error))?;
    notice(format_args!("made a key for workers of this user: {}", path.display()));
    Ok(())
}

/// Refuses a key that other users can read.
#[cfg(unix)]
fn check_private(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    match about.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => Err(about_file(path, "other users can read this key: type chmod 600 with its name")),
    }
}

/// Other systems keep the files of users apart by their folders.
#[cfg(not(unix))]
fn check_private(_: &Path) -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_its_user_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/worker.key");
        let keys: Vec<String> = std::thread::scope(|scope| {
            let read = || worker_key(Some(&path)).unwrap().0.public().to_string();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(read)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0] && key.starts_with('U')), "{keys:?}");
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left over"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            let refused = worker_key(Some(&path)).unwrap_err().to_string();
            assert!(refused.contains("other users can read this key"), "{refused}");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        fs::write(&path, "nonsense\n").unwrap();
        let refused = worker_key(Some(&path)).unwrap_err().to_string();
        assert!(refused.contains("is not the key of a worker"), "{refused}");
    }
}
