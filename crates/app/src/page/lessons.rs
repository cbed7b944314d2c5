//! What the page asks about a position: hints, proven values, trees, and how a game went.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agon_arena::{AnySession, SearchKind, SearchRequest};
use agon_core::{Proven, Score, SearchNode, Side, Tree, Verdict};
use agon_search::{Limits, Recording};
use serde::Serialize;
use serde_json::{Value, json};

use super::question::TreeWish;
use super::refusal::PageRefusal;
use super::room::{Place, path_of};
use super::searches::{Stop, Watch};
use super::wire::{Node, Problem, Progress, Worth, for_first};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(500);

/// How long a position is analysed at most.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);

/// The memory of a search, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// How many positions are looked at to judge one of a game that is looked through.
const REVIEW_NODES: u64 = 60_000;

/// The most positions of a tree.
const MOST_NODES: u64 = 1_000_000;

/// The most nodes of a tree that are shown.
const MOST_SHOWN: usize = 4000;

/// The most plies that a tree looks ahead.
const MOST_DEPTH: u32 = 6;

/// The most moves of a node that are shown.
const MOST_TOP: usize = 50;

/// The best move, as far as can be seen in short time.
pub fn hint(place: &Place, stop: &Stop) -> Result<Value, Problem> {
    let session = place.open()?;
    let found = look(&*session, 1, HINT, stop, |_| ())?;
    let (mv, score, line) = found.ok_or(PageRefusal::NoMove)?;
    let path = path_of(&*session, &mv).unwrap_or_default();
    Ok(json!({ "mv": mv, "path": path, "score": score, "line": line }))
}

/// A move, what it is worth to the first player, and the line it begins.
type Best = (String, Worth, Vec<String>);

/// Looks for the best lines, and tells of each depth that is done.
fn look(
    session: &dyn AnySession,
    lines: usize,
    time: Duration,
    stop: &Stop,
    tell: impl Fn(Vec<Progress>) + Sync,
) -> Result<Option<Best>, Problem> {
    let limits = Limits { lines, ..Limits::default() };
    let ask =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let found = Mutex::new(Vec::new());
    let wanted = lines.min(session.moves().len());
    let mover = session.to_move();
    let watch = Watch::new(stop.clone(), Some(time), mover, |info, progress| {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if info.line == 1 {
            found.clear();
        }
        found.push(progress);
        if found.len() == wanted {
            tell(std::mem::take(&mut *found));
        }
    });
    let best = session.best(&ask, &watch, &())?;
    Ok(best.and_then(|info| {
        let score = for_first(info.score, mover);
        Some((info.moves.first()?.clone(), score, info.moves))
    }))
}

/// Analyses a position for as long as it is wanted, and tells what is found: the lines,
/// and whether that is all.
pub fn analyse(
    place: &Place,
    lines: usize,
    stop: &Stop,
    tell: impl Fn(Vec<Progress>, bool) + Sync,
) -> Result<(), Problem> {
    let session = place.open()?;
    let last = Mutex::new(Vec::new());
    if session.outcome().is_none() {
        look(&*session, lines, LONGEST_ANALYSIS, stop, |lines| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = lines.clone();
            tell(lines, false);
        })?;
    }
    if !stop.is_stopped() {
        tell(last.into_inner().unwrap_or_default(), true);
    }
    Ok(())
}

/// What is proven of every legal move.
pub fn verdicts(place: &Place) -> Result<Value, Problem> {
    let session = place.open()?;
    let known = session.verdicts()?.into_iter().map(|known| {
        let (verdict, plies) = (known.proven.verdict.to_string(), known.proven.plies);
        json!({ "text": known.text, "verdict": verdict, "plies": plies })
    });
    Ok(json!({ "moves": known.collect::<Vec<Value>>() }))
}

/// What is found about a position of a game that is looked through.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    ply: usize,
    score: Worth,
    best: Option<String>,
    slip: Option<&'static str>,
}

/// A position in the eyes of the side to move there.
struct DefaultEval {
    mover: Side,
    verdict: Option<Verdict>,
    score: Score,
    best: Option<String>,
}

/// Looks through a whole game, and tells of its positions one after the other, and whether
/// that is all.
pub fn review(place: &Place, stop: &Stop, tell: impl Fn(Point, bool)) -> Result<(), Problem> {
    let mut session = place.open()?;
    let last = place.line.len();
    session.jump(0);
    let mut here = judge(&mut *session, stop)?;
    for ply in 0..=last {
        if stop.is_stopped() {
            return Ok(());
        }
        let next = match ply < last {
            true => {
                session.jump(ply + 1);
                Some(judge(&mut *session, stop)?)
            }
            false => None,
        };
        let slip = next.as_ref().and_then(|next| slip(&here, next));
        let score = for_first(here.score, here.mover);
        tell(Point { ply, score, best: here.best.take(), slip }, ply == last);
        if let Some(next) = next {
            here = next;
        }
    }
    Ok(())
}

/// What a position is worth: proven where that is known, by a short search elsewhere.
fn judge(session: &mut dyn AnySession, stop: &Stop) -> Result<DefaultEval, Problem> {
    let mover = session.to_move();
    if let Some(outcome) = session.outcome() {
        let score = outcome.seen_by(mover);
        let verdict = score.proven().map_or(Verdict::Draw, |proven| proven.verdict);
        return Ok(DefaultEval { mover, verdict: Some(verdict), score, best: None });
    }
    let known = session.verdicts().unwrap_or_default();
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
    let watch = Watch::new(stop.clone(), None, mover, |_, _| ());
    let found = session.best(&ask, &watch, &())?;
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
    Ok(DefaultEval { mover, verdict, score, best })
}

/// What the move between two positions threw away: a win, or a draw.
fn slip(before: &DefaultEval, after: &DefaultEval) -> Option<&'static str> {
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
pub fn tree(place: &Place, wish: &TreeWish) -> Result<Value, Problem> {
    within("depth", wish.depth as usize, 1, MOST_DEPTH as usize)?;
    within("top", wish.top, 1, MOST_TOP)?;
    let mut session = place.open()?;
    session.play_all(&wish.moves.join(" "))?;
    let recording =
        Recording { depth: wish.depth, pruning: wish.pruning, top: wish.top, nodes: MOST_NODES };
    let too_large = || PageRefusal::TreeTooLarge { most: MOST_NODES };
    let recorded = session.tree(&recording, wish.eval.as_deref())?.ok_or_else(too_large)?;
    if recorded.tree.nodes().count() > MOST_SHOWN {
        return Err(PageRefusal::TreeTooLarge { most: MOST_SHOWN as u64 }.into());
    }
    let root = Node::of(&recorded.tree, Tree::<SearchNode<String, String>>::ROOT);
    let plain =
        if wish.pruning { all_positions(&*session, wish.depth) } else { Some(recorded.nodes) };
    Ok(json!({ "tree": root, "nodes": recorded.nodes, "plain": plain }))
}

/// How many positions minimax without pruning looks at; `None` if they are too many to be
/// counted in short time.
fn all_positions(session: &dyn AnySession, depth: u32) -> Option<u64> {
    const MOST: u64 = 300_000_000;
    let (mut positions, mut before, mut last) = (1, 1, 1);
    for plies in 1..=depth {
        // A ply multiplies their number about as the one before did.
        if last * (last / before) > MOST {
            return None;
        }
        let counted = session.divide(plies, &mut |_, _| ControlFlow::Continue(()));
        (before, last) = (last.max(1), counted);
        positions += counted;
    }
    Some(positions)
}

/// Refuses a number that is out of bounds.
pub fn within(what: &str, number: usize, least: usize, most: usize) -> Result<(), PageRefusal> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(PageRefusal::Bound { what: what.into(), least, most }),
    }
}
