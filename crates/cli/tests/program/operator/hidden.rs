//! Theseus and the Minotaur between two people: no message tells a player more than the own side
//! senses.

use serde_json::{Value, json};

use super::rights::{ARGUMENTS, Browser};
use agon_testing::Launched;

/// A maze with more loot than is sensed at the start.
fn maze() -> Value {
    json!({ "maze": { "size": 7, "loot": 6, "style": "classic", "plies": 60, "seed": 4 } })
}

/// Fails if a scene shows anything that the side does not sense. Returns how much it shows.
fn check_scene(scene: &Value, side: &str, what: &str) -> usize {
    let sensed = |cell: &Value| {
        let marks = scene["marks"].as_array().unwrap().iter();
        marks.into_iter().any(|mark| mark["label"] == "sensed" && mark["element"] == *cell)
    };
    let tokens = scene["tokens"].as_array().unwrap();
    for token in tokens.iter().filter(|token| token["owner"] != side) {
        assert!(sensed(&token["cell"]), "{what} shows {side} {token}");
    }
    tokens.len()
}

/// Fails if a game or a position tells more than the side may know.
fn check_game(game: &Value, side: &str, what: &str) {
    assert_eq!(game["position"], Value::Null, "{what}: {game}");
    assert_eq!((&game["start"], &game["last"]), (&Value::Null, &Value::Null), "{what}: {game}");
    for (mv, by) in game["line"]
        .as_array()
        .into_iter()
        .flatten()
        .zip(game["by"].as_array().into_iter().flatten())
    {
        assert!(by == side || mv.is_null(), "{what}: {game}");
    }
    check_scene(&game["scene"], side, what);
}

/// A game between two browsers, with a move of each. Returns its id and the owner's key.
fn begin(anna: &mut Browser, ben: &mut Browser) -> (Value, Value) {
    let wish = json!({ "id": 1, "do": "create", "game": "theseus", "settings": maze() });
    let created = anna.ask(wish)["game"].clone();
    check_game(&created, "p1", "the new game, before anybody has come");
    let game = created["id"].clone();
    ben.ask(json!({ "id": 2, "do": "claim", "game": game, "side": "p2" }));
    for (ply, browser) in [&mut *anna, &mut *ben].into_iter().enumerate() {
        let seen = browser.ask(json!({ "id": 3, "do": "open", "game": game }))["game"].clone();
        let mv = &seen["moves"][0]["text"];
        browser.ask(json!({ "id": 4, "do": "move", "game": game, "mv": mv, "ply": ply }));
    }
    (game, created["rights"]["key"].clone())
}

#[test]
fn no_message_reveals_what_a_side_does_not_sense() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben, mut carl] = ["a", "b", "c"].map(|it| Browser::open(&server, it));
    let (game, key) = begin(&mut anna, &mut ben);
    let rules = json!({ "name": "mine", "source": "value 1." });
    let revealing = [
        json!({ "do": "hint" }),
        json!({ "do": "verdicts" }),
        json!({ "do": "review" }),
        json!({ "do": "record" }),
        json!({ "do": "analyse", "lines": 1 }),
        json!({ "do": "tree", "depth": 1, "pruning": false, "top": 50 }),
        json!({ "do": "look", "ply": 0, "moves": ["1"] }),
        json!({ "do": "trial", "versions": [rules, rules], "pairs": 1 }),
    ];
    for with in &revealing {
        for browser in [&mut anna, &mut ben, &mut carl] {
            let mut request = with.clone();
            (request["id"], request["game"]) = (json!(10), game.clone());
            assert_eq!(browser.refused(request), "Hidden", "{with}");
        }
    }
    for what in [
        json!({ "do": "open" }),
        json!({ "do": "look", "ply": 0 }),
        json!({ "do": "view", "viewer": "p1" }),
    ] {
        let mut request = what;
        (request["id"], request["game"]) = (json!(11), game.clone());
        assert_eq!(carl.refused(request), "Hidden", "a spectator");
    }
    let mut seen = 0;
    for (browser, side, other) in [(&mut anna, "p1", "p2"), (&mut ben, "p2", "p1")] {
        for viewer in [Value::Null, json!("p1"), json!("p2")] {
            let view = json!({ "id": 12, "do": "view", "game": game, "viewer": viewer });
            check_game(&browser.ask(view)["game"], side, "view");
        }
        for ply in [json!(0), json!(1), json!(2), Value::Null] {
            let look = browser.ask(json!({ "id": 13, "do": "look", "game": game, "ply": ply }));
            assert_eq!((&look["position"], &look["last"]), (&Value::Null, &Value::Null));
            assert_eq!(look["after"], json!([]));
            seen = check_scene(&look["scene"], side, "look").max(seen);
            assert!(look["to_move"] == side || look["moves"] == json!([]), "{look}");
        }
        for listed in browser.ask(json!({ "id": 14, "do": "list" }))["games"].as_array().unwrap() {
            check_scene(&listed["scene"], side, "the list");
        }
        // Moves of the other side are refused in the same way, legal or not.
        for mv in ["0", "1", "2", "3", "4", "nonsense"] {
            let why = json!({ "id": 15, "do": "why", "game": game, "path": [mv] });
            let told = browser.ask(why)["reason"]["kind"].clone();
            assert!(side == "p1" || told == "OtherSide", "{told}");
        }
        let claim = json!({ "id": 16, "do": "claim", "game": game, "side": other });
        assert_eq!(browser.refused(claim), "NotFree");
        let jump = json!({ "id": 17, "do": "jump", "game": game, "ply": 0 });
        assert_eq!(browser.refused(jump), "Consent");
        assert_eq!(browser.refused(json!({ "id": 18, "do": "redo", "game": game })), "Consent");
    }
    let to_move = json!({ "id": 19, "do": "move", "game": game, "mv": "1", "ply": 2 });
    assert_eq!(ben.refused(to_move), "OtherSide");
    // An undo, with consent, shows no more than before.
    anna.ask(json!({ "id": 20, "do": "undo", "game": game }));
    ben.ask(json!({ "id": 21, "do": "answer", "game": game, "accept": true }));
    for (browser, side) in [(&mut anna, "p1"), (&mut ben, "p2")] {
        let now = browser.ask(json!({ "id": 22, "do": "open", "game": game }));
        check_game(&now["game"], side, "after a take-back");
    }
    // The owner, in a second browser by her link or without her side, sees that side only.
    let mut phone = Browser::open(&server, "d");
    let opened = phone.ask(json!({ "id": 23, "do": "open", "game": game, "key": key }));
    check_game(&opened["game"], "p1", "the owner's link");
    anna.ask(json!({ "id": 24, "do": "release", "game": game, "side": "p1" }));
    let opened = anna.ask(json!({ "id": 25, "do": "open", "game": game }));
    check_game(&opened["game"], "p1", "without a side");
    anna.ask(json!({ "id": 26, "do": "claim", "game": game, "side": "p1" }));
    // At the end everything is shown, to spectators too.
    ben.ask(json!({ "id": 27, "do": "resign", "game": game }));
    for browser in [&mut anna, &mut ben, &mut carl] {
        let whole = browser.ask(json!({ "id": 28, "do": "look", "game": game, "ply": 0 }));
        let tokens = whole["scene"]["tokens"].as_array().unwrap().len();
        assert!(tokens > seen, "there was something to hide: {tokens} and {seen}");
        let record = browser.ask(json!({ "id": 29, "do": "record", "game": game }));
        assert!(record["text"].as_str().unwrap().contains("[Reason \"resigned\"]"), "{record}");
    }
}

#[test]
fn whoever_has_seen_both_sides_cannot_give_one_to_somebody_else() {
    let server = Launched::start(&ARGUMENTS);
    let [mut anna, mut ben] = ["a", "b"].map(|it| Browser::open(&server, it));
    let (game, _) = begin(&mut anna, &mut ben);
    // The owner cannot put a computer in Ben's place, nor free his side while he is there.
    let seat = json!({ "id": 1, "do": "seat", "game": game, "side": "p2", "seat": "random" });
    assert_eq!(anna.refused(seat.clone()), "OtherSide");
    let release = json!({ "id": 2, "do": "release", "game": game, "side": "p2" });
    assert_eq!(anna.refused(release.clone()), "NotAway");
    // When Ben gives it up, neither she nor a second browser sees it, also beside a computer.
    ben.ask(release);
    let mut second = Browser::open(&server, "e");
    let open = json!({ "id": 3, "do": "open", "game": game });
    assert_eq!(second.refused(open.clone()), "Hidden");
    let claim = json!({ "id": 4, "do": "claim", "game": game, "side": "p2" });
    assert_eq!(second.refused(claim.clone()), "NotFree");
    assert_eq!(anna.refused(claim.clone()), "NotFree");
    anna.ask(seat);
    assert_eq!(second.refused(open.clone()), "Hidden");
    let seen = anna.ask(json!({ "id": 5, "do": "view", "game": game, "viewer": null }));
    assert_eq!(seen["game"]["position"], Value::Null);
    // Of a game against a computer she sees everything, so nobody else may come into it.
    let wish = json!({ "id": 6, "do": "create", "game": "theseus", "settings": maze(),
                       "seats": ["person", "random"] });
    let game = anna.ask(wish)["game"]["id"].clone();
    let seen = anna.ask(json!({ "id": 7, "do": "view", "game": game, "viewer": null }));
    assert_ne!(seen["game"]["position"], Value::Null);
    anna.ask(json!({ "id": 8, "do": "seat", "game": game, "side": "p2", "seat": "person" }));
    let claim = json!({ "id": 9, "do": "claim", "game": game, "side": "p2" });
    assert_eq!(ben.refused(claim), "NotFree");
    for side in ["p1", "p2"] {
        let release = json!({ "id": 10, "do": "release", "game": game, "side": side });
        assert_eq!(anna.refused(release), "Spoiled");
    }
    // The same for a side that she has taken, which was free.
    let wish = json!({ "id": 6, "do": "create", "game": "theseus", "settings": maze() });
    let game = anna.ask(wish)["game"]["id"].clone();
    anna.ask(json!({ "id": 7, "do": "claim", "game": game, "side": "p2" }));
    let seen = anna.ask(json!({ "id": 8, "do": "open", "game": game }));
    assert_eq!(seen["game"]["viewer"], Value::Null, "she plays both sides");
    let release = json!({ "id": 9, "do": "release", "game": game, "side": "p2" });
    assert_eq!(anna.refused(release), "Spoiled");
}
