//! Checks the moves of an engine and its answers to queries, in positions of random games.

use crate::ExternalEngine;
use crate::{Arbiter, Go, Query};
use agon_arena::{AnySession, GameEntry, PositionView, Refused};
use agon_core::quote;
use agon_sandbox::{Forfeit, Process};

use super::positions::{TestPosition, TestPositions};
use super::report::{CheckResult, wrong};
use super::reports::check_reports;
use super::timing::{self, Lateness};

/// The limits that are tried in turn. The first one is a time, so that an engine that never answers
/// takes little time.
fn limits(number: usize) -> Go {
    match number % 7 {
        0 => Go::movetime(20),
        1 => Go::nodes(500),
        2 => Go::depth(1),
        3 => Go::clock([1_000, 1_000], [10, 10]),
        4 => Go::depth(2),
        5 => Go { depth: Some(3), ..Go::movetime(30) },
        _ => Go::clock([600, 400], [0, 0]),
    }
}

/// Asks for a move in every position, each described in another way and with another limit.
pub fn moves(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let mut lateness = Lateness::new();
    for (number, position) in positions.open.iter().enumerate() {
        let session = position.open(entry)?;
        // Seven limits and three descriptions, in all combinations.
        let go = limits(number);
        let (start, moves) = position.described(entry, number)?;
        let asked = ask(engine, entry, &*session, (&start, &moves), &go, &mut lateness);
        if let Err(result) = asked {
            return Ok(result);
        }
    }
    Ok(lateness.result())
}

/// Asks for a move within limits in a position, which is given by a start and moves. The error is
/// the finding.
pub fn ask(
    engine: &mut ExternalEngine,
    entry: &GameEntry,
    session: &dyn AnySession,
    position: (&str, &[String]),
    go: &Go,
    lateness: &mut Lateness,
) -> Result<(), CheckResult> {
    let chosen = timing::ask_in_time(engine, session, position, go, lateness)
        .map_err(|forfeit| wrong(&forfeit, &context(position, go)))??;
    check_reports(entry, session, &chosen, go, &context(position, go))
}

/// The lines that the engine was sent, as its author can repeat them.
pub fn context((start, moves): (&str, &[String]), go: &Go) -> String {
    let start = if start == "startpos" { start.into() } else { format!("fen {start}") };
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("asked by position {start}{moves} and {go}")
}

/// Compares the answers to queries with our rules, in all positions. A query that is not answered
/// at the start is not sent again.
pub fn queries(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    positions: &TestPositions,
) -> Result<CheckResult, Refused> {
    let start = TestPosition::start();
    let mut asked = Vec::new();
    let mut unanswered = Vec::new();
    for query in Query::ALL {
        match compare(engine, entry, &start, 0, query, true)? {
            Ok(true) => asked.push(query),
            Ok(false) => unanswered.push(query.word()),
            Err(result) => return Ok(result),
        }
    }
    for (number, position) in positions.open.iter().chain(&positions.over).enumerate() {
        for &query in &asked {
            if let Err(result) = compare(engine, entry, position, number, query, false)? {
                return Ok(result);
            }
        }
    }
    Ok(match unanswered.is_empty() {
        true => CheckResult::Fine,
        false => CheckResult::Note(format!(
            "it does not answer {}; Agon need not ask, but others may",
            unanswered.join(", ")
        )),
    })
}

/// Sends one query, and compares the answer with our rules. Returns false if there is no answer and
/// none is needed.
fn compare(
    engine: &mut ExternalEngine,
    entry: &GameEntry,
    position: &TestPosition,
    way: usize,
    query: Query,
    is_first: bool,
) -> Result<Result<bool, CheckResult>, Refused> {
    let session = position.open(entry)?;
    let (start, moves) = position.described(entry, way)?;
    let place = format!("in {}", quote(&session.position()));
    let answer = engine.with(|arbiter| answer(arbiter, &start, &moves, query));
    let answer = match answer {
        Ok(answer) => answer,
        Err(forfeit) => return Ok(Err(wrong(&forfeit, &place))),
    };
    Ok(match answer {
        None if is_first => Ok(false),
        None => Err(CheckResult::Wrong {
            found: format!("{place} query {} is not answered, as it is at the start", query.word()),
            fix: "answer a query always, or never",
        }),
        Some(answer) => differences(&*session, query, &answer).map(|()| true).map_err(|found| {
            let fix = "fix the rules of the engine, or do not answer the query at all";
            CheckResult::Wrong { found: format!("{place} {found}"), fix }
        }),
    })
}

fn answer(
    arbiter: &mut Arbiter<Process>,
    start: &str,
    moves: &[String],
    query: Query,
) -> Result<Option<String>, Forfeit> {
    arbiter.position(start, moves)?;
    arbiter.query(query)
}

/// How an answer differs from our rules.
fn differences(session: &dyn PositionView, query: Query, answer: &str) -> Result<(), String> {
    let right = query.answer(session);
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(String::from).collect();
        words.sort();
        words
    };
    let (given, wanted) = (words(answer), words(&right));
    if given == wanted {
        return Ok(());
    }
    if query != Query::Legal {
        let (answer, right) = (quote(answer), quote(&right));
        return Err(format!("query {} is answered by {answer}, not {right}", query.word()));
    }
    let missing = wanted.iter().find(|mv| !given.contains(mv));
    let surplus = given.iter().find(|mv| !wanted.contains(mv));
    Err(match (surplus, missing) {
        (Some(mv), _) => match session.read(mv) {
            Err(refused) => format!("query legal lists {}, which is refused: {refused}", quote(mv)),
            Ok(right) => format!("query legal lists {} instead of {}", quote(mv), quote(&right)),
        },
        (None, Some(mv)) => format!("query legal does not list {}", quote(mv)),
        (None, None) => "query legal lists a move twice".into(),
    })
}
