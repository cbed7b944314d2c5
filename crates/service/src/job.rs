//! Jobs: searches of computers and analyses, described as data. The owner of the threads runs them.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use agon_arena::{AnyEngine, AnySession, ChosenMove, ExplainLimits, SearchKind, SearchRequest};
use agon_core::{Score, Side};
use agon_search::{Info, Limits, SearchControl, Threads, TimeManager};
use serde::{Deserialize, Serialize};

use crate::follow::{self, Follow};
use crate::job_context::{JobContext, Report, add_words, words_of};
use crate::job_tree;
use crate::protocol::{
    Hint, MoveDictionary, ProvenValue, Reply, RequestError, ReviewPoint, SearchInfo, Threat,
    TreeRequest, Verdicts, for_first,
};
use crate::refusal::ServiceRefusal;
use crate::review;
use crate::rule_trial::{self, Trial};
use crate::snapshot::Snapshot;

/// The longest search for a move, in milliseconds.
const MAX_MOVE_TIME: u64 = 60_000;

/// How often the progress of a search is reported, in milliseconds.
const REPORT_EVERY: u64 = 50;

/// The time of the search for a hint, in milliseconds.
const HINT_TIME: u64 = 500;

/// The longest analysis of one position, in milliseconds.
const MAX_ANALYSIS_TIME: u64 = 60_000;

/// The size of the transposition table of analyses, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// The memory of a tree while it is recorded, in bytes.
const TREE_BYTES: u64 = 32 << 20;

/// Identifies a job. A game that is closed and opened again numbers its jobs from the start, while
/// a stopped job of its last opening may still run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct JobId {
    pub game: String,
    /// The opening of the game, by a unique number.
    pub opening: u64,
    /// Its number in that opening.
    pub number: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Chooses the move of the computer to move.
    Move,
    /// Finds a good move, of those that these elements begin.
    Hint {
        path: Vec<String>,
    },
    /// Finds what the other side would do if it were to move.
    Threat,
    /// Proves the results of all moves.
    Verdicts,
    Tree(Box<TreeRequest>),
    Trial(Box<Trial>),
    /// Asks the program that follows the game.
    Follow(Box<Follow>),
    Review {
        /// A review of the line whose reasons are missing.
        known: Vec<ReviewPoint>,
    },
    Grade {
        mv: String,
    },
    /// Analyses the position while a client looks at it.
    Analysis {
        lines: usize,
    },
}

/// The kinds of jobs, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// The move of a computer.
    Move,
    /// An answer for a client: a hint, proven results or a tree.
    Question,
    /// The review of a game, or a match between rule files.
    Review,
    Analysis,
}

impl JobKind {
    pub const ALL: [JobKind; 4] =
        [JobKind::Move, JobKind::Question, JobKind::Review, JobKind::Analysis];
}

#[derive(Clone, Debug)]
pub struct Job {
    pub work: Work,
    pub snapshot: Snapshot,
    /// The approximate memory in bytes.
    pub bytes: u64,
}

#[derive(Clone, Debug)]
pub enum JobResult {
    /// The move that a computer chose; `None` if it was stopped before it had one.
    Move(Result<Option<ChosenMove>, RequestError>),
    /// The reply to the request.
    Reply(Result<Reply, RequestError>),
    /// An analysis or a review has ended.
    Ended,
    Failed,
}

impl Job {
    pub fn kind(&self) -> JobKind {
        match self.work {
            Work::Move => JobKind::Move,
            Work::Hint { .. }
            | Work::Threat
            | Work::Verdicts
            | Work::Grade { .. }
            | Work::Tree(_)
            | Work::Follow(_) => JobKind::Question,
            Work::Review { .. } | Work::Trial(_) => JobKind::Review,
            Work::Analysis { .. } => JobKind::Analysis,
        }
    }

    /// How many threads it uses if `mover` is the side to move.
    pub fn threads(&self, mover: Side) -> usize {
        match self.work {
            Work::Move => self.snapshot.players[mover.index()].threads(),
            _ => 1,
        }
    }

    /// The memory of this work in the position of a session, in bytes.
    pub(crate) fn bytes(work: &Work, session: &dyn AnySession) -> u64 {
        let sides = || Side::BOTH.into_iter();
        match work {
            Work::Move => sides().map(|side| session.player_bytes(side)).sum(),
            Work::Hint { .. } | Work::Threat | Work::Analysis { .. } => HASH_BYTES as u64,
            Work::Verdicts => session.proven_bytes(),
            Work::Review { .. } | Work::Grade { .. } => {
                review::HASH_BYTES as u64 + session.proven_bytes()
            }
            Work::Tree(_) => TREE_BYTES,
            Work::Trial(_) => rule_trial::BYTES,
            Work::Follow(_) => follow::BYTES,
        }
    }

    pub fn run(&self, context: &dyn JobContext, threads: &dyn Threads) -> JobResult {
        match &self.work {
            Work::Move => JobResult::Move(self.choose(context, threads)),
            Work::Hint { path } => JobResult::Reply(self.hint(path, context).map(Reply::Hint)),
            Work::Threat => JobResult::Reply(self.threat(context).map(Reply::Threat)),
            Work::Verdicts => JobResult::Reply(self.verdicts(context).map(Reply::Verdicts)),
            Work::Tree(request) => {
                let tree = job_tree::record(&self.snapshot, request, context);
                JobResult::Reply(tree.map(|tree| Reply::Tree(Box::new(tree))))
            }
            Work::Grade { mv } => {
                let graded = review::grade(&self.snapshot, mv, context);
                JobResult::Reply(graded.map(|grade| Reply::Grade(Box::new(grade))))
            }
            Work::Trial(trial) => {
                JobResult::Reply(trial.run(&self.snapshot, context).map(Reply::Trial))
            }
            Work::Review { known } => {
                // The line was legal when it was played.
                let _ = match known.is_empty() {
                    true => review::run(&self.snapshot, context),
                    false => review::explain(&self.snapshot, known, context),
                };
                JobResult::Ended
            }
            Work::Follow(follow) => match follow.run(&self.snapshot, context) {
                Ok(()) => JobResult::Ended,
                Err(error) => JobResult::Reply(Err(error)),
            },
            Work::Analysis { lines } => {
                let _ = self.analyse(*lines, context);
                JobResult::Ended
            }
        }
    }

    /// Chooses the move of the computer to move.
    fn choose(
        &self,
        context: &dyn JobContext,
        threads: &dyn Threads,
    ) -> Result<Option<ChosenMove>, RequestError> {
        let mut session = self.snapshot.synchronize(context.take_session())?;
        let mover = session.to_move();
        let time = session.player(mover).movetime().map_or(MAX_MOVE_TIME, |time| time.max(1));
        let last = Mutex::new(None);
        let chance = session.winning_chance(session.player(mover).eval());
        let report = |info: &Info<String>| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            let now = context.elapsed();
            if last.is_none_or(|last| now >= last + REPORT_EVERY) {
                *last = Some(now);
                context.report(Report::Thinking(SearchInfo::new(info, mover, chance, now)));
            }
        };
        let elapsed = || Duration::from_millis(context.elapsed());
        let time = TimeManager::fixed(Duration::from_millis(time.min(MAX_MOVE_TIME)));
        let control = SearchControl::until(&context).timed(Some(time), &elapsed);
        let chosen = session.choose(&control.reporting(&report), threads);
        context.keep_session(session, self.bytes);
        Ok(chosen?)
    }

    fn hint(&self, path: &[String], context: &dyn JobContext) -> Result<Hint, RequestError> {
        let found = best_move(&*self.snapshot.open()?, path, context)?;
        Ok(found.ok_or(ServiceRefusal::NoMove)?)
    }

    /// What the other side would do if it were to move; nothing if that makes no sense.
    fn threat(&self, context: &dyn JobContext) -> Result<Threat, RequestError> {
        let Some(position) = self.snapshot.open()?.after_null_move() else {
            return Ok(Threat { threat: None });
        };
        let found = best_move(&*self.snapshot.entry.open(&position)?, &[], context)?;
        Ok(Threat { threat: found.filter(|hint| !hint.path.is_empty()) })
    }

    fn verdicts(&self, context: &dyn JobContext) -> Result<Verdicts, RequestError> {
        let session = self.snapshot.open()?;
        let moves = session.verdicts(&context)?;
        let mut words = MoveDictionary::default();
        for known in &moves {
            add_words(&*session, &known.text, &mut words);
        }
        let value = ProvenValue::of_moves(&moves, session.moves().len(), session.to_move());
        Ok(Verdicts { moves, words, value })
    }

    /// Analyses the position until it is stopped, and reports the lines of each finished depth.
    fn analyse(&self, lines: usize, context: &dyn JobContext) -> Result<(), RequestError> {
        let session = self.snapshot.open()?;
        // A second session, because other threads report the search.
        let worded = Mutex::new(self.snapshot.open()?);
        if session.outcome().is_none() {
            search(&*session, &[], lines, MAX_ANALYSIS_TIME, context, |mut lines| {
                let worded = worded.lock().unwrap_or_else(PoisonError::into_inner);
                for line in &mut lines {
                    line.words = words_of(&**worded, &line.moves);
                }
                context.report(Report::Lines(lines));
            })?;
        }
        Ok(())
    }
}

/// A good move in the position of a session, if there is one: of those that the elements of `start`
/// begin, if any does.
fn best_move(
    session: &dyn AnySession,
    start: &[String],
    context: &dyn JobContext,
) -> Result<Option<Hint>, RequestError> {
    let begins = |path: &Vec<String>| path.starts_with(start);
    let listed = session.moves();
    let only: Vec<String> = listed
        .iter()
        .filter(|listed| !start.is_empty() && listed.paths.iter().any(begins))
        .map(|listed| listed.text.clone())
        .collect();
    let found = search(session, &only, 1, HINT_TIME, context, |_| ())?;
    let Some((mv, score, line)) = found else {
        return Ok(None);
    };
    let paths = listed.into_iter().find(|listed| listed.text == mv).map(|listed| listed.paths);
    let paths = paths.unwrap_or_default();
    let path =
        paths.iter().find(|path| begins(path)).or(paths.first()).cloned().unwrap_or_default();
    let words = words_of(session, &line);
    let explanation = session.explain(&mv, &ExplainLimits::default(), &context)?.for_the_move();
    Ok(Some(Hint { mv, path, score, line, words, explanation }))
}

/// The best move, its score for the first side, and its line.
type Best = (String, Score, Vec<String>);

/// Searches for the best lines, and reports those of each finished depth; if `only` has moves, of
/// these.
fn search(
    session: &dyn AnySession,
    only: &[String],
    lines: usize,
    time: u64,
    context: &dyn JobContext,
    report: impl Fn(Vec<SearchInfo>) + Sync,
) -> Result<Option<Best>, RequestError> {
    let limits = Limits { lines, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let found = Mutex::new(Vec::new());
    let mover = session.to_move();
    let paths: BTreeMap<String, Vec<String>> = session
        .moves()
        .into_iter()
        .filter_map(|listed| Some((listed.text, listed.paths.into_iter().next()?)))
        .collect();
    let wanted = lines.min(paths.len());
    let chance = session.winning_chance(None);
    let collect = |info: &Info<String>| {
        let mut reported = SearchInfo::new(info, mover, chance, context.elapsed());
        let path = reported.moves.first().and_then(|mv| paths.get(mv));
        reported.path = path.cloned().unwrap_or_default();
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if info.line == 1 {
            found.clear();
        }
        found.push(reported);
        if found.len() == wanted {
            report(std::mem::take(&mut *found));
        }
    };
    let elapsed = || Duration::from_millis(context.elapsed());
    let time = TimeManager::fixed(Duration::from_millis(time));
    let control = SearchControl::until(&context).timed(Some(time), &elapsed);
    let mut engine = AnyEngine::default();
    if !only.is_empty() {
        session.consider_only(&mut engine, &request, only)?;
    }
    let best = session.best_with(&mut engine, &request, &control.reporting(&collect), &())?;
    Ok(best.and_then(|info| {
        let score = for_first(info.score, mover);
        Some((info.moves.first()?.clone(), score, info.moves))
    }))
}
