//! The engine: iterative deepening over principal variation search.

mod control;
mod deepening;
mod history;
mod move_ordering;
mod proven_line;
mod pruning;
mod qsearch;
mod root_proof;
mod singular;
mod transposition;
mod window;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::Info;
use agon_core::{DefaultEval, Game, IncrementalEval, Key, Notation};

pub use control::{Limits, MAX_DEPTH, SearchClock, SearchControl, Threads};
pub use pruning::Pruning;

use deepening::iterative_deepening;
use history::{HISTORY_BYTES, History};
use root_proof::RootProof;
use transposition::TranspositionTable;
use worker::{MAX_PLY, Shared};

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
/// use agon_search::{Engine, Limits, SearchControl};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let mut engine = Engine::new(1 << 16);
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let (points, control) = (Stateless(Points), SearchControl::default());
/// let found = engine.minimax(&game, &start, &points, &limits, &control).unwrap();
/// assert_eq!((found.score, found.moves[0]), (Score::estimate(3), 0));
/// ```
pub struct Engine<G: Game> {
    table: TranspositionTable,
    /// What each thread has learned about the order of moves, and the salt of the searches that
    /// it was learned from: other games and evaluations begin anew.
    histories: Vec<History<G::Move>>,
    learned_by: Option<Salt>,
    /// The root of the last search.
    root: Option<Key>,
    pruning: Pruning,
    /// Proves endings. It is made for the first position near the end of a game.
    ending: Option<EndingProver>,
    ending_entries: usize,
    /// The moves that the next search considers, if not all.
    only: Option<Vec<G::Move>>,
}

impl<G: DefaultEval + Notation> Engine<G> {
    /// About how many bytes an engine takes for each of its threads, besides the table.
    pub const THREAD_BYTES: usize = HISTORY_BYTES;

    /// An engine with a table of about this many bytes, for sizes that are sure to fit.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn new(table: usize) -> Engine<G> {
        Engine::with_memory(table).expect("memory for a small table")
    }

    /// An engine with a table of about this many bytes, if there is enough memory. The system
    /// provides a page of it when the page is first used.
    pub fn with_memory(table: usize) -> Result<Engine<G>, MemoryRefusal> {
        let too_large = |_| MemoryRefusal::TooLarge { megabytes: table >> 20 };
        // A third of the transposition table, up to 6 MB.
        let ending_entries = (table >> 6).clamp(1 << 10, 1 << 18);
        let table = TranspositionTable::new(table).map_err(too_large)?;
        let pruning = Pruning::default();
        let histories = vec![History::new(MAX_PLY + 2)];
        let (learned_by, root, ending, only) = (None, None, None, None);
        Ok(Engine { table, histories, learned_by, root, pruning, ending, ending_entries, only })
    }

    /// The same engine with other pruning parameters.
    pub fn with_pruning(self, pruning: Pruning) -> Engine<G> {
        Engine { pruning, ..self }
    }

    /// The next search considers only these legal moves.
    pub fn consider_only(&mut self, moves: Vec<G::Move>) {
        self.only = Some(moves);
    }

    /// Clears all that earlier searches have learned, the table on all threads, so that the
    /// next search is as that of a new engine.
    pub fn clear(&mut self, threads: &dyn Threads) {
        self.table.clear(threads);
        self.forget_order();
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
        control: &SearchControl<'_, G::Move>,
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
        control: &SearchControl<'_, G::Move>,
        threads: &dyn Threads,
    ) -> Option<Info<G::Move>> {
        self.run::<E, false>(game, position, evaluator, limits, control, threads)
    }

    /// Forgets what was learned about the order of moves.
    fn forget_order(&mut self) {
        if self.learned_by.take().is_some() {
            self.histories.iter_mut().for_each(|own| *own = History::new(MAX_PLY + 2));
        }
    }

    fn run<E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
        &mut self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        limits: &Limits,
        control: &SearchControl<'_, G::Move>,
        threads: &dyn Threads,
    ) -> Option<Info<G::Move>> {
        self.table.new_search();
        let only = self.only.take();
        // The result of the root is proven by all of its moves.
        let is_whole = only.is_none();
        let moves = only.unwrap_or_else(|| game.moves(position));
        if moves.is_empty() {
            return None;
        }
        let kind = if SOUND { "minimax" } else { "selective" };
        let salt = Salt::of(game).with(evaluator.name()).with(&evaluator.parameters()).with(kind);
        if self.learned_by == Some(salt) {
            self.histories.iter_mut().for_each(History::new_search);
        } else {
            self.forget_order();
            self.learned_by = Some(salt);
        }
        self.histories.resize_with(threads.size().max(1), || History::new(MAX_PLY + 2));
        let root = salt.apply(game.key(position));
        let shared = Shared {
            game,
            evaluator,
            table: &self.table,
            salt,
            control,
            pruning: self.pruning,
            is_whole,
            is_same_root: self.root.replace(root) == Some(root),
            max_nodes: limits.nodes,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        };
        let histories: Vec<_> = self.histories.iter_mut().map(Some).map(Mutex::new).collect();
        let found = Mutex::new(None);
        let is_provable = !SOUND
            && is_whole
            && limits.lines == 1
            && limits.depth >= MAX_DEPTH
            && game.is_near_end(position);
        let ending = &mut self.ending;
        let proof = is_provable.then(|| {
            RootProof::new(ending.get_or_insert_with(|| EndingProver::new(self.ending_entries)))
        });
        let proof = Mutex::new(proof);
        threads.work(&|number| {
            let own = histories.get(number).and_then(|own| lock(own).take());
            let Some(history) = own else { return };
            // The first worker proves beside its search.
            let proof = if number == 0 { lock(&proof).take() } else { None };
            let best = iterative_deepening::<G, E, SOUND>(
                &shared, history, position, &moves, limits, number, proof,
            );
            if number == 0 {
                // Only this worker's result counts: the others may stop.
                shared.stop.store(true, Ordering::Relaxed);
                *lock(&found) = best;
            }
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
