//! Checks that an engine answers in time: within its own clock, and at once after `stop`.

use crate::ExternalEngine;
use crate::{Arbiter, EngineMove, Go};
use agon_arena::contest::TIME_MARGIN;
use agon_arena::{AnySession, GameEntry, PositionView, Refused};
use agon_sandbox::{Forfeit, Process};

use super::moves::{ask, context};
use super::positions::{TestPosition, TestPositions};
use super::report::{CheckResult, wrong};
use super::stall_meter::StallMeter;

/// How long to wait for a late answer, in milliseconds, so that the report can say how late it was.
const LATE_TIMEOUT: u64 = 3_000;

/// In how many positions each kind of clock is tried.
const CLOCK_POSITIONS: usize = 6;

/// How long an engine thinks before it is stopped, in milliseconds.
const THINKING: u64 = 60;

/// This many late answers are a fault on a machine that is not busy, even if the repeated answers
/// were in time.
const TOO_MANY_LATE: usize = 2;

/// How often a late answer is requested again. If it is late each time, it is a fault.
pub const RETRIES: usize = 4;

const FIX: &str = "stop the search earlier: the time counts from go to bestmove";

/// The answers that were late once. A busy machine can be the cause, so each is requested again.
pub struct Lateness {
    asked: usize,
    late: Vec<String>,
    meter: StallMeter,
}

impl Lateness {
    /// Starts without late answers.
    pub fn new() -> Lateness {
        Lateness { asked: 0, late: Vec::new(), meter: StallMeter::start() }
    }

    /// The result that follows from the late answers.
    pub fn result(&self) -> CheckResult {
        let Some(first) = self.late.first() else { return CheckResult::Fine };
        let (late, asked) = (self.late.len(), self.asked);
        let found = format!("{late} of {asked} answers were late: {first}");
        match self.meter.stall() {
            // One in a hundred can be caused by the machine.
            None if late >= TOO_MANY_LATE && late * 100 > asked => {
                CheckResult::Wrong { found, fix: FIX }
            }
            None => CheckResult::Note(format!("{found}; not when asked again")),
            Some(stall) => CheckResult::Note(format!(
                "{found}; not when asked again, and the machine was busy (up to {stall} ms): check \
                 again when it is not"
            )),
        }
    }
}

/// By how many milliseconds an answer after `time` microseconds exceeds what the referee allows, if
/// it does.
pub fn too_late(time: u64, limit: u64) -> Option<u64> {
    let over = time.div_ceil(1000).saturating_sub(limit);
    (over > TIME_MARGIN).then_some(over)
}

/// Asks for a move, and again if it is late. The outer error is a forfeit, the inner one a late
/// answer.
pub fn ask_in_time(
    engine: &mut ExternalEngine,
    session: &dyn AnySession,
    position: (&str, &[String]),
    go: &Go,
    lateness: &mut Lateness,
) -> Result<Result<EngineMove, CheckResult>, Forfeit> {
    let limit = go.deadline(session.to_move());
    let mut overs: Vec<u64> = Vec::new();
    loop {
        let chosen = engine.with(|arbiter| choose(arbiter, session, position, go, limit))?;
        let over = limit.and_then(|limit| too_late(chosen.time, limit));
        lateness.asked += usize::from(limit.is_some());
        let Some(over) = over else {
            let late = overs.first().map(|first| format!("{first} ms; {}", context(position, go)));
            lateness.late.extend(late);
            return Ok(Ok(chosen));
        };
        overs.push(over);
        if overs.len() > RETRIES {
            let shown: Vec<String> = overs.iter().map(u64::to_string).collect();
            let found = format!(
                "it took {} ms too long, however often it was asked ({TIME_MARGIN} ms are \
                 allowed); {}",
                shown.join(", "),
                context(position, go)
            );
            return Ok(Err(CheckResult::Wrong { found, fix: FIX }));
        }
    }
}

pub fn choose(
    arbiter: &mut Arbiter<Process>,
    session: &dyn PositionView,
    (start, moves): (&str, &[String]),
    go: &Go,
    limit: Option<u64>,
) -> Result<EngineMove, Forfeit> {
    let patience = |limit: u64| limit.saturating_add(TIME_MARGIN + LATE_TIMEOUT);
    let within = limit.map_or(arbiter.timeouts().thinking, patience);
    arbiter.go(start, moves, go, within)?;
    arbiter.best_move(session, within)
}

/// Tries clocks in the middle of games: one that is nearly used up while the other is not, and one
/// whose increment is added only after the move.
pub fn clocks(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let mut lateness = Lateness::new();
    for (number, position) in positions.spread(2 * CLOCK_POSITIONS).into_iter().enumerate() {
        let session = position.open(entry)?;
        let mine = session.to_move().index();
        let go = match number % 2 {
            0 => {
                let mut time = [60_000; 2];
                time[mine] = 150;
                Go::clock(time, [0, 0])
            }
            _ => Go::clock([150, 150], [5_000, 5_000]),
        };
        let (start, moves) = position.described(entry, number)?;
        let asked = ask(engine, entry, &*session, (&start, &moves), &go, &mut lateness);
        if let Err(result) = asked {
            return Ok(result);
        }
    }
    Ok(lateness.result())
}

/// Starts infinite and long searches, and stops them. Each must give one move, at once.
pub fn stops(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let infinite = Go { infinite: true, ..Go::default() };
    let (movetime, clock) = (Go::movetime(20_000), Go::clock([60_000; 2], [0; 2]));
    let searches = [&infinite, &infinite, &movetime, &clock, &Go::depth(60)];
    let start = TestPosition::start();
    let chosen = [&start].into_iter().chain(positions.spread(searches.len()));
    for (go, position) in searches.into_iter().zip(chosen) {
        let session = position.open(entry)?;
        let position = (position.start.as_str(), &position.moves[..]);
        let mut late = None;
        for _ in 0..=RETRIES {
            let stopped = engine.with(|arbiter| stop(arbiter, &*session, position, go));
            late = match stopped {
                Ok(late) => late,
                Err(forfeit) => {
                    return Ok(wrong(
                        &forfeit,
                        &format!("{}, then isready and stop", context(position, go)),
                    ));
                }
            };
            if late.is_none() {
                break;
            }
        }
        if let Some((answer, over)) = late {
            let found = format!(
                "while it was thinking, {answer} came {over} ms late ({TIME_MARGIN} ms are \
                 allowed); {}, then isready and stop",
                context(position, go)
            );
            let fix = "read lines while thinking, and answer stop at once";
            return Ok(CheckResult::Wrong { found, fix });
        }
    }
    // No search is running now, so there is nothing to answer.
    let idle = engine.with(|arbiter| {
        arbiter.stop(TIME_MARGIN)?;
        arbiter.settle_with_errors()
    });
    Ok(idle.map_or_else(
        |forfeit| wrong(&forfeit, "after stop without a search"),
        |()| CheckResult::Fine,
    ))
}

/// Stops a search. Returns the late answer, if any, and by how many milliseconds it was late.
fn stop(
    arbiter: &mut Arbiter<Process>,
    session: &dyn PositionView,
    (start, moves): (&str, &[String]),
    go: &Go,
) -> Result<Option<(&'static str, u64)>, Forfeit> {
    arbiter.go(start, moves, go, LATE_TIMEOUT)?;
    // An engine that does not search, such as a random player, may have answered by now.
    let mut early = arbiter.best_move_within(session, THINKING)?;
    let mut late = None;
    if early.is_none() {
        let (found, time) = arbiter.ready_while_thinking(session)?;
        late = too_late(time, 0).map(|over| ("readyok", over));
        early = found;
    }
    arbiter.stop(LATE_TIMEOUT)?;
    if early.is_none() {
        let chosen = arbiter.best_move(session, LATE_TIMEOUT)?;
        late = late.or(too_late(chosen.time, 0).map(|over| ("bestmove after stop", over)));
    }
    // A stop that came too late may be called an error.
    arbiter.settle_with_errors()?;
    Ok(late)
}
