//! The server from outside: requests and replies over a real connection.

mod annotations;
mod contests;
mod data;
mod library;

use agon_testing::{Client, Run as _, Server, agon};
use serde_json::{Value, json};

#[test]
fn moves_are_played_undone_and_redone() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("tictactoe", ["person", "person"]);
    for (ply, mv) in ["11", "00", "22"].into_iter().enumerate() {
        page.ask("move", json!({ "game": game, "mv": mv, "ply": ply }));
    }
    let shown = page.open(&game);
    assert_eq!(shown["line"], json!(["11", "00", "22"]));
    assert_eq!(shown["by"], json!(["p1", "p2", "p1"]));
    assert_eq!(shown["last"], json!(["22"]));
    assert_eq!(shown["to_move"], "p2");
    page.ask("undo", json!({ "game": game }));
    page.ask("undo", json!({ "game": game }));
    let shown = page.open(&game);
    assert_eq!((&shown["ply"], shown["line"].as_array().unwrap().len()), (&json!(1), 3));
    page.ask("redo", json!({ "game": game }));
    page.ask("jump", json!({ "game": game, "ply": 0 }));
    let refused = page.refused("move", json!({ "game": game, "mv": "02", "ply": 0 }));
    assert_eq!(refused["kind"], "Past", "a move that discards others must say so");
    page.ask("move", json!({ "game": game, "mv": "02", "ply": 0, "cut": true }));
    assert_eq!(page.open(&game)["line"], json!(["02"]));
}

#[test]
fn wrong_requests_are_refused_and_the_connection_stays_open() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    for (what, with, kind) in [
        ("move", json!({ "game": game, "mv": "@00,00", "ply": 0 }), None),
        ("move", json!({ "game": game, "mv": "@00,11", "ply": 7 }), Some("Moved")),
        ("move", json!({ "game": "nobody", "mv": "@00,11", "ply": 0 }), Some("Unknown")),
        ("move", json!({ "game": game, "mv": "@00,11" }), Some("Malformed")),
        ("move", json!({ "game": game, "mv": "@00,11", "ply": -1 }), Some("Malformed")),
        ("jump", json!({ "game": game, "ply": 9 }), Some("Bound")),
        ("seat", json!({ "game": game, "side": "p3", "seat": "person" }), Some("Malformed")),
        ("seat", json!({ "game": game, "side": "p1", "seat": "nobody" }), Some("NotHere")),
        ("seat", json!({ "game": game, "side": "p1", "seat": "perfect" }), Some("NotSolved")),
        ("step", json!({ "game": game }), Some("NoMove")),
        ("create", json!({ "game": "chess" }), Some("NoGame")),
        ("create", json!({ "game": "nim", "settings": { "heaps": "99,99" } }), None),
        ("create", json!({ "game": "nim", "stakes": 5 }), Some("Malformed")),
        ("import", json!({ "text": "no game at all" }), Some("NotText")),
        ("tree", json!({ "game": game, "depth": 99, "pruning": true, "top": 3 }), Some("Bound")),
        ("dance", json!({}), Some("Malformed")),
    ] {
        let error = page.refused(what, with.clone());
        assert!(error["text"].as_str().is_some_and(|text| text.len() > 8), "{what} {with}");
        if let Some(kind) = kind {
            assert_eq!(error["kind"], kind, "{what} {with}");
        }
    }
    for text in ["", "{", "[]", "7", "null", "{\"do\":\"welcome\"}", "{\"id\":\"x\"}", "\u{0}"] {
        page.send(text);
        assert_eq!(page.next_answer(None)["error"]["kind"], "Malformed", "{text:?}");
    }
    page.send(&"x".repeat(200 << 10));
    assert_eq!(page.next_answer(None)["error"]["kind"], "TooLong");
    let shown = page.open(&game);
    assert_eq!((&shown["ply"], &shown["line"]), (&json!(0), &json!([])), "the game is unchanged");
}

#[test]
fn requests_above_the_rate_limit_are_refused() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    for number in 0..400 {
        page.send(&json!({ "id": number, "do": "list", "limit": 1 }).to_string());
    }
    let answers: Vec<Value> = (0..400).map(|number| page.next_answer(Some(number))).collect();
    let refused = answers.iter().filter(|answer| answer["error"]["kind"] == "TooFast").count();
    assert!((1..=200).contains(&refused), "{refused} of 400 were refused");
}

#[test]
fn the_computer_answers_and_undo_takes_back_both_moves() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "minimax:depth=2"]);
    page.ask("move", json!({ "game": game, "mv": "@00,11", "ply": 0 }));
    let shown = page.wait_for(&game, |shown| shown["ply"] == 2);
    assert_eq!(shown["by"], json!(["p1", "p2"]));
    assert!(!shown["moves"].as_array().unwrap().is_empty());
    page.ask("undo", json!({ "game": game }));
    let shown = page.wait_for(&game, |shown| shown["ply"] == 0);
    assert_eq!(shown["line"].as_array().unwrap().len(), 2);
    page.ask("redo", json!({ "game": game }));
    page.wait_for(&game, |shown| shown["ply"] == 2);
}

#[test]
fn computers_play_each_other_to_the_end_and_can_be_stopped_and_stepped() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let request = json!({ "game": "byte", "seats": ["random:seed=1", "random:seed=2"] });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    page.ask("run", json!({ "game": game, "on": true, "pace": 0 }));
    page.wait_for(&game, |shown| shown["ply"].as_u64() > Some(5));
    page.ask("run", json!({ "game": game, "on": false }));
    let stopped = page.open(&game)["ply"].as_u64().unwrap();
    page.ask("step", json!({ "game": game }));
    let shown = page.wait_for(&game, |shown| shown["ply"].as_u64() > Some(stopped));
    assert_eq!(shown["ply"], stopped + 1);
    page.ask("run", json!({ "game": game, "on": true }));
    let shown = page.wait_for(&game, |shown| shown["outcome"].is_string());
    assert!(shown["moves"].as_array().unwrap().is_empty());
}

#[test]
fn a_killed_server_loses_nothing() {
    let mut server = Server::start();
    let mut page = Client::connect(&server);
    let rules = json!({ "name": "mine.rules", "source": page.ask(
        "starter", json!({ "game": "santorini" }))["source"] });
    let seat = "minimax:depth=1,eval=mine.rules";
    let request = json!({ "game": "santorini", "seats": ["person", seat], "rules": [rules] });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    page.ask("move", json!({ "game": game, "mv": "@00,11", "ply": 0 }));
    let before = page.wait_stored(&game, |shown| shown["ply"] == 2);
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    let after = page.open(&game);
    for field in ["line", "ply", "position", "start", "seats", "rules", "moves", "by"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let list = page.ask("list", json!({}));
    assert_eq!(list["games"][0]["id"], game.as_str());
    assert_eq!(list["games"][0]["moves"], 2);
    page.ask("remove", json!({ "game": game }));
    assert_eq!(page.ask("list", json!({}))["games"], json!([]));
}

#[test]
fn two_pages_see_the_same_game() {
    let server = Server::start();
    let [mut one, mut two] = [Client::connect(&server), Client::connect(&server)];
    let game = one.create("nim", ["person", "person"]);
    two.open(&game);
    one.ask("move", json!({ "game": game, "mv": "[5,7]", "ply": 0 }));
    let shown = two.wait_for(&game, |shown| shown["ply"] == 1);
    assert_eq!(shown["line"], json!(["[5,7]"]));
    one.ask("remove", json!({ "game": game }));
    two.wait_event("removed");
}

#[test]
fn what_a_side_does_not_sense_is_not_sent() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("theseus", ["person", "person"]);
    let first = page.open(&game)["moves"][0]["text"].clone();
    page.ask("move", json!({ "game": game, "mv": first, "ply": 0 }));
    let seen = page.ask("view", json!({ "game": game, "viewer": "p2" }))["game"].clone();
    assert_eq!((&seen["position"], &seen["start"]), (&Value::Null, &Value::Null));
    assert_eq!(seen["line"], json!([null]));
    let whole = page.ask("view", json!({ "game": game, "viewer": null }))["game"].clone();
    assert_eq!(whole["line"], json!([first]));
    page.ask("view", json!({ "game": game, "viewer": "p1" }));
    for what in ["hint", "verdicts", "review", "record"] {
        assert_eq!(page.refused(what, json!({ "game": game }))["kind"], "Hidden", "{what}");
    }
    let lines = json!({ "game": game, "lines": 1 });
    assert_eq!(page.refused("analyse", lines)["kind"], "Hidden");
    for player in [Value::Null, json!("minmax")] {
        let tree =
            json!({ "game": game, "depth": 2, "pruning": false, "top": 3, "player": player });
        assert_eq!(page.refused("tree", tree)["kind"], "Hidden", "{player}");
    }
}

#[test]
fn the_dice_of_computers_are_counted() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let maze = "020/000/000 0,0-1,1 2,1 200/1/T/-";
    let request = json!({
        "game": "theseus", "settings": { "position": maze },
        "seats": ["minmax:depth=2", "heuristic"],
    });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    page.ask("run", json!({ "game": game, "on": true, "pace": 0 }));
    page.wait_for(&game, |shown| !shown["outcome"].is_null());
    let shown = page.open(&game);
    let counted = |side: usize| -> u32 {
        let text = shown["statistics"][side].as_str().unwrap();
        let dice = text.split(';').next().unwrap().split(|sign: char| !sign.is_ascii_digit());
        dice.filter_map(|number| number.parse::<u32>().ok()).sum()
    };
    let plies = shown["line"].as_array().unwrap().len();
    assert_eq!((counted(0) + counted(1)) as usize, plies, "{}", shown["statistics"]);
}

#[test]
fn hints_verdicts_trees_and_reviews_are_sent() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let request = json!({ "game": "tictactoe", "moves": "00 11 22 01" });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    let hint = page.ask("hint", json!({ "game": game }));
    assert_eq!((&hint["mv"], &hint["path"]), (&json!("21"), &json!(["21"])), "it blocks the line");
    let verdicts = page.ask("verdicts", json!({ "game": game }));
    let verdicts = verdicts["moves"].as_array().unwrap();
    assert_eq!(verdicts.len(), 5);
    assert_eq!(verdicts[0], json!({ "text": "02", "verdict": "lose", "plies": 2 }));
    let tree = |pruning: bool| json!({ "game": game, "depth": 3, "pruning": pruning, "top": 9 });
    let (pruned, plain) = (page.ask("tree", tree(true)), page.ask("tree", tree(false)));
    assert_eq!(
        pruned["plain"], plain["nodes"],
        "the count without pruning is the number of visited nodes"
    );
    assert!(pruned["nodes"].as_u64() < plain["nodes"].as_u64());
    assert_eq!(pruned["tree"]["value"], plain["tree"]["value"]);
    page.ask("move", json!({ "game": game, "mv": "02", "ply": 4 }));
    page.ask("review", json!({ "game": game }));
    let mut points = Vec::new();
    loop {
        let event = page.wait_event("review");
        points.extend(event["points"].as_array().unwrap().clone());
        if event["done"] == true {
            break;
        }
    }
    let slips: Vec<&Value> = points.iter().filter(|point| !point["slip"].is_null()).collect();
    assert_eq!(points.len(), 6);
    assert_eq!(slips.last().unwrap()["ply"], 4, "not blocking gave the draw away");
    assert_eq!(slips.last().unwrap()["best"], "21");
}

#[test]
fn the_tree_of_an_assignment_is_sent_where_a_game_has_one() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let start = page.create("theseus", ["minmax", "heuristic"]);
    let shown = page.open(&start);
    assert_eq!(shown["trees"], json!(["minmax"]));
    let start = shown["start"].as_str().unwrap();
    let maze: Vec<&str> = start.split(' ').take(4).collect();
    let position = format!("{} 0 13,7-13,4 1111", maze.join(" "));
    // People do not move on their own, and the client sees everything.
    let open = |page: &mut Client, position: &str| {
        let settings = json!({ "position": position });
        let seats = ["person", "person"];
        let request = json!({ "game": "theseus", "seats": seats, "settings": settings });
        let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
        page.ask("view", json!({ "game": game, "viewer": null }));
        game
    };
    let game = open(&mut page, &position);
    let tree = |player: &str, depth: u32| json!({ "game": game, "depth": depth, "pruning": true, "top": 1, "player": player });
    let sent = page.ask("tree", tree("minmax", 2));
    assert_eq!((&sent["nodes"], &sent["scale"]), (&json!(21), &json!(1000)));
    let root = &sent["tree"];
    assert_eq!((&root["mv"], &root["node_move"]), (&Value::Null, &Value::Null));
    assert_eq!(root["position"], position);
    assert_eq!(root["value"], json!({ "points": 230 }));
    let children = root["children"].as_array().unwrap();
    let numbers = |name: &str| -> Vec<&Value> {
        children.iter().map(|child| &child[name]["points"]).collect()
    };
    assert_eq!(numbers("evaluation"), [0, 0, 230, -162]);
    assert_eq!(numbers("value"), [0, 0, 230, -432]);
    let chosen: Vec<&Value> = children.iter().map(|child| &child["chosen"]).collect();
    assert_eq!(chosen, [false, false, true, false]);
    assert_eq!(children[2]["node_move"], json!([13, 7, 5]));
    assert_eq!(children[2]["mv"], "5");
    for (player, depth, kind) in [
        ("minmax", 1, "Number"),
        ("minmax:depth=2", 2, "Repeated"),
        ("minmax:fair", 2, "FairTree"),
        ("heuristic", 2, "NoTree"),
        ("person", 2, "NoTree"),
        ("nobody:7", 2, "NoTree"),
    ] {
        assert_eq!(page.refused("tree", tree(player, depth))["kind"], kind, "{player} {depth}");
    }
    let walls = vec!["0".repeat(15); 15].join("/");
    let large = open(&mut page, &format!("{walls} 0,0-7,7 14,14 200/1/T/- 0 3,3-11,11 1"));
    let request =
        json!({ "game": large, "depth": 6, "pruning": true, "top": 1, "player": "minmax" });
    assert_eq!(page.refused("tree", request)["kind"], "TreeTooLarge");
    let other = page.create("tictactoe", ["person", "person"]);
    let request =
        json!({ "game": other, "depth": 2, "pruning": true, "top": 1, "player": "minmax" });
    assert_eq!(page.refused("tree", request)["kind"], "NoTree");
    assert_eq!(page.open(&other)["trees"], json!([]));
}

#[test]
fn analysis_follows_the_game_until_it_is_stopped() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    page.ask("move", json!({ "game": game, "mv": "@11,33", "ply": 0 }));
    page.ask("analyse", json!({ "game": game, "lines": 2 }));
    let event = page.wait_event("analysis");
    assert_eq!(event["lines"].as_array().unwrap().len(), 2);
    assert_eq!(event["ply"], 1);
    page.ask("undo", json!({ "game": game }));
    while page.wait_event("analysis")["ply"] != 0 {}
    page.ask("analyse", json!({ "game": game, "lines": 0 }));
}

#[test]
fn records_and_positions_are_exported_and_imported() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let request = json!({ "game": "byte", "settings": { "size": 10 } });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    let first = page.open(&game)["moves"][0]["text"].clone();
    page.ask("move", json!({ "game": game, "mv": first, "ply": 0 }));
    let shown = page.open(&game);
    let record = page.ask("record", json!({ "game": game }))["text"].clone();
    let again = page.ask("import", json!({ "text": record }))["game"].clone();
    for field in ["game", "line", "position", "start"] {
        assert_eq!(again[field], shown[field], "{field}");
    }
    let placed = page.ask("import", json!({ "text": shown["position"] }))["game"].clone();
    assert_eq!((&placed["position"], &placed["game"]), (&shown["position"], &json!("byte")));
}

#[test]
fn boards_of_byte_with_few_checkers_are_played_and_drawn() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let create = |position: &str| json!({ "game": "byte", "settings": { "position": position } });
    let start = "8 X 0-0 E3:OOX,G5:OXXX";
    let made = page.ask("create", create(start))["game"].clone();
    assert_eq!((&made["start"], &made["position"]), (&json!(start), &json!(start)), "{made}");
    // The server makes the forced pass once the position was shown.
    let passed =
        page.wait_for(made["id"].as_str().unwrap(), |game| game["line"] == json!(["pass"]));
    assert_eq!(passed["moves"].as_array().unwrap().len(), 2, "{passed}");
    let placed = page.ask("import", json!({ "text": "8 X 0-0 D4:X,E5:O" }))["game"].clone();
    let id = placed["id"].clone();
    page.ask("move", json!({ "game": id, "mv": "D4-E5/0", "ply": 0 }));
    let shown = page.open(id.as_str().unwrap());
    assert_eq!(shown["outcome"], "draw", "{shown}");
    let record = page.ask("record", json!({ "game": id }))["text"].clone();
    assert!(record.as_str().unwrap().contains("1/2-1/2"), "{record}");
    let over = page.ask("create", create("8 X 1-1 D4:OXO"))["game"].clone();
    assert_eq!((&over["outcome"], &over["moves"]), (&json!("draw"), &json!([])), "{over}");
    for (position, kind, args) in [
        ("8 X 2-1 B2:X", "TooManyCheckers", json!({ "found": "25", "most": "24" })),
        (
            "8 X 1-0 B2:XXXXXXX,C3:XXXXX",
            "TooManyOfColour",
            json!({ "colour": "X", "found": "13", "most": "12" }),
        ),
        ("8 X 0-0 B3:X", "NoSquare", json!({ "found": "\"B3\"" })),
    ] {
        let error = page.refused("create", create(position));
        assert_eq!((&error["kind"], &error["args"]), (&json!(kind), &args), "{error}");
    }
}

#[test]
fn errors_in_rules_are_sent_with_their_line() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("santorini", ["person", "person"]);
    let rules = json!({ "name": "bad.rules", "source": "game santorini.\nvalue 3 *.\n" });
    let seat =
        json!({ "game": game, "side": "p2", "seat": "minimax:eval=bad.rules", "rules": rules });
    let error = page.refused("seat", seat);
    assert_eq!(error["kind"], "Rules");
    assert_eq!(error["troubles"][0]["line"], 2);
    assert_eq!(page.open(&game)["seats"], json!(["person", "person"]));
}

#[test]
fn foreign_hosts_and_origins_are_rejected() {
    let server = Server::start();
    for (host, origin) in [("evil.example", None), ("own", Some("http://evil.example"))] {
        assert!(Client::try_connect(&server, host, origin).is_none(), "{host} {origin:?}");
    }
    assert!(Client::try_connect(&server, "own", Some("own")).is_some());
    let head = server.get("/", "own");
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    assert!(server.get("/../Cargo.toml", "own").starts_with("HTTP/1.1 404"));
    assert!(server.get("/", "evil.example").starts_with("HTTP/1.1 403"));
}

#[test]
fn games_are_held_in_memory_if_the_folder_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let server = Server::start_in(&file);
    let mut page = Client::connect(&server);
    let storage = page.ask("welcome", json!({}))["storage"].clone();
    assert_eq!(storage["kind"], "memory");
    let game = page.create("tictactoe", ["person", "person"]);
    page.ask("move", json!({ "game": game, "mv": "11", "ply": 0 }));
    let shown = page.open(&game);
    assert_eq!((&shown["line"], &shown["stored"]), (&json!(["11"]), &json!(false)));
    assert_eq!(page.ask("list", json!({}))["games"][0]["id"], game.as_str());
}

#[test]
fn a_second_process_opens_nothing_though_the_files_of_the_first_were_deleted() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("nim", ["person", "person"]);
    for name in ["page.address", "games.lock"] {
        let _ = std::fs::remove_file(server.folder().join(name));
    }
    let mut second = agon(["serve", "--no-open", "--addr", "127.0.0.1:0", "--data"]);
    let output = second.arg(server.folder()).output().unwrap();
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && why.contains("another agon has these games open"), "{why}");
    assert_eq!(page.open(&game)["id"], game.as_str(), "the first goes on");
}

#[test]
fn a_second_process_on_the_same_games_prints_the_address_of_the_first() {
    let server = Server::start();
    assert_eq!(server.address_of_a_second(), server.url());
}

/// Starts three servers at once, each time on a folder that a server has used before.
fn start_together(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..times {
        let addresses = Server::start_together(folder.path(), 3);
        assert!(addresses.iter().all(|url| *url == addresses[0]), "{round}: {addresses:?}");
    }
}

#[test]
fn of_servers_that_start_at_the_same_moment_one_serves_the_games() {
    start_together(5);
}

#[test]
#[ignore = "the full run: 50 times"]
fn of_servers_that_start_at_the_same_moment_one_serves_the_games_each_time() {
    start_together(std::env::var("AGON_TRIALS").map_or(50, |count| count.parse().unwrap()));
}

#[test]
fn a_contest_is_shown_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.toml");
    let text = "game = \"tictactoe\"\nname = \"small\"\nformat = \"round-robin\"\ndepth = 1\n\
                [[entry]]\nname = \"one\"\nplayer = \"random\"\n\
                [[entry]]\nname = \"two\"\nplayer = \"minimax\"\n";
    std::fs::write(&file, text).unwrap();
    agon(["contest"]).arg(&file).done();
    let server = Server::start_with(&["--contest".into(), file.with_extension("games")]);
    let mut page = Client::connect(&server);
    assert_eq!(page.ask("contests", json!({}))["contests"][0]["name"], "small");
    let contest = page.ask("contest", json!({ "number": 0 }));
    assert_eq!(contest["over"], true);
    assert_eq!(contest["standings"].as_array().unwrap().len(), 2);
    let game = &contest["games"][0];
    let shown = page.ask("replay", json!({ "number": 0, "key": game["key"] }))["game"].clone();
    assert_eq!(shown["line"].as_array().unwrap().len(), game["moves"].as_u64().unwrap() as usize);
    assert_eq!(page.refused("contest", json!({ "number": 7 }))["kind"], "Unknown");
    assert_eq!(page.refused("replay", json!({ "number": 0, "key": "x" }))["kind"], "Unknown");
}

#[test]
fn a_game_with_dice_that_hit_walls_is_stored() {
    let mut server = Server::start();
    let mut page = Client::connect(&server);
    let request = json!({ "game": "theseus", "seats": ["random:seed=1", "random:seed=2"] });
    let game = page.ask("create", request)["game"]["id"].as_str().unwrap().to_string();
    page.ask("run", json!({ "game": game, "on": true, "pace": 0 }));
    let has_stayed = |shown: &Value| shown["line"].as_array().unwrap().contains(&json!("0"));
    page.wait_for(&game, has_stayed);
    page.ask("run", json!({ "game": game, "on": false }));
    for side in ["p1", "p2"] {
        page.ask("seat", json!({ "game": game, "side": side, "seat": "person" }));
    }
    let before = page.open(&game);
    let record = page.ask("record", json!({ "game": game }))["text"].clone();
    let copy = page.ask("import", json!({ "text": record }))["game"].clone();
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    for shown in [page.open(&game), copy] {
        assert_eq!((&shown["line"], &shown["position"]), (&before["line"], &before["position"]));
    }
}
