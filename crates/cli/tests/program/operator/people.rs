//! Two people on a server: clocks that run while no one is connected, seats, rematches.

use serde_json::{Value, json};
use tungstenite::Message;

use super::rights::{ARGUMENTS, Browser};
use agon_testing::{Launched, wait_until};

/// Asks until the reply is as wanted.
fn wait_for(browser: &mut Browser, request: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    let mut answer = Value::Null;
    wait_until("an answer as wanted", || {
        answer = browser.ask(request.clone());
        wanted(&answer)
    });
    answer
}

#[test]
fn time_runs_out_for_those_who_are_not_there_also_over_a_restart() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben] = ["a", "b"].map(|it| Browser::open(&server, it));
    let clock = json!({ "kind": "fischer", "initial": 1000, "increment": 0 });
    let wish = json!({ "id": 1, "do": "create", "game": "nim", "name": "Anna", "clock": clock });
    let created = anna.ask(wish)["game"].clone();
    assert_eq!(created["clock"]["left"], json!([1000, 1000]));
    let game = &created["id"];
    ben.ask(json!({ "id": 2, "do": "claim", "game": game, "side": "p2", "name": "Ben" }));
    for (ply, browser) in [&mut anna, &mut ben].into_iter().enumerate() {
        let seen = browser.ask(json!({ "id": 3, "do": "open", "game": game }))["game"].clone();
        let mv = &seen["moves"][0]["text"];
        browser.ask(json!({ "id": 4, "do": "move", "game": game, "mv": mv, "ply": ply }));
    }
    drop((anna, ben));
    let server = server.start_again(&ARGUMENTS);
    let mut ben = Browser::open(&server, "b");
    let list = json!({ "id": 5, "do": "list" });
    let listed = wait_for(&mut ben, &list, |list| list["games"][0]["outcome"] == "p2");
    assert_eq!(listed["games"][0]["names"], json!(["Anna", "Ben"]));
    let found = |browser: &mut Browser, filter: Value| {
        let mut request = filter;
        (request["id"], request["do"]) = (json!(6), json!("list"));
        browser.ask(request)["games"].as_array().unwrap().len()
    };
    let date = listed["games"][0]["date"].as_i64().unwrap();
    for (filter, count) in [
        (json!({ "result": "open" }), 0),
        (json!({ "result": "p2", "player": "ANN" }), 1),
        (json!({ "player": "carl" }), 0),
        (json!({ "since": date, "until": date + 1 }), 1),
        (json!({ "since": date + 1 }), 0),
        (json!({ "until": date }), 0),
    ] {
        assert_eq!(found(&mut ben, filter.clone()), count, "{filter}");
    }
    let seen = ben.ask(json!({ "id": 7, "do": "open", "game": game }))["game"].clone();
    assert_eq!((&seen["outcome"], &seen["ending"]), (&json!("p2"), &json!("time")));
    let record = ben.ask(json!({ "id": 8, "do": "record", "game": game }))["text"].clone();
    let again = ben.ask(json!({ "id": 9, "do": "import", "text": record }))["game"].clone();
    assert_eq!((&again["names"], &again["ending"]), (&seen["names"], &seen["ending"]));
}

#[test]
fn of_two_who_claim_a_side_at_once_one_gets_it_and_the_other_is_told() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, ben, carl] = ["a", "b", "c"].map(|it| Browser::open(&server, it));
    let game = anna.ask(json!({ "id": 1, "do": "create", "game": "nim" }))["game"]["id"].clone();
    let mut rivals = [ben, carl];
    let claim = json!({ "id": 2, "do": "claim", "game": game, "side": "p2" }).to_string();
    for browser in &mut rivals {
        browser.0.send(Message::text(claim.clone())).unwrap();
    }
    let kinds: Vec<Value> = rivals
        .iter_mut()
        .map(|browser| {
            loop {
                let Message::Text(text) = browser.0.read().unwrap() else { continue };
                let reply: Value = serde_json::from_str(&text).unwrap();
                if reply["re"] == 2 {
                    return reply["error"]["kind"].clone();
                }
            }
        })
        .collect();
    assert!(kinds.contains(&Value::Null) && kinds.contains(&json!("NotFree")), "{kinds:?}");
    let seen = anna.ask(json!({ "id": 3, "do": "open", "game": game }));
    assert_eq!(seen["game"]["rights"]["claims"], json!(["you", "other"]));
}

#[test]
fn a_rematch_is_there_for_both_when_the_other_accepts() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben] = ["a", "b"].map(|it| Browser::open(&server, it));
    let wish = json!({ "id": 1, "do": "create", "game": "nim", "side": "p2", "name": "Anna" });
    let game = anna.ask(wish)["game"]["id"].clone();
    ben.ask(json!({ "id": 2, "do": "claim", "game": game, "side": "p1" }));
    ben.ask(json!({ "id": 3, "do": "resign", "game": game }));
    anna.ask(json!({ "id": 4, "do": "rematch", "game": game, "swap": true }));
    let open = json!({ "id": 5, "do": "open", "game": game });
    let seen = ben.ask(open.clone())["game"].clone();
    assert_eq!(seen["offer"], json!({ "what": "swap", "by": "p2" }));
    ben.ask(json!({ "id": 6, "do": "answer", "game": game, "accept": true }));
    let seen = wait_for(&mut ben, &open, |opened| opened["game"]["next"].is_object());
    let next = &seen["game"]["next"]["game"];
    let open = json!({ "id": 7, "do": "open", "game": next });
    for (browser, moves) in [(&mut anna, [true, false]), (&mut ben, [false, true])] {
        let seen = browser.ask(open.clone())["game"].clone();
        assert_eq!(seen["rights"]["moves"], json!(moves));
        assert_eq!((&seen["names"], &seen["ply"]), (&json!(["Anna", null]), &json!(0)));
    }
    assert_eq!(anna.ask(open)["game"]["rights"]["owner"], true);
}
