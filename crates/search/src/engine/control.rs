//! The limits of a search, what it asks its caller, and what it reports.

use agon_core::{Score, Stop};

/// Where a search ends by itself.
///
/// ```
/// use agon_search::Limits;
///
/// // The three best lines of ten plies.
/// let limits = Limits { depth: 10, lines: 3, ..Limits::default() };
/// assert_eq!(limits.nodes, u64::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: u32,
    /// The maximum number of nodes, give or take a few hundred.
    pub nodes: u64,
    /// How many best lines to find (multi-PV), 1 at least.
    pub lines: usize,
}

impl Default for Limits {
    /// No limit, and one line.
    fn default() -> Limits {
        Limits { depth: MAX_DEPTH, nodes: u64::MAX, lines: 1 }
    }
}

/// The largest depth of a search.
pub const MAX_DEPTH: u32 = 100;

/// What a search asks its caller, who owns the clock, and what it reports to it.
///
/// ```
/// use std::sync::Mutex;
///
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, Stateless, Stop};
/// use agon_search::{Engine, Info, Limits, SearchControl};
///
/// /// Collects the depths that are done.
/// #[derive(Default)]
/// struct Depths(Mutex<Vec<u32>>);
///
/// impl Stop for Depths {
///     fn is_stopped(&self) -> bool {
///         false // or whether a clock says so
///     }
/// }
///
/// impl<M> SearchControl<M> for Depths {
///     fn report(&self, info: &Info<M>) {
///         self.0.lock().unwrap().push(info.depth);
///     }
/// }
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let depths = Depths::default();
/// let limits = Limits { depth: 2, ..Limits::default() };
/// Engine::new(1 << 10).minimax(&game, &start, &Stateless(Points), &limits, &depths).unwrap();
/// assert_eq!(*depths.0.lock().unwrap(), [1, 2]);
/// ```
pub trait SearchControl<M>: Stop {
    /// Whether to start no further iteration, asked after each depth.
    fn is_enough(&self) -> bool {
        false
    }

    /// Receives a line. The lines of a depth are reported together, the best first.
    fn report(&self, _info: &Info<M>) {}
}

/// Lets a search run to its limits.
impl<M> SearchControl<M> for () {}

impl<M, C: SearchControl<M> + ?Sized> SearchControl<M> for &C {
    fn is_enough(&self) -> bool {
        (**self).is_enough()
    }

    fn report(&self, info: &Info<M>) {
        (**self).report(info);
    }
}

/// The threads of a search. The caller provides them: a search starts none.
///
/// ```
/// use agon_search::Threads;
///
/// /// Two threads.
/// struct Two;
///
/// impl Threads for Two {
///     fn size(&self) -> usize {
///         2
///     }
///
///     fn work(&self, job: &(dyn Fn(usize) + Sync)) {
///         std::thread::scope(|scope| {
///             scope.spawn(|| job(1));
///             job(0);
///         });
///     }
/// }
///
/// let done = std::sync::Mutex::new(Vec::new());
/// Two.work(&|number| done.lock().unwrap().push(number));
/// assert_eq!(done.into_inner().unwrap().len(), 2);
/// ```
pub trait Threads: Sync {
    /// How many there are, 1 at least.
    fn size(&self) -> usize;

    /// Runs the job once on each thread, numbered from 0, all at the same time, and returns
    /// when all are done.
    fn work(&self, job: &(dyn Fn(usize) + Sync));
}

/// The current thread alone.
impl Threads for () {
    fn size(&self) -> usize {
        1
    }

    fn work(&self, job: &(dyn Fn(usize) + Sync)) {
        job(0);
    }
}

/// A line that a search has found, with its statistics so far.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, Score, Stateless};
/// use agon_search::{Engine, Limits};
///
/// let (game, start) = TreeGame::read("a(b(2=)b(1=))").unwrap();
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let info = Engine::new(1 << 16).minimax(&game, &start, &Stateless(Points), &limits, &()).unwrap();
/// // The first move loses; the second one leads to a draw at worst.
/// assert_eq!((info.score, info.moves), (Score::estimate(0), vec![1, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The largest ply that was reached: more than the depth where the search extends,
    /// less where every line comes to the end of the game.
    pub selective_depth: u32,
    /// The rank of the line among the best of its depth, counted from 1.
    pub line: usize,
    /// The value of the line for the side to move.
    pub score: Score,
    /// The principal variation: the best moves of both sides, as far as they are known.
    pub moves: Vec<M>,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// How many of them were found in the transposition table.
    pub hits: u64,
    /// The share of the transposition table that this search has filled, in thousandths.
    pub fill: u32,
}
