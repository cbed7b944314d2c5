//! What people write to a game: it lasts, and goes along in records.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use agon_testing::{Client, Run as _, Server, agon};

/// What was written to a game, by the moves up to it.
fn annotations(page: &mut Client, id: &str) -> BTreeMap<String, [Value; 2]> {
    let annotations = page.ask("open", json!({ "game": id }))["annotations"].clone();
    let mut paths: Vec<String> = Vec::new();
    let mut told = BTreeMap::new();
    for (number, mv) in annotations["moves"].as_array().unwrap().iter().enumerate() {
        let after = mv["after"].as_u64().unwrap() as usize;
        let before = if number == 0 { "" } else { &paths[after] };
        let (name, words) = (mv["mv"].as_str().unwrap(), &annotations["words"]);
        assert!(number == 0 || words[name]["kind"].is_string(), "{name}: {words}");
        let path = format!("{before} {name}");
        told.insert(path.clone(), [mv["comment"].clone(), mv["marks"].clone()]);
        paths.push(path);
    }
    told
}

#[test]
fn variations_comments_and_marks_survive_a_restart_and_are_exported_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_in(folder.path());
    let mut page = Client::connect(&server);
    let seats = ["person", "person"];
    let wish = json!({ "game": "santorini", "seats": seats, "moves": "@00,11 @33,44 00-01-02" });
    let id = page.ask("create", wish)["game"]["id"].as_str().unwrap().to_string();
    let notes = [
        json!({ "moves": ["@00,11"], "comment": "a corner", "marks": ["G00", "R11>22"] }),
        json!({ "moves": ["@00,11", "@22,23", "00-01-02"], "comment": "+1" }),
        json!({ "moves": ["@00,11", "@22,23", "00-10-00"] }),
        json!({ "moves": ["@00,11", "@33,44", "00-01-02", "33-32-33"], "marks": ["Y32"] }),
    ];
    for note in notes {
        let mut request = note.clone();
        request["game"] = json!(id);
        page.ask("annotate", request);
    }
    let written = annotations(&mut page, &id);
    assert_eq!(written.len(), 8, "{written:?}");
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    assert_eq!(annotations(&mut page, &id), written);
    let record = page.ask("record", json!({ "game": id }))["text"].clone();
    let exported = agon(["games", "export", "--data", folder.path().to_str().unwrap()]).done();
    assert_eq!(exported.trim(), record.as_str().unwrap().trim());
    // Every form of a record has all of it.
    let file = folder.path().join("games.txt");
    for format in ["records", "json"] {
        std::fs::write(&file, &exported).unwrap();
        let other = agon(["replay", "--format", format, file.to_str().unwrap()]).done();
        std::fs::write(&file, other).unwrap();
        let text = agon(["replay", "--format", "records", file.to_str().unwrap()]).done();
        assert_eq!(text.trim(), exported.trim(), "{format}");
        let imported = page.ask("import", json!({ "text": text }))["game"]["id"].clone();
        assert_eq!(annotations(&mut page, imported.as_str().unwrap()), written);
    }
}
