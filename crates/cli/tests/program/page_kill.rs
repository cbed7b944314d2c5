//! A server that is killed at any moment keeps every acknowledged move.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agon_core::Rng;
use agon_testing::{Client, Server, wait_until};
use serde_json::{Value, json};

/// Enough that none of them reaches the rate limit before the server is killed.
const PAGES: usize = 8;

/// The clients that ask for much more than they get, and how much each has waiting.
const ATTACKERS: usize = 8;
const FLOOD: usize = 60;
const NAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];

/// The acknowledged moves, by the id of the game.
type Acknowledged = HashMap<String, Vec<Value>>;

/// Creates games and makes moves in them until the connection ends.
fn play(server: &Server, mut rng: Rng, count: &AtomicUsize) -> Acknowledged {
    let mut acknowledged = Acknowledged::new();
    let Some(mut page) = Client::try_connect(server, "own", None) else { return acknowledged };
    while let Some(()) = play_game(&mut page, &mut rng, &mut acknowledged, count) {}
    acknowledged
}

/// Plays a game to its end. `None` if the connection ends before.
fn play_game(
    page: &mut Client,
    rng: &mut Rng,
    acknowledged: &mut Acknowledged,
    count: &AtomicUsize,
) -> Option<()> {
    let name = rng.pick(&NAMES)?;
    let created = page.try_answer("create", json!({ "game": name }))?;
    let id = created["ok"]["game"]["id"].as_str().expect("a game").to_string();
    acknowledged.insert(id.clone(), Vec::new());
    loop {
        let shown = page.try_answer("open", json!({ "game": id }))?["ok"]["game"].clone();
        let moves = shown["moves"].as_array().expect("moves");
        let Some(mv) = rng.pick(moves) else { break };
        let request = json!({ "game": id, "mv": mv["text"], "ply": shown["ply"] });
        let answer = page.try_answer("move", request)?;
        assert!(answer.get("ok").is_some(), "{answer}");
        // The moves before it may be forced passes, which the server makes.
        let mut line = shown["line"].as_array().expect("a line").clone();
        line.push(mv["text"].clone());
        acknowledged.insert(id.clone(), line);
        count.fetch_add(1, Ordering::Relaxed);
        page.drop_events();
    }
    page.try_answer("close", json!({ "game": id })).map(drop)
}

/// Floods the server with expensive requests until the connection ends.
fn flood(mut page: Client) -> Option<()> {
    let maze = json!({ "size": 31, "loot": 3, "style": "classic", "plies": 200 });
    let create = json!({ "game": "theseus", "settings": { "maze": maze } });
    let created = page.try_answer("create", create)?;
    let facts = json!({ "game": "theseus", "position": created["ok"]["game"]["position"] });
    for _ in 0..FLOOD {
        page.post("facts", facts.clone())?;
    }
    loop {
        page.try_answer("facts", facts.clone())?;
        page.drop_events();
    }
}

/// Kills a server this many times under load. Returns the number of acknowledged moves.
fn kill_under_load(times: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut checked = 0;
    let mut server = Server::start_in(folder.path());
    for round in 0..times {
        let mut rng = Rng::seeded(round);
        let count = AtomicUsize::new(0);
        let wanted = 1 + rng.below(200);
        let killed: Vec<Acknowledged> = thread::scope(|scope| {
            let (server_now, count) = (&server, &count);
            let seeds = [0; PAGES].map(|_| Rng::seeded(rng.bits()));
            let attackers = [(); ATTACKERS].map(|()| Client::connect(server_now));
            for page in attackers {
                scope.spawn(|| flood(page));
            }
            let pages = seeds.map(|seed| scope.spawn(move || play(server_now, seed, count)));
            wait_until("moves are made", || count.load(Ordering::Relaxed) >= wanted);
            server_now.kill_now();
            pages.map(|page| page.join().expect("a page comes to its end")).into_iter().collect()
        });
        server.kill();
        server.start_again();
        let mut page = Client::connect(&server);
        for (id, moves) in killed.into_iter().flatten() {
            let shown = page.open(&id);
            let line = shown["line"].as_array().expect("a line");
            assert!(line.starts_with(&moves), "round {round}, {id}: {moves:?} became {line:?}");
            checked += moves.len();
            page.ask("remove", json!({ "game": id }));
        }
    }
    checked
}

#[test]
fn a_server_killed_under_load_has_every_acknowledged_move() {
    assert!(kill_under_load(3) > 0);
}

#[test]
#[ignore = "the full run: 100 times"]
fn a_server_killed_a_hundred_times_under_load_has_every_acknowledged_move() {
    let times = std::env::var("AGON_TRIALS").map_or(100, |count| count.parse().unwrap());
    println!("{times} times, {} acknowledged moves, none lost", kill_under_load(times));
}
