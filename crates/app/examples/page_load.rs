//! Load test of the page's server:
//! `cargo build --release && cargo run --release --example page_load -- [SECONDS]`.
//!
//! 25 connections subscribe to 20 games each; in every game a move is made every second, while
//! two pairs of the strongest computers search. Prints the latency of the replies, as a client
//! on the same processors sees it.

#[path = "../tests/stage/mod.rs"]
mod stage;

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stage::{Client, Server};

const CONNECTIONS: usize = 25;
const GAMES_EACH: usize = 20;
const NAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];
const SECOND: Duration = Duration::from_secs(1);

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(30);
    let server = Server::start();
    let mut thinkers = Client::connect(&server);
    let thinking = ["santorini", "byte"].map(|game| {
        let id = thinkers.create(game, ["level:8", "level:8"]);
        thinkers.ask("run", json!({ "game": id, "on": true, "pace": 0 }));
        id
    });
    let mut visitors: Vec<Visitor> =
        (0..CONNECTIONS).map(|number| Visitor::new(&server, number)).collect();
    let start = Instant::now() + SECOND;
    let seen: Vec<Seen> = thread::scope(|scope| {
        let work = visitors.iter_mut().map(|visitor| scope.spawn(|| visitor.play(start, seconds)));
        let work: Vec<_> = work.collect();
        work.into_iter().map(|work| work.join().expect("a visitor comes to the end")).collect()
    });
    let thought = thinking.map(|id| thinkers.open(&id)["ply"].to_string());
    report(seen, &thought.join(" and "));
}

/// The measurements of a connection.
#[derive(Default)]
struct Seen {
    answers: Vec<Duration>,
    errors: Vec<String>,
    late: Duration,
}

/// One connection and the games it subscribes to.
struct Visitor {
    client: Client,
    games: Vec<Value>,
    number: usize,
}

impl Visitor {
    fn new(server: &Server, number: usize) -> Visitor {
        let mut client = Client::connect(server);
        let games = (0..GAMES_EACH).map(|place| {
            let id = client.create(NAMES[(place + number) % NAMES.len()], ["person", "person"]);
            client.open(&id)
        });
        let games = games.collect();
        Visitor { client, games, number }
    }

    fn play(&mut self, start: Instant, seconds: u32) -> Seen {
        let mut seen = Seen::default();
        let own = SECOND * self.number as u32 / (CONNECTIONS * GAMES_EACH) as u32;
        for second in 0..seconds {
            for place in 0..GAMES_EACH {
                let due = start + SECOND * second + SECOND * place as u32 / GAMES_EACH as u32 + own;
                thread::sleep(due.saturating_duration_since(Instant::now()));
                seen.late = seen.late.max(due.elapsed());
                self.go_on(place, second as usize, &mut seen);
            }
        }
        seen
    }

    /// Makes a move, or starts a new game if the game is over.
    fn go_on(&mut self, place: usize, second: usize, seen: &mut Seen) {
        let game = &self.games[place];
        let (id, ply) = (game["id"].clone(), game["ply"].as_u64().unwrap_or(0));
        let moves = game["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let question = match moves.get((7 * second + place) % moves.len().max(1)) {
            Some(mv) => json!({ "game": id, "mv": mv["text"], "ply": ply, "cut": true }),
            None => json!({ "game": id, "ply": 0 }),
        };
        let (what, wanted) = if moves.is_empty() { ("jump", 0) } else { ("move", ply + 1) };
        let asked = Instant::now();
        let answer = self.client.answer(what, question);
        seen.answers.push(asked.elapsed());
        if answer.get("error").is_some() {
            seen.errors.push(answer.to_string());
            return;
        }
        // Forced passes are made by the server.
        self.games[place] = loop {
            let event = self.client.wait_event("game");
            let now = &event["game"];
            if now["id"] == id && (wanted == 0 || now["ply"].as_u64() >= Some(wanted)) {
                break now.clone();
            }
        };
    }
}

fn report(seen: Vec<Seen>, thought: &str) {
    let mut answers: Vec<Duration> =
        seen.iter().flat_map(|seen| seen.answers.iter().copied()).collect();
    answers.sort();
    let at = |part: f64| answers[(part * (answers.len() - 1) as f64) as usize].as_secs_f64() * 1e3;
    let errors: Vec<&String> = seen.iter().flat_map(|seen| &seen.errors).collect();
    let late = seen.iter().map(|seen| seen.late).max().unwrap_or_default();
    println!("games         {}", CONNECTIONS * GAMES_EACH);
    println!("replies       {}", answers.len());
    println!("errors        {} {:?}", errors.len(), errors.first());
    println!("median        {:.1} ms", at(0.5));
    println!("99th pct.     {:.1} ms", at(0.99));
    println!("maximum       {:.1} ms", at(1.0));
    println!("sent late by  {:.1} ms at most", late.as_secs_f64() * 1e3);
    println!("the engines made {thought} moves meanwhile");
}
