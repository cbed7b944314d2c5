//! What clients keep of people's learning: a file for each session in the data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use agon_host::store::{self, LockedFile};
use agon_service::ServiceRefusal;
use agon_service::protocol::RequestError;
use serde_json::Value;

/// The folder inside the data folder.
const FOLDER: &str = "learning";

/// The most bytes of a session.
const MAX_BYTES: u64 = 256 << 10;

/// The most sessions of which something is kept.
const MAX_FILES: usize = 10_000;

/// The files of a data folder.
#[derive(Clone, Debug)]
pub struct LearningFiles {
    folder: PathBuf,
}

impl LearningFiles {
    pub fn new(folder: &Path) -> LearningFiles {
        LearningFiles { folder: folder.join(FOLDER) }
    }

    /// The file of a session; `None` if its name is no plain word.
    fn path(&self, session: &str) -> Option<PathBuf> {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        let is_name = (1..=100).contains(&session.len()) && session.chars().all(is_plain);
        is_name.then(|| self.folder.join(format!("{session}.json")))
    }

    /// What was kept; null if nothing was, or the file is damaged.
    pub fn load(&self, session: &str) -> Value {
        let bytes =
            self.path(session).and_then(|path| store::read(&path, MAX_BYTES).ok().flatten());
        bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// Keeps an object instead of what was kept; null forgets it.
    pub fn save(&self, session: &str, data: &Value) -> Result<(), RequestError> {
        let refused = |why: String| ServiceRefusal::Learning { why };
        let path = self.path(session).ok_or_else(|| refused("the session has no name".into()))?;
        if data.is_null() {
            return match fs::remove_file(&path) {
                Err(error) if path.exists() => Err(refused(error.to_string()).into()),
                _ => Ok(()),
            };
        }
        let text = data.to_string();
        if !data.is_object() || text.len() as u64 > MAX_BYTES {
            let why = format!("it must be an object of at most {MAX_BYTES} bytes");
            return Err(refused(why).into());
        }
        create_private(&self.folder).map_err(|error| refused(error.to_string()))?;
        if !path.exists() && self.count() >= MAX_FILES {
            return Err(ServiceRefusal::TooMany { most: MAX_FILES }.into());
        }
        let written = LockedFile::lock(&path).and_then(|file| file.write(text.as_bytes()));
        Ok(written.map_err(|failure| refused(failure.to_string()))?)
    }

    fn count(&self) -> usize {
        fs::read_dir(&self.folder).map_or(0, Iterator::count)
    }

    /// Removes what was not changed for this many milliseconds. Returns how many sessions lost it.
    pub fn expire(&self, keep: i64) -> usize {
        let keep = Duration::from_millis(u64::try_from(keep).unwrap_or_default());
        let oldest = SystemTime::now().checked_sub(keep);
        let is_old = |path: &Path| {
            let changed = fs::metadata(path).and_then(|about| about.modified());
            changed.is_ok_and(|changed| oldest.is_some_and(|oldest| changed < oldest))
        };
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter(|it| is_old(&it.path()) && fs::remove_file(it.path()).is_ok()).count()
    }
}

/// Creates a folder that only its owner can read, where the system has that.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_is_of_one_session_and_can_be_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let files = LearningFiles::new(folder.path());
        assert_eq!(files.load("ann"), Value::Null);
        files.save("ann", &json!({ "agon.lessons": { "nim": [0, 1] } })).unwrap();
        files.save("bob", &json!({})).unwrap();
        assert_eq!(files.load("ann")["agon.lessons"]["nim"][1], 1);
        assert_eq!(files.load("bob"), json!({}));
        files.save("ann", &Value::Null).unwrap();
        files.save("ann", &Value::Null).unwrap();
        assert_eq!(files.load("ann"), Value::Null);
        assert_eq!(files.expire(1_000_000), 0);
    }

    #[test]
    fn what_is_too_large_is_no_object_or_has_another_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let files = LearningFiles::new(folder.path());
        let large = json!({ "a": " ".repeat(300 << 10) });
        for (session, data) in
            [("ann", large), ("ann", json!([1])), ("../ann", json!({})), ("", json!({}))]
        {
            assert_eq!(files.save(session, &data).unwrap_err().kind, "Learning");
        }
        assert_eq!(files.load("../ann"), Value::Null);
        fs::create_dir_all(folder.path().join(FOLDER)).unwrap();
        fs::write(folder.path().join(FOLDER).join("ann.json"), "{").unwrap();
        assert_eq!(files.load("ann"), Value::Null);
    }
}
