//! 10,000 games that are opened and closed, each with a move.

use serde_json::json;

use agon_testing::{Client, Measured, Metrics, Server, wait_until};

const PAGES: usize = 200;
const GAMES_EACH: usize = 50;
const NAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];

/// Measures the memory of the server before and after.
pub fn measure() {
    let server = Server::start();
    let rest = |when: &str| {
        wait_until("all games are closed", || {
            let metrics = Metrics::of(&server);
            (metrics.open_games(), metrics.searches(), metrics.websockets()) == (0, 0, 0)
        });
        if let Some(Measured { kilobytes, threads, descriptors, .. }) = Measured::of(&server) {
            let megabytes = kilobytes as f64 / 1024.0;
            println!("{when:24} {megabytes:.1} MB, {threads} threads, {descriptors} descriptors");
        }
    };
    rest("at the start");
    for number in 1..=PAGES {
        // A page each, because of the rate limit.
        let mut page = Client::connect(&server);
        for place in 0..GAMES_EACH {
            let name = NAMES[place % NAMES.len()];
            let second = if name == "tictactoe" { "level:2" } else { "person" };
            let created = page.ask("create", json!({ "game": name, "seats": ["person", second] }));
            let game = &created["game"];
            let mv = &game["moves"][0]["text"];
            page.ask("move", json!({ "game": game["id"], "mv": mv, "ply": 0 }));
            page.ask("close", json!({ "game": game["id"] }));
            page.drop_events();
        }
        drop(page);
        let games = number * GAMES_EACH;
        if games == 500 || games.is_multiple_of(2500) {
            rest(&format!("after {games} games"));
        }
    }
}
