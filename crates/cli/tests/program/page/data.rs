//! What clients receive as data, so that they need not guess: what moves do, where pieces are, who
//! wins, what is threatened, and what errors mean.

use serde_json::{Value, json};

use agon_testing::{Client, Server};

/// A Santorini game in which red, on level 2 beside level 3, would win if it were its turn.
const RED_THREATENS: &str = "02300/00000/00000/00000/00000 B 42,44 01,24";

#[test]
fn the_page_is_told_what_moves_do() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let games = [
        ("santorini", json!({}), "@00,11 @33,44 00-01-02", "step"),
        ("byte", json!({}), "", ""),
        ("nim", json!({}), "[3,5] [3]", "leaves"),
        ("tictactoe", json!({}), "11", "mark"),
        ("theseus", json!({}), "1", "go"),
    ];
    for (game, settings, moves, kind) in games {
        let seats = ["person", "person"];
        let wish = json!({ "game": game, "seats": seats, "settings": settings, "moves": moves });
        let shown = page.ask("create", wish)["game"].clone();
        let id = shown["id"].as_str().unwrap();
        for mv in shown["line"].as_array().unwrap() {
            let words = &shown["words"][mv.as_str().unwrap()];
            assert!(words["kind"].is_string() && words["args"].is_object(), "{game} {mv}: {words}");
        }
        if let Some(last) = shown["line"].as_array().and_then(|line| line.last()) {
            assert_eq!(shown["words"][last.as_str().unwrap()]["kind"], kind);
        }
        let hint = page.ask("hint", json!({ "game": id }));
        let line = hint["line"].as_array().unwrap();
        assert!(line.iter().all(|mv| hint["words"][mv.as_str().unwrap()]["kind"].is_string()));
        // A variation has words too.
        let first = json!([hint["mv"]]);
        let looked = page.ask("look", json!({ "game": id, "ply": shown["ply"], "moves": first }));
        assert_eq!(
            looked["words"][hint["mv"].as_str().unwrap()],
            hint["words"][hint["mv"].as_str().unwrap()]
        );
    }
    let step =
        page.ask("create", json!({ "game": "santorini", "moves": "@00,11 @33,44 00-01-02" }));
    let expected = json!({ "kind": "step", "args": {
        "from": { "place": { "row": "0", "column": "0" } },
        "to": { "place": { "row": "0", "column": "1" } },
        "build": { "place": { "row": "0", "column": "2" } },
    } });
    assert_eq!(step["game"]["words"]["00-01-02"], expected);
}

#[test]
fn in_nim_all_pages_see_the_matches_gone_that_were_pointed_at() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("nim", ["person", "person"]);
    // The last two of the heap of seven, which is the third row.
    let path = json!(["3.7", "3.6"]);
    page.ask("move", json!({ "game": game, "mv": "[3,5,5]", "ply": 0, "path": path }));
    let shown = Client::connect(&server).open(&game);
    let place = |row: usize, column: usize| json!({ "row": row, "column": column });
    assert_eq!(shown["scene"]["taken"], json!([place(2, 5), place(2, 6)]));
    // A variation from the start takes others, and changes nothing for the game.
    let look = json!({ "game": game, "ply": 0, "moves": ["[3,5,5]"], "path": ["3.1", "3.2"] });
    let tried = page.ask("look", look);
    assert_eq!(tried["scene"]["taken"], json!([place(2, 0), place(2, 1)]));
    // Invalid paths are ignored.
    for path in [json!(["x"]), json!([]), json!(["9.9", "9.9"]), json!(vec!["1.1"; 8])] {
        let look = json!({ "game": game, "ply": 1, "moves": ["[3,5]"], "path": path });
        assert_eq!(page.ask("look", look)["scene"]["tokens"].as_array().unwrap().len(), 8);
    }
}

#[test]
fn a_branch_counts_from_the_root_of_its_tree() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("tictactoe", ["person", "person"]);
    let tree = |page: &mut Client, branch: bool| {
        let wish = json!({
            "game": game, "depth": 2, "pruning": true, "top": 9, "moves": ["11"], "branch": branch,
        });
        page.ask("tree", wish)
    };
    let [own, branch] = [false, true].map(|branch| tree(&mut page, branch));
    let values = |tree: &Value| -> Vec<i64> {
        let nodes = tree["tree"]["children"].as_array().unwrap().iter();
        nodes.filter_map(|node| node["value"]["points"].as_i64()).collect()
    };
    let negated: Vec<i64> = values(&own).iter().map(|points| -points).collect();
    assert_eq!(values(&branch), negated);
    assert!(negated.iter().any(|&points| points != 0), "{negated:?}");
    assert_eq!(own["words"]["00"]["kind"], "mark");
}

#[test]
fn threats_are_told_where_they_mean_something() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let wish = json!({ "game": "santorini", "settings": { "position": RED_THREATENS } });
    let game = page.ask("create", wish)["game"]["id"].as_str().unwrap().to_string();
    let threat = page.ask("threat", json!({ "game": game }))["threat"].clone();
    assert_eq!(threat["path"][1], "02", "{threat}");
    let nim = page.create("nim", ["person", "person"]);
    assert_eq!(page.ask("threat", json!({ "game": nim })), json!({ "threat": null }));
}

#[test]
fn who_wins_by_proof_is_said_without_a_point_of_view() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    for (position, winner) in [("[1,2]", "p1"), ("[1,2] second", "p2"), ("[1]", "p2")] {
        let wish = json!({ "game": "nim", "settings": { "position": position } });
        let game = page.ask("create", wish)["game"]["id"].as_str().unwrap().to_string();
        let verdicts = page.ask("verdicts", json!({ "game": game }));
        assert_eq!(verdicts["value"]["outcome"], winner, "{position}: {verdicts}");
    }
}

#[test]
fn errors_of_rule_files_have_kinds_and_arguments() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    let source = "game santorini.\nvalue(me, 1) :- hieght(C, 2).\n";
    let seat = json!({
        "game": game, "side": "p2", "seat": "minimax:eval=mine.rules",
        "rules": { "name": "mine.rules", "source": source },
    });
    let refused = page.refused("seat", seat);
    let trouble = &refused["troubles"][0];
    assert_eq!(
        (&trouble["kind"], &trouble["args"]["name"]),
        (&json!("UnknownRelation"), &json!("hieght"))
    );
    assert_eq!(trouble["meant"], "height", "{trouble}");
    assert!(trouble["text"].as_str().is_some_and(|text| text.contains("hieght")));
}

#[test]
fn comments_go_into_the_record() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("tictactoe", ["person", "person"]);
    page.ask("move", json!({ "game": game, "mv": "11", "ply": 0 }));
    page.ask("move", json!({ "game": game, "mv": "00", "ply": 1 }));
    let comments = json!({ "1": "the  best}\n{place", "7": "no such move" });
    let record = page.ask("record", json!({ "game": game, "comments": comments }));
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("{the best) {place}") && !text.contains("no such move"), "{text}");
    let again = page.ask("import", json!({ "text": text }));
    assert_eq!(again["game"]["line"], json!(["11", "00"]));
}
