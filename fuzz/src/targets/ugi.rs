//! Lines of UGI, on the side of the engine and on that of the arbiter.

use std::sync::atomic::{AtomicU32, Ordering};

use agon_arena::{find, read_score};
use agon_core::{Refusal as _, Stop};
use agon_sandbox::{EngineIo, Forfeit, Timeouts};
use agon_search::SearchControl;
use agon_ugi::{Action, Arbiter, Command, Go, Query, Reply, UgiEngine};

use crate::features::Features;
use crate::target::{Target, text, words};

/// Lines from an arbiter to this program.
pub const ENGINE: Target = Target {
    name: "ugi-engine",
    shows: "commands are written so that they read the same, and every search ends with a legal move",
    words: || {
        words(
            "ugi isready uginewgame setoption name value Game Heaps Size Threads Eval position startpos \
             fen moves query gameover p1turn result legal go depth nodes movetime p1time p2time p1inc \
             infinite ponder ponderhit Ponder true stop quit nim tictactoe byte theseus santorini 3,5,7 \
             [3,5] 8 10 11 00 @00,01 ([0,0,0,0,0,0,0,0,0],1)",
        )
    },
    run: run_engine,
    short: 2500,
};

/// Lines from an engine of somebody else.
pub const ARBITER: Target = Target {
    name: "ugi-arbiter",
    shows: "an engine's lines are answered, ignored or a forfeit, and a move that is taken is legal",
    words: || {
        words(
            "id name author option type combo spin string default var min max ugiok readyok info score \
             value win lose depth nodes query legal fen result response bestmove ponder none 11 00 22 \
             Game tictactoe option name Game type combo default tictactoe var tictactoe",
        )
    },
    run: run_arbiter,
    short: 8000,
};

/// The most lines of an input.
const MOST_LINES: usize = 60;

fn run_engine(input: &[u8], features: &mut Features) {
    let text = text(input);
    let mut engine = UgiEngine::new(|_, _| Ok(None));
    // A search allocates its table: one is enough, and not of the largest size.
    let mut may_search = !text.to_lowercase().contains("hash");
    for line in text.lines().take(MOST_LINES) {
        match Command::read(line) {
            Ok(None) => (),
            Ok(Some(command)) => {
                let written = command.to_string();
                let again = Command::read(&written);
                let again = again.map(|command| command.map(|command| command.to_string()));
                assert_eq!(again, Ok(Some(written)));
                features.add(std::mem::discriminant(&command));
                features.count("words", line.split_whitespace().count());
            }
            Err(refusal) => features.refusal(&refusal),
        }
        for action in engine.handle(line, false) {
            match action {
                Action::Write(line) => {
                    assert!(!line.contains('\n'), "{line:?} is not one line");
                    features.message(&line);
                }
                Action::Search(job) if std::mem::take(&mut may_search) => {
                    let lines = job.run(&SearchControl::until(&Brief::default()), &());
                    let last = lines.last().map(|line| Reply::read(line));
                    let Some(Ok(Some(Reply::BestMove { .. }))) = last else { panic!("{lines:?}") };
                    features.add(("searched", lines.len()));
                }
                Action::Search(_) => features.add("search"),
                // It allocates the table, and a search does the same where it is needed.
                Action::Prepare(_) => features.add("prepare"),
                Action::PonderHit => features.add("ponderhit"),
                Action::Stop => features.add("stop"),
                Action::Quit => return,
            }
        }
    }
}

/// Stops a search soon, by the number of times it asks.
#[derive(Default)]
struct Brief(AtomicU32);

impl Stop for Brief {
    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2
    }
}

/// An engine whose lines are given.
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

fn run_arbiter(input: &[u8], features: &mut Features) {
    let text = text(input);
    for line in text.lines().take(MOST_LINES) {
        match Reply::read(line) {
            Ok(None) => (),
            Ok(Some(reply)) => {
                features.add(std::mem::discriminant(&reply));
                if let Reply::Info(words) = &reply {
                    features.add(read_score(words).map(|score| score.proven().is_some()));
                }
                let written = reply.to_string();
                let again = Reply::read(&written);
                let again = again.map(|reply| reply.map(|reply| reply.to_string()));
                assert_eq!(again, Ok(Some(written)));
            }
            Err(forfeit) => features.refusal(&forfeit),
        }
    }
    if let Err(forfeit) = play(Script { lines: text.lines() }, features) {
        features.add(("forfeit", forfeit.kind()));
        features.refusal(&forfeit);
    }
}

/// Plays tic-tac-toe with an engine.
fn play(script: Script<'_>, features: &mut Features) -> Result<(), Forfeit> {
    let Some(game) = find("tictactoe") else { return Ok(()) };
    let mut arbiter = Arbiter::handshake(script, Timeouts::default())?;
    features.count("options", arbiter.options().len());
    arbiter.new_game(game)?;
    let mut session = game.start();
    for query in Query::ALL {
        features.add(arbiter.query(query)?.is_some());
    }
    while session.outcome().is_none() {
        let chosen = arbiter.choose(&*session, "startpos", &session.history(), &Go::depth(1))?;
        let is_legal = session.moves().iter().any(|listed| listed.text == chosen.mv);
        assert!(is_legal, "{} is not legal", chosen.mv);
        session.play(&chosen.mv).unwrap_or_else(|refused| panic!("{refused}"));
        features.add(("ply", session.ply()));
    }
    Ok(())
}
