//! The archives of contests: versions, locks, damage, file modes, and changed programs.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Output, Stdio};

use agon_testing::{Run as _, engines};
use rusqlite::Connection;
use tempfile::TempDir;

const CONTEST: &str = "\
game = \"tictactoe\"
format = \"round-robin\"
depth = 1
[[entry]]
name = \"ann\"
player = \"ugi:/bin/sh bot.sh none\"
[[entry]]
name = \"bob\"
player = \"random\"
";

fn contest() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(engines::script(), folder.path().join("bot.sh")).unwrap();
    fs::write(folder.path().join("c.toml"), CONTEST).unwrap();
    folder
}

fn agon(arguments: &[&str], folder: &Path) -> Output {
    agon_testing::agon(arguments).current_dir(folder).output().unwrap()
}

fn play(folder: &Path) {
    agon_testing::agon(["contest", "c.toml"]).current_dir(folder).done();
}

/// The message of a command that is refused.
fn refused(arguments: &[&str], folder: &Path) -> String {
    agon_testing::agon(arguments).current_dir(folder).refused(1)
}

fn open(folder: &Path) -> Connection {
    Connection::open(folder.join("c.games")).unwrap()
}

fn number(folder: &Path, query: &str) -> i64 {
    open(folder).query_row(query, [], |row| row.get(0)).unwrap()
}

#[test]
fn an_edited_program_is_noticed_and_plays_its_games_again() {
    let folder = contest();
    let folder = folder.path();
    play(folder);
    play(folder);
    let before = number(folder, "SELECT count(*) FROM game");
    let path = folder.join("bot.sh");
    let script = fs::read_to_string(&path).unwrap();
    let told = |arguments: &[&str]| {
        let output = agon(arguments, folder);
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    fs::write(&path, format!("{script}# better\n")).unwrap();
    let changed = told(&["contest", "c.toml"]);
    assert!(
        changed.contains("changed: ann (another bot.sh); 0 games stay, 2 games no longer count"),
        "{changed}"
    );
    assert_eq!(number(folder, "SELECT count(*) FROM game"), before);
    assert_eq!(number(folder, "SELECT count(*) FROM shelved"), before);
    // The old program has played its games already.
    fs::write(&path, script).unwrap();
    let back = told(&["contest", "c.toml"]);
    assert!(back.contains("ann (another bot.sh); 2 games stay, 2 games no longer count"), "{back}");
    assert!(back.contains("resuming: 2 games were played before"), "{back}");
    // A match is defined by its players.
    let match_ = |pairs: &str| {
        let arguments = ["match", "tictactoe", "ugi:/bin/sh bot.sh none", "random", "--depth", "1"];
        let more = ["--openings", "none", "--archive", "m.games", "--pairs", pairs];
        agon(&[&arguments[..], &more].concat(), folder)
    };
    assert!(match_("1").status.success());
    let longer = match_("3");
    assert!(longer.status.success(), "{}", String::from_utf8_lossy(&longer.stderr));
    let printed = String::from_utf8(longer.stdout).unwrap();
    assert!(printed.contains("games       6,"), "{printed}");
    let told = String::from_utf8(longer.stderr).unwrap();
    assert!(told.contains("resuming: 2 games were played before"), "{told}");
    fs::write(&path, "#").unwrap();
    let refused = String::from_utf8(match_("3").stderr).unwrap();
    assert!(refused.contains("A cannot play"), "{refused}");
}

#[test]
fn an_archive_of_version_0_1_is_migrated_and_a_later_one_is_refused() {
    let folder = contest();
    let folder = folder.path();
    play(folder);
    assert_eq!(number(folder, "PRAGMA user_version"), 2);
    let games = number(folder, "SELECT count(*) FROM game");
    // Undoes the changes since version 0.1.
    let later = "ALTER TABLE entry DROP COLUMN fingerprint; DROP TABLE shelved; DROP TABLE program";
    open(folder).execute_batch(&format!("{later}; PRAGMA user_version = 0")).unwrap();
    play(folder);
    assert_eq!(number(folder, "PRAGMA user_version"), 2);
    assert_eq!(number(folder, "SELECT count(*) FROM program"), 2, "sh and its script");
    assert_eq!(number(folder, "SELECT count(*) FROM game"), games);
    open(folder).execute_batch("PRAGMA user_version = 7").unwrap();
    for command in [["contest", "c.toml"], ["replay", "c.games"]] {
        let told = refused(&command, folder);
        assert!(told.contains("c.games: has version 7, and this agon reads up to 2"), "{told}");
    }
}

#[test]
fn settings_are_stored_as_json() {
    let folder = contest();
    play(folder.path());
    let query = "SELECT value FROM about WHERE key = 'settings'";
    let settings: String = open(folder.path()).query_row(query, [], |row| row.get(0)).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    assert_eq!((&settings["game"], &settings["depth"]), (&"tictactoe".into(), &1.into()));
}

#[test]
#[cfg(unix)]
fn only_its_owner_can_read_a_new_archive() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = contest();
    play(folder.path());
    let mode = fs::metadata(folder.path().join("c.games")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn damage_is_told_as_damage() {
    let folder = contest();
    let folder = folder.path();
    play(folder);
    let path = folder.join("c.games");
    // All data goes into the main file, and then some pages of it are overwritten.
    open(folder).pragma_update(None, "journal_mode", "DELETE").unwrap();
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    let (page, end) = (4096, bytes.len());
    bytes[page..end].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    for command in [["contest", "c.toml"], ["replay", "c.games"]] {
        let told = refused(&command, folder);
        assert!(told.contains("c.games: is damaged, or no archive of games ("), "{told}");
        assert!(told.contains("restore it from a copy"), "{told}");
    }
    fs::write(&path, whole).unwrap();
    open(folder).execute("UPDATE game SET record = 'x'", []).unwrap();
    let told = refused(&["replay", "c.games"], folder);
    assert!(told.contains("is damaged, or no archive of games (game 1.1."), "{told}");
}

/// Whether a program has a file of this name open.
fn has_open(child: &Child, name: &str) -> bool {
    let files = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
    let mut targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    targets.any(|path| path.file_name().is_some_and(|found| found == name))
}

#[test]
fn a_lock_is_waited_for_and_then_refused() {
    let folder = contest();
    let lock = File::create(folder.path().join(".c.games.lock")).unwrap();
    lock.lock().unwrap();
    let told = refused(&["contest", "c.toml"], folder.path());
    assert!(
        told.contains("c.games: another agon is at work on it; wait until it is done"),
        "{told}"
    );
    let mut command = agon_testing::agon(["contest", "c.toml"]);
    command.current_dir(folder.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while cfg!(target_os = "linux") && !has_open(&child, ".c.games.lock") {
        assert!(child.try_wait().unwrap().is_none(), "it did not wait");
        std::thread::yield_now();
    }
    drop(lock);
    assert!(child.wait().unwrap().success(), "it got the lock in the end");
    // Another program locks the database itself.
    let other = open(folder.path());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let told = refused(&["contest", "c.toml"], folder.path());
    assert!(told.contains("c.games: another program has locked it"), "{told}");
}
