//! Reviews of whole games: the value of every position, and what moves gave away.

use agon_arena::{AnyEngine, AnySession, SearchKind, SearchRequest};
use agon_core::{Proven, Score, Side, Verdict};
use agon_search::Limits;

use crate::job::{JobContext, Report, TimedControl};
use crate::protocol::{RequestError, ReviewPoint, SlipWord, for_first};
use crate::snapshot::Snapshot;

/// The node limit of the search for each position.
const NODES: u64 = 60_000;

/// The size of the transposition table, in bytes.
pub(crate) const HASH_BYTES: usize = 4 << 20;

/// The value of a position for the side to move.
struct Assessment {
    mover: Side,
    verdict: Option<Verdict>,
    score: Score,
    best: Option<String>,
}

/// Reviews a whole game, and reports its positions one after the other.
pub(crate) fn run(snapshot: &Snapshot, context: &dyn JobContext) -> Result<(), RequestError> {
    let mut session = snapshot.open()?;
    let last = snapshot.line.len();
    session.jump(0);
    // What was found about a position helps with the next one.
    let mut engine = AnyEngine::default();
    let mut here = assess(&*session, &mut engine, context)?;
    for ply in 0..=last {
        if context.is_stopped() {
            return Ok(());
        }
        let next = match ply < last {
            true => {
                session.jump(ply + 1);
                Some(assess(&*session, &mut engine, context)?)
            }
            false => None,
        };
        let slip = next.as_ref().and_then(|next| slip(&here, next));
        let score = for_first(here.score, here.mover);
        context.report(Report::Point(ReviewPoint { ply, score, best: here.best.take(), slip }));
        if let Some(next) = next {
            here = next;
        }
    }
    Ok(())
}

/// The value of a position: the proven one if it is known, else that of a short search.
fn assess(
    session: &dyn AnySession,
    engine: &mut AnyEngine,
    context: &dyn JobContext,
) -> Result<Assessment, RequestError> {
    let mover = session.to_move();
    if let Some(outcome) = session.outcome() {
        let score = outcome.seen_by(mover);
        let verdict = score.proven().map_or(Verdict::Draw, |proven| proven.verdict);
        return Ok(Assessment { mover, verdict: Some(verdict), score, best: None });
    }
    let known = session.verdicts(&context).unwrap_or_default();
    let rank = |verdict: Verdict| match verdict {
        Verdict::Win => 0,
        Verdict::Draw => 1,
        Verdict::Lose => 2,
    };
    let is_all_known = known.len() == session.moves().len();
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let control = TimedControl { context, time: None, mover, report: |_: &_, _| () };
    let found = session.best_with(engine, &request, &control, &())?;
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
fn slip(before: &Assessment, after: &Assessment) -> Option<SlipWord> {
    let after = match (after.verdict, after.mover == before.mover) {
        (Some(verdict), false) => Some(verdict.for_opponent()),
        (verdict, _) => verdict,
    };
    match (before.verdict, after) {
        (Some(Verdict::Win), Some(Verdict::Draw | Verdict::Lose)) => Some(SlipWord::Win),
        (Some(Verdict::Draw), Some(Verdict::Lose)) => Some(SlipWord::Draw),
        _ => None,
    }
}
