//! The engine: iterative deepening over principal variation search.

mod abdada;
mod control;
mod move_ordering;
mod pruning;
mod qsearch;
mod transposition;
mod values;
mod worker;

use std::any::type_name;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{DefaultEval, IncrementalEval, Notation, Score};

pub use control::{Info, Limits, MAX_DEPTH, SearchControl, Threads};
pub use pruning::Pruning;

use abdada::CurrentlySearched;
use move_ordering::ScoredMove;
use transposition::TranspositionTable;
use values::{INFINITE, score};
use worker::{Shared, Stopped, Worker};

use crate::salt::Salt;

agon_core::refusals! {
    /// Why no engine was made.
    pub enum MemoryRefusal {
        TooLarge { megabytes: usize } => "there is no memory of {megabytes} MB for the engine: give it less",
    }
}

/// A search with a transposition table, for the positions of one type of game.
///
/// Keys are salted by the game's parameters, by the evaluation and by the kind of search, so
/// an engine may be asked about another board size or maze, or with another evaluation: it
/// never uses a foreign entry. Evaluations are told apart by their type and name.
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
        let table = TranspositionTable::new(table).map_err(too_large)?;
        Ok(Engine { table, pruning: Pruning::default(), game: PhantomData })
    }

    /// The same engine with other pruning parameters.
    pub fn with_pruning(self, pruning: Pruning) -> Engine<G> {
        Engine { pruning, ..self }
    }

    /// Clears the transposition table, so that the next search is as that of a new engine.
    pub fn clear(&mut self) {
        self.table.clear();
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
        let found = self.run(game, position, evaluator, limits, control, &(), true)?;
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
        self.run(game, position, evaluator, limits, control, threads, false)
    }

    #[expect(clippy::too_many_arguments, reason = "shared by the two searches above")]
    fn run<E: IncrementalEval<G> + Sync + ?Sized>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &dyn SearchControl<G::Move>,
        threads: &dyn Threads,
        is_sound: bool,
    ) -> Option<Info<G::Move>> {
        self.table.new_search();
        let moves = game.moves(position);
        if moves.is_empty() {
            return None;
        }
        let shared = Shared {
            game,
            evaluator,
            table: &self.table,
            salt: Salt::of(game).with(type_name::<E>()).with(evaluator.name()).with(if is_sound {
                "minimax"
            } else {
                "selective"
            }),
            control,
            is_sound,
            pruning: self.pruning,
            max_nodes: limits.nodes,
            currently_searched: CurrentlySearched::new(threads.size()),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        };
        let found = Mutex::new(None);
        threads.work(&|number| {
            let best = iterative_deepening(&shared, position, &moves, limits, number);
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
fn iterative_deepening<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    shared: &Shared<G, E>,
    position: &G::Position,
    moves: &[G::Move],
    limits: &Limits,
    number: usize,
) -> Option<Info<G::Move>> {
    let mut worker = Worker::new(shared, position);
    let indexed =
        (0..).zip(moves).map(|(index, &mv)| ScoredMove { mv, history_index: 0, index, score: 0 });
    let mut candidates: Vec<ScoredMove<G::Move>> = indexed.collect();
    let mut best: Option<Info<G::Move>> = None;
    // The values and first moves of the last depth's lines, the best first.
    let mut known: Vec<(i32, u16)> = Vec::new();
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
        let decided = best.as_ref().is_some_and(|best| is_decided(best.score, depth));
        if number == 0 && !shared.is_sound && (decided || shared.control.is_enough()) {
            break;
        }
    }
    best
}

/// Finds the `count` best lines of a depth, one after the other, and adds each to `lines`.
fn find_lines<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    worker: &mut Worker<G, E>,
    position: &G::Position,
    candidates: &mut [ScoredMove<G::Move>],
    known: &[(i32, u16)],
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
        let expected = expected.filter(|_| !worker.shared.is_sound);
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
fn report<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    worker: &Worker<G, E>,
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
            score: score(value),
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

/// What a root search finds: the value, the index of the move, and the line.
type Line<M> = (i32, u16, Vec<M>);

/// Searches with an aspiration window around the expected value, and widens it until the
/// value lies inside.
fn aspiration_search<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    worker: &mut Worker<G, E>,
    position: &G::Position,
    candidates: &[ScoredMove<G::Move>],
    depth: u32,
    expected: Option<i32>,
) -> Result<Line<G::Move>, Stopped> {
    let (mut low, mut high) = (-INFINITE, INFINITE);
    let mut width = worker.shared.pruning.aspiration_window;
    if let Some(value) = expected.filter(|_| depth >= 4) {
        (low, high) = (value - width, value + width);
    }
    loop {
        let found = worker.root(position, candidates, depth, (low, high))?;
        let value = found.0;
        width *= 3;
        if value <= low && low > -INFINITE {
            low = if width > 1000 { -INFINITE } else { value - width };
        } else if value >= high && high < INFINITE {
            high = if width > 1000 { INFINITE } else { value + width };
        } else {
            return Ok(found);
        }
    }
}
