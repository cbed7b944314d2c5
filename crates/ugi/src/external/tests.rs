//! Engines with all kinds of faults: they forfeit, are ended, and can be started again.

#![cfg(unix)]

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::{EngineMove, Go};
use agon_arena::{PositionView, find};
use agon_core::{Refusal as _, Score};
use agon_sandbox::Timeouts;
use agon_testing::engines::engine as bad;
use tempfile::TempDir;

use super::*;

/// Long timeouts, for faults that end by themselves.
fn patient() -> EngineLimits {
    EngineLimits { max_output: 64 << 10, ..EngineLimits::default() }
}

/// Short timeouts, for faults that wait for them.
fn impatient() -> EngineLimits {
    let timeouts = Timeouts { thinking: 100, ..Timeouts::default() };
    EngineLimits { timeouts, ..patient() }
}

impl ExternalEngine {
    /// Asks for a move in the position of the session, which `moves` from `start` (`startpos` or a
    /// position of the game) lead to.
    fn choose(
        &mut self,
        session: &dyn PositionView,
        start: &str,
        moves: &[String],
        go: &Go,
    ) -> Result<EngineMove, Forfeit> {
        self.with(|arbiter| arbiter.choose(session, start, moves, go))
    }
}

/// Asks for the second move of a game of tic-tac-toe; the engine's first move is right.
fn second_move(engine: &mut ExternalEngine) -> Result<EngineMove, Forfeit> {
    let game = find("tictactoe").unwrap();
    let mut session = game.start();
    engine.new_game(game)?;
    let first = engine.choose(&*session, "startpos", &[], &Go::depth(1)).unwrap();
    assert_eq!(first.mv, "11");
    session.play_all("11 00").unwrap();
    engine.choose(&*session, "startpos", &session.history(), &Go::depth(1))
}

/// How an engine with a fault forfeits its second move.
fn fault(fault: &str, limits: &EngineLimits) -> Forfeit {
    let mut engine = ExternalEngine::start(&bad(fault), limits).unwrap();
    let forfeit = second_move(&mut engine).unwrap_err();
    // The engine is started again, and plays until it fails again.
    assert!(engine.running.is_none(), "{fault}");
    assert_eq!(second_move(&mut engine).unwrap_err(), forfeit, "{fault}");
    forfeit
}

#[test]
fn one_that_exits_has_crashed() {
    let started = ExternalEngine::start(&bad("exits-at-start"), &patient());
    assert_eq!(started.err(), Some(Forfeit::Crashed { how: "exit code 3".into() }));
    assert_eq!(fault("exits", &patient()), Forfeit::Crashed { how: "exit code 4".into() });
}

#[test]
fn one_that_hangs_is_silent() {
    let mut limits = patient();
    limits.timeouts.startup = 100;
    let silent = |word| Forfeit::Silent { word, milliseconds: 100 };
    assert_eq!(ExternalEngine::start(&bad("hangs-at-start"), &limits).err(), Some(silent("ugi")));
    assert_eq!(fault("hangs", &impatient()), silent("go"));
}

#[test]
fn our_rules_say_what_is_legal() {
    let reason = "11 is taken".to_string();
    assert_eq!(fault("illegal", &patient()), Forfeit::Illegal { mv: "\"11\"".into(), reason });
    assert_eq!(fault("no-square", &patient()).kind(), "Illegal");
}

#[test]
fn a_move_for_the_other_side_is_illegal() {
    let game = find("santorini").unwrap();
    let session =
        |side| game.open(&format!("00000/00000/00000/00000/00000 {side} 11,33 13,31")).unwrap();
    let red = session("R").moves()[0].text.clone();
    let mut engine = ExternalEngine::start(&bad(&format!("other-side {red}")), &patient()).unwrap();
    engine.new_game(game).unwrap();
    let mut choose = |side| {
        let session = session(side);
        engine.choose(&*session, &session.position(), &[], &Go::depth(1))
    };
    assert_eq!(choose("R").unwrap().mv, red);
    assert_eq!(choose("B").unwrap_err().kind(), "Illegal");
}

#[test]
fn a_best_move_is_two_words_and_comes_when_asked_for() {
    assert_eq!(fault("no-move", &patient()).kind(), "Garbage");
    assert_eq!(fault("three-words", &patient()).kind(), "Garbage");
    assert_eq!(fault("unasked", &patient()).kind(), "Unasked");
}

#[test]
fn what_is_written_is_bounded() {
    let most = patient().max_line;
    assert_eq!(fault("long-line", &patient()), Forfeit::LongLine { most });
    assert_eq!(fault("endless-line", &patient()), Forfeit::LongLine { most });
    assert_eq!(fault("without-end", &patient()), Forfeit::Flood { most: 64 << 10 });
}

#[test]
fn what_is_not_text_is_garbage() {
    assert_eq!(fault("not-text", &patient()), Forfeit::NotText);
}

#[test]
fn one_that_does_not_read_is_noticed() {
    let mut limits = patient();
    limits.timeouts.ready = 100;
    let mut engine = ExternalEngine::start(&bad("deaf"), &limits).unwrap();
    // More than fits into a pipe.
    let moves = vec!["11".to_string(); 1 << 20];
    let asked = engine.with(|arbiter| {
        arbiter.position("startpos", &moves)?;
        arbiter.ready()
    });
    assert_eq!(asked, Err(Forfeit::Silent { word: "isready", milliseconds: 100 }));
    let mut engine = ExternalEngine::start(&bad("deaf"), &limits).unwrap();
    let sent = engine
        .with(|arbiter| (0..1000).try_for_each(|_| arbiter.position("startpos", &moves[..10_000])));
    assert_eq!(sent, Err(Forfeit::NotReading));
}

#[test]
fn info_and_strange_words_are_let_pass() {
    let mut engine = ExternalEngine::start(&bad("info"), &patient()).unwrap();
    assert_eq!(engine.name(), "Bad engine");
    let chosen = second_move(&mut engine).unwrap();
    assert_eq!((chosen.mv.as_str(), chosen.stats.score), ("22", Some(Score::win_in(3))));
    assert!(chosen.time > 0);
}

#[test]
fn an_engine_sees_an_empty_folder_and_a_clean_environment() {
    let mut engine = ExternalEngine::start(&bad("environment"), &patient()).unwrap();
    assert_eq!(second_move(&mut engine).map(|chosen| chosen.mv), Ok("22".into()));
}

#[test]
fn a_game_that_is_not_offered_is_forfeited() {
    let mut engine = ExternalEngine::start(&bad("none"), &patient()).unwrap();
    let forfeit = engine.new_game(find("nim").unwrap()).unwrap_err();
    assert!(forfeit.to_string().contains("\"tictactoe, santorini\""), "{forfeit}");
}

#[test]
fn a_command_that_cannot_be_started_is_refused() {
    for command in ["", "  ", "'unmatched", "/nowhere/at/all", "tests/ugi"] {
        let forfeit = ExternalEngine::start(command, &patient()).err().unwrap();
        assert_eq!(forfeit.kind(), "NotStarted", "{command}");
    }
}

/// A named pipe. Processes that have it open keep it from ending.
struct Leash {
    folder: TempDir,
}

impl Leash {
    fn new() -> Leash {
        let leash = Leash { folder: TempDir::new().unwrap() };
        // An engine may run as another user.
        fs::set_permissions(leash.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let made = Command::new("mkfifo").args(["-m", "666"]).arg(leash.path()).status();
        assert!(made.unwrap().success());
        leash
    }

    fn path(&self) -> String {
        self.folder.path().join("leash").to_str().unwrap().to_string()
    }

    /// Runs something that makes a process open the pipe, and waits until none has it open.
    fn is_let_go_after(&self, act: impl FnOnce()) -> bool {
        let (path, (to, ended)) = (self.path(), channel());
        thread::spawn(move || {
            // Opening waits for a process that opens it, too.
            let read = File::open(path).unwrap().read_to_end(&mut Vec::new());
            let _ = to.send(read.unwrap());
        });
        act();
        ended.recv_timeout(Duration::from_secs(20)).is_ok()
    }
}

#[test]
fn all_that_an_engine_has_started_ends_with_it() {
    for fault in ["children", "leaves-children"] {
        let leash = Leash::new();
        let command = bad(&format!("{fault} {}", leash.path()));
        let mut engine = ExternalEngine::start(&command, &impatient()).unwrap();
        assert!(leash.is_let_go_after(|| assert!(second_move(&mut engine).is_err())), "{fault}");
    }
}

#[test]
fn one_that_ignores_quit_and_signals_is_ended_with_its_children() {
    let leash = Leash::new();
    let mut engine =
        ExternalEngine::start(&bad(&format!("stays {}", leash.path())), &patient()).unwrap();
    assert!(leash.is_let_go_after(|| engine.end()));
}
