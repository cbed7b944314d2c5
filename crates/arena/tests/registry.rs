//! The registry: every game is in it, and every golden playthrough still holds.

use std::env;
use std::fs;
use std::path::PathBuf;

use agon_arena::{find, games, playthrough};

fn games_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games/src")
}

#[test]
fn every_folder_of_games_is_registered() {
    let entries = fs::read_dir(games_folder()).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    let mut names: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let mut registered: Vec<String> = games().iter().map(|entry| entry.name.to_string()).collect();
    names.sort();
    registered.sort();
    assert_eq!(names, registered);
}

#[test]
fn every_game_has_a_readme_and_a_perft_table() {
    for entry in games() {
        for file in ["README.md", "perft.txt", "playthrough.txt"] {
            let path = games_folder().join(entry.name).join(file);
            let text = fs::read_to_string(&path).unwrap_or_default();
            assert!(text.len() > 100, "{} is missing or nearly empty", path.display());
        }
    }
}

/// `cargo xtask golden` sets the variable, so that the files are written. A difference must be
/// meant.
#[test]
fn golden_playthroughs_still_hold() {
    for entry in games() {
        let path = games_folder().join(entry.name).join("playthrough.txt");
        if env::var("AGON_GOLDEN").is_ok_and(|word| word == "overwrite") {
            fs::write(&path, playthrough(entry, 1)).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap();
        assert_eq!(playthrough(entry, 1), golden, "{}", entry.name);
    }
}

#[test]
fn games_are_found_by_name_and_open_at_the_start() {
    for entry in games() {
        assert_eq!(find(entry.name).map(|found| found.name), Some(entry.name));
        let start = entry.start().position();
        assert_eq!(
            entry.open("startpos").ok().map(|session| session.position()),
            Some(start.clone())
        );
        assert_eq!(entry.open(&start).ok().map(|session| session.position()), Some(start));
        assert!(entry.open("").is_err());
    }
    assert!(find("chess").is_none());
}
