//! Hand-ins whose rules are called beside those of a game on the page.

use std::path::PathBuf;

use serde_json::{Value, json};

use agon_testing::{Client, Server, wait_until};

/// The moves after which a dome stands on 12.
const DOME: &str = "@00,11 @22,44 11-01-12 22-23-12 01-11-12 23-22-12";

/// A server for several browsers with hand-ins of this folder.
fn server(names: &[&str]) -> Server {
    let folder =
        |name: &str| format!("{}/tests/program/course/follow/{name}", env!("CARGO_MANIFEST_DIR"));
    let option = |name: &&str| ["--hand-in".into(), format!("{name}={}", folder(name)).into()];
    Server::start_shared_with(&names.iter().flat_map(option).collect::<Vec<PathBuf>>())
}

/// Creates a game that a program follows.
fn followed(client: &mut Client, game: &str, program: &str, moves: &str) -> String {
    let seats = ["person", "person"];
    let game = json!({ "game": game, "seats": seats, "follows": program, "moves": moves });
    client.ask("create", game)["game"]["id"].as_str().unwrap().to_string()
}

/// What a program has said, once there are answers after this many steps.
fn answers(client: &mut Client, game: &str, steps: usize) -> Vec<Value> {
    let mut view = client.ask("followed", json!({ "game": game }));
    while view["steps"].as_array().unwrap().len() <= steps && view["problem"].is_null() {
        let event = client.wait_event("followed");
        if event["game"] == game {
            view = event["followed"].clone();
        }
    }
    view["steps"].as_array().unwrap().clone()
}

#[test]
fn a_difference_shows_at_the_move_where_it_appears() {
    let server = server(&["ann"]);
    let mut ann = Client::connect(&server);
    let id = followed(&mut ann, "santorini", "hand-in:ann", DOME);
    let steps = answers(&mut ann, &id, 6);
    let differences = |step: &Value| step["differences"].as_array().unwrap().clone();
    for step in &steps[..6] {
        assert_eq!(differences(step), [] as [Value; 0], "{step}");
    }
    let empty = json!({ "height": 0, "pieces": [] });
    let dome = json!({ "height": 4, "pieces": [] });
    let lost = json!({ "kind": "cell", "cell": "12", "program": empty, "rules": dome });
    assert_eq!(differences(&steps[6]), [lost]);
    assert_eq!(steps[6]["ply"], 6);
    let told = ann.ask("told", json!({ "game": id, "step": 6 }));
    assert!(told["scene"]["marks"].to_string().contains("\"differs\""), "{told}");
    let call = told["call"].as_str().unwrap();
    assert!(call.starts_with("screenshotGame (tryMove (tryMove ("), "{call}");
    assert!(call.contains("(initializeGame ((0,0),(1,1)) ((2,2),(4,4)))"), "{call}");
    // The rules refuse a step onto the dome, and the program makes it.
    ann.ask("why", json!({ "game": id, "path": ["11", "12"] }));
    let tried = answers(&mut ann, &id, 7)[7].clone();
    assert_eq!((&tried["what"], &tried["mv"]), (&json!("try"), &json!("11-12-11")));
    let [accepts] = &differences(&tried)[..] else { panic!("{tried}") };
    assert_eq!(
        (&accepts["kind"], &accepts["problem"]["kind"]),
        (&json!("accepts"), &json!("Domed"))
    );
    // The dome is gone with the move, but it should be red's turn again.
    ann.ask("undo", json!({ "game": id }));
    let undone = answers(&mut ann, &id, 8)[8].clone();
    assert_eq!(undone["what"], "undo");
    assert_eq!(differences(&undone), [json!({ "kind": "turn", "program": "p1", "rules": "p2" })]);
    let call = ann.ask("told", json!({ "game": id, "step": 8 }))["call"].clone();
    assert!(call.as_str().unwrap().starts_with("screenshotGame (undoMove (tryMove ("), "{call}");
    // Whoever comes later is told the same; only the owner may end it.
    let mut other = Client::connect(&server);
    other.ask("open", json!({ "game": id }));
    assert_eq!(answers(&mut other, &id, 8)[6], steps[6]);
    assert_eq!(other.refused("follow", json!({ "game": id, "program": null }))["kind"], "NotOwner");
    ann.ask("follow", json!({ "game": id, "program": null }));
    assert_eq!(ann.refused("followed", json!({ "game": id }))["kind"], "NoFollower");
}

#[test]
fn an_error_of_a_hand_in_is_told_in_its_own_words() {
    let server = server(&["ann"]);
    let mut ann = Client::connect(&server);
    let id = followed(&mut ann, "santorini", "hand-in:ann", "@03,11 @22,44 03-04-13");
    let steps = answers(&mut ann, &id, 3);
    assert!(steps[2]["error"].is_null());
    assert!(
        steps[3]["error"].as_str().unwrap().contains("δεν το έχω γράψει ακόμα"),
        "{}",
        steps[3]
    );
}

#[test]
fn a_program_that_does_not_answer_delays_nobody_else() {
    let server = server(&["ann"]);
    let mut ann = Client::connect(&server);
    let id = followed(&mut ann, "santorini", "hand-in:ann", "@11,42 @22,34 42-43-33");
    assert_eq!(answers(&mut ann, &id, 2).len(), 3);
    let mut visitor = Client::connect(&server);
    let other = visitor.create("tictactoe", ["person", "level:1"]);
    visitor.ask("move", json!({ "game": other, "mv": "11", "ply": 0 }));
    visitor.wait_for(&other, |view| view["ply"] == 2);
    // Ann's own game goes on, too.
    ann.ask("move", json!({ "game": id, "mv": "22-23-24", "ply": 3 }));
    let mut view = json!({});
    wait_until("its program is asked", || {
        view = ann.ask("followed", json!({ "game": id }));
        view["asking"] == true
    });
    assert_eq!(view["steps"].as_array().unwrap().len(), 3, "{view}");
}

#[test]
fn the_moves_that_a_hand_in_does_not_have_are_listed() {
    let server = server(&["ann", "marko"]);
    let mut ana = Client::connect(&server);
    let infos = ana.ask("welcome", json!({}))["games"].clone();
    let programs = |game: &str| {
        let info = infos.as_array().unwrap().iter().find(|info| info["name"] == game).unwrap();
        info["programs"].clone()
    };
    assert_eq!(programs("nim"), json!(["hand-in:marko"]));
    assert_eq!(programs("santorini"), json!(["hand-in:ann"]));
    let nim = |program: &str| json!({ "game": "nim", "follows": program, "settings": { "position": "[3]" } });
    for unknown in ["hand-in:ann", "hand-in:/etc", "program:/bin/sh"] {
        assert_eq!(ana.refused("create", nim(unknown))["kind"], "NoProgram");
    }
    let id = ana.ask("create", nim("hand-in:marko"))["game"]["id"].as_str().unwrap().to_string();
    let missing = json!([{ "kind": "missing", "moves": ["[1,1]"], "count": 1 }]);
    assert_eq!(answers(&mut ana, &id, 0)[0]["differences"], missing);
    ana.ask("move", json!({ "game": id, "mv": "[2]", "ply": 0 }));
    assert_eq!(answers(&mut ana, &id, 1)[1]["differences"], json!([]));
}
