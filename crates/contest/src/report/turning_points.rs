//! The moves that lost the games of a contest.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agon_arena::contest::{Record, RecordRefusal};
use agon_arena::{ReviewSettings, turning_point};
use agon_core::{Outcome, Side};
use agon_host::interrupt::Interrupt;
use agon_host::{Failure, Progress};
use serde_json::{Value, json};

use crate::{StoredContest, forfeit};

/// The node limit of a search of one position. A contest of a class has tens of thousands of
/// positions.
pub const NODES: u64 = 500;

/// How many moves of the loser are examined, from the end.
const MOST: usize = 12;

/// The moves that lost games, by the keys of the games, as JSON.
pub type TurningPoints = HashMap<String, Value>;

/// Finds the move that lost each game, on all processors. Games that ended by a fault have none.
pub fn turning_points(contest: &StoredContest) -> Result<TurningPoints, Failure> {
    let lost: Vec<(&String, &Record, Side)> = contest
        .games
        .iter()
        .filter(|(_, record)| forfeit(record).is_none() && !record.moves.is_empty())
        .filter_map(|(key, record)| match record.result {
            Some(Outcome::Win(winner)) => Some((key, record, winner.opponent())),
            _ => None,
        })
        .collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let progress = Progress::of(lost.len() as u64);
    let work = || -> Result<Vec<(String, Value)>, Failure> {
        let mut found = Vec::new();
        while let Some((key, record, loser)) = lost.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(losing_move(record, *loser)?.map(|point| (key.to_string(), point)));
            progress.advance_to(1 + done.fetch_add(1, Ordering::Relaxed) as u64);
            progress.show("looking for turning points");
        }
        Ok(found)
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(lost.len());
    let found = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let bug = |_| Failure::Refused("this is a bug in agon: a game was not analysed".into());
        let joined = workers.into_iter().map(|worker| worker.join().map_err(bug)?);
        joined.collect::<Result<Vec<_>, Failure>>()
    });
    progress.clear();
    Ok(found?.into_iter().flatten().collect())
}

/// The move of the loser that lost a game.
fn losing_move(record: &Record, loser: Side) -> Result<Option<Value>, Failure> {
    let refused = |refusal: RecordRefusal| Failure::Refused(refusal.to_string());
    let mut session = record.replay().map_err(refused)?;
    let settings = ReviewSettings { nodes: NODES, hash_bytes: 1 << 20, eval: None };
    let point = turning_point(&mut *session, loser, MOST, &settings, &Interrupt)?;
    let json = point.and_then(|point| {
        let made = point.made.as_ref()?;
        let share = |chance: f64| (chance * 100.0).round() / 100.0;
        Some(json!({
            "ply": point.ply + 1, "quality": made.quality.name(), "sign": made.quality.sign(),
            "loss": share(made.loss), "better": point.assessment.best(),
            "gave_away": made.gave_away.map(|verdict| verdict.to_string()),
        }))
    });
    Ok(json)
}
