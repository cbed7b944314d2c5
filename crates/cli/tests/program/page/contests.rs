//! Watched contests: rounds, games in progress, and files that change meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use agon_testing::{Client, Run as _, Server, agon};

/// Plays a contest of three players, two games for each pairing.
fn played(folder: &Path) -> PathBuf {
    let entry = |name: &str| format!("[[entry]]\nname = \"{name}\"\nplayer = \"random\"\n");
    let head = "game = \"tictactoe\"\nname = \"three\"\nformat = \"round-robin\"\n";
    let file = folder.join("three.toml");
    fs::write(&file, [head.into(), entry("Ann"), entry("Bob"), entry("Cleo")].concat()).unwrap();
    agon(["contest"]).arg(&file).done();
    assert!(!folder.join("three.games-live").exists(), "it is removed at the end");
    file.with_extension("games")
}

/// Removes a game from an archive, as if it had not been played yet.
fn forget(archive: &Path, key: &str) {
    let connection = rusqlite::Connection::open(archive).unwrap();
    assert_eq!(connection.execute("DELETE FROM game WHERE key = ?1", [key]).unwrap(), 1);
}

fn contest(page: &mut Client) -> Value {
    page.ask("contest", json!({ "number": 0 }))
}

#[test]
fn a_watched_game_has_the_names_of_its_entrants_and_leaves_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let archive = played(folder.path());
    let server = Server::start_with(&["--contest".into(), archive]);
    let mut page = Client::connect(&server);
    let shown = contest(&mut page);
    assert_eq!((&shown["round"], &shown["of_rounds"]), (&Value::Null, &json!(3)));
    let rounds = shown["rounds"].as_array().unwrap();
    let numbers: Vec<u64> = rounds.iter().map(|it| it["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    for round in rounds {
        let pairing = &round["pairings"][0];
        assert_eq!((&pairing["played"], &pairing["games"]), (&json!(2), &json!(2)));
        let points = pairing["points"].as_array().unwrap();
        assert_eq!(points.iter().map(|it| it.as_f64().unwrap()).sum::<f64>(), 2.0);
    }
    assert_eq!(shown["crosstable"][0][0], Value::Null);
    assert_eq!(shown["crosstable"][0][1][1], 2, "two games");

    let game = page.ask("replay", json!({ "number": 0, "key": "2.1.1" }))["game"].clone();
    let id = game["id"].as_str().unwrap().to_string();
    assert_eq!(id, format!("{}2-1-1", shown["prefix"].as_str().unwrap()));
    let listed = shown["games"].as_array().unwrap();
    let listed = listed.iter().find(|it| it["key"] == "2.1.1").unwrap();
    assert_eq!(game["names"], listed["players"]);
    assert_eq!(game["contest"]["name"], "three");
    assert_eq!(game["rights"]["owner"], false);
    for (what, with) in [("jump", json!({ "ply": 0 })), ("remove", json!({})), ("undo", json!({}))]
    {
        let mut with = with;
        with["game"] = json!(id);
        assert_eq!(page.refused(what, with)["kind"], "Watched", "{what}");
    }
    assert_eq!(page.ask("look", json!({ "game": id, "ply": 0 }))["ply"], 0);
    assert_eq!(page.ask("list", json!({}))["games"], json!([]));
    // Its address leads to it again, on another connection.
    let mut other = Client::connect(&server);
    assert_eq!(other.open(&id)["line"], game["line"]);
    assert_eq!(other.refused("open", json!({ "game": format!("{id}7") }))["kind"], "Unknown");
}

#[test]
fn a_game_in_progress_is_shown_and_followed_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let archive = played(folder.path());
    let whole = fs::read(&archive).unwrap();
    forget(&archive, "3.1.2");
    let live = folder.path().join("three.games-live");
    let write = |moves: Value| {
        let game = json!({ "key": "3.1.2", "players": ["Bob", "Cleo"], "game": "tictactoe",
                           "start": "startpos", "moves": moves });
        let finished = json!({ "key": "1.1.1", "players": ["a", "b"], "game": "tictactoe",
                               "start": "startpos", "moves": [] });
        fs::write(&live, json!([game, finished]).to_string()).unwrap();
    };
    write(json!(["11"]));
    let server = Server::start_with(&["--contest".into(), archive.clone()]);
    let mut page = Client::connect(&server);
    let shown = contest(&mut page);
    assert_eq!((&shown["over"], &shown["round"]), (&json!(false), &json!(3)));
    let boards = shown["live"].as_array().unwrap();
    assert_eq!(boards.len(), 1, "what has ended is not in progress");
    assert_eq!((&boards[0]["moves"], &boards[0]["to_move"]), (&json!(1), &json!("p2")));
    assert_eq!(boards[0]["scene"]["tokens"].as_array().unwrap().len(), 1);

    let id = format!("{}3-1-2", shown["prefix"].as_str().unwrap());
    assert_eq!(page.open(&id)["names"], json!(["Bob", "Cleo"]));
    write(json!(["11", "00"]));
    page.wait_for(&id, |game| game["line"] == json!(["11", "00"]));
    // After a restart it is another game.
    write(json!(["22"]));
    page.wait_for(&id, |game| game["line"] == json!(["22"]));
    fs::write(&live, "nonsense").unwrap();
    assert_eq!(contest(&mut page)["live"], json!([]));
    fs::write(&archive, whole).unwrap();
    let ended = page.wait_for(&id, |game| game["outcome"] != Value::Null);
    assert!(ended["line"].as_array().unwrap().len() >= 5, "{ended}");
    assert_eq!(contest(&mut page)["over"], true);
}

#[test]
fn a_contest_whose_file_is_damaged_or_gone_is_shown_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let archive = played(folder.path());
    let whole = fs::read(&archive).unwrap();
    let server = Server::start_with(&["--contest".into(), archive.clone()]);
    let mut page = Client::connect(&server);
    let before = contest(&mut page);
    assert_eq!((&before["why"], &before["played"]), (&Value::Null, &json!(6)));
    let break_it: [(&str, &dyn Fn()); 4] = [
        ("cut", &|| fs::write(&archive, &whole[..whole.len() / 2]).unwrap()),
        ("empty", &|| fs::write(&archive, "").unwrap()),
        ("text", &|| fs::write(&archive, "a shopping list").unwrap()),
        ("deleted", &|| fs::remove_file(&archive).unwrap()),
    ];
    for (how, damage) in break_it {
        damage();
        let mut shown = contest(&mut page);
        let why = shown["why"].take();
        assert!(why.as_str().is_some_and(|why| why.contains("three.games")), "{how}: {why}");
        assert_eq!(shown, before, "{how}");
        let game = page.ask("replay", json!({ "number": 0, "key": "1.1.1" }));
        assert_eq!(game["game"]["contest"]["name"], "three", "{how}");
        fs::write(&archive, &whole).unwrap();
        assert_eq!(contest(&mut page), before, "{how}, and good again");
    }
    forget(&archive, "1.1.1");
    let fewer = contest(&mut page);
    assert_eq!((&fewer["why"], &fewer["played"]), (&Value::Null, &json!(5)), "it has shrunk");
}
