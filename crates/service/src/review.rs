//! Reviews of whole games: the value of every position, and what moves gave away.

use agon_arena::contest::{MoveReview, PositionReview, Record};
use agon_arena::{
    Accuracy, AnySession, ExplainLimits, MoveExplanation, ReviewSettings, ReviewedPosition,
};
use agon_core::Side;

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

/// Whether the reasons of bad moves are missing, as in a review that came with a record: claims are
/// proven here, never read.
pub(crate) fn lacks_reasons(points: &[ReviewPoint]) -> bool {
    points.iter().any(|point| is_bad(point) && point.explanation.is_none())
}

fn is_bad(point: &ReviewPoint) -> bool {
    point.quality.is_some_and(|quality| quality.is_bad())
}

/// Adds the reasons of bad moves to a review of the line, and reports its positions in order.
pub(crate) fn explain(
    snapshot: &Snapshot,
    points: &[ReviewPoint],
    context: &dyn JobContext,
) -> Result<(), RequestError> {
    let mut session = snapshot.open()?;
    let line = session.line();
    for point in points {
        let mut point = point.clone();
        session.jump(point.ply);
        if let Some(mv) = line.get(point.ply).filter(|_| is_bad(&point)) {
            point.explanation = explained(&*session, mv, point.best.as_deref(), context).ok();
        }
        if context.is_stopped() {
            break;
        }
        context.report(Report::Point(point));
    }
    Ok(())
}

/// The review that a record has of its line. `None` if a better line has an illegal move. The session
/// is one of the game.
pub(crate) fn points_of_record(
    record: &Record,
    found: &[(&PositionReview, Option<MoveReview>)],
    session: &mut dyn AnySession,
) -> Option<Vec<ReviewPoint>> {
    session.jump(0);
    session.follow(&record.moves.join(" ")).ok()?;
    let mut accuracy = [Accuracy::default(); 2];
    let point = |(ply, (value, made)): (usize, &(&PositionReview, Option<MoveReview>))| {
        session.jump(ply);
        let (mover, line) = (session.to_move(), value.line().to_vec());
        let words = session.words_from_here(&line);
        if words.len() < line.len() {
            return None;
        }
        let chance = value.chance.get();
        let own_chance = if mover == Side::First { chance } else { 1.0 - chance };
        if let Some(made) = made
            && Accuracy::counts(session.moves().len(), own_chance)
        {
            accuracy[mover.index()].add_loss(made.loss.get());
        }
        Some(ReviewPoint {
            ply,
            position: session.position(),
            score: value.score,
            chance,
            best: line.first().cloned(),
            words: line.iter().cloned().zip(words).collect(),
            line,
            slip: made.and_then(|made| SlipWord::of(made.gave_away)),
            loss: made.map(|made| made.loss.get()),
            quality: made.map(|made| made.quality),
            explanation: None,
            accuracy: shown(&accuracy),
        })
    };
    found.iter().enumerate().map(point).collect()
}

/// The accuracy of both sides, to a tenth.
fn shown(accuracy: &[Accuracy; 2]) -> [Option<f64>; 2] {
    accuracy.map(|accuracy| accuracy.percent().map(|it| (10.0 * it).round() / 10.0))
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
    let slip = SlipWord::of(made.as_ref().and_then(|made| made.gave_away));
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
        accuracy: shown(accuracy),
    }
}
