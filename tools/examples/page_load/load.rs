//! 5,000 open games: in 500 of them a move is made every second, while two pairs of the
//! strongest computers search. A second word is the number of moves a second: `load 100`.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::report;
use agon_testing::{Client, Measured, Metrics, Server};

const CONNECTIONS: usize = 250;
const GAMES_EACH: usize = 20;
/// The number of games in which a connection moves.
const MOVING_EACH: usize = 2;
const SECONDS: u32 = 30;
const NAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];
const SECOND: Duration = Duration::from_secs(1);

/// Measures the latency of moves, and the memory of open games.
pub fn measure() {
    let server = Server::start();
    let mut visitors: Vec<Visitor> =
        (0..CONNECTIONS).map(|number| Visitor::new(&server, number)).collect();
    let before = Measured::of(&server);
    thread::scope(|scope| {
        visitors.iter_mut().for_each(|visitor| drop(scope.spawn(|| visitor.create())));
    });
    let opened = Metrics::of(&server).open_games();
    println!("{:24} {opened}, moves in {}", "open games", CONNECTIONS * MOVING_EACH);
    if let (Some(before), Some(after)) = (before, Measured::of(&server)) {
        let more = after.kilobytes.saturating_sub(before.kilobytes);
        println!("{:24} {:.1} kB", "memory of an open game", more as f64 / opened as f64);
    }
    let mut thinkers = Client::connect(&server);
    let thinking = ["santorini", "byte"].map(|game| {
        let id = thinkers.create(game, ["level:8", "level:8"]);
        thinkers.ask("run", json!({ "game": id, "on": true, "pace": 0 }));
        id
    });
    let start = Instant::now() + SECOND;
    let seen: Vec<Seen> = thread::scope(|scope| {
        let work = visitors.iter_mut().map(|visitor| scope.spawn(|| visitor.play(start)));
        let work: Vec<_> = work.collect();
        work.into_iter().map(|work| work.join().expect("a visitor comes to the end")).collect()
    });
    let thought = thinking.map(|id| thinkers.open(&id)["ply"].to_string());
    let errors: Vec<&String> = seen.iter().flat_map(|seen| &seen.errors).collect();
    let late = seen.iter().map(|seen| seen.late).max().unwrap_or_default();
    report("move", seen.iter().flat_map(|seen| seen.answers.iter().copied()).collect());
    println!("{:24} {} {:?}", "errors", errors.len(), errors.first());
    println!("{:24} {:.1} ms at most", "sent late by", late.as_secs_f64() * 1e3);
    println!("the engines made {} moves meanwhile", thought.join(" and "));
}

/// The measurements of a connection.
#[derive(Default)]
struct Seen {
    answers: Vec<Duration>,
    errors: Vec<String>,
    late: Duration,
}

/// A connection and the games that it subscribes to.
struct Visitor {
    client: Client,
    games: Vec<Value>,
    number: usize,
}

impl Visitor {
    fn new(server: &Server, number: usize) -> Visitor {
        Visitor { client: Client::connect(server), games: Vec::new(), number }
    }

    fn create(&mut self) {
        for place in 0..GAMES_EACH {
            let name = NAMES[(place + self.number) % NAMES.len()];
            let id = self.client.create(name, ["person", "person"]);
            self.games.push(self.client.open(&id));
        }
    }

    fn play(&mut self, start: Instant) -> Seen {
        let mut seen = Seen::default();
        // The time in which each of the moving games gets a move.
        let all = (CONNECTIONS * MOVING_EACH) as u32;
        let rate = std::env::args().nth(2).and_then(|rate| rate.parse().ok()).unwrap_or(all);
        let round = SECOND * all / rate;
        let own = round * self.number as u32 / all;
        for second in 0..SECONDS * rate / all {
            for place in 0..MOVING_EACH {
                let due = start + round * second + round * place as u32 / MOVING_EACH as u32 + own;
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
