//! A hostile client runs 20 endless engines, analyses and trees and does not read its messages.
//! Meanwhile another client plays tic-tac-toe with a computer of level 1.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::report;
use agon_testing::{Client, Metrics, Server, wait_until};

const ENDLESS: &str = "engine:nodes=18446744073709551615";
const GAMES: usize = 20;
const MOVES: usize = 200;

/// The time between two moves, so that the rate limit is not reached.
const PAUSE: Duration = Duration::from_millis(60);

/// Measures the time of the computer's moves, alone and beside the hostile client.
pub fn measure() {
    let server = Server::start();
    report("level 1, alone", play(&server));
    let mut hostile = Client::connect(&server);
    let games: Vec<String> =
        (0..GAMES).map(|_| hostile.create("santorini", [ENDLESS, ENDLESS])).collect();
    for game in &games {
        hostile.post("analyse", json!({ "game": game, "lines": 5 }));
        hostile.post("tree", json!({ "game": game, "depth": 6, "pruning": false, "top": 50 }));
    }
    wait_until("all searches", || Metrics::of(&server).searches() >= 2 * GAMES as i64);
    report("level 1, hostile page", play(&server));
    println!("{:24} {}", "searches beside it", Metrics::of(&server).searches());
    drop(hostile);
    let left = Instant::now();
    wait_until("all searches end", || Metrics::of(&server).searches() == 0);
    println!("{:24} {:.1} ms", "searches end after", left.elapsed().as_secs_f64() * 1e3);
}

/// The times from a move to the computer's reply.
fn play(server: &Server) -> Vec<Duration> {
    let mut page = Client::connect(server);
    let mut times = Vec::new();
    while times.len() < MOVES {
        let seats = json!(["person", "level:1"]);
        let created = page.ask("create", json!({ "game": "tictactoe", "seats": seats }));
        let mut shown: Value = created["game"].clone();
        let id = shown["id"].clone();
        while shown["outcome"].is_null() {
            thread::sleep(PAUSE);
            let ply = shown["ply"].as_u64().unwrap_or(0);
            let mv = &shown["moves"][times.len() % 3]["text"];
            let mv = if mv.is_null() { &shown["moves"][0]["text"] } else { mv };
            let asked = Instant::now();
            page.ask("move", json!({ "game": id, "mv": mv, "ply": ply }));
            shown = loop {
                let event = page.wait_event("game");
                let now = &event["game"];
                let is_over = !now["outcome"].is_null();
                if now["id"] == id && (is_over || now["ply"].as_u64() >= Some(ply + 2)) {
                    break now.clone();
                }
            };
            // If the person ended the game, there is no reply.
            if shown["ply"].as_u64() >= Some(ply + 2) {
                times.push(asked.elapsed());
            }
        }
        page.ask("remove", json!({ "game": id }));
    }
    times
}
