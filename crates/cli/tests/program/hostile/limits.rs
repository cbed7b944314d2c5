//! Too many games, too long messages, too many requests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use super::{MAX_WATCHED, play_tictactoe};
use agon_testing::{Client, Metrics, Server, wait_until};

/// The number of stored games.
fn stored(page: &mut Client) -> usize {
    page.ask("list", json!({ "limit": 100 }))["games"].as_array().expect("games").len()
}

#[test]
fn a_game_beyond_the_limit_is_refused_and_none_is_left_behind() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let games: Vec<String> =
        (0..MAX_WATCHED).map(|_| page.create("nim", ["person", "person"])).collect();
    for _ in 0..3 {
        let refused = page.refused("create", json!({ "game": "nim" }));
        assert_eq!(refused["kind"], "TooMany");
    }
    assert_eq!(stored(&mut page), MAX_WATCHED);
    assert_eq!(Metrics::of(&server).open_games(), MAX_WATCHED as i64);
    page.ask("remove", json!({ "game": games[0] }));
    page.create("nim", ["person", "person"]);
    assert_eq!(page.refused("create", json!({ "game": "nim" }))["kind"], "TooMany");
    page.ask("close", json!({ "game": games[1] }));
    page.create("nim", ["person", "person"]);
    assert_eq!(stored(&mut page), MAX_WATCHED + 1, "a closed game is still stored");
    wait_until("it is closed", || Metrics::of(&server).open_games() == MAX_WATCHED as i64);
}

#[test]
fn games_that_are_requested_all_at_once_are_limited_too() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    const REQUESTS: u64 = 50;
    for number in 0..REQUESTS {
        page.send(&json!({ "id": number, "do": "create", "game": "nim" }).to_string());
    }
    let answers: Vec<Value> = (0..REQUESTS).map(|number| page.next_answer(Some(number))).collect();
    let created = answers.iter().filter(|answer| answer.get("ok").is_some()).count();
    assert_eq!(created, MAX_WATCHED, "the others are refused");
    assert_eq!(stored(&mut page), MAX_WATCHED);
    let mut other = Client::connect(&server);
    let games: Vec<String> = (0..10).map(|_| other.create("nim", ["person", "person"])).collect();
    let known = super::id(&answers[0]["ok"]);
    page.ask("close", json!({ "game": known }));
    for (number, game) in (100..).zip(&games) {
        page.send(&json!({ "id": number, "do": "open", "game": game }).to_string());
    }
    let answers: Vec<Value> = (100..110).map(|number| page.next_answer(Some(number))).collect();
    let opened = answers.iter().filter(|answer| answer.get("ok").is_some()).count();
    assert_eq!(opened, 1, "one place was free");
}

/// The head of a text frame with a mask of zeros, which changes nothing.
fn frame_head(length: u16) -> Vec<u8> {
    let [high, low] = length.to_be_bytes();
    vec![0x81, 0x80 | 126, high, low, 0, 0, 0, 0]
}

#[test]
fn half_a_message_keeps_nobody_waiting_and_is_answered_when_it_is_whole() {
    let server = Server::start();
    let message = json!({ "id": 7, "do": "list", "limit": 1 }).to_string() + &" ".repeat(200);
    let (first, second) = message.as_bytes().split_at(20);
    let mut slow: Vec<Client> = (0..10).map(|_| Client::connect(&server)).collect();
    for page in &mut slow {
        page.send_raw(&frame_head(message.len() as u16));
        page.send_raw(first);
    }
    play_tictactoe(&mut Client::connect(&server));
    for page in &mut slow[..5] {
        page.send_raw(second);
        assert!(page.next_answer(Some(7)).get("ok").is_some());
    }
    drop(slow);
    wait_until("all have left", || Metrics::of(&server).websockets() == 0);
}

#[test]
fn a_message_that_is_far_too_long_ends_the_connection() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    let game = page.create("nim", ["person", "person"]);
    let long = json!({ "id": 1, "do": "import", "text": "x".repeat(300 << 10) });
    page.send(&long.to_string());
    while let Some(message) = page.try_receive() {
        assert!(message.get("event").is_some(), "it is not answered: {message}");
    }
    wait_until("it has left", || Metrics::of(&server).websockets() == 0);
    wait_until("its game is closed", || Metrics::of(&server).open_games() == 0);
    let mut again = Client::connect(&server);
    assert_eq!(again.open(&game)["id"], game.as_str());
}

#[test]
fn every_request_of_a_flood_is_answered_and_others_play_on() {
    const REQUESTS: u64 = 3000;
    let server = Server::start();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let flood = || {
            let mut page = Client::connect(&server);
            let mut refused = 0;
            while !is_over.load(Ordering::Relaxed) || refused == 0 {
                for number in 0..REQUESTS {
                    let request = json!({ "id": number, "do": "scenes", "game": "nim",
                                          "positions": ["startpos"] });
                    page.send(&request.to_string());
                }
                for number in 0..REQUESTS {
                    let answer = page.next_answer(Some(number));
                    let error = &answer["error"];
                    assert_eq!(error["kind"] == "TooFast", error["args"]["seconds"].is_string());
                    refused += u64::from(error["kind"] == "TooFast");
                }
            }
            refused
        };
        let floods = [0; 3].map(|_| scope.spawn(flood));
        let mut victim = Client::connect(&server);
        (0..3).for_each(|_| play_tictactoe(&mut victim));
        is_over.store(true, Ordering::Relaxed);
        for flood in floods {
            assert!(flood.join().expect("every request is answered") > 0);
        }
    });
}
