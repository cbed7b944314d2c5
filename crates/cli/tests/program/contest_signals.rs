//! Contests and matches that are ended by signals while their engines search: nothing is lost, and
//! no process is left.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use agon_core::Rng;
use agon_testing::engines::{leftovers, processes};
use agon_testing::{agon, end_of, ends_within, wait_until, wait_until_at_work};
use rusqlite::{Connection, OpenFlags};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A class of two programs and a built-in player. `THINKS` is what a program does in its moves.
const CLASS: &str = "\
game = \"tictactoe\"
format = \"round-robin\"
pairs = 20
movetime = 86400000
[[entry]]
name = \"ann\"
player = \"ugi:/bin/sh ann.sh THINKS\"
[[entry]]
name = \"bob\"
player = \"ugi:/bin/sh bob.sh THINKS\"
[[entry]]
name = \"cleo\"
player = \"random\"
";

/// A program that plays any legal move, with children that try to escape. With `sleeps` it never
/// answers, with `pauses` it waits for a moment.
const PROGRAM: &str = r#"
(setsid sleep 1000 &)
while read -r word rest; do
    case $word in
        ugi) echo "id name $0"; echo "option name Game type combo default tictactoe var tictactoe"
            echo ugiok ;;
        isready) echo readyok ;;
        go)
            case $1 in
                sleeps) exec sleep 1000 ;;
                pauses) sleep 0.02 ;;
            esac
            echo "query legal"
            ;;
        response) echo "bestmove ${rest%% *}" ;;
        quit) exit 0 ;;
    esac
done
"#;

fn class(thinks: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ann.sh", "bob.sh"] {
        fs::write(folder.path().join(name), PROGRAM).unwrap();
    }
    fs::write(folder.path().join("c.toml"), CLASS.replace("THINKS", thinks)).unwrap();
    folder
}

fn begin(folder: &Path) -> Child {
    let mut command = agon(["contest", "c.toml", "--concurrency", "2"]);
    command.current_dir(folder).env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// The games in the archive.
fn kept(folder: &Path) -> BTreeMap<String, String> {
    let path = folder.join("c.games");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let Ok(connection) = Connection::open_with_flags(path, flags) else { return BTreeMap::new() };
    let Ok(mut statement) = connection.prepare("SELECT key, record FROM game") else {
        return BTreeMap::new();
    };
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.filter_map(Result::ok).collect()
}

/// A program that was started under `nohup` ignores SIGHUP.
fn signals() -> Vec<Signal> {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let hangup = u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 0;
    [Signal::INT, Signal::TERM].into_iter().chain(hangup.then_some(Signal::HUP)).collect()
}

/// The process ids of the engines' guards.
fn guards(folder: &Path) -> Vec<Pid> {
    let is_guard = |line: &String| line.contains(" engine-guard ");
    let id = |line: String| Pid::from_raw(line.split(':').next()?.parse().ok()?);
    processes(folder).into_iter().filter(is_guard).filter_map(id).collect()
}

/// Starts a contest, and waits until engines search forever in both running games.
fn thinking(folder: &Path) -> Child {
    let child = begin(folder);
    let sleeps = |folder| {
        let is_thinking = |line: &&String| line.contains(": sleep 1000");
        processes(folder).iter().filter(is_thinking).count()
    };
    // In each of the two games one engine searches, which also has a sleeping child.
    wait_until("engines that think", || guards(folder).len() == 2 && sleeps(folder) == 4);
    child
}

#[test]
fn a_signal_ends_a_contest_with_its_thinking_engines() {
    for signal in signals() {
        let folder = class("sleeps");
        let mut child = thinking(folder.path());
        send(&child, signal);
        assert_eq!(end_of(&mut child).code(), Some(1), "{signal:?}");
        assert_eq!(leftovers(folder.path()), Vec::<String>::new(), "{signal:?}");
        assert!(folder.path().join("c.html").exists(), "there is a report");
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let folder = class("sleeps");
    let mut child = thinking(folder.path());
    // The program would wait for guards that do not run.
    let guards = guards(folder.path());
    guards.iter().for_each(|&guard| kill_process(guard, Signal::STOP).unwrap());
    send(&child, Signal::INT);
    // From outside one cannot see that the first signal was handled. Two signals in quick
    // succession count as one.
    wait_until("the end of the program", || {
        let _ = kill_process(Pid::from_child(&child), Signal::INT);
        child.try_wait().unwrap().is_some()
    });
    assert_eq!(end_of(&mut child).code(), Some(130));
    guards.iter().for_each(|&guard| kill_process(guard, Signal::CONT).unwrap());
    wait_until("nothing is left", || leftovers(folder.path()).is_empty());
}

#[test]
fn a_tree_can_be_interrupted() {
    let tree = ["tree", "santorini", "--depth", "9", "--no-pruning", "--nodes", "1000000000"];
    let mut child = agon(tree).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until_at_work(&child);
    send(&child, Signal::INT);
    assert_eq!(end_of(&mut child).code(), Some(1));
}

#[test]
fn a_contest_that_is_ended_by_any_signal_loses_nothing_and_leaves_nothing() {
    end_contests(4);
}

#[test]
#[ignore = "the full run: ended by 50 signals at random moments"]
fn a_contest_that_is_ended_by_50_signals_loses_nothing_and_leaves_nothing() {
    end_contests(50);
}

fn end_contests(wanted: usize) {
    let mut choices = signals();
    choices.push(Signal::KILL);
    let mut rng = Rng::seeded(11);
    let mut sent = 0;
    let mut counts = BTreeMap::new();
    while sent < wanted {
        let folder = class("pauses");
        let folder = folder.path();
        let mut before = BTreeMap::new();
        loop {
            let mut child = begin(folder);
            let wait = Duration::from_micros(rng.below(1_500_000) as u64);
            let is_over = ends_within(&mut child, wait);
            let signal = choices[rng.below(choices.len())];
            if !is_over {
                send(&child, signal);
            }
            end_of(&mut child);
            wait_until("nothing is left", || leftovers(folder).is_empty());
            let now = kept(folder);
            assert!(before.iter().all(|(key, record)| now.get(key) == Some(record)), "{signal:?}");
            println!("signal {sent}: {signal:?} after {wait:?}: {} games are kept", now.len());
            before = now;
            if is_over {
                break;
            }
            *counts.entry(format!("{signal:?}")).or_insert(0) += 1;
            sent += 1;
            if sent == wanted {
                break;
            }
        }
        let mut child = begin(folder);
        assert!(end_of(&mut child).success(), "it goes on to its end");
        let all = kept(folder);
        assert_eq!(all.len(), 120);
        assert!(before.iter().all(|(key, record)| all.get(key) == Some(record)));
        assert_eq!(leftovers(folder), Vec::<String>::new());
    }
    println!("signals sent: {counts:?}");
}
