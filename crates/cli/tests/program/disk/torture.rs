//! A disk that fails and recovers at random, under a server that is killed at random.

use std::collections::HashMap;

use agon_core::Rng;
use serde_json::json;

use super::{DEAD, FailingDisk, MOVES, PERSONS, refs};
use agon_testing::{Client, Server};

const FAULTS: [&str; 8] = [
    "write ENOSPC",
    "write EIO",
    "write torn",
    "write short",
    "sync EIO",
    "open EIO\nwrite ENOSPC",
    "write 5\nsync 5",
    DEAD,
];

/// The test's knowledge of a game.
#[derive(Default)]
struct Known {
    /// The acknowledged moves.
    made: usize,
    /// The moves that were reported to be on disk.
    on_disk: usize,
}

/// Plays with random faults until the server is killed. Returns the number of moves that were
/// acknowledged as stored.
fn play_until_killed(
    disk: &FailingDisk,
    rng: &mut Rng,
    games: &mut HashMap<String, Known>,
) -> usize {
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let mut on_disk = 0;
    // Few enough to stay below the rate limit.
    for _ in 0..rng.below(40) + 15 {
        match rng.below(12) {
            0 => disk.set(FAULTS[rng.below(FAULTS.len())]),
            1 => disk.set(""),
            _ => (),
        }
        let unfinished = games.iter().filter(|(_, known)| known.made < MOVES.len());
        let mut ids: Vec<String> = unfinished.map(|(id, _)| id.clone()).collect();
        ids.sort_unstable();
        let id = match ids.len() {
            5.. => ids.swap_remove(rng.below(ids.len())),
            _ => page.create("tictactoe", PERSONS),
        };
        let known = games.entry(id.clone()).or_default();
        let mv = json!({ "game": id, "mv": MOVES[known.made], "ply": known.made });
        let answer = page.answer("move", mv);
        // While the disk is dead, a game that was stored earlier cannot be opened.
        if answer["error"]["kind"] == "Storage" {
            continue;
        }
        assert_eq!(answer["ok"], json!({}), "{answer}");
        known.made += 1;
        let is_stored = page.open(&id)["stored"] == true;
        page.ask("close", json!({ "game": id }));
        if is_stored {
            // Then everything acknowledged before is on disk.
            on_disk += 1;
            games.values_mut().for_each(|known| known.on_disk = known.made);
        }
    }
    server.kill();
    disk.set("");
    on_disk
}

/// Every game must have at least the moves that were reported to be on disk, and no others than
/// were made. Finished games are then forgotten.
fn check(disk: &FailingDisk, games: &mut HashMap<String, Known>) {
    let server = Server::start_in(&disk.folder());
    let mut page = Client::connect(&server);
    games.retain(|id, known| {
        let answer = page.answer("open", json!({ "game": id }));
        if answer["error"]["kind"] == "Unknown" {
            assert_eq!(known.on_disk, 0, "{id} is lost");
            return false;
        }
        let found: Vec<String> =
            serde_json::from_value(answer["ok"]["game"]["line"].clone()).unwrap();
        assert!(MOVES.starts_with(&refs(&found)), "{found:?}");
        assert!(
            (known.on_disk..=known.made).contains(&found.len()),
            "{id}: {} of {} moves were on disk, and {} are found",
            known.on_disk,
            known.made,
            found.len()
        );
        (known.made, known.on_disk) = (found.len(), found.len());
        page.ask("close", json!({ "game": id }));
        found.len() < MOVES.len()
    });
}

/// Makes the disk fail at random, and kills the server this often.
pub fn torture(kills: usize) {
    let disk = FailingDisk::new();
    let mut rng = Rng::seeded(17);
    let mut games = HashMap::new();
    let mut on_disk = 0;
    for _ in 0..kills {
        on_disk += play_until_killed(&disk, &mut rng, &mut games);
        check(&disk, &mut games);
    }
    assert!(on_disk > kills, "hardly anything was on disk: {on_disk}");
    println!("{kills} kills, {on_disk} moves were on disk");
}
