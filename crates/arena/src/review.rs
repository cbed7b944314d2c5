//! Reviews of games: the value of every position, what each move gave away, and the accuracy of
//! both sides. One definition for the page, reports and `agon analyse`.

use std::sync::{Mutex, PoisonError};

use agon_core::{Proven, Score, Side, Stop, Verdict};
use agon_search::{Info, Limits, SearchControl};

use crate::any_session::{AnySession, ProvenMove};
use crate::refused::Refused;
use crate::{AnyEngine, SearchKind, SearchRequest, WinningChance};

/// From which loss of winning chance a move is an inaccuracy, a mistake, a blunder.
const LEVELS: [(f64, MoveQuality); 3] =
    [(0.20, MoveQuality::Blunder), (0.10, MoveQuality::Mistake), (0.05, MoveQuality::Inaccuracy)];

/// A best move is the only one if every other loses at least as much as a blunder.
const ONLY_MARGIN: f64 = LEVELS[0].0;

/// How fast the accuracy of a move falls with what it loses: a loss of 0.17 halves it.
const ACCURACY_DECAY: f64 = 4.0;

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MoveQuality {
    /// The best move, where every other one is a blunder.
    Only,
    /// A move that loses little or nothing.
    Fine,
    /// A move that loses at least 0.05 of the winning chance.
    Inaccuracy,
    /// A move that loses at least 0.1.
    Mistake,
    /// A move that loses at least 0.2.
    Blunder,
}

impl MoveQuality {
    /// The quality of a move that loses this much of the winning chance.
    pub fn of_loss(loss: f64) -> MoveQuality {
        let level = LEVELS.into_iter().find(|(from, _)| loss >= *from);
        level.map_or(MoveQuality::Fine, |(_, quality)| quality)
    }

    /// All qualities, the best first.
    const ALL: [MoveQuality; 5] = [
        MoveQuality::Only,
        MoveQuality::Fine,
        MoveQuality::Inaccuracy,
        MoveQuality::Mistake,
        MoveQuality::Blunder,
    ];

    /// The quality of this name.
    pub fn named(name: &str) -> Option<MoveQuality> {
        MoveQuality::ALL.into_iter().find(|quality| quality.name() == name)
    }

    /// Its name: `only`, `fine`, `inaccuracy`, `mistake` or `blunder`.
    pub fn name(self) -> &'static str {
        ["only", "fine", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// The sign that is written behind a move, as in chess.
    pub fn sign(self) -> &'static str {
        ["!", "", "?!", "?", "??"][self as usize]
    }

    /// Whether it is an inaccuracy, a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        !matches!(self, MoveQuality::Only | MoveQuality::Fine)
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The side to move.
    pub mover: Side,
    /// How many legal moves there are.
    pub choices: usize,
    /// The score; an estimate unless it is proven.
    pub score: Score,
    /// The proven result, if it is known.
    pub verdict: Option<Verdict>,
    /// The winning chance: exact if the result is proven.
    pub chance: f64,
    /// The best line; empty in a finished game.
    pub line: Vec<String>,
    /// Every legal move with its proven value, or none if one of them is not known.
    proven_moves: Vec<ProvenMove>,
}

impl Assessment {
    /// The best move.
    pub fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// The chance for a side.
    pub fn chance_for(&self, side: Side) -> f64 {
        if side == self.mover { self.chance } else { 1.0 - self.chance }
    }

    /// The proven result for a side, if it is known.
    pub fn verdict_for(&self, side: Side) -> Option<Verdict> {
        let verdict = self.verdict?;
        Some(if side == self.mover { verdict } else { verdict.for_opponent() })
    }
}

/// What a move did to the winning chance of its side.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move.
    pub mv: String,
    /// The chance of its side after it.
    pub chance: f64,
    /// How much of the chance it lost, 0 or more.
    pub loss: f64,
    /// How good it is.
    pub quality: MoveQuality,
    /// A proven win or draw that it gave away.
    pub gave_away: Option<Verdict>,
    /// Whether there was something to choose and to lose; only such moves count for the
    /// accuracy.
    pub counts: bool,
}

impl ReviewedMove {
    /// The move between two positions. `second` is the chance after the second best move, if it
    /// is known.
    pub fn between(
        before: &Assessment,
        mv: &str,
        after: &Assessment,
        second: Option<f64>,
    ) -> ReviewedMove {
        let side = before.mover;
        let chance = after.chance_for(side);
        let is_best = before.best() == Some(mv);
        let proven = [before.verdict, after.verdict_for(side)];
        let loss = match proven {
            [Some(had), Some(has)] => WinningChance::exact(had) - WinningChance::exact(has),
            // Nothing can be lost where everything is lost, and no move is better than the best
            // one, whatever a search sees later.
            [Some(Verdict::Lose), None] => 0.0,
            _ if is_best => 0.0,
            _ => before.chance - chance,
        };
        let loss = loss.max(0.0);
        let gave_away = match proven {
            [Some(Verdict::Win), Some(Verdict::Draw | Verdict::Lose)] => Some(Verdict::Win),
            [Some(Verdict::Draw), Some(Verdict::Lose)] => Some(Verdict::Draw),
            _ => None,
        };
        let is_only = before.choices > 1
            && MoveQuality::of_loss(loss) == MoveQuality::Fine
            && second.is_some_and(|second| before.chance - second >= ONLY_MARGIN);
        let quality = if is_only { MoveQuality::Only } else { MoveQuality::of_loss(loss) };
        let counts = Accuracy::counts(before.choices, before.chance);
        ReviewedMove { mv: mv.into(), chance, loss, quality, gave_away, counts }
    }
}

/// The accuracy of one side: the mean over its moves of how close they were to the best, from 0
/// to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    sum: f64,
    moves: u32,
}

impl Accuracy {
    /// Whether a move counts: there was something to choose, and something to lose.
    pub fn counts(choices: usize, chance: f64) -> bool {
        choices > 1 && chance > 0.0
    }

    /// Counts a move, if it counts. Losses are rounded to thousandths, as they are written.
    pub fn add(&mut self, made: &ReviewedMove) {
        if made.counts {
            self.add_loss((1000.0 * made.loss).round() / 1000.0);
        }
    }

    /// Counts a move that lost this much of the winning chance.
    pub fn add_loss(&mut self, loss: f64) {
        self.sum += (-ACCURACY_DECAY * loss).exp();
        self.moves += 1;
    }

    /// The accuracy, from 0 to 100; `None` if no move counted.
    pub fn percent(&self) -> Option<f64> {
        (self.moves > 0).then(|| 100.0 * self.sum / f64::from(self.moves))
    }
}

/// A position of a reviewed game, and the move that was made in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// How many moves were made before.
    pub ply: usize,
    /// The position as text.
    pub position: String,
    /// The value of the position.
    pub assessment: Assessment,
    /// The move; `None` at the end of the line.
    pub made: Option<ReviewedMove>,
}

/// How far a review searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewSettings {
    /// The node limit of the search of a position.
    pub nodes: u64,
    /// The size of the transposition table, in bytes.
    pub hash_bytes: usize,
    /// The evaluation by name; the engine's own if not given.
    pub eval: Option<String>,
}

/// Reviews the whole line of a session, and reports its positions one after the other until it
/// is stopped.
pub fn review(
    session: &mut dyn AnySession,
    settings: &ReviewSettings,
    stop: &dyn Stop,
    each: &mut dyn FnMut(ReviewedPosition),
) -> Result<(), Refused> {
    let line = session.line();
    session.jump(0);
    // What was found about a position helps with the next one.
    let mut engine = AnyEngine::default();
    let mut here = assess(session, &mut engine, settings, stop)?;
    let mut last: Option<LastMove> = None;
    for (ply, mv) in line.iter().enumerate() {
        session.jump(ply + 1);
        let next = assess(session, &mut engine, settings, stop)?;
        session.jump(ply);
        if is_overrated(&here, mv, &next) {
            // The table knows the next position now.
            here = assess(session, &mut engine, settings, stop)?;
        }
        let second = match here.best() == Some(mv.as_str()) {
            true => second_chance(session, &here, &mut engine, settings, stop)?,
            false => None,
        };
        // An assessment that was stopped says nothing.
        if stop.is_stopped() {
            return Ok(());
        }
        if let Some(last) = last.take() {
            each(last.before(&here));
        }
        let position = session.position();
        last = Some(LastMove { ply, position, before: here, mv, second });
        here = next;
    }
    if stop.is_stopped() {
        return Ok(());
    }
    if let Some(last) = last {
        each(last.before(&here));
    }
    session.jump(line.len());
    let (ply, position) = (line.len(), session.position());
    each(ReviewedPosition { ply, position, assessment: here, made: None });
    Ok(())
}

/// A move whose position is assessed, while the position after it may be assessed again.
struct LastMove<'m> {
    ply: usize,
    position: String,
    before: Assessment,
    mv: &'m str,
    second: Option<f64>,
}

impl LastMove<'_> {
    /// The reviewed position, once the one after the move is known.
    fn before(self, after: &Assessment) -> ReviewedPosition {
        let made = Some(ReviewedMove::between(&self.before, self.mv, after, self.second));
        let LastMove { ply, position, before: assessment, .. } = self;
        ReviewedPosition { ply, position, assessment, made }
    }
}

/// Whether the search liked a move much better before it was made than after it: then the position
/// before it is assessed again, and the loss belongs to an earlier move, or another one was better.
fn is_overrated(before: &Assessment, mv: &str, after: &Assessment) -> bool {
    let loss = before.chance - after.chance_for(before.mover);
    before.best() == Some(mv) && MoveQuality::of_loss(loss).is_bad()
}

/// Grades a move of the present position as a review does, and makes it. The second assessment is
/// that of the position after it.
pub fn grade(
    session: &mut dyn AnySession,
    mv: &str,
    settings: &ReviewSettings,
    stop: &dyn Stop,
) -> Result<(ReviewedPosition, Assessment), Refused> {
    let (ply, mv, position) = (session.ply(), session.read(mv)?, session.position());
    let mut engine = AnyEngine::default();
    let mut before = assess(session, &mut engine, settings, stop)?;
    session.play(&mv)?;
    let after = assess(session, &mut engine, settings, stop)?;
    session.jump(ply);
    if is_overrated(&before, &mv, &after) {
        before = assess(session, &mut engine, settings, stop)?;
    }
    let second = match before.best() == Some(mv.as_str()) {
        true => second_chance(session, &before, &mut engine, settings, stop)?,
        false => None,
    };
    session.jump(ply + 1);
    Ok((LastMove { ply, position, before, mv: &mv, second }.before(&after), after))
}

/// The value of the present position: the proven one if it is known, else that of a search.
pub fn assess(
    session: &dyn AnySession,
    engine: &mut AnyEngine,
    settings: &ReviewSettings,
    stop: &dyn Stop,
) -> Result<Assessment, Refused> {
    let mover = session.to_move();
    if let Some(outcome) = session.outcome() {
        let score = outcome.seen_by(mover);
        let verdict = score.proven().map_or(Verdict::Draw, |proven| proven.verdict);
        let chance = WinningChance::exact(verdict);
        let (verdict, line, proven_moves) = (Some(verdict), Vec::new(), Vec::new());
        return Ok(Assessment { mover, choices: 0, score, verdict, chance, line, proven_moves });
    }
    let choices = session.moves().len();
    // A game that is too large to be solved has no proven values.
    let mut known = session.verdicts(stop).unwrap_or_default();
    let limits = Limits { nodes: settings.nodes, ..Limits::default() };
    let found =
        session.best_with(engine, &request(settings, limits), &SearchControl::until(stop), &())?;
    let (searched, line) = found.map_or((Score::DRAW, Vec::new()), |info| (info.score, info.moves));
    let is_all_known = known.len() == choices;
    let exact = known.iter().min_by_key(|known| rank(known.proven.verdict));
    let exact = exact.filter(|best| is_all_known || best.proven.verdict == Verdict::Win).cloned();
    if !is_all_known {
        known.clear();
    }
    let verdict = exact.as_ref().map(|best| best.proven.verdict);
    let verdict = verdict.or(searched.proven().map(|proven| proven.verdict));
    let score = exact.as_ref().map_or(searched, |best| proven_score(best.proven, searched));
    // The line of the search stands if its first move is as good as the proven one.
    let is_as_good = |best: &ProvenMove| {
        let first = known.iter().find(|known| line.first() == Some(&known.text));
        first.is_some_and(|first| first.proven.verdict == best.proven.verdict)
    };
    let line = match exact {
        Some(best) if !is_as_good(&best) => vec![best.text],
        _ => line,
    };
    let eval = settings.eval.as_deref();
    let chance = match verdict {
        Some(verdict) => WinningChance::exact(verdict),
        None => session.winning_chance(eval).expected(score),
    };
    Ok(Assessment { mover, choices, score, verdict, chance, line, proven_moves: known })
}

/// The chance of the side to move after the second best move; `None` if there is no other move,
/// or none was found.
fn second_chance(
    session: &dyn AnySession,
    here: &Assessment,
    engine: &mut AnyEngine,
    settings: &ReviewSettings,
    stop: &dyn Stop,
) -> Result<Option<f64>, Refused> {
    if here.choices < 2 {
        return Ok(None);
    }
    let others = here.proven_moves.iter().filter(|known| Some(known.text.as_str()) != here.best());
    if let Some(verdict) = others.map(|known| known.proven.verdict).min_by_key(|it| rank(*it)) {
        return Ok(Some(WinningChance::exact(verdict)));
    }
    let limits = Limits { nodes: settings.nodes, lines: 2, ..Limits::default() };
    // The first moves and scores of the last two lines, the latest first.
    let lines = Mutex::new(Vec::new());
    let report = |info: &Info<String>| {
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.truncate(1);
        lines.insert(0, (info.moves.first().cloned(), info.score));
    };
    let control = SearchControl::until(stop).reporting(&report);
    session.best_with(engine, &request(settings, limits), &control, &())?;
    let lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    let others = lines.iter().take(2).filter(|(mv, _)| mv.as_deref() != here.best());
    let chance = session.winning_chance(settings.eval.as_deref());
    Ok(others.map(|(_, score)| *score).max().map(|score| chance.expected(score)))
}

fn request(settings: &ReviewSettings, limits: Limits) -> SearchRequest {
    SearchRequest {
        search: SearchKind::Engine,
        limits,
        eval: settings.eval.clone(),
        hash_bytes: settings.hash_bytes,
    }
}

/// The best first.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Win => 0,
        Verdict::Draw => 1,
        Verdict::Lose => 2,
    }
}

/// The score of a proven value; a win or loss of unknown length has that of the search.
fn proven_score(proven: Proven, searched: Score) -> Score {
    match proven {
        Proven { verdict: Verdict::Draw, .. } => Score::DRAW,
        Proven { verdict: Verdict::Win, plies: Some(plies) } => Score::win_in(plies),
        Proven { verdict: Verdict::Lose, plies: Some(plies) } => Score::lose_in(plies),
        _ => searched,
    }
}

#[cfg(test)]
mod tests;
