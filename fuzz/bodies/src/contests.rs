//! Contest files and files of starting positions.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::games;
use agon_contest::{ContestFile, Openings};
use tempfile::TempDir;

use crate::text;

thread_local! {
    /// A folder for each thread, because these parsers read files.
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// Writes an input to a file of this thread.
fn file(name: &str, input: &[u8]) -> Option<PathBuf> {
    FOLDER.with(|folder| {
        if folder.get().is_none() {
            let _ = folder.set(tempfile::tempdir().ok()?);
        }
        let path = folder.get()?.path().join(name);
        fs::write(&path, input).ok()?;
        Some(path)
    })
}

/// Contest files are refused with a position, or read the same way twice.
pub fn contest(input: &[u8]) {
    // Reading a contest starts the programs that it names, so no input may name one. An escape
    // could hide the word.
    let lower = text(input).to_lowercase();
    if lower.contains("ugi") || lower.contains('\\') {
        return;
    }
    let Some(path) = file("contest.toml", input) else { return };
    let read = || {
        let file = ContestFile::read(&path, &[], None).map_err(|failure| failure.to_string())?;
        Ok::<_, String>((file.tournament.games(), file.identity.text))
    };
    match read() {
        Ok(file) => assert_eq!(read(), Ok(file)),
        Err(message) => assert!(!message.trim_start_matches("error: ").is_empty()),
    }
}

/// Every starting position that is read can be opened and is not over; the game is in the first
/// line.
pub fn openings(input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (name, rest) = input.split_at(end);
    let Some(entry) = games().iter().find(|entry| entry.name.as_bytes() == name) else { return };
    let Some(path) = file("starts.txt", rest) else { return };
    let read = Openings::read(entry, "startpos", &path.display().to_string(), 0, Path::new(""));
    let Ok(Openings::Listed(starts)) = read else { return };
    for start in starts {
        let session = entry.open(&start).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(session.outcome().is_none(), "{start} is over");
    }
}
