//! Reviews of whole games: the value of every position, and what moves gave away.

use agon_arena::{
    Accuracy, AnySession, ExplainLimits, MoveExplanation, ReviewSettings, ReviewedPosition,
};
use agon_core::Verdict;

use crate::job_context::{JobContext, Report, words_of};
use crate::protocol::{
    Grade, MoveDictionary, RequestError, ReviewPoint, SlipWord, chance_for_first, for_first,
};
use crate::snapshot::Snapshot;

/// The node limit of the search for each position.
const NODES: u64 = 60_000;

/// The size of the transposition table, in bytes.
pub(crate) const HASH_BYTES: usize = 4 << 20;

/// The most moves of a better line.
const MAX_LINE: usize = 12;

/// Grades a move of a position as a review does.
pub(crate) fn grade(
    snapshot: &Snapshot,
    mv: &str,
    context: &dyn JobContext,
) -> Result<Grade, RequestError> {
    let mut session = snapshot.open()?;
    let settings = ReviewSettings { nodes: NODES, hash_bytes: HASH_BYTES, eval: None };
    let (position, after) = agon_arena::grade(&mut *session, mv, &settings, &context)?;
    let line: Vec<String> = after.line.iter().take(MAX_LINE).cloned().collect();
    let mut point = point(position, &mut Default::default());
    let session = snapshot.open()?;
    point.explanation = Some(explained(&*session, mv, point.best.as_deref(), context)?);
    point.words = words_of(&*session, &point.line);
    let played = [&[mv.to_string()], &line[..]].concat();
    let words = session.words_from_here(&played);
    point.words.extend(played.into_iter().zip(words));
    Ok(Grade { point, line })
}

/// Reviews a whole game, and reports its positions in order.
pub(crate) fn run(snapshot: &Snapshot, context: &dyn JobContext) -> Result<(), RequestError> {
    let mut session = snapshot.open()?;
    let settings = ReviewSettings { nodes: NODES, hash_bytes: HASH_BYTES, eval: None };
    let mut accuracy = [Accuracy::default(); 2];
    let mut reader = snapshot.open()?;
    let line = reader.line();
    agon_arena::review(&mut *session, &settings, &context, &mut |position| {
        let is_bad = position.made.as_ref().is_some_and(|made| made.quality.is_bad());
        let mut point = point(position, &mut accuracy);
        reader.jump(point.ply);
        if let Some(mv) = line.get(point.ply).filter(|_| is_bad) {
            // A move of the line was legal when it was made.
            point.explanation = explained(&*reader, mv, point.best.as_deref(), context).ok();
        }
        point.words = words_of(&*reader, &point.line);
        context.report(Report::Point(point));
    })?;
    Ok(())
}

/// Why a move is good or bad, compared with the best move.
fn explained(
    session: &dyn AnySession,
    mv: &str,
    better: Option<&str>,
    context: &dyn JobContext,
) -> Result<MoveExplanation, RequestError> {
    let limits = ExplainLimits { better, ..ExplainLimits::default() };
    Ok(session.explain(mv, &limits, &context)?)
}

/// The message about a position, with the accuracy of all moves so far.
fn point(position: ReviewedPosition, accuracy: &mut [Accuracy; 2]) -> ReviewPoint {
    let ReviewedPosition { ply, position, assessment, made } = position;
    if let Some(made) = &made {
        accuracy[assessment.mover.index()].add(made);
    }
    let thousandths = |value: f64| (1000.0 * value).round() / 1000.0;
    let slip = match made.as_ref().and_then(|made| made.gave_away) {
        Some(Verdict::Win) => Some(SlipWord::Win),
        Some(Verdict::Draw) => Some(SlipWord::Draw),
        Some(Verdict::Lose) | None => None,
    };
    ReviewPoint {
        ply,
        position,
        score: for_first(assessment.score, assessment.mover),
        chance: chance_for_first(assessment.chance, assessment.mover),
        best: assessment.best().map(String::from),
        line: assessment.line.iter().take(MAX_LINE).cloned().collect(),
        words: MoveDictionary::default(),
        slip,
        loss: made.as_ref().map(|made| thousandths(made.loss)),
        quality: made.map(|made| made.quality),
        explanation: None,
        accuracy: accuracy.map(|accuracy| accuracy.percent().map(|it| (10.0 * it).round() / 10.0)),
    }
}
