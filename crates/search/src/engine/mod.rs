//! The engine: iterative deepening over principal variation search.

mod abdada;
mod control;
mod move_ordering;
mod pruning;
mod qsearch;
mod root_proof;
mod transposition;
mod window;
mod worker;

use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{DefaultEval, IncrementalEval, Notation, Score};

pub use control::{Info, Limits, MAX_DEPTH, SearchControl, Threads};
pub use pruning::Pruning;

use abdada::CurrentlySearched;
use move_ordering::ScoredMove;
use root_proof::RootProof;
use transposition::TranspositionTable;
use window::Window;
use worker::{Line, Shared, Stopped, Worker};

use crate::ending::EndingProver;
use crate::salt::Salt;

agon_core::refusals! {
    /// Why no engine was made.
    pub enum MemoryRefusal {
        TooLarge { megabytes: usize } => "not enough memory for a transposition table of {megabytes} MB: choose a smaller one",
    }
}

/// A search with a transposition table, for the positions of one type of game.
///
/// Keys are salted by the game's parameters, by the evaluation and by the kind of search, so
/// an engine may be asked about another board size or maze, or with another evaluation: it
/// never uses a foreign entry. Evaluations are identified by their names and parameters.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Stateless, Notation, Score};
/// use agon_search::{Engine, Limits};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let mut engine = Engine::new(1 << 16);
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let found = engine.minimax(&game, &start, &Stateless(Points), &limits, &()).unwrap();
/// assert_eq!((found.score, found.moves[0]), (Score::estimate(3), 0));
/// ```
pub struct Engine<G> {
    table: TranspositionTable,
    pruning: Pruning,
    /// Proves endings. It is made for the first position near the end of a game.
    ending: Option<EndingProver>,
    ending_entries: usize,
    game: PhantomData<fn() -> G>,
}

impl<G: DefaultEval + Notation> Engine<G> {
    /// An engine with a table of about this many bytes, for sizes that are sure to fit.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn new(table: usize) -> Engine<G> {
        Engine::with_memory(table).expect("memory for a small table")
    }

    /// An engine with a table of about this many bytes, if there is enough memory.
    pub fn with_memory(table: usize) -> Result<Engine<G>, MemoryRefusal> {
        let too_large = |_| MemoryRefusal::TooLarge { megabytes: table >> 20 };
        // A third of the transposition table, up to 6 MB.
        let ending_entries = (table >> 6).clamp(1 << 10, 1 << 18);
        let table = TranspositionTable::new(table).map_err(too_large)?;
        let pruning = Pruning::default();
        Ok(Engine { table, pruning, ending: None, ending_entries, game: PhantomData })
    }

    /// The same engine with other pruning parameters.
    pub fn with_pruning(self, pruning: Pruning) -> Engine<G> {
        Engine { pruning, ..self }
    }

    /// Clears the transposition table, so that the next search is as that of a new engine.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ending = None;
    }

    /// The best line by minimax to a fixed depth: value and first move equal those of
    /// [`plain_minimax`](crate::plain_minimax). `None` if the game is over or the search
    /// was stopped before it was done.
    pub fn minimax<E: IncrementalEval<G> + Sync + ?Sized>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &dyn SearchControl<G::Move>,
    ) -> Option<Info<G::Move>> {
        let found = self.run::<E, true>(game, position, evaluator, limits, control, &())?;
        (found.depth == limits.depth).then_some(found)
    }

    /// The best line that was found until a limit was reached or the search was stopped.
    /// `None` if the game is over, or if not even depth 1 was completed.
    ///
    /// One thread with a node limit finds the same line every time, from an engine with a
    /// cleared table.
    pub fn best<E: IncrementalEval<G> + Sync + ?Sized>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &dyn SearchControl<G::Move>,
        threads: &dyn Threads,
    ) -> Option<Info<G::Move>> {
        self.run::<E, false>(game, position, evaluator, limits, control, threads)
    }

    fn run<E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &dyn SearchControl<G::Move>,
        threads: &dyn Threads,
    ) -> Option<Info<G::Move>> {
        self.table.new_search();
        let moves = game.moves(position);
        if moves.is_empty() {
            return None;
        }
        let kind = if SOUND { "minimax" } else { "selective" };
        let shared = Shared {
            game,
            evaluator,
            table: &self.table,
            salt: Salt::of(game).with(evaluator.name()).with(&evaluator.parameters()).with(kind),
            control,
            pruning: self.pruning,
            max_nodes: limits.nodes,
            currently_searched: CurrentlySearched::new(threads.size()),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        };
        let found = Mutex::new(None);
        let is_provable =
            !SOUND && limits.lines == 1 && limits.depth >= MAX_DEPTH && game.is_near_end(position);
        let ending = &mut self.ending;
        let proof = is_provable.then(|| {
            RootProof::new(ending.get_or_insert_with(|| EndingProver::new(self.ending_entries)))
        });
        let proof = Mutex::new(proof);
        threads.work(&|number| {
            // The first worker proves beside its search.
            let proof = (number == 0).then(|| proof.lock().ok()?.take()).flatten();
            let best = iterative_deepening::<G, E, SOUND>(
                &shared, position, &moves, limits, number, proof,
            );
            if number == 0 {
                // Only this worker's result counts: the others may stop.
                shared.stop.store(true, Ordering::Relaxed);
                *found.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = best;
            }
        });
        found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Iterative deepening until a limit is reached or the search is stopped. Workers other
/// than the first only fill the transposition table.
fn iterative_deepening<G, E, const SOUND: bool>(
    shared: &Shared<G, E>,
    position: &G::Position,
    moves: &[G::Move],
    limits: &Limits,
    number: usize,
    mut proof: Option<RootProof>,
) -> Option<Info<G::Move>>
where
    G: DefaultEval + Notation,
    E: IncrementalEval<G> + Sync + ?Sized,
{
    let mut worker = Worker::<G, E, SOUND>::new(shared, position);
    let indexed =
        (0..).zip(moves).map(|(index, &mv)| ScoredMove { mv, history_index: 0, index, score: 0 });
    let mut candidates: Vec<ScoredMove<G::Move>> = indexed.collect();
    let mut best: Option<Info<G::Move>> = None;
    // The values and first moves of the last depth's lines, the best first.
    let mut known: Vec<(Score, u16)> = Vec::new();
    for depth in 1..=limits.depth.min(MAX_DEPTH) {
        let count = limits.lines.clamp(1, moves.len());
        let mut lines = Vec::new();
        let done =
            find_lines(&mut worker, position, &mut candidates, &known, depth, count, &mut lines);
        // A later line may turn out to be better, since the table knows more by then.
        lines.sort_by_key(|&(value, ..)| std::cmp::Reverse(value));
        known = lines.iter().map(|&(value, index, _)| (value, index)).collect();
        if number == 0 {
            // An iteration that was cut short still counts, as far as it got.
            best = report(&worker, depth, lines).or(best);
        }
        if done.is_err() {
            break;
        }
        if let Some(proof) = &mut proof
            && let Some(exact) = proof.search(&worker, position, &mut best, &mut candidates)
        {
            return Some(exact);
        }
        let decided = best.as_ref().is_some_and(|best| is_decided(best.score, depth));
        if number == 0 && !SOUND && (decided || shared.control.is_enough()) {
            break;
        }
    }
    best
}

/// Finds the `count` best lines of a depth, one after the other, and adds each to `lines`.
fn find_lines<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &mut Worker<G, E, SOUND>,
    position: &G::Position,
    candidates: &mut [ScoredMove<G::Move>],
    known: &[(Score, u16)],
    depth: u32,
    count: usize,
    lines: &mut Vec<Line<G::Move>>,
) -> Result<(), Stopped> {
    for line in 0..count {
        // The best lines of the last depth come first; moves of found lines are left out.
        let rank = |scored: &ScoredMove<G::Move>| {
            let before = known.iter().position(|&(_, index)| index == scored.index);
            before.unwrap_or(known.len())
        };
        candidates.sort_by_key(rank);
        let left: Vec<ScoredMove<G::Move>> = candidates
            .iter()
            .filter(|scored| !lines.iter().any(|&(_, index, _)| index == scored.index))
            .copied()
            .collect();
        let expected = known.get(line).map(|&(value, _)| value);
        let expected = expected.filter(|_| !SOUND);
        let found = aspiration_search(worker, position, &left, depth, expected)?;
        // The best move comes first from now on.
        if let Some(at) = candidates.iter().position(|scored| scored.index == found.1) {
            candidates[..=at].rotate_right(1);
        }
        lines.push(found);
        worker.check_stop()?;
    }
    Ok(())
}

/// Reports the lines of a depth, the best first, and returns that one.
fn report<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &Worker<G, E, SOUND>,
    depth: u32,
    lines: Vec<Line<G::Move>>,
) -> Option<Info<G::Move>> {
    let shared = worker.shared;
    let mut best = None;
    for (line, (value, _, moves)) in (1..).zip(lines) {
        let info = Info {
            depth,
            selective_depth: worker.seldepth as u32,
            line,
            score: value,
            moves,
            nodes: shared.nodes.load(Ordering::Relaxed),
            hits: shared.hits.load(Ordering::Relaxed),
            fill: shared.table.hashfull(),
        };
        shared.control.report(&info);
        best.get_or_insert(info);
    }
    best
}

/// Whether a deeper search cannot change a value: a win or a loss within the depth.
fn is_decided(score: Score, depth: u32) -> bool {
    let plies = score.proven().and_then(|proven| proven.plies);
    plies.is_some_and(|plies| plies <= depth)
}

/// Searches with an aspiration window around the expected value, and widens it until the
/// value lies inside.
fn aspiration_search<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &mut Worker<G, E, SOUND>,
    position: &G::Position,
    candidates: &[ScoredMove<G::Move>],
    depth: u32,
    expected: Option<Score>,
) -> Result<Line<G::Move>, Stopped> {
    /// A window that would be wider than this is opened to that side altogether.
    const MAX_WIDTH: i32 = 1000;
    let mut width = worker.shared.pruning.aspiration_window;
    let mut window = match expected {
        Some(expected) if depth >= 4 => Window::around(expected, width),
        _ => Window::FULL,
    };
    loop {
        let found = worker.root(position, candidates, depth, window)?;
        let value = found.0;
        width *= 3;
        let wider = if width > MAX_WIDTH { Window::FULL } else { Window::around(value, width) };
        if value <= window.alpha && window.alpha > Score::WORST {
            window.alpha = wider.alpha;
        } else if value >= window.beta && window.beta < Score::BEST {
            window.beta = wider.beta;
        } else {
            return Ok(found);
        }
    }
}
