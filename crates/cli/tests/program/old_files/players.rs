//! Players as people write them.

use rusqlite::Connection;
use serde_json::json;

use super::{Files, errors};
use agon_testing::{Client, Server};

/// A player: where it is written, in which game, how, and how it is shown.
struct Written {
    place: String,
    game: String,
    text: String,
    shown: String,
}

fn written(files: &Files, places: &[&str]) -> Vec<Written> {
    let lines = files.lines("players.txt").into_iter().map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [place, game, text, shown] = parts[..] else { panic!("{line}") };
        let [place, game, text, shown] = [place, game, text, shown].map(String::from);
        Written { place, game, text, shown }
    });
    let found: Vec<Written> =
        lines.filter(|player| places.contains(&player.place.as_str())).collect();
    assert!(found.len() > 20, "{places:?}");
    found
}

/// The entrants in the archive of a contest.
fn entries(files: &Files, archive: &str) -> Vec<String> {
    let connection = Connection::open(files.path("contests").join(archive)).unwrap();
    let mut query = connection.prepare("SELECT player FROM entry ORDER BY number").unwrap();
    query.query_map([], |row| row.get(0)).unwrap().map(|row| row.unwrap()).collect()
}

#[test]
fn players_in_the_terminal() {
    let files = Files::copy();
    for player in written(&files, &["play"]) {
        let Written { game, text, shown, .. } = player;
        let output = files.run("contests", &["play", &game, "--p2", &text], "a\na\nq\n");
        assert!(output.status.success(), "{game} {text}: {}", errors(&output));
        // `a` twice replaces the computer by a person and brings it back.
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&format!(": {shown}")), "{game} {text}: {said}");
        let output =
            files.run("contests", &["play", &game, "--p1", &text, "--p2", "person"], "q\n");
        assert!(output.status.success(), "{game} {text}: {}", errors(&output));
    }
}

#[test]
fn players_on_the_page() {
    let files = Files::copy();
    let source = files.text("contests/ann.rules");
    let server = Server::start();
    let mut page = Client::connect(&server);
    for player in written(&files, &["page"]) {
        let Written { game, text, shown, .. } = player;
        let rules = match text.contains("ann.rules") {
            true => json!([{ "name": "ann.rules", "source": source }]),
            false => json!([]),
        };
        let wish = json!({ "game": game, "seats": ["person", text], "rules": rules });
        let created = page.ask("create", wish)["game"].clone();
        assert_eq!(created["seats"], json!(["person", shown]), "{text}");
        page.ask("close", json!({ "game": created["id"] }));
    }
}

#[test]
fn players_in_matches() {
    let files = Files::copy();
    for (number, player) in written(&files, &["match"]).into_iter().enumerate() {
        let archive = format!("match-{number}");
        let arguments = ["match", &player.game, &player.text, "random", "--pairs", "1"];
        let limits = ["--openings", "none", "--depth", "1", "--max-plies", "2"];
        let more = ["--archive", &archive];
        files.done("contests", &[&arguments[..], &limits, &more].concat());
        assert_eq!(entries(&files, &archive), [player.shown.as_str(), "random"], "{}", player.text);
    }
}

#[test]
fn players_in_contest_files() {
    let files = Files::copy();
    let players = written(&files, &["contest", "eval"]);
    for game in ["santorini", "nim", "tictactoe", "theseus"] {
        let mut text = format!(
            "game = \"{game}\"\nformat = \"gauntlet\"\ndepth = 1\nmax_plies = 2\n\
             [[entry]]\nname = \"challenger\"\nplayer = \"random\"\n"
        );
        let mut expected = vec!["random"];
        for (number, player) in players.iter().filter(|player| player.game == game).enumerate() {
            let key = if player.place == "eval" { "eval" } else { "player" };
            text += &format!("[[entry]]\nname = \"{number}\"\n{key} = \"{}\"\n", player.text);
            expected.push(&player.shown);
        }
        assert!(expected.len() > 1, "{game}");
        std::fs::write(files.path("contests").join(format!("{game}.toml")), text).unwrap();
        files.done("contests", &["contest", &format!("{game}.toml")]);
        assert_eq!(entries(&files, &format!("{game}.games")), expected, "{game}");
    }
}

#[test]
fn players_in_ladders() {
    let files = Files::copy();
    let players: Vec<String> =
        written(&files, &["ladder"]).into_iter().map(|player| player.text).collect();
    let ladder = ["maze", "ladder", "--boards", "1", "--size", "3", "--loot", "1", "--plies", "2"];
    let all = players.join(" ");
    let printed = files.done("", &[&ladder[..], &["--players", &all, "--json"]].concat());
    assert_eq!(printed.lines().count(), players.len() * players.len());
}
