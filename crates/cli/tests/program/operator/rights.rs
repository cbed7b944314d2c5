//! Owners, players and watchers on a server that several browsers use.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::WebSocket;

use agon_testing::{Launched, answer};

pub const ARGUMENTS: [&str; 3] = ["--origin", "http://games.example", "--no-key"];

/// A client in a browser with its own session.
pub struct Browser(pub WebSocket<TcpStream>);

impl Browser {
    pub fn open(server: &Launched, letter: &str) -> Browser {
        let cookie = format!("agon-session={}", letter.repeat(22));
        Browser(server.socket("games.example", &[("Cookie", &cookie)]).unwrap())
    }

    pub fn ask(&mut self, request: Value) -> Value {
        let reply = answer(&mut self.0, request);
        assert!(reply.get("error").is_none(), "{reply}");
        reply["ok"].clone()
    }

    /// The kind of the refusal of a request.
    pub fn refused(&mut self, request: Value) -> String {
        let reply = answer(&mut self.0, request);
        reply["error"]["kind"].as_str().unwrap_or_else(|| panic!("{reply}")).to_string()
    }
}

#[test]
fn the_server_decides_by_seat_who_sees_and_does_what() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben, mut carl] = ["a", "b", "c"].map(|it| Browser::open(&server, it));
    let created = anna.ask(json!({ "id": 1, "do": "create", "game": "theseus" }))["game"].clone();
    let (game, key) = (&created["id"], &created["rights"]["key"]);
    let first = created["moves"][0]["text"].clone();
    for browser in [&mut ben, &mut carl] {
        assert_eq!(browser.ask(json!({ "id": 2, "do": "list" }))["games"], json!([]));
        let seen = browser.ask(json!({ "id": 3, "do": "open", "game": game }))["game"].clone();
        assert_eq!(seen["viewer"], "p2", "the side that is free");
        assert_eq!(seen["rights"]["owner"], false);
        assert_eq!(seen["rights"]["key"], Value::Null);
        assert_eq!(seen["rights"]["claimable"], json!([false, true]));
    }
    let mv = json!({ "id": 4, "do": "move", "game": game, "mv": first, "ply": 0 });
    assert_eq!(ben.refused(mv.clone()), "OtherSide");
    ben.ask(json!({ "id": 5, "do": "claim", "game": game, "side": "p2" }));
    assert_eq!(carl.refused(json!({ "id": 5, "do": "open", "game": game })), "Hidden");
    anna.ask(mv);
    let seen = anna.ask(json!({ "id": 6, "do": "view", "game": game, "viewer": null }));
    assert_eq!(seen["game"]["viewer"], "p1", "she plays against another browser");
    let seen = ben.ask(json!({ "id": 6, "do": "open", "game": game }))["game"].clone();
    assert_eq!((&seen["viewer"], &seen["line"]), (&json!("p2"), &json!([null])));
    assert_ne!(seen["moves"], json!([]));
    assert_eq!(ben.refused(json!({ "id": 7, "do": "remove", "game": game })), "NotOwner");
    assert_eq!(ben.ask(json!({ "id": 8, "do": "list" }))["games"][0]["owned"], false);
    assert_eq!(anna.ask(json!({ "id": 8, "do": "list" }))["games"][0]["owned"], true);
    let opened = carl.ask(json!({ "id": 9, "do": "open", "game": game, "key": key }));
    assert_eq!(opened["game"]["rights"]["owner"], true, "by the owner's link");
    carl.ask(json!({ "id": 10, "do": "remove", "game": game }));
    assert_eq!(anna.refused(json!({ "id": 11, "do": "open", "game": game })), "Unknown");
}

#[test]
fn seats_outlive_a_restart_and_the_local_user_owns_everything() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben] = ["a", "b"].map(|it| Browser::open(&server, it));
    let created = anna.ask(json!({ "id": 1, "do": "create", "game": "nim" }))["game"].clone();
    let game = &created["id"];
    ben.ask(json!({ "id": 2, "do": "claim", "game": game, "side": "p2" }));
    let server = server.start_again(&ARGUMENTS);
    let mut ben = Browser::open(&server, "b");
    let seen = ben.ask(json!({ "id": 3, "do": "open", "game": game }))["game"].clone();
    assert_eq!(seen["rights"]["claims"], json!(["other", "you"]));
    let server = server.start_again(&[]);
    let mut local = Browser(server.socket("own", &[]).unwrap());
    let listed = local.ask(json!({ "id": 4, "do": "list" }));
    assert_eq!((&listed["games"][0]["id"], &listed["games"][0]["owned"]), (game, &json!(true)));
    local.ask(json!({ "id": 5, "do": "remove", "game": game }));
}
