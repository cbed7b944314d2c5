//! The protocol between clients and the server.
//!
//! A line of `protocol.jsonl` is a request with what its reply holds, or an event to wait for. What
//! it holds is a list of paths: `game.scene.cells[].id:text` means that there is a text; a word of
//! the protocol is written out, as in `game.scene.cells[].label=tower`. A reply may hold more, but
//! not less.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Files;
use agon_testing::{Client, Server};

/// Keys whose texts are words of the protocol.
const WORDS: [&str; 20] = [
    "label",
    "kind",
    "verdict",
    "is",
    "owner",
    "by",
    "to_move",
    "outcome",
    "slip",
    "viewer",
    "seats",
    "players",
    "evaluations",
    "symbol",
    "mover",
    "result",
    "reason",
    "name",
    "game",
    "sides",
];

/// What the list of version 0.1 revealed of games with hidden information.
const REVEALED: [&str; 2] =
    ["games[].scene.tokens[].label=minotaur", "games[].scene.tokens[].symbol=M"];

/// A list that was empty where today's program marks the tiles that a side senses.
const UNMARKED: &str = "game.scene.marks[]";
const SENSED: &str = "game.scene.marks[].label=sensed";

/// The length of a game's random id in addresses.
const ID: usize = 22;

/// The paths of everything that a value holds.
fn paths(value: &Value, path: &str, key: &str, found: &mut BTreeSet<String>) {
    let mut put = |end: &str| found.extend([format!("{path}{end}")]);
    match value {
        Value::Null => put(":null"),
        Value::Bool(_) => put(":bool"),
        Value::Number(_) => put(":number"),
        Value::String(text) => {
            let is_word = WORDS.contains(&key) && text.chars().count() != ID;
            match is_word && !path.starts_with("args.") && !path.contains(".args.") {
                true => put(&format!("={text}")),
                false => put(":text"),
            }
        }
        Value::Array(list) if list.is_empty() => put("[]"),
        Value::Array(list) => {
            list.iter().for_each(|value| paths(value, &format!("{path}[]"), key, found));
        }
        Value::Object(fields) if fields.is_empty() => put(":{}"),
        Value::Object(fields) => {
            let only = fields.keys().next().filter(|_| fields.len() == 1);
            // Which of these it is depends on how far a search has come.
            if only.is_some_and(|key| ["points", "win", "lose"].contains(&key.as_str())) {
                return put(":score");
            }
            for (key, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                paths(value, &format!("{path}{dot}{key}"), key, found);
            }
        }
    }
}

/// Checks that a value holds what was recorded, and reports what is missing.
fn check(about: &str, values: &[Value], kept: &Value) {
    let mut found = BTreeSet::new();
    values.iter().for_each(|value| paths(value, "", "", &mut found));
    let kept = kept.as_array().unwrap_or_else(|| panic!("{about}: {values:?}"));
    let missing: Vec<&str> = kept
        .iter()
        .map(|path| path.as_str().unwrap())
        .filter(|path| !found.contains(*path) && !REVEALED.contains(path))
        .filter(|path| *path != UNMARKED || !found.contains(SENSED))
        .collect();
    assert!(missing.is_empty(), "{about}: {missing:#?} is not in {found:#?}");
}

/// A request in which ids of games replace `$name`.
fn fill(question: &Value, names: &HashMap<String, String>) -> Value {
    let mut question = question.clone();
    if let Some(name) = question["game"].as_str().and_then(|name| names.get(name)) {
        question["game"] = name.as_str().into();
    }
    question
}

#[test]
fn every_question_is_answered_with_the_same_keys_and_words() {
    let files = Files::copy();
    let archive = files.path("contests/finished.games");
    let server = Server::start_with(&["--contest".into(), archive]);
    let mut page = Client::connect(&server);
    let mut names: HashMap<String, String> = HashMap::new();
    let mut asked = BTreeSet::new();
    for line in files.text("protocol.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(kind) = line["event"].as_str() {
            let id = &names[line["game"].as_str().unwrap()];
            let is_wanted = |event: &Value| {
                let game = &event["game"];
                let is_there = line["ply"].is_null() || game["ply"] == line["ply"];
                is_there && (game == id || game["id"] == *id)
            };
            let mut next = || loop {
                let event = page.wait_event(kind);
                if is_wanted(&event) {
                    return event;
                }
            };
            let mut events = vec![next()];
            while line["until_done"] == true && events.last().unwrap()["done"] != true {
                events.push(next());
            }
            check(kind, &events, &line["holds"]);
            continue;
        }
        if line["until_ply"].is_u64() {
            let game = names[line["game"].as_str().unwrap()].clone();
            page.wait_for(&game, |game| game["ply"] == line["until_ply"]);
            continue;
        }
        let what = line["ask"]["do"].as_str().unwrap();
        asked.insert(what.to_string());
        let mut with = fill(&line["ask"], &names);
        with.as_object_mut().unwrap().remove("do");
        let answer = page.answer(what, with);
        let kind = if line["ok"].is_null() { "error" } else { "ok" };
        assert!(answer.get(kind).is_some(), "{}: {answer}", line["ask"]);
        check(&line["ask"].to_string(), &[answer[kind].clone()], &line[kind]);
        if let Some(name) = line["keep"].as_str() {
            let id = answer["ok"]["game"]["id"].as_str().unwrap();
            names.insert(format!("${name}"), id.to_string());
        }
    }
    assert_eq!(asked.len(), 27, "all 26 kinds of questions, and one that is none: {asked:?}");
}
