//! Jobs: searches of computers and analyses, described as data and run by the owner of threads.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use agon_arena::{
    AnySession, ChosenMove, PlayerSpec, PositionView, Refused, SearchKind, SearchRequest,
    WinningChance,
};
use agon_core::{SearchNode, Side, Stop, Tree as CoreTree};
use agon_games::theseus::{AssignmentNode, Worth};
use agon_search::{Info, Limits, SearchControl, Threads, TreeOptions};

use serde::{Deserialize, Serialize};

use crate::protocol::{
    Hint, MoveVerdict, Reply, RequestError, ReviewPoint, ScoreMessage, SearchInfo, Tree, TreeNode,
    TreeRequest, Verdicts, for_first,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::review;
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

/// The most nodes that a tree may visit.
const MAX_TREE_NODES: u64 = 1_000_000;

/// The most nodes of a tree that are sent.
const MAX_SHOWN_NODES: usize = 4000;

/// The memory of a tree while it is recorded, in bytes.
const TREE_BYTES: u64 = 32 << 20;

/// The largest depth of a tree, in plies.
const MAX_TREE_DEPTH: u32 = 6;

/// The most children of a node that are sent.
const MAX_CHILDREN: usize = 50;

/// A job by its game and its number. A game that is closed and opened again numbers its jobs from
/// the start, while a stopped job of its last opening may still run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId {
    /// The id of the game.
    pub game: String,
    /// Which opening of a game it belongs to; no two have the same number.
    pub opening: u64,
    /// Its number in that opening.
    pub number: u64,
}

/// What a job does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Chooses the move of the computer whose turn it is.
    Move,
    /// Finds a good move.
    Hint,
    /// Proves the results of all moves.
    Verdicts,
    /// Records a minimax tree.
    Tree(Box<TreeRequest>),
    /// Reviews the whole game.
    Review,
    /// Analyses the position for as long as it is shown.
    Analysis {
        /// How many lines.
        lines: usize,
    },
}

/// The kinds of jobs, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    /// The move of a computer.
    Move,
    /// An answer that somebody waits for: hints, proven results, trees.
    Question,
    /// The review of a game.
    Review,
    /// Continuous analysis.
    Analysis,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [JobKind; 4] =
        [JobKind::Move, JobKind::Question, JobKind::Review, JobKind::Analysis];
}

/// A job: what it does, and where.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it does.
    pub work: Work,
    /// The position.
    pub snapshot: Snapshot,
    /// About how many bytes of memory it takes.
    pub bytes: u64,
}

/// What a job reports while it runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// How far the search of a computer has got.
    Thinking(SearchInfo),
    /// The lines of the analysis.
    Lines(Vec<SearchInfo>),
    /// The next point of a review.
    Point(ReviewPoint),
}

/// How a job ended.
#[derive(Clone, Debug)]
pub enum JobResult {
    /// The move that a computer chose; `None` if it was stopped before it had one.
    Move(Result<Option<ChosenMove>, RequestError>),
    /// The reply to the request that asked for it.
    Reply(Result<Reply, RequestError>),
    /// An analysis or a review has come to its end.
    Ended,
    /// It panicked.
    Failed,
}

/// What a job needs of the world: the time, when to stop, and where reports go.
pub trait JobContext: Stop {
    /// The milliseconds since the job was started.
    fn elapsed(&self) -> u64;
    /// Passes a report on.
    fn report(&self, report: Report);
    /// Takes the session that players used for the last move of this game, if it is kept.
    fn take_session(&self) -> Option<Box<dyn AnySession>>;
    /// Keeps a session for the next move of this game, if there is memory for it.
    fn keep_session(&self, session: Box<dyn AnySession>, bytes: u64);
}

impl Job {
    /// Its kind.
    pub fn kind(&self) -> JobKind {
        match self.work {
            Work::Move => JobKind::Move,
            Work::Hint | Work::Verdicts | Work::Tree(_) => JobKind::Question,
            Work::Review => JobKind::Review,
            Work::Analysis { .. } => JobKind::Analysis,
        }
    }

    /// How many threads it searches with, when the side to move is `mover`.
    pub fn threads(&self, mover: Side) -> usize {
        match self.work {
            Work::Move => self.snapshot.players[mover.index()].threads(),
            _ => 1,
        }
    }

    /// The memory that this work takes in the position of a session, in bytes.
    pub(crate) fn bytes(work: &Work, session: &dyn AnySession) -> u64 {
        let sides = || Side::BOTH.into_iter();
        match work {
            Work::Move => sides().map(|side| session.player_bytes(side)).sum(),
            Work::Hint | Work::Analysis { .. } => HASH_BYTES as u64,
            Work::Verdicts => session.proven_bytes(),
            Work::Review => review::HASH_BYTES as u64 + session.proven_bytes(),
            Work::Tree(_) => TREE_BYTES,
        }
    }

    /// Does the work.
    pub fn run(&self, context: &dyn JobContext, threads: &dyn Threads) -> JobResult {
        match &self.work {
            Work::Move => JobResult::Move(self.choose(context, threads)),
            Work::Hint => JobResult::Reply(self.hint(context).map(Reply::Hint)),
            Work::Verdicts => JobResult::Reply(self.verdicts(context).map(Reply::Verdicts)),
            Work::Tree(request) => {
                let tree = self.tree(request, context);
                JobResult::Reply(tree.map(|tree| Reply::Tree(Box::new(tree))))
            }
            Work::Review => {
                // A line that was played once is not refused.
                let _ = review::run(&self.snapshot, context);
                JobResult::Ended
            }
            Work::Analysis { lines } => {
                let _ = self.analyse(*lines, context);
                JobResult::Ended
            }
        }
    }

    /// Chooses the move of the computer whose turn it is.
    fn choose(
        &self,
        context: &dyn JobContext,
        threads: &dyn Threads,
    ) -> Result<Option<ChosenMove>, RequestError> {
        let mut session = self.snapshot.synchronize(context.take_session())?;
        let mover = session.to_move();
        let time = session.player(mover).movetime().map_or(MAX_MOVE_TIME, |time| time.max(1));
        let last = Mutex::new(None);
        let report = |_: &Info<String>, info: SearchInfo| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            let now = context.elapsed();
            if last.is_none_or(|last| now >= last + REPORT_EVERY) {
                *last = Some(now);
                context.report(Report::Thinking(info));
            }
        };
        let chance = session.winning_chance(session.player(mover).eval());
        let time = Some(time.min(MAX_MOVE_TIME));
        let control = TimedControl { context, time, mover, chance, report };
        let chosen = session.choose(&control, threads);
        context.keep_session(session, self.bytes);
        Ok(chosen?)
    }

    fn hint(&self, context: &dyn JobContext) -> Result<Hint, RequestError> {
        let session = self.snapshot.open()?;
        let found = search(&*session, 1, HINT_TIME, context, |_| ())?;
        let (mv, score, line) = found.ok_or(ServiceRefusal::NoMove)?;
        let path = path_of(&*session, &mv).unwrap_or_default();
        Ok(Hint { mv, path, score, line })
    }

    fn verdicts(&self, context: &dyn JobContext) -> Result<Verdicts, RequestError> {
        let session = self.snapshot.open()?;
        let known = session.verdicts(&context)?;
        let moves = known.into_iter().map(|known| MoveVerdict::new(known.text, known.proven));
        Ok(Verdicts { moves: moves.collect() })
    }

    /// Analyses the position until it is stopped, and reports the lines of each finished depth.
    fn analyse(&self, lines: usize, context: &dyn JobContext) -> Result<(), RequestError> {
        let session = self.snapshot.open()?;
        if session.outcome().is_none() {
            search(&*session, lines, MAX_ANALYSIS_TIME, context, |lines| {
                context.report(Report::Lines(lines));
            })?;
        }
        Ok(())
    }

    fn tree(&self, request: &TreeRequest, context: &dyn JobContext) -> Result<Tree, RequestError> {
        check_range("depth", request.depth as usize, 1, MAX_TREE_DEPTH as usize)?;
        check_range("top", request.top, 1, MAX_CHILDREN)?;
        let mut session = self.snapshot.open()?;
        session.play_all(&request.moves.join(" "))?;
        if let Some(player) = &request.player {
            return player_tree(&*session, player, request.depth);
        }
        let options = TreeOptions {
            depth: request.depth,
            pruning: request.pruning,
            top: request.top,
            nodes: MAX_TREE_NODES,
        };
        let too_large = || ServiceRefusal::TreeTooLarge { most: MAX_TREE_NODES };
        let recorded =
            session.tree(&options, request.eval.as_deref(), &context)?.ok_or_else(too_large)?;
        if recorded.tree.nodes().count() > MAX_SHOWN_NODES {
            return Err(ServiceRefusal::TreeTooLarge { most: MAX_SHOWN_NODES as u64 }.into());
        }
        let root = TreeNode::of(&recorded.tree, CoreTree::<SearchNode<String, String>>::ROOT);
        let plain = match request.pruning {
            true => all_positions(&*session, request.depth, context),
            false => Some(recorded.nodes),
        };
        Ok(Tree { tree: root, nodes: recorded.nodes, plain, scale: 1 })
    }
}

/// The tree that a player of the game builds, to a depth.
fn player_tree(session: &dyn AnySession, player: &str, depth: u32) -> Result<Tree, RequestError> {
    let spec: PlayerSpec = player.parse().map_err(Refused::from)?;
    let tree = session.player_tree(&spec.with_depth(depth))?;
    let nodes = tree.nodes().count();
    if nodes > MAX_SHOWN_NODES {
        return Err(ServiceRefusal::TreeTooLarge { most: MAX_SHOWN_NODES as u64 }.into());
    }
    let root = CoreTree::<AssignmentNode>::ROOT;
    let nodes = nodes as u64;
    Ok(Tree {
        tree: TreeNode::of_player(&tree, root, session.to_move()),
        nodes,
        plain: Some(nodes),
        scale: Worth::SCALE,
    })
}

/// The best move, its score for the first side, and its line.
type Best = (String, ScoreMessage, Vec<String>);

/// Searches for the best lines, and reports those of each finished depth.
fn search(
    session: &dyn AnySession,
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
    let collect = |info: &Info<String>, mut reported: SearchInfo| {
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
    let chance = session.winning_chance(None);
    let control = TimedControl { context, time: Some(time), mover, chance, report: collect };
    let best = session.best(&request, &control, &())?;
    Ok(best.and_then(|info| {
        let score = for_first(info.score, mover);
        Some((info.moves.first()?.clone(), score, info.moves))
    }))
}

/// How many nodes minimax visits without pruning; `None` if counting them would take long.
fn all_positions(session: &dyn AnySession, depth: u32, stop: &dyn JobContext) -> Option<u64> {
    const MOST: u64 = 300_000_000;
    let (mut positions, mut before, mut last) = (1, 1, 1);
    for plies in 1..=depth {
        // Estimated with the branching factor of the ply before.
        if last * (last / before) > MOST {
            return None;
        }
        let counted = session.divide(plies, &stop, &mut |_, _| ());
        if stop.is_stopped() {
            return None;
        }
        (before, last) = (last.max(1), counted);
        positions += counted;
    }
    Some(positions)
}

/// The first path of elements that selects a legal move.
fn path_of(session: &dyn PositionView, mv: &str) -> Option<Vec<String>> {
    let listed = session.moves().into_iter().find(|listed| listed.text == mv)?;
    listed.paths.into_iter().next()
}

/// Controls a search by the time and the context of its job.
struct TimedControl<'c, F> {
    context: &'c dyn JobContext,
    /// The time limit in milliseconds.
    time: Option<u64>,
    mover: Side,
    chance: WinningChance,
    report: F,
}

impl<F: Sync> Stop for TimedControl<'_, F> {
    fn is_stopped(&self) -> bool {
        self.context.is_stopped() || self.time.is_some_and(|time| self.context.elapsed() >= time)
    }
}

impl<F: Fn(&Info<String>, SearchInfo) + Sync> SearchControl<String> for TimedControl<'_, F> {
    fn report(&self, info: &Info<String>) {
        let milliseconds = self.context.elapsed();
        (self.report)(info, SearchInfo::new(info, self.mover, self.chance, milliseconds));
    }
}
