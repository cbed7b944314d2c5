//! Contest files and files of starting positions.

use std::cell::OnceCell;
use std::fs;
use std::path::PathBuf;

use agon::parsers;
use agon_arena::GAMES;
use tempfile::TempDir;

use crate::features::Features;
use crate::target::{Target, text, words};

/// Contest files.
pub const CONTEST: Target = Target {
    name: "contest",
    shows: "contest files are refused with a place or read the same way twice",
    words: || {
        words(
            "name game position format seed rounds challenger pairs extra_depth openings \
             opening_plies depth nodes movetime clock max_plies adjudicate [[entry]] entry eval \
             player placements = \" \"\"\" ''' [ ] { } , # true false startpos round-robin gauntlet \
             swiss single-elimination \"santorini\" \"nim\" \"byte\" \"theseus\" \"tictactoe\" random \
             none level:1 level:8 minimax:depth=2 perfect \"random:seed=3\" engine:nodes=9 \"hand\" \
             10+0.1 0x10 0o7 0b1 1_000 1979-05-27",
        )
    },
    run: run_contest,
    short: 3000,
};

/// Files of starting positions; the game in the first line.
pub const OPENINGS: Target = Target {
    name: "openings",
    shows: "every starting position that is read can be opened and is not over",
    words: || {
        words(
            "nim santorini tictactoe byte moves # startpos [3,5,7] [1] second [] @00,01 @22,33 11 00 \
             ([0,0,0,0,0,0,0,0,0],1) 8 start",
        )
    },
    run: run_openings,
    short: 4000,
};

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

fn run_contest(input: &[u8], features: &mut Features) {
    // Reading a contest starts the programs that it names: no input may name one. An escape
    // could hide the word.
    let lower = text(input).to_lowercase();
    if lower.contains("ugi") || lower.contains('\\') {
        return;
    }
    let Some(path) = file("contest.toml", input) else { return };
    match parsers::contest_file(&path) {
        Ok((games, identity)) => {
            features.count("games", games as usize);
            features.data(&identity);
            assert_eq!(parsers::contest_file(&path), Ok((games, identity)));
        }
        Err(message) => {
            assert!(!message.is_empty());
            // The first line says what is wrong, the others show the place.
            features.message(message.lines().next().unwrap_or_default());
            features.count("lines", message.lines().count());
        }
    }
}

fn run_openings(input: &[u8], features: &mut Features) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (name, rest) = input.split_at(end);
    let Some(entry) = GAMES.iter().find(|entry| entry.name.as_bytes() == name) else { return };
    let Some(path) = file("starts.txt", rest) else { return };
    match parsers::openings(entry, &path) {
        Ok(starts) => {
            features.add((entry.name, starts.len()));
            for start in starts {
                let session = entry.open(&start).unwrap_or_else(|refused| panic!("{refused}"));
                assert!(session.outcome().is_none(), "{start} is over");
            }
        }
        Err(message) => features.message(message.rsplit("starts.txt").next().unwrap_or_default()),
    }
}
