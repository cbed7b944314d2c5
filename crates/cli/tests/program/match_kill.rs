//! Matches that are killed: every reported game is stored, and none twice.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use agon_core::Rng;
use agon_testing::{agon, ends_within};
use rusqlite::{Connection, OpenFlags};

/// Starts a match that reports its games.
fn begin(folder: &Path) -> Child {
    let players = ["match", "tictactoe", "minimax:depth=2", "random", "--openings", "none"];
    let more = ["--pairs", "2000", "--archive", "m.games", "--json", "--concurrency", "2"];
    let mut command = agon(players);
    command.args(more).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// The number of games in the archive, and their keys.
fn stored(folder: &Path) -> (usize, BTreeSet<String>) {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let opened = Connection::open_with_flags(folder.join("m.games"), flags);
    let Ok(connection) = opened else { return (0, BTreeSet::new()) };
    let Ok(mut statement) = connection.prepare("SELECT key FROM game") else {
        return (0, BTreeSet::new());
    };
    let keys: Vec<String> =
        statement.query_map([], |row| row.get(0)).unwrap().map(|key| key.unwrap()).collect();
    (keys.len(), keys.into_iter().collect())
}

/// The keys of the reported games.
fn told(output: &str) -> BTreeSet<String> {
    // The last line may be incomplete.
    let whole = output.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let events = whole.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let games = events.filter(|event| event["event"] == "game");
    games.map(|event| format!("1.1.{}", event["game"].as_u64().unwrap())).collect()
}

fn kill_matches(kills: usize, seed: u64) {
    let mut rng = Rng::seeded(seed);
    let mut folder = tempfile::tempdir().unwrap();
    let mut before = BTreeSet::new();
    let (mut done, mut all_told) = (0, 0);
    while done < kills {
        let mut child = begin(folder.path());
        let moment = Duration::from_micros(rng.below(1_500_000) as u64);
        let is_over = ends_within(&mut child, moment);
        child.kill().unwrap();
        child.wait().unwrap();
        let mut output = String::new();
        child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        let ((count, now), told) = (stored(folder.path()), told(&output));
        assert_eq!(count, now.len(), "no game is stored twice");
        assert!(before.is_subset(&now), "nothing is lost that was stored");
        let lost: Vec<&String> = told.difference(&now).collect();
        assert!(lost.is_empty(), "these were told of and are lost: {lost:?}");
        println!("kill {done}: {} told, {} stored", told.len(), now.len());
        all_told += told.len();
        (before, done) = (now, done + usize::from(!is_over));
        if is_over {
            (folder, before) = (tempfile::tempdir().unwrap(), BTreeSet::new());
        }
    }
    assert!(all_told > 0, "some games were told of");
}

#[test]
fn a_killed_match_has_stored_every_game_that_it_told_of() {
    kill_matches(4, 2);
}

#[test]
#[ignore = "the full run: killed at 50 random moments"]
fn a_match_killed_at_50_random_moments_has_stored_every_game_that_it_told_of() {
    let kills = std::env::var("AGON_TRIALS").map_or(50, |count| count.parse().unwrap());
    kill_matches(kills, 3);
}
