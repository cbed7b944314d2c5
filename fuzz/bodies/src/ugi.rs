//! Lines of UGI, on the side of the engine and of the arbiter.

use std::sync::atomic::{AtomicU32, Ordering};

use agon_arena::{find, read_score};
use agon_core::Stop;
use agon_sandbox::{EngineIo, Forfeit, Timeouts};
use agon_search::SearchControl;
use agon_ugi::{Action, Arbiter, Command, Go, Query, Reply, UgiEngine};

use crate::{check_refusal, text};

/// The most lines of an input.
const MOST_LINES: usize = 60;

/// Commands are written so that they read the same, and every search ends with a legal move.
pub fn ugi_engine(input: &[u8]) {
    let text = text(input);
    let mut engine = UgiEngine::new(|_, _| Ok(None));
    // A search allocates its table, so only one search runs, and not with the largest size.
    let mut may_search = !text.to_lowercase().contains("hash");
    for line in text.lines().take(MOST_LINES) {
        match Command::read(line) {
            Ok(None) => (),
            Ok(Some(command)) => {
                let written = command.to_string();
                let again = Command::read(&written);
                let again = again.map(|command| command.map(|command| command.to_string()));
                assert_eq!(again, Ok(Some(written)));
            }
            Err(refusal) => check_refusal(&refusal),
        }
        for action in engine.handle(line, false) {
            match action {
                Action::Write(line) => assert!(!line.contains('\n'), "{line:?} is not one line"),
                Action::Search(mut job) if std::mem::take(&mut may_search) => {
                    let lines = job.run(&SearchControl::until(&Brief::default()), &());
                    let last = lines.last().map(|line| Reply::read(line));
                    let Some(Ok(Some(Reply::BestMove { .. }))) = last else { panic!("{lines:?}") };
                }
                // A preparation allocates the table, and so does a search if needed.
                Action::Search(_) | Action::Prepare(_) | Action::PonderHit | Action::Stop => (),
                Action::Quit => return,
            }
        }
    }
}

/// Stops a search after a number of checks.
#[derive(Default)]
struct Brief(AtomicU32);

impl Stop for Brief {
    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2
    }
}

/// An engine with given lines.
struct Script<'a> {
    lines: std::str::Lines<'a>,
}

impl EngineIo for Script<'_> {
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        assert!(!line.contains('\n'), "{line:?} is not one line");
        Ok(())
    }

    fn start_clock(&mut self, _: u64) {}

    fn receive(&mut self) -> Result<Option<String>, Forfeit> {
        Ok(self.lines.next().map(str::to_string))
    }

    fn elapsed(&self) -> u64 {
        0
    }
}

/// An engine's lines are answered, ignored or a forfeit. An accepted move is legal.
pub fn ugi_arbiter(input: &[u8]) {
    let text = text(input);
    for line in text.lines().take(MOST_LINES) {
        match Reply::read(line) {
            Ok(None) => (),
            Ok(Some(reply)) => {
                if let Reply::Info(words) = &reply {
                    read_score(words);
                }
                let written = reply.to_string();
                let again = Reply::read(&written);
                let again = again.map(|reply| reply.map(|reply| reply.to_string()));
                assert_eq!(again, Ok(Some(written)));
            }
            Err(forfeit) => check_refusal(&forfeit),
        }
    }
    if let Err(forfeit) = play(Script { lines: text.lines() }) {
        check_refusal(&forfeit);
    }
}

/// Plays tic-tac-toe with an engine.
fn play(script: Script<'_>) -> Result<(), Forfeit> {
    let Some(game) = find("tictactoe") else { return Ok(()) };
    let mut arbiter = Arbiter::handshake(script, Timeouts::default())?;
    arbiter.new_game(game)?;
    let mut session = game.start();
    for query in Query::ALL {
        arbiter.query(query)?;
    }
    while session.outcome().is_none() {
        let chosen = arbiter.choose(&*session, "startpos", &session.history(), &Go::depth(1))?;
        let is_legal = session.moves().iter().any(|listed| listed.text == chosen.mv);
        assert!(is_legal, "{} is not legal", chosen.mv);
        session.play(&chosen.mv).unwrap_or_else(|refused| panic!("{refused}"));
    }
    Ok(())
}
