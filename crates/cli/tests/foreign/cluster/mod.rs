//! Matches, contests, self-play and grading by workers, over a real NATS server; and what happens
//! when workers, coordinator and server are killed.

mod forgeries;
mod kills;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use agon_testing::nats::TestServer;
use agon_testing::wait_until;
use serde_json::Value;

fn agon(folder: &Path, words: &[&str]) -> Command {
    let mut command = agon_testing::agon(words);
    command
        .current_dir(folder)
        .env_remove("AGON_WORKERS")
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

/// Runs a command to its end.
fn done(folder: &Path, words: &[&str]) -> Output {
    let output = agon(folder, words).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    output
}

/// A worker process, which ends with the test.
struct WorkerProcess(Child);

impl WorkerProcess {
    fn start(folder: &Path, url: &str, words: &[&str]) -> WorkerProcess {
        let mut command = agon(folder, &["worker", url]);
        command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
        WorkerProcess(command.spawn().unwrap())
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Records without what differs from run to run: times of moves, the date, and line ends.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut plain = String::new();
    for line in text.lines().filter(|line| !line.starts_with("[Date ")) {
        let mut rest = line;
        while let Some((before, behind)) = rest.split_once('{') {
            plain.push_str(before);
            rest = behind.split_once('}').map_or("", |(_, behind)| behind);
        }
        plain.push_str(rest);
        plain.push('\n');
    }
    plain.split_whitespace().map(str::to_string).collect()
}

const RULES: &str = "game tictactoe.\nvalue(me, 1).\n";

#[test]
fn games_and_data_of_workers_equal_those_of_one_machine() {
    let server = TestServer::start();
    let (url, folder) = (server.url(), tempfile::tempdir().unwrap());
    let folder = folder.path();
    let away = tempfile::tempdir().unwrap();
    fs::write(folder.join("own.rules"), RULES).unwrap();
    let _workers = [("one", "2"), ("two", "1")].map(|(name, jobs)| {
        // Workers run in another folder, so the rule file comes from the server.
        WorkerProcess::start(away.path(), &url, &["--jobs", jobs, "--name", name])
    });
    let matches: [&[&str]; 2] = [
        &[
            "match",
            "santorini",
            "engine:nodes=300,hash=1",
            "engine:nodes=100,hash=1",
            "--pairs",
            "6",
        ],
        &["match", "tictactoe", "minimax:depth=2,eval=own.rules", "random", "--pairs", "30"],
    ];
    for words in matches {
        let local = [words, &["--records", "local.txt"]].concat();
        let over =
            [words, &["--records", "over.txt", "--workers", &url, "--accept-all-workers"]].concat();
        let (local, over) = (done(folder, &local), done(folder, &over));
        assert_eq!(local.stdout, over.stdout, "{words:?}");
        assert_eq!(games(&folder.join("local.txt")), games(&folder.join("over.txt")));
    }
    for (format, player) in [("data", "engine:nodes=100,hash=1"), ("jsonl", "perfect")] {
        let game = if format == "data" { "santorini" } else { "nim" };
        let words = ["data", game, "--games", "12", "--player", player, "-o"];
        let [local, over] = ["local", "over"].map(|name| format!("{name}.{format}"));
        done(folder, &[&words[..], &[&local]].concat());
        done(folder, &[&words[..], &[&over, "--workers", &url, "--accept-all-workers"]].concat());
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        assert_eq!(read(&local), read(&over), "{format}");
    }
    let listed = done(folder, &["workers", &url]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("one ") && listed.contains("two "), "{listed}");
}

#[test]
fn programs_run_only_where_they_are_trusted() {
    let server = TestServer::start();
    let (url, folder, away) =
        (server.url(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
    fs::copy(bot, folder.path().join("bot.py")).unwrap();
    let _careful = WorkerProcess::start(away.path(), &url, &["--jobs", "1", "--name", "careful"]);
    let words = [
        "match",
        "nim",
        "ugi:python3 bot.py",
        "perfect",
        "--pairs",
        "2",
        "--movetime",
        "2000",
        "--workers",
        &url,
        "--accept-all-workers",
        "--records",
        "games.txt",
    ];
    let mut command = agon(folder.path(), &words);
    let log = folder.path().join("log");
    let errors = fs::File::create(&log).unwrap();
    let mut running = command.stdout(Stdio::null()).stderr(errors).spawn().unwrap();
    wait_until("the refusal", || {
        let said = fs::read_to_string(&log).unwrap();
        said.contains("worker careful takes no part: it runs programs of others")
    });
    let trusting = ["--jobs", "1", "--name", "trusting", "--trust-programs"];
    let _trusting = WorkerProcess::start(away.path(), &url, &trusting);
    assert!(running.wait().unwrap().success(), "{}", fs::read_to_string(&log).unwrap());
    let games = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(games.matches("[Reason \"rules\"]").count(), 4, "{games}");
}

/// Grades without their times.
fn grades(path: &Path) -> Value {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "seconds" && !name.ends_with("_micros"));
                fields.values_mut().for_each(without_times);
            }
            Value::Array(values) => values.iter_mut().for_each(without_times),
            _ => (),
        }
    }
    let mut read = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    without_times(&mut read);
    read
}

#[test]
fn grades_of_workers_equal_those_of_one_machine() {
    if Command::new("swipl").arg("--version").output().is_err() {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_ci, "there is no swipl");
        eprintln!("skipped: there is no swipl here");
        return;
    }
    let server = TestServer::start();
    let (url, folder, away) =
        (server.url(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = folder.path();
    let course = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/course/nim"));
    fs::create_dir(folder.join("hand-ins")).unwrap();
    for (name, from) in [("ann", "reference"), ("bob", "faulty"), ("cat", "reference")] {
        let to = folder.join("hand-ins").join(name);
        fs::create_dir(&to).unwrap();
        fs::copy(course.join(from).join("nim.pl"), to.join("nim.pl")).unwrap();
    }
    // An empty folder is a hand-in without a file.
    fs::create_dir(folder.join("hand-ins/dan")).unwrap();
    let _workers = ["one", "two"].map(|name| {
        let words = ["--jobs", "1", "--name", name, "--trust-programs"];
        WorkerProcess::start(away.path(), &url, &words)
    });
    let words = ["grade", "nim", "--students", "hand-ins", "--questions", "20", "--json"];
    done(folder, &[&words[..], &["local.json"]].concat());
    let over = ["over.json", "--workers", &url, "--accept-all-workers"];
    done(folder, &[&words[..], &over].concat());
    let [local, over] = ["local.json", "over.json"].map(|name| grades(&folder.join(name)));
    assert_eq!(local["hand_ins"].as_array().map(Vec::len), Some(4), "{local}");
    assert_ne!(local["hand_ins"][0], local["hand_ins"][1], "a fault is found");
    assert_eq!(local, over);
}

#[test]
fn the_demo_plays_its_match() {
    let folder = tempfile::tempdir().unwrap();
    let output = done(folder.path(), &["cluster", "demo"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("games       20, of which A won"), "{printed}");
}

#[test]
fn what_cannot_work_ends_at_once_with_a_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["worker", "foo"], "\"foo\" is not the address of a server: it has neither nats:// nor"),
        (&["worker", "threads:2"], "threads:N is for --workers"),
        (&["workers", "127.0.0.1:1"], "no NATS server answers at nats://127.0.0.1:1: check that"),
        (&["worker", "127.0.0.1:1", "--ca", "none"], "none: there is no such file"),
        (&["worker", "127.0.0.1:1", "--ca", "empty"], "empty has no certificate in the PEM format"),
        (&["worker", "127.0.0.1:1", "--creds", "empty"], "is not a file with NATS credentials"),
    ];
    for (words, expected) in cases {
        let output = agon(folder.path(), words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected), "{words:?}: {said}");
    }
    let mut named = agon(folder.path(), &["match", "nim", "random", "random", "--pairs", "1"]);
    let output = named.env("AGON_WORKERS", "foo").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("AGON_WORKERS: \"foo\" is not the address"), "{said}");
}
