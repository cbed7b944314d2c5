//! The engine: looks ahead deeper and deeper, and remembers what it has seen.

mod busy;
mod control;
mod leaves;
mod order;
mod selectivity;
mod table;
mod values;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{DefaultEval, IncrementalEval, Score};

pub use control::{Info, Limits, MAX_DEPTH, SearchControl, Threads};
pub use selectivity::Pruning;

use busy::Busy;
use order::Ranked;
use table::TranspositionTable;
use values::{INFINITE, score};
use worker::{Shared, Stopped, Worker};

agon_core::refusals! {
    /// Why there is no engine.
    pub enum MemoryRefusal {
        TooLarge { megabytes: usize } => "there is no memory of {megabytes} MB for the engine: give it less",
    }
}

/// A search with a memory, for one game at a time.
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
pub struct Engine {
    table: TranspositionTable,
    /// Whether the table was filled by minimax, which must not believe what the other
    /// search has found.
    was_sound: bool,
    selectivity: Pruning,
}

impl Engine {
    /// An engine with a table of about this many bytes, which the machine surely has.
    ///
    /// # Panics
    /// If it has not.
    pub fn new(table: usize) -> Engine {
        Engine::with_memory(table).expect("memory for a small table")
    }

    /// An engine with a table of about this many bytes, if the machine has so many.
    pub fn with_memory(table: usize) -> Result<Engine, MemoryRefusal> {
        let too_large = |_| MemoryRefusal::TooLarge { megabytes: table >> 20 };
        let selectivity = Pruning::default();
        Ok(Engine {
            table: TranspositionTable::new(table).map_err(too_large)?,
            was_sound: false,
            selectivity,
        })
    }

    /// The same engine, which leaves out other things.
    pub fn with_pruning(self, selectivity: Pruning) -> Engine {
        Engine { selectivity, ..self }
    }

    /// Forgets everything. What was found in one game or by one evaluation must not be
    /// believed in another: who asks about another game, another maze, or with another
    /// evaluation, says so.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best line by minimax to a fixed depth: value and first move are those of
    /// [`plain_minimax`](crate::plain_minimax), to the bit. `None` where the game is
    /// over, or the search was stopped before it was done.
    pub fn minimax<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
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

    /// The best line that was found until the limits was reached or the search stopped.
    /// `None` where the game is over, or where not even one ply was looked ahead.
    ///
    /// One alone with a limit of positions finds the same line every time, from an
    /// engine that has forgotten everything.
    pub fn best<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
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

    #[expect(clippy::too_many_arguments, reason = "what the two searches above share")]
    fn run<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &dyn SearchControl<G::Move>,
        threads: &dyn Threads,
        is_sound: bool,
    ) -> Option<Info<G::Move>> {
        if self.was_sound != is_sound {
            self.table.clear();
            self.was_sound = is_sound;
        }
        self.table.grow_old();
        let moves = game.moves(position);
        if moves.is_empty() {
            return None;
        }
        let shared = Shared {
            game,
            evaluator,
            table: &self.table,
            control,
            is_sound,
            selectivity: self.selectivity,
            most_nodes: limits.nodes,
            busy: Busy::new(threads.size()),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        };
        let found = Mutex::new(None);
        threads.work(&|number| {
            let best = deepen(&shared, position, &moves, limits, number);
            if number == 0 {
                // The others go on for nothing once this one is done.
                shared.stop.store(true, Ordering::Relaxed);
                *found.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = best;
            }
        });
        found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Looks 1, 2, ... plies ahead until the limits is reached or the search is stopped. All
/// but the first of a threads do it only for what they leave in the table.
fn deepen<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    shared: &Shared<G, E>,
    position: &G::Position,
    moves: &[G::Move],
    limits: &Limits,
    number: usize,
) -> Option<Info<G::Move>> {
    let mut worker = Worker::new(shared);
    let places = (0..).zip(moves).map(|(place, &mv)| Ranked { mv, class: 0, place, rank: 0 });
    let mut candidates: Vec<Ranked<G::Move>> = places.collect();
    let mut best: Option<Info<G::Move>> = None;
    // The lines of the last depth, with their values, the best first.
    let mut known: Vec<(i32, u16)> = Vec::new();
    for depth in 1..=limits.depth.min(MAX_DEPTH) {
        let count = limits.lines.clamp(1, moves.len());
        let mut lines = Vec::new();
        let done =
            find_lines(&mut worker, position, &mut candidates, &known, depth, count, &mut lines);
        // A later line may turn out to be better, since more is known when it is looked for.
        lines.sort_by_key(|&(value, ..)| std::cmp::Reverse(value));
        known = lines.iter().map(|&(value, place, _)| (value, place)).collect();
        if number == 0 {
            // What is not done of a depth takes nothing from what is.
            best = tell(&worker, depth, lines).or(best);
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
    candidates: &mut [Ranked<G::Move>],
    known: &[(i32, u16)],
    depth: u32,
    count: usize,
    lines: &mut Vec<Line<G::Move>>,
) -> Result<(), Stopped> {
    for line in 0..count {
        // What was best at the last depth is tried first, and what is taken not again.
        let rank = |ranked: &Ranked<G::Move>| {
            let before = known.iter().position(|&(_, place)| place == ranked.place);
            before.unwrap_or(known.len())
        };
        candidates.sort_by_key(rank);
        let left: Vec<Ranked<G::Move>> = candidates
            .iter()
            .filter(|ranked| !lines.iter().any(|&(_, place, _)| place == ranked.place))
            .copied()
            .collect();
        let expected = known.get(line).map(|&(value, _)| value);
        let expected = expected.filter(|_| !worker.shared.is_sound);
        let found = aspire(worker, position, &left, depth, expected)?;
        // The move that proved best comes first from now on.
        if let Some(at) = candidates.iter().position(|ranked| ranked.place == found.1) {
            candidates[..=at].rotate_right(1);
        }
        lines.push(found);
        // Counts what was done, and looks whether to stop.
        worker.look_up()?;
    }
    Ok(())
}

/// Tells the lines of a depth, the best first; gives that one back.
fn tell<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    worker: &Worker<G, E>,
    depth: u32,
    lines: Vec<Line<G::Move>>,
) -> Option<Info<G::Move>> {
    let shared = worker.shared;
    let mut best = None;
    for (line, (value, _, moves)) in (1..).zip(lines) {
        let info = Info {
            depth,
            selective_depth: worker.deepest as u32,
            line,
            score: score(value),
            moves,
            nodes: shared.nodes.load(Ordering::Relaxed),
            hits: shared.hits.load(Ordering::Relaxed),
            fill: shared.table.fill(),
        };
        shared.control.tell(&info);
        best.get_or_insert(info);
    }
    best
}

/// Whether looking deeper cannot change a value: a win or a loss within the depth.
fn is_decided(score: Score, depth: u32) -> bool {
    let plies = score.proven().and_then(|proven| proven.plies);
    plies.is_some_and(|plies| plies <= depth)
}

/// What a root search finds: the value, the place of the move, and the line.
type Line<M> = (i32, u16, Vec<M>);

/// Searches with a window around the value that is expected, and widens it until the
/// value lies inside.
fn aspire<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized>(
    worker: &mut Worker<G, E>,
    position: &G::Position,
    candidates: &[Ranked<G::Move>],
    depth: u32,
    expected: Option<i32>,
) -> Result<Line<G::Move>, Stopped> {
    let (mut low, mut high) = (-INFINITE, INFINITE);
    let mut width = worker.shared.selectivity.window;
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
