//! Thirty attackers of a kind at a time, and what a visitor notices of them: a new page, moves, and the
//! replies of a computer of level 5. Prints the memory of the server, too. A second word measures
//! only that kind of attackers: `crowd facts`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::report;
use agon_testing::{Client, Measured, Metrics, Server};

const ATTACKERS: usize = 30;
const MEMORY: u64 = 1024;
const SECONDS: u64 = 20;
const PENDING: usize = 60;

/// The time between two rounds of the visitor.
const PAUSE: Duration = Duration::from_millis(100);

/// What an attacker does until it is told to end; it may hold a connection meanwhile.
type Attack = fn(&Server, &AtomicBool);

/// Measures a visitor alone, and beside each kind of attackers.
pub fn measure() {
    let attacks: [(&str, Attack); 5] = [
        ("nobody", |_, _| ()),
        ("facts", ask_for_facts),
        ("self-play", play_level_8),
        ("mazes", play_mazes),
        ("new games", create_games),
    ];
    let wanted = std::env::args().nth(2);
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    for (name, attack) in attacks.into_iter().filter(|(name, _)| is_wanted(name)) {
        let server = Server::start_shared_with(&["--memory".into(), MEMORY.to_string().into()]);
        let start = memory(&server);
        println!("-- {name}");
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            (0..ATTACKERS).for_each(|_| drop(scope.spawn(|| attack(&server, &is_over))));
            thread::sleep(Duration::from_secs(3));
            visit(&server, Duration::from_secs(SECONDS));
            println!("{:24} {:?}", "searches, waiting", counts(&server));
            is_over.store(true, Ordering::Relaxed);
        });
        let peak = Measured::of(&server).map_or(0, |it| it.peak_kilobytes / 1024);
        println!("{:24} {start} MB at the start, {peak} MB at most", "memory");
        thread::sleep(Duration::from_secs(2));
        println!("-- {name}, 2 s after they left: {:?}", counts(&server));
        visit(&server, Duration::from_secs(3));
        if name != "nobody" {
            thread::sleep(Duration::from_secs(60));
        }
        let open = Metrics::of(&server).open_games();
        println!("{:24} {} MB a minute later, {open} games open", "memory", memory(&server));
    }
}

fn memory(server: &Server) -> u64 {
    Measured::of(server).map_or(0, |it| it.kilobytes / 1024)
}

/// The numbers of searches and of waiting requests.
fn counts(server: &Server) -> [i64; 2] {
    let metrics = Metrics::of(server);
    [metrics.searches(), metrics.sum("agon_waiting_requests", "")]
}

/// Visits the page again and again, and plays a computer.
fn visit(server: &Server, time: Duration) {
    let end = Instant::now() + time;
    let (mut pages, mut moves, mut replies) = (Vec::new(), Vec::new(), Vec::new());
    while Instant::now() < end {
        let began = Instant::now();
        assert!(server.get("/", "own").starts_with("HTTP/1.1 200"));
        let mut page = Client::connect(server);
        page.ask("welcome", json!({}));
        page.ask("list", json!({ "limit": 12 }));
        pages.push(began.elapsed());
        let game = page.create("santorini", ["person", "level:5"]);
        let mut shown = page.open(&game);
        for _ in 0..4 {
            let ply = shown["ply"].as_u64().unwrap_or(0);
            let mv = shown["moves"][7]["text"].clone();
            let began = Instant::now();
            page.ask("move", json!({ "game": game, "mv": mv, "ply": ply }));
            moves.push(began.elapsed());
            shown = page.wait_for(&game, |now| {
                !now["outcome"].is_null() || now["ply"].as_u64() >= Some(ply + 2)
            });
            replies.push(began.elapsed());
            if !shown["outcome"].is_null() {
                break;
            }
        }
        page.ask("remove", json!({ "game": game }));
        thread::sleep(PAUSE);
    }
    report("page", pages);
    report("move", moves);
    report("level 5", replies);
}

/// Keeps many requests waiting that take some 20 ms each.
fn ask_for_facts(server: &Server, is_over: &AtomicBool) {
    let mut page = Client::connect(server);
    // Between computers nothing is hidden.
    let seats = ["random", "random"];
    let create = json!({ "game": "theseus", "settings": largest_maze(), "seats": seats });
    let created = page.ask("create", create);
    page.ask("run", json!({ "game": created["game"]["id"], "on": false }));
    let facts = json!({ "game": "theseus", "position": created["game"]["position"] });
    let mut asked: Vec<Option<u64>> = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        while asked.len() < PENDING {
            asked.push(page.post("facts", facts.clone()));
        }
        let answer = page.next_answer(asked.remove(0));
        if answer.get("error").is_some() {
            thread::sleep(PAUSE);
        }
    }
}

/// Lets the strongest computers play each other in eight games.
fn play_level_8(server: &Server, is_over: &AtomicBool) {
    let mut page = Client::connect(server);
    for number in 0..8 {
        let name = ["santorini", "byte"][number % 2];
        let game = page.create(name, ["level:8", "level:8"]);
        page.ask("run", json!({ "game": game, "on": true, "pace": 0 }));
    }
    look_on(&mut page, is_over);
}

/// Lets computers that need no time play each other in eight of the largest mazes.
fn play_mazes(server: &Server, is_over: &AtomicBool) {
    let mut page = Client::connect(server);
    for _ in 0..8 {
        let seats = ["random", "random"];
        let create = json!({ "game": "theseus", "settings": largest_maze(), "seats": seats });
        let created = page.ask("create", create);
        let game = &created["game"]["id"];
        page.ask("run", json!({ "game": game, "on": true, "pace": 0 }));
    }
    look_on(&mut page, is_over);
}

/// Reads what is sent.
fn look_on(page: &mut Client, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        page.ask("welcome", json!({}));
        page.drop_events();
        thread::sleep(PAUSE);
    }
}

fn largest_maze() -> Value {
    json!({ "maze": { "size": 31, "loot": 3, "style": "classic", "plies": 200 } })
}

/// Creates games without moves as fast as it may, and leaves them.
fn create_games(server: &Server, is_over: &AtomicBool) {
    let mut page = Client::connect(server);
    while !is_over.load(Ordering::Relaxed) {
        let created = page.answer("create", json!({ "game": "byte" }));
        match created["ok"]["game"]["id"].as_str() {
            Some(id) => drop(page.ask("close", json!({ "game": id }))),
            None => thread::sleep(PAUSE),
        }
        page.drop_events();
    }
}
