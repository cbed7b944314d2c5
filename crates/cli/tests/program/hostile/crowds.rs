//! Many clients at once that want more than the server has, and what a visitor notices of them.

use serde_json::{Value, json};

use super::{ENDLESS, create_maze, id, play_tictactoe};
use agon_testing::{Client, Metrics, Server, wait_until};

/// The number of attackers, and of the requests that each has waiting.
const ATTACKERS: usize = 30;
const REQUESTS: usize = 60;

/// A request that takes some 20 ms.
fn facts(page: &mut Client) -> Value {
    let maze = create_maze(page, ["person", "person"]);
    json!({ "game": "theseus", "position": maze["game"]["position"] })
}

#[test]
fn a_visitor_is_served_before_the_backlog_of_others_which_goes_with_them() {
    let server = Server::start();
    let mut first = Client::connect(&server);
    let facts = facts(&mut first);
    let mut attackers: Vec<Client> = (0..ATTACKERS).map(|_| Client::connect(&server)).collect();
    for page in &mut attackers {
        (0..REQUESTS).for_each(|_| _ = page.post("facts", facts.clone()));
    }
    let waiting = || Metrics::of(&server).sum("agon_waiting_requests", "");
    wait_until("requests wait", || waiting() > ATTACKERS as i64);
    let mut visitor = Client::connect(&server);
    visitor.ask("welcome", json!({}));
    visitor.ask("list", json!({}));
    play_tictactoe(&mut visitor);
    assert!(waiting() > 0, "the others still wait");
    drop(attackers);
    wait_until("their requests are dropped", || waiting() == 0);
    let answered = Metrics::of(&server).answered("facts");
    assert!(answered < (ATTACKERS * REQUESTS) as i64, "they were not handled: {answered}");
    play_tictactoe(&mut visitor);
}

#[test]
fn games_that_play_by_themselves_take_their_turns() {
    let server = Server::start();
    let mut attackers: Vec<Client> = (0..8).map(|_| Client::connect(&server)).collect();
    for page in &mut attackers {
        for _ in 0..4 {
            let maze = create_maze(page, ["random", "random"]);
            page.ask("run", json!({ "game": id(&maze), "on": true, "pace": 0 }));
        }
    }
    // Nobody asks for anything.
    let waiting = || Metrics::of(&server).sum("agon_waiting_requests", "");
    wait_until("games wait for their turn", || waiting() > 0);
    play_tictactoe(&mut Client::connect(&server));
    drop(attackers);
    wait_until("they end with their pages", || Metrics::of(&server).open_games() == 0);
    wait_until("nothing waits", || waiting() == 0);
}

#[cfg(target_os = "linux")]
#[test]
fn only_large_searches_have_huge_pages() {
    let server = Server::start();
    let status = || std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    // Older systems do not tell.
    if !status().contains("THP_enabled") {
        return;
    }
    let has_huge_pages = || status().contains("THP_enabled:\t1");
    assert!(!has_huge_pages());
    let mut page = Client::connect(&server);
    play_tictactoe(&mut page);
    assert!(!has_huge_pages());
    page.create("santorini", [ENDLESS, ENDLESS]);
    wait_until("the search has some", has_huge_pages);
    drop(page);
    wait_until("there are none again", || !has_huge_pages());
}

#[test]
fn a_visitor_gets_memory_for_a_search_while_others_hold_all_of_it() {
    let server = Server::start_with(&["--memory".into(), "64".into()]);
    let greedy = "engine:nodes=18446744073709551615,hash=8";
    let mut attackers: Vec<Client> = (0..3).map(|_| Client::connect(&server)).collect();
    let mut games = Vec::new();
    for page in &mut attackers {
        games.extend((0..4).map(|_| page.create("santorini", [greedy, greedy])));
    }
    let used = || Metrics::of(&server).sum("agon_memory_used_bytes", "");
    wait_until("they hold the memory", || used() > 40 << 20);
    let mut visitor = Client::connect(&server);
    let game = visitor.create("santorini", ["person", "level:5"]);
    visitor.ask("move", json!({ "game": game, "mv": "@11,33", "ply": 0 }));
    let shown = visitor.wait_for(&game, |shown| shown["ply"].as_u64() > Some(1));
    assert_eq!(shown["to_move"], "p1", "the computer has replied");
    assert!(used() <= 64 << 20, "within the budget");
    let searching = || Metrics::of(&server).sum("agon_searches", "kind=\"move\"");
    wait_until("all others search or wait for it", || searching() == 12);
    for game in &games {
        assert_eq!(visitor.open(game)["ply"], 0, "a search of the others has ended");
    }
    drop((attackers, visitor));
    wait_until("their searches end", || Metrics::of(&server).searches() == 0);
}

#[test]
fn games_without_moves_are_not_stored_and_have_a_quota() {
    let server = Server::start_shared();
    let mut page = Client::connect(&server);
    let mut refused = None;
    for _ in 0..200 {
        let created = page.answer("create", json!({ "game": "nim" }));
        match created["ok"]["game"]["id"].as_str() {
            Some(id) => drop(page.ask("close", json!({ "game": id }))),
            None => refused = Some(created["error"].clone()),
        }
        if refused.is_some() {
            break;
        }
    }
    let refused = refused.expect("a refusal");
    assert_eq!(refused["kind"], "TooFast", "{refused}");
    assert!(refused["args"]["seconds"].is_string(), "{refused}");
    assert_eq!(page.ask("list", json!({}))["games"], json!([]));
    let mut visitor = Client::connect(&server);
    let game = visitor.create("nim", ["person", "person"]);
    let shown = visitor.open(&game);
    let mv = &shown["moves"][0]["text"];
    visitor.ask("move", json!({ "game": game, "mv": mv, "ply": 0 }));
    let listed = visitor.ask("list", json!({}));
    assert_eq!(listed["games"][0]["id"], game.as_str(), "from the first move on");
}
