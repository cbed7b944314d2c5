//! Results that nobody asked for, from a client that never registered, while honest workers play.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_runner::{
    ItemOutcome, ItemResult, Message as _, NatsTransport, Results, RunNotice, Server, Signed,
    SigningKey, Transport as _,
};
use rusqlite::Connection;
use serde_json::Value;

use super::{WorkerProcess, agon, done, games};
use agon_testing::nats::TestServer;
use agon_testing::wait_until;

/// The number of pairs of the match.
const PAIRS: u64 = 60;

/// The public key of a file with a worker's key.
fn public_key(file: &Path) -> String {
    wait_until("a key", || file.exists());
    let text = fs::read_to_string(file).unwrap();
    let seed = text.lines().find(|line| line.starts_with("SU")).unwrap();
    SigningKey::from_seed(seed).unwrap().public().to_string()
}

/// Invented results of all games.
fn invented(notice: &RunNotice, chunk: u64, token: &str, text: &str) -> Results {
    let item = |number: u64| ItemResult {
        key: format!("1.1.{number}"),
        outcome: ItemOutcome::Done(text.into()),
        millis: 1,
    };
    Results {
        run: notice.run.clone(),
        task: notice.task.clone(),
        chunk,
        token: token.into(),
        speed: 1,
        items: (1..=2 * PAIRS).map(item).collect(),
    }
}

/// Sends invented games for every key, in each way that somebody without an accepted key can, until
/// the match is over.
fn attack(url: &str, honest: &str, is_over: &AtomicBool) -> u64 {
    let server = Server { url: url.into(), name: "attacker".into(), ..Server::default() };
    let transport = NatsTransport::connect(&server).ok().unwrap();
    let (own, mut sent, mut rounds) = (SigningKey::random(), 0, 0);
    while !is_over.load(Ordering::Relaxed) {
        for notice in transport.notices() {
            let mut send =
                |bytes: &[u8]| sent += u64::from(transport.send(&notice.run, bytes).is_ok());
            // With the number and token of a real chunk, if there is one.
            // Seldom, for a chunk that is given back five times is lost for a while.
            let is_taking = rounds % 16 == 0;
            let taken =
                is_taking.then(|| transport.take(&notice.run, Duration::ZERO).ok()?).flatten();
            let (chunk, token) = match &taken {
                Some((chunk, _)) => (chunk.number, chunk.token.clone()),
                None => (0, "guessed".into()),
            };
            let forged = Signed::new(&own, invented(&notice, chunk, &token, "[Result \"1-0\"]"));
            send(forged.bytes());
            let text = String::from_utf8_lossy(forged.bytes()).into_owned();
            send(text.replace(own.public(), honest).as_bytes());
            // As before there were keys: without a signature, under the name of a worker.
            let mut plain: Value = serde_json::from_slice(&forged.message.to_bytes()).unwrap();
            plain["worker"] = "one".into();
            send(plain.to_string().as_bytes());
            send(b"\xff\x00junk of one");
            if let Some((_, token)) = taken {
                let _ = transport.give_back(&token);
            }
        }
        rounds += 1;
        thread::sleep(Duration::from_millis(20));
    }
    sent
}

#[test]
fn a_client_that_never_registered_changes_no_game_and_bans_nobody() {
    let server = TestServer::start();
    let (url, folder, away) =
        (server.url(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = folder.path();
    let start = |name: &str| {
        let key = away.path().join(name).display().to_string();
        let words = ["--jobs", "1", "--name", name, "--key", &key];
        WorkerProcess::start(away.path(), &url, &words)
    };
    let _workers = ["one", "two", "stranger"].map(start);
    let pairs = PAIRS.to_string();
    let words = [
        "match",
        "santorini",
        "engine:nodes=300,hash=1",
        "engine:nodes=100,hash=1",
        "--pairs",
        &pairs,
    ];
    let local = done(folder, &[&words[..], &["--records", "local.txt"]].concat());
    let log = folder.join("log");
    let over = ["--records", "over.txt", "--archive", "over.games", "--workers", &url];
    let mut running = agon(folder, &[&words[..], &over].concat())
        .stdout(fs::File::create(folder.join("printed")).unwrap())
        .stderr(fs::File::create(&log).unwrap())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let said = || fs::read_to_string(&log).unwrap();
    // Nobody is accepted yet; the line to type is told.
    wait_until("the offers", || said().contains("agon workers URL accept"));
    let refused = agon(folder, &["workers", &url, "accept", "nobody"]).output().unwrap();
    let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.contains("there is no worker nobody at the server; there are: "), "{refused}");
    let is_over = AtomicBool::new(false);
    let honest = public_key(&away.path().join("one"));
    let sent = thread::scope(|scope| {
        let attacker = scope.spawn(|| attack(&url, &honest, &is_over));
        // By name, and by key.
        let second = public_key(&away.path().join("two"));
        done(folder, &["workers", &url, "accept", "one", &second]);
        let ended = running.wait().unwrap();
        is_over.store(true, Ordering::Relaxed);
        assert!(ended.success(), "{}", said());
        attacker.join().unwrap()
    });
    let said = said();
    assert!(sent > 20, "the attacker sent {sent} messages");
    let printed = fs::read_to_string(folder.join("printed")).unwrap();
    assert_eq!(printed, String::from_utf8(local.stdout).unwrap());
    assert_eq!(games(&folder.join("local.txt")), games(&folder.join("over.txt")));
    assert!(!said.contains("is banned"), "{said}");
    let reasons = [
        "by a worker that is not accepted",
        "not signed by the key that they name",
        "malformed or not signed",
    ];
    let archive = Connection::open(folder.join("over.games")).unwrap();
    let query = "SELECT value FROM about WHERE key = 'workers'";
    let kept: String = archive.query_row(query, [], |row| row.get(0)).unwrap();
    for reason in reasons {
        assert!(said.contains(reason) && kept.contains(reason), "{reason}: {said}\n{kept}");
    }
    let count: i64 = archive.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap();
    assert_eq!(count as u64, 2 * PAIRS);
    let listed = String::from_utf8(done(folder, &["workers", &url]).stdout).unwrap();
    let row = |name: &str| listed.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    assert!(row("one").contains(" yes ") && row("one").ends_with(&honest), "{listed}");
    assert!(row("stranger").contains(" no ") && row("stranger").contains(" 0 "), "{listed}");
    done(folder, &["workers", &url, "remove", &honest]);
    let listed = String::from_utf8(done(folder, &["workers", &url]).stdout).unwrap();
    let row = listed.lines().find(|line| line.starts_with("one")).unwrap();
    assert!(row.contains(" no "), "{listed}");
}
