//! A soak test of the server: `cargo xtask soak --minutes N`.
//!
//! For N minutes clients come and go, sometimes abruptly, and send every kind of request, including
//! forbidden ones. Fails if the server has more memory, threads or descriptors after all have left
//! than after a warm-up.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_testing::{Client, Measured, Metrics, Server, holds_within, wait_until};
use serde_json::{Value, json};

/// The number of clients at a time.
const PAGES: u64 = 12;

/// The number of clients at a time that ask for much more than they get.
const ATTACKERS: u64 = 8;

/// The tolerated growth of memory after the warm-up, in percent.
const TOLERANCE: u64 = 20;

/// The longest warm-up; usually it is a fifth of the time.
const MAX_WARM_UP: Duration = Duration::from_secs(120);

/// How long games without moves may stay open after their clients have left: ten minutes, and some.
const UNPLAYED: Duration = Duration::from_secs(660);

/// The interval of output lines.
const SAMPLE_EVERY: Duration = Duration::from_secs(30);

const NAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];
const PLAYERS: [&str; 7] = [
    "person",
    "random",
    "level:1",
    "level:4",
    "minimax:depth=3",
    "engine:nodes=18446744073709551615",
    "engine:movetime=200,threads=2",
];

fn main() -> ExitCode {
    let minutes = std::env::args().nth(1).and_then(|text| text.parse::<f64>().ok());
    let Some(minutes) = minutes.filter(|&minutes| minutes > 0.0 && minutes <= 10_000.0) else {
        eprintln!("the number of minutes is above 0 and up to 10000");
        return ExitCode::from(2);
    };
    let whole = Duration::from_secs_f64(60.0 * minutes);
    // Each connection is a session of its own.
    let server = Server::start_shared();
    if Measured::of(&server).is_none() {
        eprintln!("the soak reads /proc, which only Linux has");
        return ExitCode::FAILURE;
    }
    let soak = Soak {
        server,
        requests: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        refusals: Mutex::default(),
        began: Instant::now(),
    };
    println!(
        "{:>8} {:>8} {:>8} {:>11} {:>9} {:>10}",
        "seconds", "MB", "threads", "descriptors", "games", "requests"
    );
    soak.run((whole / 5).min(MAX_WARM_UP), 1);
    let warm = soak.rest(None);
    soak.print("warm");
    soak.run(whole, 2);
    let end = soak.rest(Some(warm));
    soak.print("end");
    println!("refusals: {:?}", soak.refusals.lock().expect("no panic"));
    let mut faults = Vec::new();
    if 100 * end.kilobytes > (100 + TOLERANCE) * warm.kilobytes {
        faults.push(format!("memory grew from {} to {} kB", warm.kilobytes, end.kilobytes));
    }
    if end.threads > warm.threads {
        faults.push(format!("threads grew from {} to {}", warm.threads, end.threads));
    }
    if end.descriptors > warm.descriptors {
        faults.push(format!("descriptors grew from {} to {}", warm.descriptors, end.descriptors));
    }
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The server and its counters.
struct Soak {
    server: Server,
    requests: AtomicU64,
    is_over: AtomicBool,
    /// The kinds of refusals, with counts.
    refusals: Mutex<BTreeMap<String, u64>>,
    began: Instant,
}

impl Soak {
    /// Runs clients for a while.
    fn run(&self, time: Duration, seed: u64) {
        let end = Instant::now() + time;
        self.is_over.store(false, Ordering::Relaxed);
        thread::scope(|scope| {
            let mut seeds = Rng::seeded(seed);
            let pages: Vec<_> = (0..PAGES + ATTACKERS)
                .map(|number| {
                    let mut rng = Rng::seeded(seeds.bits());
                    scope.spawn(move || {
                        while !self.is_over.load(Ordering::Relaxed) {
                            let done = match number < PAGES {
                                true => self.visit(&mut rng),
                                false => self.attack(&mut rng),
                            };
                            if done.is_none() {
                                self.count("connections that the server ended");
                            }
                        }
                    })
                })
                .collect();
            while Instant::now() < end && !pages.iter().any(|page| page.is_finished()) {
                let next = SAMPLE_EVERY.min(end.saturating_duration_since(Instant::now()));
                thread::sleep(next);
                self.print("");
            }
            self.is_over.store(true, Ordering::Relaxed);
        });
    }

    /// Waits until the clients are gone and idle threads have ended. Measures the server.
    fn rest(&self, before: Option<Measured>) -> Measured {
        wait_until("every page has left", || Metrics::of(&self.server).websockets() == 0);
        let are_closed = || Metrics::of(&self.server).open_games() == 0;
        assert!(holds_within(UNPLAYED, are_closed), "games without moves stay open");
        wait_until("every search has ended", || Metrics::of(&self.server).searches() == 0);
        wait_until("nothing is to be sent", || Metrics::of(&self.server).waiting_bytes() == 0);
        wait_until("no player is kept", || Metrics::of(&self.server).memory() == 0);
        let mut last = self.measured();
        let mut stable_since = Instant::now();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            thread::sleep(Duration::from_millis(500));
            let now = self.measured();
            if (now.threads, now.descriptors) != (last.threads, last.descriptors) {
                stable_since = Instant::now();
            }
            last = now;
            let is_as_before = before.is_some_and(|before| {
                now.threads <= before.threads && now.descriptors <= before.descriptors
            });
            // Idle threads of the runtime end after ten seconds.
            let is_stable = stable_since.elapsed() > Duration::from_secs(15);
            if is_as_before || is_stable || Instant::now() > deadline {
                return last;
            }
        }
    }

    fn measured(&self) -> Measured {
        Measured::of(&self.server).expect("the server runs")
    }

    fn print(&self, name: &str) {
        let Measured { kilobytes, threads, descriptors, .. } = self.measured();
        println!(
            "{:>8} {:>8.1} {threads:>8} {descriptors:>11} {:>9} {:>10} {name}",
            self.began.elapsed().as_secs(),
            kilobytes as f64 / 1024.0,
            Metrics::of(&self.server).open_games(),
            self.requests.load(Ordering::Relaxed),
        );
    }

    /// A client connects, acts and leaves. `None` if its connection was closed.
    fn visit(&self, rng: &mut Rng) -> Option<()> {
        let mut page = Client::try_connect(&self.server, "own", None)?;
        let mut games: Vec<String> = Vec::new();
        for _ in 0..1 + rng.below(60) {
            if self.is_over.load(Ordering::Relaxed) {
                break;
            }
            self.act(&mut page, &mut games, rng)?;
            page.drop_events();
        }
        match rng.below(4) {
            // Leaves in the middle of a message or of its searches.
            0 => page.send_raw(&[0x81, 0xfe, 0x10, 0, 0, 0, 0, 0, b'{']),
            1 => (),
            // Removes its games, so that the database stays small.
            _ => {
                for game in games {
                    self.ask(&mut page, "remove", json!({ "game": game }))?;
                }
            }
        }
        Some(())
    }

    /// A client floods the server with one kind of requests, reads some of the replies and leaves
    /// the others behind. `None` if its connection was closed.
    fn attack(&self, rng: &mut Rng) -> Option<()> {
        let mut page = Client::try_connect(&self.server, "own", None)?;
        let maze = json!({ "maze": { "size": 31, "loot": 3, "style": "classic", "plies": 200 } });
        let maze = json!({ "game": "theseus", "settings": maze });
        let created = self.ask(&mut page, "create", maze)?["ok"]["game"].clone();
        let facts = json!({ "game": "theseus", "position": created["position"] });
        let game = created["id"].as_str()?.to_string();
        let floods = [
            ("facts", facts),
            ("list", json!({ "limit": 100 })),
            ("look", json!({ "game": game, "ply": 0 })),
            ("analyse", json!({ "game": game, "lines": 5 })),
        ];
        let (what, with) = rng.pick(&floods)?;
        let asked: Vec<u64> = (0..60).filter_map(|_| page.post(what, with.clone())).collect();
        self.requests.fetch_add(asked.len() as u64, Ordering::Relaxed);
        for number in asked.into_iter().take(rng.below(60)) {
            page.try_next_answer(Some(number))?;
        }
        self.ask(&mut page, "remove", json!({ "game": game }))?;
        Some(())
    }

    /// Sends one request.
    fn act(&self, page: &mut Client, games: &mut Vec<String>, rng: &mut Rng) -> Option<()> {
        let Some(game) = rng.pick(games).cloned() else { return self.create(page, games, rng) };
        let with = json!({ "game": game });
        match rng.below(20) {
            0 => return self.create(page, games, rng),
            1 => drop(self.ask(page, "hint", with)?),
            2 => drop(self.ask(page, "verdicts", with)?),
            3 => drop(self.ask(page, "review", with)?),
            4 => drop(self.ask(page, "record", with)?),
            5 => {
                let tree = json!({ "game": game, "depth": 1 + rng.below(5),
                                   "pruning": rng.below(2) == 0, "top": 1 + rng.below(9) });
                self.ask(page, "tree", tree)?;
            }
            6..=8 => {
                let lines = json!({ "game": game, "lines": rng.below(4) });
                self.ask(page, "analyse", lines)?;
            }
            9 => {
                let (side, seat) = (*rng.pick(&["p1", "p2"])?, *rng.pick(&PLAYERS)?);
                self.ask(page, "seat", json!({ "game": game, "side": side, "seat": seat }))?;
            }
            10 => drop(self.ask(page, "undo", with)?),
            11 => {
                games.retain(|other| *other != game);
                let what = *rng.pick(&["close", "remove"])?;
                self.ask(page, what, with)?;
            }
            12 => drop(self.ask(page, "list", json!({ "limit": 1 + rng.below(100) }))?),
            13 => {
                let nonsense = ["", "{", "[]", "{\"id\":1}", "\u{0}", "{\"id\":2,\"do\":\"open\"}"];
                page.send(rng.pick(&nonsense)?);
            }
            14 => {
                // Requests whose replies are not awaited.
                for _ in 0..rng.below(100) {
                    page.post("open", json!({ "game": game }))?;
                    self.requests.fetch_add(1, Ordering::Relaxed);
                }
            }
            _ => self.move_in(page, &game, rng)?,
        }
        Some(())
    }

    fn create(&self, page: &mut Client, games: &mut Vec<String>, rng: &mut Rng) -> Option<()> {
        let name = *rng.pick(&NAMES)?;
        let mut seats = [*rng.pick(&PLAYERS)?, *rng.pick(&PLAYERS)?];
        let mut settings = json!({});
        if name == "theseus" && rng.below(2) == 0 {
            settings["maze"] = json!({ "size": 31, "loot": 4, "style": "labyrinth", "plies": 300 });
            seats = *rng.pick(&[["perfect", "perfect"], ["person", "perfect"]])?;
        }
        let request = json!({ "game": name, "settings": settings, "seats": seats });
        let created = self.ask(page, "create", request)?;
        games.extend(created["ok"]["game"]["id"].as_str().map(String::from));
        Some(())
    }

    /// Makes a move, or lets computers play fast.
    fn move_in(&self, page: &mut Client, game: &str, rng: &mut Rng) -> Option<()> {
        let shown = self.ask(page, "open", json!({ "game": game }))?["ok"]["game"].clone();
        let moves = shown["moves"].as_array().map_or(&[][..], Vec::as_slice);
        match rng.pick(moves) {
            Some(mv) => {
                let with =
                    json!({ "game": game, "mv": mv["text"], "ply": shown["ply"], "cut": true });
                self.ask(page, "move", with)?;
            }
            None => {
                self.ask(page, "run", json!({ "game": game, "on": true, "pace": 0 }))?;
            }
        }
        Some(())
    }

    /// Sends a request and waits for its reply, which may be a refusal.
    fn ask(&self, page: &mut Client, what: &str, with: Value) -> Option<Value> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let answer = page.try_answer(what, with)?;
        answer["error"]["kind"].as_str().into_iter().for_each(|kind| self.count(kind));
        Some(answer)
    }

    /// Counts a refusal of a kind.
    fn count(&self, kind: &str) {
        let mut refusals = self.refusals.lock().expect("no panic");
        *refusals.entry(kind.into()).or_default() += 1;
    }
}
