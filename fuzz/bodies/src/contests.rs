//! Contest files and files of starting positions.

use std::cell::OnceCell;
use std::fs;
use std::path::PathBuf;

use agon::parsers;
use agon_arena::GAMES;
use tempfile::TempDir;

use crate::text;

thread_local! {
    /// A folder of the thread: these parsers read files.
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

/// Contest files are refused with a place or read the same way twice.
pub fn contest(input: &[u8]) {
    // Reading a contest starts the programs that it names: no input may name one. An escape
    // could hide the word.
    let lower = text(input).to_lowercase();
    if lower.contains("ugi") || lower.contains('\\') {
        return;
    }
    let Some(path) = file("contest.toml", input) else { return };
    match parsers::contest_file(&path) {
        Ok((games, identity)) => {
            assert_eq!(parsers::contest_file(&path), Ok((games, identity)));
        }
        Err(message) => assert!(!message.is_empty()),
    }
}

/// Every starting position that is read can be opened and is not over; the game is in the first
/// line.
pub fn openings(input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (name, rest) = input.split_at(end);
    let Some(entry) = GAMES.iter().find(|entry| entry.name.as_bytes() == name) else { return };
    let Some(path) = file("starts.txt", rest) else { return };
    for start in parsers::openings(entry, &path).unwrap_or_default() {
        let session = entry.open(&start).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(session.outcome().is_none(), "{start} is over");
    }
}
