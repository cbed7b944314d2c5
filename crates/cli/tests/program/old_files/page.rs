//! The games that the server stores.

use serde_json::{Value, json};

use super::Files;
use agon_testing::{Client, Server};

/// The versions, and the number of games that each stored.
const VERSIONS: [(&str, usize); 2] = [("v0.1", 13), ("v0.2", 9)];

/// The games as the server of that version reported them.
fn told(files: &Files) -> Vec<Value> {
    serde_json::from_str(&files.text("games.json")).unwrap()
}

/// A folder with nothing but the database.
fn database(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(files.path("games.sqlite"), folder.path().join("games.sqlite")).unwrap();
    folder
}

fn id(game: &Value) -> &str {
    game["id"].as_str().unwrap()
}

#[test]
fn every_game_is_opened_as_it_was_left() {
    for (version, count) in VERSIONS {
        let files = Files::of(version);
        let folder = database(&files);
        let server = Server::start_in(folder.path());
        let mut page = Client::connect(&server);
        let storage = page.ask("welcome", json!({}))["storage"].clone();
        assert_eq!(storage, json!({ "kind": "disk", "why": null }));
        let kept = told(&files);
        assert_eq!(kept.len(), count);
        for game in &kept {
            let opened = page.open(id(game));
            for (field, value) in game.as_object().unwrap() {
                assert_eq!(&opened[field], value, "{field} of {game}");
            }
            page.ask("close", json!({ "game": id(game) }));
        }
    }
}

#[test]
fn the_list_has_every_game() {
    for (version, count) in VERSIONS {
        let files = Files::of(version);
        let folder = database(&files);
        let server = Server::start_in(folder.path());
        let listed = Client::connect(&server).ask("list", json!({ "limit": 100 }))["games"].clone();
        let listed = listed.as_array().unwrap();
        assert_eq!(listed.len(), count);
        for game in &told(&files) {
            let row = listed.iter().find(|row| row["id"] == game["id"]).unwrap();
            for field in ["game", "seats", "outcome"] {
                assert_eq!(row[field], game[field], "{field} of {game}");
            }
            assert_eq!(row["moves"], game["line"].as_array().unwrap().len(), "{game}");
        }
        let changed: Vec<i64> = listed.iter().map(|row| row["changed"].as_i64().unwrap()).collect();
        assert!(changed.is_sorted_by(|one, next| one >= next), "the latest first: {changed:?}");
    }
}

#[test]
fn old_games_are_played_on_and_kept_again() {
    let files = Files::copy();
    let folder = database(&files);
    let mut server = Server::start_in(folder.path());
    let mut page = Client::connect(&server);
    let kept = told(&files);
    let find = |seat: &str| {
        let seats = |game: &&Value| game["seats"].as_array().unwrap().contains(&json!(seat));
        kept.iter().find(seats).unwrap()
    };
    // Undone moves can be redone.
    let undone = &kept[0];
    page.ask("redo", json!({ "game": id(undone) }));
    assert_eq!(page.open(id(undone))["ply"], 3);
    // A player evaluates by the pasted rules.
    let (ruled, ply) = (find("minimax:depth=1,eval=mine.rules"), 3);
    page.ask("step", json!({ "game": id(ruled) }));
    let after = page.wait_stored(id(ruled), |game| game["ply"] == ply + 1);
    assert_eq!(after["rules"], json!([{ "name": "mine.rules" }]));
    // The dice player continues.
    let thrown = find("random:seed=2");
    page.ask("step", json!({ "game": id(thrown) }));
    page.wait_stored(id(thrown), |game| game["ply"] == 13);
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    assert_eq!(page.open(id(undone))["ply"], 3);
    assert_eq!(page.open(id(ruled))["line"], after["line"]);
    assert_eq!(page.open(id(thrown))["ply"], 13);
}

#[test]
fn what_a_side_does_not_sense_stays_hidden_in_an_old_game() {
    let files = Files::copy();
    let folder = database(&files);
    let server = Server::start_in(folder.path());
    let mut page = Client::connect(&server);
    let kept = told(&files);
    let game = kept.iter().find(|game| game["seats"][0] == "random:seed=2").unwrap();
    let seen = page.ask("view", json!({ "game": id(game), "viewer": "p2" }))["game"].clone();
    assert_eq!((&seen["start"], &seen["position"]), (&Value::Null, &Value::Null));
    let whole = game["line"].as_array().unwrap();
    assert!(whole.contains(&json!("0")), "somebody ran into a wall: {whole:?}");
    for (place, (seen, mv)) in seen["line"].as_array().unwrap().iter().zip(whole).enumerate() {
        assert_eq!(seen, if place % 2 == 0 { &Value::Null } else { mv }, "{place}");
    }
}
