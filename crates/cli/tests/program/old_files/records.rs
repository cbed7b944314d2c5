//! Records of games.

use serde_json::{Value, json};

use super::Files;

/// The records that are printed as JSON lines.
fn as_json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn records_are_read_as_text_and_as_json_and_every_game_is_played_again() {
    let files = Files::copy();
    let kept = as_json(&files.text("records.jsonl"));
    assert_eq!(kept.len(), 22);
    for file in ["records.txt", "records.jsonl"] {
        let read = as_json(&files.done("", &["replay", file, "--format", "json"]));
        assert_eq!(read, kept, "{file}");
        let written = files.done("", &["replay", file, "--format", "records"]);
        assert_eq!(written, files.text("records.txt"), "{file}");
        let listed = files.done("", &["replay", file]);
        for (line, record) in listed.lines().zip(&kept) {
            for field in ["game", "p1", "p2", "result"] {
                let text = record[field].as_str().unwrap();
                assert!(line.contains(text), "{text}: {line}");
            }
        }
    }
}

/// Makes sure that the test above covers everything.
#[test]
fn the_kept_records_have_what_records_can_have() {
    let kept = as_json(&Files::copy().text("records.jsonl"));
    let some = |game: &str, mv: &str| {
        let plays = |record: &&Value| record["moves"].as_array().unwrap().contains(&json!(mv));
        assert!(kept.iter().filter(|record| record["game"] == game).any(|r| plays(&r)), "{game}");
    };
    some("byte", "pass");
    some("theseus", "0");
    some("santorini", "12-23-33");
    some("nim", "[]");
    for reason in ["rules", "proven value", "limit of plies", "refused", "exit code 4", "600 ms"] {
        let is_there = |text: &str| text.contains(reason);
        assert!(kept.iter().any(|record| record["reason"].as_str().is_some_and(is_there)));
    }
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert!(kept.iter().any(|record| record["result"] == result), "{result}");
    }
}

#[test]
fn a_game_is_shown_to_its_last_position() {
    let files = Files::copy();
    let shown = files.done("", &["replay", "records.txt", "--game", "10"]);
    assert!(shown.contains("heuristic:seed=5") && shown.contains("+---+"), "{shown}");
}

#[test]
fn a_record_that_was_typed_is_read_with_its_comments_and_tags() {
    let files = Files::copy();
    let read = as_json(&files.done("", &["replay", "records-by-hand.txt", "--format", "json"]));
    let first = json!({
        "game": "tictactoe", "p1": "", "p2": "Bob \"the \\ builder\"", "position": null,
        "moves": ["11", "01", "00", "22"], "result": "*", "reason": null,
        "tags": { "Event": "Friday" }, "notes": [{ "comment": "good" }],
        "opening": { "comment": "The middle first." },
    });
    let second = json!({
        "game": "nim", "p1": "", "p2": "", "position": "[3,5,7]", "moves": ["[5,7]", "[4,5]"],
        "result": "0-1", "reason": "P1 resigned", "tags": {},
    });
    assert_eq!(read, [first, second]);
}
