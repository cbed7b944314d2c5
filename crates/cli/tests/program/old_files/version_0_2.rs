//! The kinds of files that version 0.2 wrote, each loaded by the command that reads it.

use serde_json::{Value, json};

use super::Files;
#[cfg(unix)]
use super::contests::{keys, pairs, query, standings};
use agon_testing::Launched;

fn files() -> Files {
    Files::of("v0.2")
}

#[test]
fn a_knowledge_base_knows_what_it_knew() {
    let files = files();
    let list = files.done("", &["kb", "nim", "list", "nim.kb"]);
    assert_eq!(list.lines().count(), 40);
    assert!(list.starts_with("inKB([2,3,4],win).\n"), "{list}");
    let get = ["kb", "nim", "get", "nim.kb", "--heaps", "2,3,4"];
    assert_eq!(files.done("", &get), "win in 6\n");
}

#[test]
fn a_table_is_intact_and_tells_who_wins() {
    let files = files();
    let verified = files.done("", &["verify", "table-2x3"]);
    assert!(verified.starts_with("intact: 2x3 with 2 pawns a side, checksum b345b22c\n"));
    assert!(verified.contains("49788 of 49788 positions in 17 layers follow"), "{verified}");
    let solve = ["solve", "santorini", "--board", "2x3", "--json", "--table", "table-2x3"];
    let solved: Value = serde_json::from_str(&files.done("", &solve)).unwrap();
    assert_eq!((&solved["by"], &solved["verdict"]), (&json!("table"), &json!("lose")));
    assert_eq!(solved["best"].as_array().unwrap().len(), 15, "{solved}");
}

#[test]
fn data_puzzles_networks_and_rules_are_read() {
    let files = files();
    for (words, shown) in [
        ("data check santorini.data", "55 positions of 3 games: no faults\n"),
        ("data check tictactoe.jsonl", "12 positions of 4 games: no faults\n"),
        ("puzzles check puzzles-nim.json", "8 puzzles of nim proven\n"),
        ("puzzles check puzzles-byte.json", "2 puzzles of byte proven\n"),
        ("eval santorini --eval santorini.net --moves @11,33", "256\n"),
        ("eval santorini --eval rules/santorini-starter.rules", "0\n"),
        ("eval nim --eval rules/nim-starter.rules", "3\n"),
        ("eval byte --eval rules/byte-starter.rules", "0\n"),
        ("eval tictactoe --eval rules/tictactoe-starter.rules", "0\n"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(files.done("", &words), shown, "{words:?}");
    }
    let checked = files.done("rules", &["rules", "check", "theseus-starter.rules", "--games", "1"]);
    assert!(checked.contains("theseus"), "{checked}");
}

#[test]
fn records_are_read_as_text_and_as_json_and_written_as_they_were() {
    let files = files();
    for file in ["records.txt", "records.jsonl"] {
        for (format, kept) in [("records", "records.txt"), ("json", "records.jsonl")] {
            let written = files.done("", &["replay", file, "--format", format]);
            assert_eq!(written, files.text(kept), "{file}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_finished_contest_has_its_standings_and_plays_nothing_again() {
    let files = files();
    let records = "SELECT record FROM game ORDER BY rowid";
    let before = query(&files, "finished.games", records);
    let expected = [("centre", "4"), ("The house", "4"), ("corners", "3.5"), ("dice", "0.5")];
    assert_eq!(standings(&files, "finished.toml"), pairs(&expected));
    assert_eq!(query(&files, "finished.games", records), before);
    assert_eq!(files.done("contests", &["replay", "finished.games"]).lines().count(), 12);
}

#[test]
#[cfg(unix)]
fn an_interrupted_contest_and_an_interrupted_match_resume() {
    let files = files();
    let all = "SELECT key || record FROM game ORDER BY rowid";
    let [contest, game] = ["broken.games", "match.games"].map(|name| query(&files, name, all));
    assert_eq!([contest.len(), game.len()], [8, 2]);
    let rows = standings(&files, "broken.toml");
    assert_eq!(query(&files, "broken.games", all)[..8], contest[..], "what was played stays");
    let points: f64 = rows.iter().map(|(_, points)| points.parse::<f64>().unwrap()).sum();
    assert_eq!((rows.len(), points, keys(&files, "broken.games").len()), (4, 48.0, 48));
    let players = ["match", "santorini", "engine:eval=hand", "minimax:depth=1", "--pairs", "6"];
    let limits = ["--nodes", "300", "--max-plies", "20", "--openings", "random", "--seed", "3"];
    files.done("contests", &[&players[..], &limits, &["--archive", "match.games"]].concat());
    assert_eq!(query(&files, "match.games", all)[..2], game[..], "what was played stays");
    assert_eq!(keys(&files, "match.games").len(), 12);
}

#[test]
fn the_key_of_a_server_stays_the_same() {
    let files = files();
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(files.path("page.key"), folder.path().join("page.key")).unwrap();
    let server = Launched::start_in(folder, "true", &["--origin", "https://games.example"]);
    assert_eq!(server.key(), files.text("page.key").trim());
}
