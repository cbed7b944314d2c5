//! Analysis jobs: hints, proven values, trees, continuous analysis and reviews of games.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agon_arena::{AnySession, SearchKind, SearchRequest};
use agon_core::{Proven, Score, SearchNode, Side, Stop as _, Tree, Verdict};
use agon_search::{Limits, TreeOptions};
use serde::Serialize;
use serde_json::{Value, json};

use super::live_game::{Snapshot, path_of};
use super::messages::{RequestError, ScoreMessage, SearchInfo, TreeNode, for_first};
use super::refusal::PageRefusal;
use super::request::TreeRequest;
use super::search_pool::{ProgressControl, StopFlag};

/// The time of the search for a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The longest analysis of one position.
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(60);

/// The size of the transposition table, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// The node limit of the search for each position of a review.
const REVIEW_NODES: u64 = 60_000;

/// The most nodes that a tree may visit.
const MAX_TREE_NODES: u64 = 1_000_000;

/// The most nodes of a tree that are sent.
const MAX_SHOWN_NODES: usize = 4000;

/// The largest depth of a tree, in plies.
const MAX_TREE_DEPTH: u32 = 6;

/// The most children of a node that are sent.
const MAX_CHILDREN: usize = 50;

/// The best move that a short search finds.
pub fn hint(snapshot: &Snapshot, stop: &StopFlag) -> Result<Value, RequestError> {
    let session = snapshot.open()?;
    let found = search(&*session, 1, HINT_TIME, stop, |_| ())?;
    let (mv, score, line) = found.ok_or(PageRefusal::NoMove)?;
    let path = path_of(&*session, &mv).unwrap_or_default();
    Ok(json!({ "mv": mv, "path": path, "score": score, "line": line }))
}

/// The best move, its score for the first side, and its line.
type Best = (String, ScoreMessage, Vec<String>);

/// Searches for the best lines, and reports those of each finished depth.
fn search(
    session: &dyn AnySession,
    lines: usize,
    time: Duration,
    stop: &StopFlag,
    report: impl Fn(Vec<SearchInfo>) + Sync,
) -> Result<Option<Best>, RequestError> {
    let limits = Limits { lines, ..Limits::default() };
    let ask =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let found = Mutex::new(Vec::new());
    let wanted = lines.min(session.moves().len());
    let mover = session.to_move();
    let control = ProgressControl::new(stop.clone(), Some(time), mover, |info, reported| {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if info.line == 1 {
            found.clear();
        }
        found.push(reported);
        if found.len() == wanted {
            report(std::mem::take(&mut *found));
        }
    });
    let best = session.best(&ask, &control, &())?;
    Ok(best.and_then(|info| {
        let score = for_first(info.score, mover);
        Some((info.moves.first()?.clone(), score, info.moves))
    }))
}

/// Analyses a position until it is stopped, and reports the lines of each finished depth, with
/// `true` for the last ones.
pub fn analyse(
    snapshot: &Snapshot,
    lines: usize,
    stop: &StopFlag,
    report: impl Fn(Vec<SearchInfo>, bool) + Sync,
) -> Result<(), RequestError> {
    let session = snapshot.open()?;
    let last = Mutex::new(Vec::new());
    if session.outcome().is_none() {
        search(&*session, lines, MAX_ANALYSIS_TIME, stop, |lines| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = lines.clone();
            report(lines, false);
        })?;
    }
    if !stop.is_stopped() {
        report(last.into_inner().unwrap_or_default(), true);
    }
    Ok(())
}

/// The proven values of all legal moves.
pub fn verdicts(snapshot: &Snapshot, stop: &StopFlag) -> Result<Value, RequestError> {
    let session = snapshot.open()?;
    let known = session.verdicts(stop)?.into_iter().map(|known| {
        let (verdict, plies) = (known.proven.verdict.to_string(), known.proven.plies);
        json!({ "text": known.text, "verdict": verdict, "plies": plies })
    });
    Ok(json!({ "moves": known.collect::<Vec<Value>>() }))
}

/// A position of a review.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    ply: usize,
    score: ScoreMessage,
    best: Option<String>,
    slip: Option<&'static str>,
}

/// The value of a position for the side to move.
struct Assessment {
    mover: Side,
    verdict: Option<Verdict>,
    score: Score,
    best: Option<String>,
}

/// Reviews a whole game, and reports its positions one after the other, with `true` for the
/// last one.
pub fn review(
    snapshot: &Snapshot,
    stop: &StopFlag,
    report: impl Fn(Point, bool),
) -> Result<(), RequestError> {
    let mut session = snapshot.open()?;
    let last = snapshot.line.len();
    session.jump(0);
    let mut here = assess(&mut *session, stop)?;
    for ply in 0..=last {
        if stop.is_stopped() {
            return Ok(());
        }
        let next = match ply < last {
            true => {
                session.jump(ply + 1);
                Some(assess(&mut *session, stop)?)
            }
            false => None,
        };
        let slip = next.as_ref().and_then(|next| slip(&here, next));
        let score = for_first(here.score, here.mover);
        report(Point { ply, score, best: here.best.take(), slip }, ply == last);
        if let Some(next) = next {
            here = next;
        }
    }
    Ok(())
}

/// The value of a position: the proven one if it is known, else that of a short search.
fn assess(session: &mut dyn AnySession, stop: &StopFlag) -> Result<Assessment, RequestError> {
    let mover = session.to_move();
    if let Some(outcome) = session.outcome() {
        let score = outcome.seen_by(mover);
        let verdict = score.proven().map_or(Verdict::Draw, |proven| proven.verdict);
        return Ok(Assessment { mover, verdict: Some(verdict), score, best: None });
    }
    let known = session.verdicts(stop).unwrap_or_default();
    let rank = |verdict: Verdict| match verdict {
        Verdict::Win => 0,
        Verdict::Draw => 1,
        Verdict::Lose => 2,
    };
    let is_all_known = known.len() == session.moves().len();
    let limits = Limits { nodes: REVIEW_NODES, ..Limits::default() };
    let ask = SearchRequest {
        search: SearchKind::Engine,
        limits,
        eval: None,
        hash_bytes: HASH_BYTES / 8,
    };
    let control = ProgressControl::new(stop.clone(), None, mover, |_, _| ());
    let found = session.best(&ask, &control, &())?;
    let score = found.as_ref().map_or(Score::DRAW, |info| info.score);
    let searched = score.proven().map(|proven| proven.verdict);
    let exact = known.iter().min_by_key(|known| rank(known.proven.verdict));
    let exact = exact.filter(|best| is_all_known || best.proven.verdict == Verdict::Win);
    let best = match exact {
        Some(best) => Some(best.text.clone()),
        None => found.and_then(|info| info.moves.into_iter().next()),
    };
    let verdict = exact.map(|best| best.proven.verdict).or(searched);
    let score = match exact.map(|best| best.proven) {
        Some(Proven { verdict: Verdict::Draw, .. }) => Score::DRAW,
        Some(Proven { verdict: Verdict::Win, plies: Some(plies) }) => Score::win_in(plies),
        Some(Proven { verdict: Verdict::Lose, plies: Some(plies) }) => Score::lose_in(plies),
        _ => score,
    };
    Ok(Assessment { mover, verdict, score, best })
}

/// What the move between two positions gave away: a win, or a draw.
fn slip(before: &Assessment, after: &Assessment) -> Option<&'static str> {
    let after = match (after.verdict, after.mover == before.mover) {
        (Some(verdict), false) => Some(verdict.for_opponent()),
        (verdict, _) => verdict,
    };
    match (before.verdict, after) {
        (Some(Verdict::Win), Some(Verdict::Draw | Verdict::Lose)) => Some("win"),
        (Some(Verdict::Draw), Some(Verdict::Lose)) => Some("draw"),
        _ => None,
    }
}

/// The minimax tree of a position.
pub fn tree(
    snapshot: &Snapshot,
    request: &TreeRequest,
    stop: &StopFlag,
) -> Result<Value, RequestError> {
    check_range("depth", request.depth as usize, 1, MAX_TREE_DEPTH as usize)?;
    check_range("top", request.top, 1, MAX_CHILDREN)?;
    let mut session = snapshot.open()?;
    session.play_all(&request.moves.join(" "))?;
    let options = TreeOptions {
        depth: request.depth,
        pruning: request.pruning,
        top: request.top,
        nodes: MAX_TREE_NODES,
    };
    let too_large = || PageRefusal::TreeTooLarge { most: MAX_TREE_NODES };
    let recorded = session.tree(&options, request.eval.as_deref(), stop)?.ok_or_else(too_large)?;
    if recorded.tree.nodes().count() > MAX_SHOWN_NODES {
        return Err(PageRefusal::TreeTooLarge { most: MAX_SHOWN_NODES as u64 }.into());
    }
    let root = TreeNode::of(&recorded.tree, Tree::<SearchNode<String, String>>::ROOT);
    let plain = if request.pruning {
        all_positions(&*session, request.depth, stop)
    } else {
        Some(recorded.nodes)
    };
    Ok(json!({ "tree": root, "nodes": recorded.nodes, "plain": plain }))
}

/// How many nodes minimax visits without pruning; `None` if counting them would take long.
fn all_positions(session: &dyn AnySession, depth: u32, stop: &StopFlag) -> Option<u64> {
    const MOST: u64 = 300_000_000;
    let (mut positions, mut before, mut last) = (1, 1, 1);
    for plies in 1..=depth {
        // Estimated with the branching factor of the ply before.
        if last * (last / before) > MOST {
            return None;
        }
        let counted = session.divide(plies, stop, &mut |_, _| ());
        (before, last) = (last.max(1), counted);
        positions += counted;
    }
    Some(positions)
}

/// Refuses a number that is out of range.
pub fn check_range(
    what: &str,
    number: usize,
    least: usize,
    most: usize,
) -> Result<(), PageRefusal> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(PageRefusal::Bound { what: what.into(), least, most }),
    }
}
