//! Hostile clients, and what other clients notice of them.

mod crowds;
mod limits;
mod readers;
mod searches;

use agon_testing::Client;
use serde_json::{Value, json};

/// An engine that never ends its search by itself.
const ENDLESS: &str = "engine:nodes=18446744073709551615";

/// The most games that a client follows.
const MAX_WATCHED: usize = 20;

/// The id of a created game.
fn id(created: &Value) -> String {
    created["game"]["id"].as_str().expect("a game").into()
}

/// Creates a maze of the largest size.
fn create_maze(page: &mut Client, seats: [&str; 2]) -> Value {
    let maze = json!({ "size": 31, "loot": 3, "style": "classic", "plies": 200 });
    let request = json!({ "game": "theseus", "settings": { "maze": maze }, "seats": seats });
    page.ask("create", request)
}

/// Plays a whole game of tic-tac-toe with a computer that needs hardly any time.
fn play_tictactoe(page: &mut Client) {
    let game = page.create("tictactoe", ["person", "level:1"]);
    let mut shown = page.open(&game);
    while shown["outcome"].is_null() {
        let (mv, ply) = (&shown["moves"][0]["text"], shown["ply"].as_u64().expect("a ply"));
        page.ask("move", json!({ "game": game, "mv": mv, "ply": ply }));
        let is_answered = |shown: &Value| {
            shown["ply"].as_u64() > Some(ply)
                && (shown["to_move"] == "p1" || !shown["outcome"].is_null())
        };
        shown = page.wait_for(&game, is_answered);
    }
    page.ask("remove", json!({ "game": game }));
}
