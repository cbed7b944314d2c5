//! A contest during which workers, the coordinator and the server are killed has the same result as
//! an undisturbed one.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

use super::{WorkerProcess, agon, done, games};
use agon_testing::ends_within;
use agon_testing::nats::TestServer;

/// The number of workers.
const WORKERS: usize = 3;

/// The number of games that are stored between two kills, unless that takes too long.
const BETWEEN: u64 = 3;

#[derive(Clone, Copy, Debug)]
enum Kill {
    Worker,
    Coordinator,
    Server { is_wiped: bool },
}

/// Kills of each kind, in an order that depends on a seed.
fn kills(workers: usize, coordinators: usize, servers: usize, wiped: usize) -> VecDeque<Kill> {
    let mut all = vec![Kill::Worker; workers];
    all.extend(vec![Kill::Coordinator; coordinators]);
    all.extend((0..servers).map(|number| Kill::Server { is_wiped: number < wiped }));
    let mut state = 1_u64;
    for place in (1..all.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all.swap(place, (state >> 33) as usize % (place + 1));
    }
    all.into()
}

/// A contest with about this many games; more nodes make them longer.
fn write_contest(path: &Path, games: u64, least_nodes: u64) {
    let entries = 6;
    let pairs = games.div_ceil(entries * (entries - 1));
    let mut text = format!(
        "name = \"kills\"\ngame = \"santorini\"\nformat = \"round-robin\"\nopenings = \"random\"\npairs = {pairs}\n"
    );
    for number in 1..=entries {
        let nodes = least_nodes * number;
        let player = format!("engine:nodes={nodes},hash=1");
        text.push_str(&format!("[[entry]]\nname = \"e{number}\"\nplayer = \"{player}\"\n"));
    }
    fs::write(path, text).unwrap();
}

fn stored(archive: &Path) -> u64 {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let count = || -> Option<i64> {
        let connection = Connection::open_with_flags(archive, flags).ok()?;
        connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).ok()
    };
    count().unwrap_or(0) as u64
}

fn coordinator(folder: &Path, url: &str) -> Child {
    let over = ["contest", "over.toml", "--workers", url, "--accept-all-workers"];
    let words = [&over[..], &["--records", "over.txt"]].concat();
    let log = fs::File::options().create(true).append(true).open(folder.join("log")).unwrap();
    let mut command = agon(folder, &words);
    command.stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

fn contest_under_kills(mut kills: VecDeque<Kill>, games_per_kill: u64, least_nodes: u64) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games_in_all = (kills.len() as u64 + 2) * games_per_kill;
    for name in ["local.toml", "over.toml"] {
        write_contest(&folder.join(name), games_in_all, least_nodes);
    }
    done(folder, &["contest", "local.toml", "--records", "local.txt"]);
    let mut server = TestServer::start();
    let url = server.url();
    let worker = || WorkerProcess::start(folder, &url, &["--jobs", "1"]);
    let mut workers: VecDeque<WorkerProcess> = (0..WORKERS).map(|_| worker()).collect();
    let mut running = coordinator(folder, &url);
    let archive = folder.join("over.games");
    let (mut before, mut since) = (0, Instant::now());
    let began = Instant::now();
    while !ends_within(&mut running, Duration::from_millis(10)) {
        let log = || fs::read_to_string(folder.join("log")).unwrap();
        assert!(began.elapsed() < Duration::from_secs(1800), "it does not end: {}", log());
        let count = stored(&archive);
        // After the death of a server or coordinator it takes a while until games are stored.
        let is_time = count >= before + BETWEEN || since.elapsed() > Duration::from_secs(15);
        if is_time && let Some(kill) = kills.pop_front() {
            match kill {
                Kill::Worker => {
                    workers.pop_front();
                    workers.push_back(worker());
                }
                Kill::Coordinator => {
                    running.kill().unwrap();
                    running.wait().unwrap();
                    running = coordinator(folder, &url);
                }
                Kill::Server { is_wiped } => server.restart(is_wiped),
            }
            (before, since) = (count, Instant::now());
        }
    }
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(running.wait().unwrap().success(), "{log}");
    assert!(kills.is_empty(), "{} kills were left: {log}", kills.len());
    println!("{} games in {:.0} s", stored(&archive), began.elapsed().as_secs_f64());
    assert_eq!(games(&folder.join("local.txt")), games(&folder.join("over.txt")));
}

#[test]
fn a_contest_survives_the_death_of_each_part() {
    contest_under_kills(kills(2, 1, 2, 1), BETWEEN, 100);
}

#[test]
#[ignore = "takes minutes: cargo xtask trials many_deaths"]
fn a_contest_survives_many_deaths_of_each_part() {
    // Long games, so that not all are over before the last kill.
    contest_under_kills(kills(50, 20, 20, 5), 3 * BETWEEN, 400);
}
