//! Checks an engine that was just started, and one that has begun many games: a contest starts
//! engines often, and one process may play hundreds of games.

use std::time::{Duration, Instant};

use crate::Go;
use agon_arena::contest::TIME_MARGIN;
use agon_arena::{GameEntry, Refused};

use super::moves::context;
use super::report::{CheckResult, wrong};
use super::timing::{RETRIES, choose, too_late};
use crate::ExternalEngine;

/// The time of the first move, in milliseconds.
const FIRST_TIME: u64 = 100;

/// How many games are begun in one process: more than the recursion limit of Python.
const MANY_GAMES: u32 = 1_500;

/// An engine that is slow to begin a game begins fewer.
const MANY_GAMES_TIME: Duration = Duration::from_secs(3);

/// Restarts the engine, and asks for a first move within a time. Repeats this if the move is late.
pub fn first_move(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
) -> Result<CheckResult, Refused> {
    let session = entry.start();
    let (position, go) = (("startpos", &[][..]), Go::movetime(FIRST_TIME));
    let mut overs = Vec::new();
    while overs.len() <= RETRIES {
        engine.end();
        let asked = engine.new_game(entry).and_then(|()| {
            engine.with(|arbiter| choose(arbiter, &*session, position, &go, Some(FIRST_TIME)))
        });
        match asked {
            Err(forfeit) => return Ok(wrong(&forfeit, &context(position, &go))),
            Ok(chosen) => match too_late(chosen.time, FIRST_TIME) {
                None => return Ok(CheckResult::Fine),
                Some(over) => overs.push(over.to_string()),
            },
        }
    }
    let found = format!(
        "its first move came {} ms late, each time that it was started ({TIME_MARGIN} ms are \
         allowed); {}",
        overs.join(", "),
        context(position, &go)
    );
    let fix = "load what it needs before ugiok or readyok, not at the first move";
    Ok(CheckResult::Wrong { found, fix })
}

/// Begins many games in one process, and asks for a move in the last one.
pub fn many_games(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
) -> Result<CheckResult, Refused> {
    let began = Instant::now();
    let mut begun = 0;
    while begun < MANY_GAMES && began.elapsed() < MANY_GAMES_TIME {
        begun += 1;
        if let Err(forfeit) = engine.new_game(entry) {
            return Ok(wrong(&forfeit, &format!("at the {begun}th uginewgame in one process")));
        }
    }
    let session = entry.start();
    let (position, go) = (("startpos", &[][..]), Go::depth(1));
    let asked = engine.with(|arbiter| choose(arbiter, &*session, position, &go, None));
    Ok(asked.map_or_else(
        |forfeit| wrong(&forfeit, &format!("after {begun} games; {}", context(position, &go))),
        |_| CheckResult::Fine,
    ))
}
