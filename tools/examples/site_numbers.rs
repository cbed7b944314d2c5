//! Measures the page without a server in chromium: the transferred bytes, the time to the first
//! reply over a line of 10 Mbit/s, and the speed of searches, compared with this program.
//!
//! `cargo xtask site target/site && AGON_SITE=target/site cargo run --release -p agon-tools --example
//! site_numbers`; `load` or `speed` as an argument measures only that. Linux only. Loads are
//! timed by the clock, so the machine should be idle; its load is printed. Speeds are in CPU time
//! of the searching threads, native and browser in turns.

use std::fs;
use std::time::Duration;

use agon_arena::find;
use agon_core::Side;
use agon_search::SearchControl;
use agon_testing::{Line, Page, Site};
use serde_json::{Value, json};

/// The number of page loads.
const LOADS: usize = 8;

/// The rounds of searches, and the nodes of each.
const ROUNDS: usize = 7;
const NODES: u64 = 400_000;

/// The connection of a visitor: 10 Mbit/s, and 20 ms until a request is answered.
const LINE: Line = Line { bytes_per_second: 10_000_000 / 8, delay: Duration::from_millis(20) };

/// The searches: a game, a position and an evaluation.
const SEARCHES: [(&str, &str, &str); 3] = [
    ("santorini", "00000/00000/00000/00000/00000 B 11,33 13,31", "network"),
    ("santorini", "00000/00000/00000/00000/00000 B 11,33 13,31", "hand"),
    ("byte", "startpos", "default"),
];

/// Begins a game as soon as the page is there, and notes when the computer has moved.
const FIRST_GAME: &str = "addEventListener('DOMContentLoaded', async () => { \
    const { connection } = await import(new URL('connection.js', location.href)); \
    const seats = ['engine:nodes=1000', 'person']; \
    const { game } = await connection.request('create', { game: 'santorini', seats }); \
    location.hash = `#/game/${game.id}`; \
    const look = () => { \
        if (document.querySelector('.moves > li > button')) globalThis.answered = performance.now(); \
        else requestAnimationFrame(look); \
    }; \
    look(); \
});";

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    println!(
        "load of the machine: {}",
        fs::read_to_string("/proc/loadavg").unwrap_or_default().trim()
    );
    if is_wanted("load") {
        loads();
    }
    if is_wanted("speed") {
        speeds();
    }
}

/// First paint and first reply of a cold visit, and the transferred files.
fn loads() {
    let mut times = [Vec::new(), Vec::new()];
    for load in 0..LOADS {
        // Another address is a new site for the browser.
        let site = Site::start_behind(LINE);
        let mut page = Page::visit(&site);
        page.run_first(FIRST_GAME);
        page.load();
        page.until("globalThis.answered");
        times[1].push(page.get("answered").as_f64().expect("a time"));
        let paint = page.get(
            "(await until(() => performance.getEntriesByName('first-contentful-paint')[0])).startTime",
        );
        times[0].push(paint.as_f64().expect("a time"));
        if load == 0 {
            print_sent(&site.sent());
        }
    }
    for (name, mut times) in ["first paint", "first answer"].into_iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{name}: best {:.0} ms, middle {:.0} ms of {LOADS}", times[0], times[LOADS / 2]);
    }
}

/// Prints what a visitor receives before the files for offline use, of which the service worker is
/// the first.
fn print_sent(sent: &[(String, usize)]) {
    let first = sent.split(|(path, _)| path == "service-worker.js").next().unwrap_or_default();
    let sum = |is_wanted: &dyn Fn(&str) -> bool| -> usize {
        first.iter().filter(|(path, _)| is_wanted(path)).map(|(_, bytes)| bytes).sum()
    };
    let module = sum(&|path| path.ends_with(".lzma"));
    let fetched = sum(&|path| path.starts_with("site/networks/"));
    println!(
        "sent up to the first answer: {} files, {} bytes: module {module}, network {fetched}, \
         page {}",
        first.len(),
        sum(&|_| true),
        sum(&|_| true) - module - fetched,
    );
}

/// Nodes per second in the browser and in this program.
fn speeds() {
    let site = Site::start();
    let page = Page::open(&site, "");
    let unpacker = include_str!("../../web/site/unpack.js").replace("export class", "class");
    page.run(include_str!("site_numbers.js"), vec![json!(unpacker)]);
    for (game, position, eval) in SEARCHES {
        let player = match eval {
            "hand" => format!("engine:nodes={NODES},hash=16,eval=hand"),
            _ => format!("engine:nodes={NODES},hash=16"),
        };
        let job = json!({
            "game": game, "start": position, "line": [], "ply": 0, "rules": [],
            "players": [player, player], "work": "move", "bytes": 0,
        });
        let mut ratios = Vec::new();
        let mut best = [f64::INFINITY; 2];
        // The first search compiles the code.
        in_browser(&page, &job);
        for _ in 0..ROUNDS {
            let (native, native_move) = natively(game, position, &player);
            let (browser, browser_move) = in_browser(&page, &job);
            assert_eq!(browser_move, native_move, "the searches are the same");
            ratios.push(native / browser);
            best = [best[0].min(native), best[1].min(browser)];
        }
        ratios.sort_by(f64::total_cmp);
        let [native, browser] = best.map(|seconds| NODES as f64 / seconds / 1000.0);
        println!(
            "{game}, {eval}: {browser:.0}k nodes/s in the browser, {native:.0}k here (best of \
             {ROUNDS}), ratio {:.2} (middle; {:.2} to {:.2})",
            ratios[ROUNDS / 2],
            ratios[0],
            ratios[ROUNDS - 1]
        );
    }
}

/// The CPU time of a search in this thread, in seconds, and its move.
fn natively(game: &str, position: &str, player: &str) -> (f64, String) {
    let mut session = find(game).expect(game).open(position).expect(position);
    for side in Side::BOTH {
        session.set_player(side, player.parse().expect(player)).expect(player);
    }
    let before = spent("/proc/thread-self");
    let chosen = session.choose(&SearchControl::default(), &()).expect("a search").expect("a move");
    (spent("/proc/thread-self") - before, chosen.mv)
}

/// The CPU time of a search in the worker, in seconds, and its move.
fn in_browser(page: &Page, job: &Value) -> (f64, String) {
    let before = spent_by_workers();
    let result = page.run("return await searchJob(given[0]);", vec![json!(job.to_string())]);
    let time = spent_by_workers() - before;
    let result: Value = serde_json::from_str(result.as_str().expect("a text")).expect("JSON");
    (time, result["move"]["mv"].as_str().unwrap_or_else(|| panic!("{result}")).into())
}

/// The processor time of a thread in seconds, according to Linux.
fn spent(thread: &str) -> f64 {
    let text = fs::read_to_string(format!("{thread}/schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// The processor time of all workers in browsers that this program has started.
fn spent_by_workers() -> f64 {
    let processes = folders("/proc").into_iter().filter(|process| is_own(process));
    let threads = processes.flat_map(|process| folders(&format!("{process}/task")));
    let is_worker = |thread: &String| {
        fs::read_to_string(format!("{thread}/comm"))
            .is_ok_and(|name| name.trim() == "DedicatedWorker")
    };
    threads.filter(is_worker).map(|thread| spent(&thread)).sum()
}

/// The folders in a folder whose names are numbers.
fn folders(folder: &str) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let numbers = names.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    numbers.map(|name| format!("{folder}/{name}")).collect()
}

/// Whether this program has started a process, directly or not.
fn is_own(process: &str) -> bool {
    let own = format!("/proc/{}", std::process::id());
    let mut process = process.to_string();
    while process != own {
        let Ok(status) = fs::read_to_string(format!("{process}/status")) else { return false };
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        match parent.map(str::trim) {
            None | Some("0") => return false,
            Some(parent) => process = format!("/proc/{parent}"),
        }
    }
    true
}
