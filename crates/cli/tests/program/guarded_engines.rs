//! Engines under their guard, from outside: what they cannot do, and that they end with all their
//! processes.

#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use agon_testing::engines::{engine, leftovers, processes, script};
use agon_testing::{agon, wait_until};

/// A match of two games of tic-tac-toe between two engines.
fn play(first: &str, folder: &Path) -> Output {
    let second = format!("ugi:{}", engine("none"));
    let arguments = ["match", "tictactoe", first, &second, "--pairs", "1", "--openings", "none"];
    let mut command = agon(arguments);
    command.args(["--movetime", "1000", "--records", "games.txt"]);
    command.args(["--archive", "match.games"]).current_dir(folder).env("TMPDIR", folder);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The reason of the first game, in which the faulty engine moves first.
fn reason(fault: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = play(&format!("ugi:{}", engine(fault)), folder.path());
    assert!(output.status.success(), "{fault}: {}", text(&output.stderr));
    assert_eq!(leftovers(folder.path()), Vec::<String>::new(), "{fault}");
    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    let line = records.lines().find(|line| line.starts_with("[Reason")).unwrap();
    line.to_string()
}

/// How engines are held here, as a match reports it.
fn sandbox() -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = play(&format!("ugi:{}", engine("none")), folder.path());
    let told = text(&output.stderr);
    let line = told.lines().find(|line| line.starts_with("programs ")).unwrap_or_default();
    assert!(!line.is_empty(), "{told}");
    line.to_string()
}

/// Whether engines are sandboxed here. If not, some tests cannot tell anything.
fn is_sandboxed() -> bool {
    let line = sandbox();
    if !line.starts_with("programs run sandboxed") {
        println!("skipped: {line}");
    }
    line.starts_with("programs run sandboxed")
}

/// The engine was denied what it tried, and played on until its move was accepted.
const DENIED: &str = "P1 played \\\"00\\\", which is refused: 00 is taken";

fn is_denied(fault: &str) {
    let reason = reason(fault);
    assert!(reason.contains(DENIED), "{fault}: {reason}");
}

#[test]
fn an_engine_that_fails_loses_with_the_reason_and_leaves_nothing() {
    for (fault, expected) in [
        ("exits", "ended in the middle of it: exit code 4"),
        ("hangs", "did not answer go within 1550 ms"),
        ("illegal", "which is refused: 11 is taken"),
        ("endless-line", "wrote a line of more than"),
        ("not-text", "wrote bytes that are not text"),
        ("many-processes", "ended in the middle of it: it had more than 64 processes"),
        ("escapes", "did not answer go within 1550 ms"),
        ("escapes and-exits", "ended in the middle of it: exit code 4"),
        ("environment", "which is refused: 22 is taken"),
    ] {
        let reason = reason(fault);
        assert!(reason.contains(expected), "{fault}: {reason}");
    }
}

#[test]
fn an_engine_cannot_write_outside_of_its_folder_or_too_much() {
    let folder = tempfile::tempdir().unwrap();
    if is_sandboxed() {
        is_denied(&format!("writes {}", folder.path().join("x").display()));
        assert!(!folder.path().join("x").exists());
    }
    is_denied("big-file");
    is_denied("huge-memory");
}

#[test]
fn an_engine_has_no_network_and_cannot_signal_its_guard() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("exec 3<> /dev/tcp/127.0.0.1/{port}");
    let connected = Command::new("bash").args(["-c", &connect]).status().unwrap();
    assert!(connected.success(), "without restrictions it can be reached");
    is_denied(&format!("connects {port}"));
    if is_sandboxed() {
        is_denied("kills-guard");
    }
}

/// A folder for two students, with a contest file beside.
fn class(ann: &str, bob: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = script();
    for name in ["ann", "bob"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
        fs::copy(&script, folder.path().join(name).join("bot.sh")).unwrap();
        fs::write(folder.path().join(name).join("data"), "mine").unwrap();
    }
    fs::write(folder.path().join("private"), "the teacher's").unwrap();
    let entry = |name: &str, fault: &str| {
        format!("[[entry]]\nname = \"{name}\"\nplayer = \"ugi:/bin/sh {name}/bot.sh {fault}\"\n")
    };
    let head = "game = \"tictactoe\"\nformat = \"round-robin\"\nmovetime = 1000\n";
    let file = [head, &entry("ann", ann), &entry("bob", bob)].concat();
    fs::write(folder.path().join("c.toml"), file).unwrap();
    folder
}

/// Plays the contest, and returns the reasons of its games.
fn contest(folder: &Path) -> Vec<String> {
    let mut command = agon(["contest", "c.toml", "--records", "games.txt", "--concurrency", "1"]);
    command.current_dir(folder);
    let output = command.env("TMPDIR", folder).env("HOME", folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(leftovers(folder), Vec::<String>::new());
    let records = fs::read_to_string(folder.join("games.txt")).unwrap();
    records.lines().filter(|line| line.starts_with("[Reason")).map(String::from).collect()
}

#[test]
fn a_program_reads_its_own_files_and_not_those_of_others() {
    let folder = class("reads-own DATA", "none");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let file = fs::read_to_string(path("c.toml")).unwrap();
    fs::write(path("c.toml"), file.replace("DATA", &path("ann/data"))).unwrap();
    let reasons = contest(folder.path());
    assert!(reasons[0].contains(DENIED), "its own files can be read: {reasons:?}");
    if !is_sandboxed() {
        return;
    }
    let others =
        ["bob/data", "bob/bot.sh", "bob", "private", "c.toml", "c.games"].map(path).join(",");
    let folder_of_other = file.replace("reads-own DATA", &format!("reads {others}"));
    fs::write(path("c.toml"), folder_of_other).unwrap();
    fs::remove_file(path("c.games")).unwrap();
    let reasons = contest(folder.path());
    assert!(reasons[0].contains(DENIED), "{reasons:?}");
}

#[test]
fn the_report_says_how_engines_were_held() {
    let folder = class("none", "none");
    contest(folder.path());
    let page = fs::read_to_string(folder.path().join("c.html")).unwrap();
    assert!(page.contains(&format!("<p>{}", sandbox())), "the line is in the report");
}

#[test]
fn an_engine_ends_with_a_program_that_is_killed() {
    let folder = class("escapes", "none");
    let mut command = agon(["contest", "c.toml"]);
    command.current_dir(folder.path()).env("TMPDIR", folder.path());
    let file = fs::read_to_string(folder.path().join("c.toml")).unwrap();
    let patient = file.replace("movetime = 1000", "movetime = 86400000");
    fs::write(folder.path().join("c.toml"), patient).unwrap();
    let mut child = command.spawn().unwrap();
    // The engine that searches has become one of them.
    let sleeps =
        || processes(folder.path()).iter().filter(|line| line.contains(": sleep 1000")).count();
    wait_until("children of an engine", || sleeps() >= 5);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nothing is left", || leftovers(folder.path()).is_empty());
}
