//! Contests and matches: their files, and the games that they keep.

use std::fs;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::Files;
use agon_testing::{Client, Server};

/// Queries the archive of a contest.
pub fn query(files: &Files, archive: &str, query: &str) -> Vec<String> {
    let connection = Connection::open(files.path("contests").join(archive)).unwrap();
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(|row| row.unwrap()).collect()
}

pub fn keys(files: &Files, archive: &str) -> Vec<String> {
    query(files, archive, "SELECT key FROM game ORDER BY rowid")
}

/// The names and points in the standings that a contest prints.
pub fn standings(files: &Files, contest: &str) -> Vec<(String, String)> {
    let printed = files.done("contests", &["contest", contest, "--json"]);
    let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rows = lines.filter(|line| !line["rating"].is_null());
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    rows.map(|row| (text(&row["name"]), text(&row["points"]))).collect()
}

pub fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|&(name, points)| (name.into(), points.into())).collect()
}

#[test]
fn a_finished_contest_has_its_standings_and_plays_nothing_again() {
    let files = Files::copy();
    let records = "SELECT record FROM game ORDER BY rowid";
    for (name, expected) in [
        (
            "finished",
            &[
                ("Šesti <&> \"last\"", "6"),
                ("The house", "6"),
                ("Bob", "6"),
                ("Ann", "2"),
                ("Cleo", "1"),
            ][..],
        ),
        ("gauntlet", &[("theory", "6"), ("two ahead", "2"), ("dice", "0")][..]),
    ] {
        let archive = format!("{name}.games");
        let before = query(&files, &archive, records);
        assert_eq!(standings(&files, &format!("{name}.toml")), pairs(expected));
        assert_eq!(query(&files, &archive, records), before, "{name}");
        let listed = files.done("contests", &["replay", &archive]);
        assert_eq!(listed.lines().count(), before.len(), "{name}");
    }
}

#[test]
fn an_interrupted_contest_resumes_and_counts_each_game_once() {
    let files = Files::copy();
    let (query_all, before) = ("SELECT key || record FROM game ORDER BY rowid", 17);
    let kept = query(&files, "broken.games", query_all);
    assert_eq!(kept.len(), before);
    let rows = standings(&files, "broken.toml");
    let all = query(&files, "broken.games", query_all);
    assert_eq!(all[..before], kept[..], "what was played stays as it was");
    let keys = keys(&files, "broken.games");
    assert_eq!(keys.len(), 64, "four rounds of four meetings with four games");
    // Each game gives one point, and one of nine has a bye in each round, worth the four points of
    // a pairing.
    let points: f64 = rows.iter().map(|(_, points)| points.parse::<f64>().unwrap()).sum();
    assert_eq!((rows.len(), points), (9, 64.0 + 16.0));
    let players = query(&files, "broken.games", "SELECT player FROM entry ORDER BY number");
    assert_eq!(
        players,
        [
            "perfect",
            "random",
            "level:1,seed=7",
            "level:2",
            "engine:eval=lines",
            "engine:depth=3,nodes=100,movetime=1000",
            "minimax:depth=3,eval=lines",
            "minimax:depth=3,eval=corners.rules",
            "ugi:/bin/sh bot.sh first",
        ]
    );
}

#[test]
fn an_interrupted_match_resumes() {
    let files = Files::copy();
    assert_eq!(keys(&files, "match.games").len(), 7);
    let players = ["engine:eval=lines", "engine:nodes=60,eval=corners.rules"];
    let arguments = ["match", "tictactoe", players[0], players[1], "--pairs", "8", "--seed", "5"];
    let limits = ["--openings", "starts.txt", "--movetime", "1000", "--max-plies", "9"];
    let more = ["--adjudicate", "--archive", "match.games", "--records", "all.txt"];
    let printed = files.done("contests", &[&arguments[..], &limits, &more].concat());
    assert!(printed.contains("16"), "{printed}");
    assert_eq!(keys(&files, "match.games").len(), 16);
    assert_eq!(files.text("contests/all.txt").matches("[Result").count(), 16);
}

#[test]
fn the_page_shows_a_contest_that_was_kept() {
    let files = Files::copy();
    let folder = files.path("contests");
    let arguments = ["finished", "broken", "gauntlet", "match"]
        .map(|name| ["--contest".into(), folder.join(format!("{name}.games"))]);
    let server = Server::start_with(arguments.as_flattened());
    let mut page = Client::connect(&server);
    let listed = page.ask("contests", json!({}))["contests"].clone();
    let about = |number: usize| (listed[number]["name"].clone(), listed[number]["games"].clone());
    assert_eq!(about(0), (json!("Santorini in May"), json!(21)));
    assert_eq!(about(1), (json!("broken"), json!(17)));
    assert_eq!(about(2), (json!("Last match loses"), json!(8)));
    assert_eq!(about(3).1, json!(7));
    let contest = page.ask("contest", json!({ "number": 0 }));
    assert_eq!((&contest["over"], &contest["played"]), (&json!(true), &json!(21)));
    let first = &contest["standings"][0];
    assert_eq!((&first["name"], &first["points"]), (&json!("Šesti <&> \"last\""), &json!("6")));
    assert_eq!(page.ask("contest", json!({ "number": 1 }))["over"], false);
    let game = page.ask("replay", json!({ "number": 0, "key": "3.1.5" }))["game"].clone();
    assert_eq!(game["game"], "santorini");
    assert!(!game["outcome"].is_null() && game["line"].as_array().unwrap().len() > 10);
}

#[test]
fn a_later_version_of_the_archive_is_refused_and_the_version_is_named() {
    let files = Files::copy();
    let connection = Connection::open(files.path("contests/broken.games")).unwrap();
    let form = "UPDATE about SET value = 'agon contest 99' WHERE key = 'form'";
    assert_eq!(connection.execute(form, []).unwrap(), 1);
    drop(connection);
    for command in [["contest", "broken.toml"], ["replay", "broken.games"]] {
        let told = files.refused("contests", &command);
        assert!(told.contains("has version \"agon contest 99\""), "{told}");
    }
    assert_eq!(keys(&files, "broken.games").len(), 17);
}

#[test]
fn other_rules_than_those_of_the_kept_games_are_noticed() {
    let files = Files::copy();
    fs::write(files.path("contests/corners.rules"), "game tictactoe. value(me, 1).").unwrap();
    let output = files.run("contests", &["contest", "broken.toml"], "");
    assert!(output.status.success());
    let told = super::errors(&output);
    assert!(told.contains("changed: a rule file (other rules)"), "the entry is named: {told}");
}
