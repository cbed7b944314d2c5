//! The stored games: which are listed, and results that do not follow from the rules.

use serde_json::{Value, json};

use agon_testing::{Client, Server};

/// The ids of the games that a filter lists.
fn listed(page: &mut Client, filter: Value) -> Vec<String> {
    let list = page.ask("list", filter);
    let games = list["games"].as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_list_is_filtered_and_a_resigned_game_stays_resigned() {
    let mut server = Server::start();
    let mut page = Client::connect(&server);
    let nim = page.create("nim", ["person", "level:1"]);
    let draw = page.create("tictactoe", ["person", "person"]);
    let lost = page.create("tictactoe", ["person", "person"]);
    page.ask("resign", json!({ "game": lost }));
    assert_eq!(page.refused("resign", json!({ "game": lost }))["kind"], "Over");
    page.ask("offer", json!({ "game": draw, "what": "draw" }));
    assert_eq!(page.refused("offer", json!({ "game": nim, "what": "draw" }))["kind"], "NoDraw");
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    assert_eq!(listed(&mut page, json!({ "game": "nim" })), [nim.as_str()]);
    assert_eq!(listed(&mut page, json!({ "player": "LEVEL" })), [nim.as_str()]);
    assert_eq!(listed(&mut page, json!({ "result": "open" })), [nim.as_str()]);
    assert_eq!(listed(&mut page, json!({ "result": "draw" })), [draw.as_str()]);
    assert_eq!(listed(&mut page, json!({ "result": "p2" })), [lost.as_str()]);
    assert_eq!(listed(&mut page, json!({ "result": "p2", "game": "nim" })), [""; 0]);
    let shown = page.open(&lost);
    assert_eq!((&shown["outcome"], &shown["ending"]), (&json!("p2"), &json!("resigned")));
    assert_eq!(shown["moves"], json!([]));
    let refused = page.refused("move", json!({ "game": lost, "mv": "11", "ply": 0 }));
    assert_eq!(refused["kind"], "Over");
    let record = page.ask("record", json!({ "game": lost }))["text"].clone();
    let again = page.ask("import", json!({ "text": record }));
    assert_eq!(again["game"]["outcome"], "p2", "{record}");
}
