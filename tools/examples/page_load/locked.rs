//! Another process locks the database for five seconds: measures what waits and what does not, and
//! checks that no move is lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::report;
use agon_testing::{Client, Metrics, Server, wait_until};

const LOCKED: Duration = Duration::from_secs(5);
const PAGES: usize = 10;

/// The time between two requests of a client, so that the rate limit is not reached.
const PAUSE: Duration = Duration::from_millis(50);

/// A game with its acknowledged moves.
type Line = (String, Vec<Value>);

/// Measures while the lock is held, and then looks for the moves.
pub fn measure() {
    let mut server = Server::start();
    let is_locked = AtomicBool::new(true);
    let (analysed, moved, lines) = thread::scope(|scope| {
        let (server, is_locked) = (&server, &is_locked);
        let mut readers: Vec<(&str, Client, String)> = ["view", "open"]
            .map(|what| {
                let mut page = Client::connect(server);
                let game = page.create("santorini", ["person", "person"]);
                (what, page, game)
            })
            .into();
        let mut analyst = Client::connect(server);
        let analysed = analyst.create("santorini", ["person", "person"]);
        let mut movers: Vec<(Client, String)> = Vec::new();
        for _ in 0..PAGES {
            let mut page = Client::connect(server);
            let game = page.create("santorini", ["person", "person"]);
            movers.push((page, game));
        }
        let file = server.folder().join("games.sqlite");
        let lock = Connection::open(file).expect("the database");
        lock.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
        let holds = move || is_locked.load(Ordering::Relaxed);
        let statics = scope.spawn(move || {
            timed(holds, || assert!(server.get("/", "own").starts_with("HTTP/1.1 200")))
        });
        let readers: Vec<_> = readers
            .drain(..)
            .map(|(what, mut page, game)| {
                let ask = move || {
                    timed(holds, || {
                        let viewer = json!({ "game": game, "viewer": null });
                        let with = if what == "view" { viewer } else { json!({ "game": game }) };
                        page.ask(what, with);
                        page.drop_events();
                    })
                };
                (what, scope.spawn(ask))
            })
            .collect();
        let analyses = scope.spawn(move || {
            timed(holds, || {
                analyst.ask("analyse", json!({ "game": analysed, "lines": 1 }));
                analyst.wait_event("analysis");
                analyst.ask("analyse", json!({ "game": analysed, "lines": 0 }));
                analyst.drop_events();
            })
        });
        let movers: Vec<_> = movers
            .into_iter()
            .map(|(mut page, game)| scope.spawn(move || make_moves(&mut page, &game, holds)))
            .collect();
        thread::sleep(LOCKED);
        lock.execute_batch("ROLLBACK").expect("the end of the lock");
        is_locked.store(false, Ordering::Relaxed);
        report("static file", statics.join().expect("times"));
        for (what, times) in readers {
            report(what, times.join().expect("times"));
        }
        let (mut moved, mut lines): (Vec<Duration>, Vec<Line>) = (Vec::new(), Vec::new());
        for mover in movers {
            let (times, line) = mover.join().expect("moves");
            moved.extend(times);
            lines.push(line);
        }
        (analyses.join().expect("times"), moved, lines)
    });
    report("analysis, first lines", analysed);
    report("move", moved);
    wait_until("games are on disk again", || {
        Metrics::of(&server).sum("agon_storage_on_disk", "") == 1
    });
    server.kill();
    server.start_again();
    let mut page = Client::connect(&server);
    let (mut acknowledged, mut lost) = (0, 0);
    for (game, moves) in lines {
        let shown = page.open(&game);
        let found = shown["line"].as_array().expect("a line");
        acknowledged += moves.len();
        lost += moves.iter().zip(found).filter(|(one, two)| one != two).count()
            + moves.len().saturating_sub(found.len());
    }
    println!("{:24} {acknowledged}, of which {lost} are lost", "acknowledged moves");
}

/// Repeats some work while a condition holds, and returns the times.
fn timed(holds: impl Fn() -> bool, mut work: impl FnMut()) -> Vec<Duration> {
    let mut times = Vec::new();
    while holds() {
        let began = Instant::now();
        work();
        times.push(began.elapsed());
        thread::sleep(PAUSE);
    }
    times
}

/// Makes moves while a condition holds, and one more. Returns their times and the line.
fn make_moves(page: &mut Client, game: &str, holds: impl Fn() -> bool) -> (Vec<Duration>, Line) {
    let (mut times, mut line) = (Vec::new(), Vec::new());
    let mut is_last = false;
    while !is_last {
        is_last = !holds();
        let shown = page.open(game);
        let mv = shown["moves"][line.len() % 3]["text"].clone();
        if mv.is_null() {
            break;
        }
        let began = Instant::now();
        page.ask("move", json!({ "game": game, "mv": mv, "ply": shown["ply"] }));
        times.push(began.elapsed());
        line.push(mv);
        page.drop_events();
        thread::sleep(PAUSE);
    }
    (times, (game.into(), line))
}
