//! `agon ugi` from outside: as an engine, and as a test of other engines.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use agon_testing::{agon, program};

/// The engine and its output.
struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::run(agon(["ugi"]))
    }

    fn run(mut command: Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, stdout) = (child.stdin.take(), child.stdout.take().unwrap());
        let (said, from) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if said.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Engine { child, to, from }
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line; `None` at the end.
    fn next_line(&self) -> Option<String> {
        match self.from.recv_timeout(Duration::from_secs(60)) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(_) => panic!("the engine says nothing"),
        }
    }

    /// The next line that is not a progress report.
    fn answer(&self) -> Option<String> {
        std::iter::from_fn(|| self.next_line()).find(|line| !line.starts_with("info depth"))
    }

    /// Waits for a successful exit.
    fn ends(&mut self) {
        assert_eq!(self.answer(), None);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line is as shown, where `[..]` stands for anything.
fn is_like(line: &str, shown: &str) -> bool {
    let mut parts = shown.split("[..]");
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    for part in parts {
        match rest.find(part) {
            Some(place) if !part.is_empty() => rest = &rest[place + part.len()..],
            Some(_) => return true,
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn the_conversation_of_the_documentation_is_true() {
    let guide = include_str!("../../../../docs/ugi.md");
    let (_, rest) = guide.split_once("```transcript\n").unwrap();
    let (transcript, _) = rest.split_once("```").unwrap();
    let mut engine = Engine::start();
    for shown in transcript.lines() {
        match shown.strip_prefix("> ") {
            Some(line) => engine.say(line),
            None => {
                let line = engine.next_line().unwrap();
                assert!(is_like(&line, shown), "{shown}\n{line}");
            }
        }
    }
    engine.ends();
}

#[test]
fn a_search_can_be_stopped_and_answers_meanwhile() {
    let mut engine = Engine::start();
    for line in ["setoption name Game value byte", "go infinite", "isready", "position startpos"] {
        engine.say(line);
    }
    assert_eq!(engine.answer().unwrap(), "readyok");
    assert!(engine.answer().unwrap().contains("send stop first"));
    engine.say("stop");
    assert!(engine.answer().unwrap().starts_with("bestmove "));
    engine.say("quit");
    engine.ends();
}

#[test]
fn a_move_that_is_not_asked_for_yet_is_held_back() {
    let mut engine = Engine::start();
    engine.say("setoption name Game value nim");
    engine.say("position fen [2]");
    engine.say("go infinite");
    // The search is small: it is finished long before this many answers are given.
    assert!(engine.next_line().unwrap().starts_with("info depth 1 "));
    for _ in 0..500 {
        engine.say("isready");
        assert_eq!(engine.answer().unwrap(), "readyok");
    }
    engine.say("stop");
    assert_eq!(engine.answer().unwrap(), "bestmove [1]");
    engine.say("stop");
    assert!(engine.answer().unwrap().starts_with("info string error: "));
}

#[test]
fn a_search_that_ponders_answers_after_ponderhit_or_stop() {
    let mut engine = Engine::start();
    engine.say("setoption name Game value byte");
    engine.say("setoption name Ponder value true");
    for (go, last) in [
        ("go ponder movetime 1", "ponderhit"),
        ("go ponder p1time 100 p2time 100", "ponderhit"),
        ("go ponder movetime 1", "stop"),
        // This search ends by itself, long before `ponderhit`.
        ("go ponder depth 1", "ponderhit"),
    ] {
        engine.say(go);
        // The later searches go on where the first one has left off.
        assert!(engine.next_line().unwrap().starts_with("info depth "));
        for _ in 0..100 {
            engine.say("isready");
            assert_eq!(engine.answer().unwrap(), "readyok", "{go}");
        }
        engine.say(last);
        assert!(engine.answer().unwrap().starts_with("bestmove "), "{go}");
    }
    engine.say("go depth 4");
    assert!(engine.answer().unwrap().contains(" ponder "));
    engine.say("go ponder");
    engine.say("ponderhit");
    engine.say("ponderhit");
    assert!(engine.answer().unwrap().contains("no such search"));
    engine.say("stop");
    assert!(engine.answer().unwrap().starts_with("bestmove "));
    engine.say("go ponder movetime 1");
    engine.to = None;
    assert!(engine.answer().unwrap().starts_with("bestmove "));
    engine.ends();
}

#[test]
fn quit_and_the_end_of_input_end_every_search() {
    for last in ["quit\n", ""] {
        let mut engine = Engine::start();
        engine.say_bytes(format!("setoption name Game value byte\ngo infinite\n{last}").as_bytes());
        engine.to = None;
        assert!(engine.answer().unwrap().starts_with("bestmove "));
        engine.ends();
    }
    // A search that ends by itself is complete.
    let mut engine = Engine::start();
    engine.say("setoption name Game value tictactoe");
    engine.say("go depth 9");
    engine.to = None;
    let lines: Vec<String> = std::iter::from_fn(|| engine.next_line()).collect();
    assert!(lines.iter().any(|line| line.starts_with("info depth 9 ")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
    engine.ends();
}

#[test]
#[cfg(unix)]
fn a_table_that_there_is_no_memory_for_is_refused_when_it_is_set() {
    let mut limited = Command::new("/bin/sh");
    limited.args(["-c", "ulimit -d 300000 && exec \"$0\" ugi"]).arg(program());
    let mut engine = Engine::run(limited);
    engine.say("setoption name Game value tictactoe");
    engine.say("setoption name Hash value 1024");
    assert_eq!(
        engine.answer().unwrap(),
        "info string error: not enough memory for a transposition table of 1024 MB: choose a \
         smaller one"
    );
    engine.say("go depth 2");
    assert!(engine.answer().unwrap().starts_with("bestmove "));
    engine.say("quit");
    engine.ends();
}

#[test]
fn lines_of_any_bytes_are_survived() {
    let mut engine = Engine::start();
    engine.say_bytes(b"\xff\xfe\n\0\n");
    engine.say_bytes(&vec![b'x'; 3 << 20]);
    engine.say("");
    engine.say("isready");
    for shown in ["not text", "is not a word of UGI", "longer than 1048576 bytes", "readyok"] {
        let line = engine.answer().unwrap();
        assert!(line.contains(shown), "{line}");
    }
}

/// The verdict on an engine.
fn check(command: &str, more: &[&str]) -> Output {
    agon(["ugi", "--check", command]).args(more).output().unwrap()
}

/// Checks that an engine that plays all games has no faults.
fn is_well(command: &str) {
    let output = check(command, &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("all is well: "), "{said}");
    for game in agon_arena::games() {
        assert!(
            said.contains(&format!("\nok    {}: stop ends go infinite\n", game.name)),
            "{said}"
        );
    }
}

#[test]
fn the_engine_itself_passes_the_check() {
    is_well(&format!("{} ugi", program().display()));
}

#[test]
fn the_bot_in_c_passes_the_check() {
    let folder = tempfile::TempDir::new().unwrap();
    let bot = folder.path().join("random bot");
    let source = Path::new("../../examples/bots/random_bot.c");
    let built = Command::new("cc").arg("-o").arg(&bot).arg(source).status().unwrap();
    assert!(built.success());
    is_well(&format!("'{}'", bot.display()));
}

#[test]
fn the_bot_in_python_passes_the_check() {
    let is_there = Command::new("python3").arg("--version").output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    is_well("python3 ../../examples/bots/random_bot.py");
}

#[test]
fn what_is_wrong_with_an_engine_is_said_with_what_would_be_right() {
    for (fault, found, mend) in [
        ("exits-at-start", "(Crashed)", "keep reading lines"),
        ("exits", "exit code 4 (Crashed)", "keep reading lines"),
        ("illegal", "which is refused: 11 is taken (Illegal)", "query legal"),
        ("unasked", "(Unasked)", "once for each go"),
        ("not-text", "(NotText)", "UTF-8"),
        ("endless-line", "(LongLine)", "keep it short"),
        ("stays /dev/null", "it is still there", "end the program when quit is read"),
    ] {
        let output = check(&format!("/bin/sh tests/engines/bad.sh {fault}"), &[]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{fault}: {said}");
        let mut after = said.lines().skip_while(|line| !line.contains(found)).skip(1);
        let shown = after.next().unwrap_or_default();
        assert!(shown.starts_with("      to fix it: ") && shown.contains(mend), "{fault}: {said}");
    }
}

#[test]
fn a_check_can_be_read_by_programs() {
    let output = check("/nowhere", &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    let line = String::from_utf8(output.stdout).unwrap();
    assert!(line.contains("\"verdict\":\"wrong\"") && line.contains("(NotStarted)"), "{line}");
    assert_eq!(line.lines().count(), 1);
}
