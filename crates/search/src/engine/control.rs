//! The limits of a search, what it asks its caller, and what it reports.

use core::time::Duration;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_core::Stop;

use crate::{Info, TimeManager};

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

/// When a search ends besides its limits, and where it reports what it finds: when it is
/// stopped, when its time is up, or when another control says so.
///
/// ```
/// use std::sync::Mutex;
///
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, Stateless};
/// use agon_search::{Engine, Info, Limits, SearchControl};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let depths = Mutex::new(Vec::new());
/// let report = |info: &Info<usize>| depths.lock().unwrap().push(info.depth);
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let control = SearchControl::default().reporting(&report);
/// Engine::new(1 << 10).minimax(&game, &start, &Stateless(Points), &limits, &control).unwrap();
/// assert_eq!(*depths.lock().unwrap(), [1, 2]);
/// ```
pub struct SearchControl<'a, M> {
    stop: &'a dyn Stop,
    time: Option<SearchTime<'a, M>>,
    report: &'a (dyn Fn(&Info<M>) + Sync),
    outer: Option<&'a dyn SearchEnd>,
}

/// The time of a search, from the caller, who owns the clock.
pub trait SearchClock: Sync {
    /// How much has passed since the search began.
    fn elapsed(&self) -> Duration;

    /// How much of it is charged to the move: nothing yet while pondering.
    fn charged(&self) -> Option<Duration> {
        Some(self.elapsed())
    }
}

impl<F: Fn() -> Duration + Sync> SearchClock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// A clock, and the manager that decides by it.
struct SearchTime<'a, M> {
    clock: &'a dyn SearchClock,
    /// The time after which the search stops wherever it is.
    hard: Duration,
    manager: Mutex<TimeManager<M>>,
    /// Whether enough was found at the end of the last depth.
    has_enough: AtomicBool,
}

impl<M: Clone + PartialEq> SearchTime<'_, M> {
    fn manager(&self) -> MutexGuard<'_, TimeManager<M>> {
        self.manager.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A control without the type of its moves.
trait SearchEnd: Stop {
    fn is_enough(&self) -> bool;
}

/// Lets a search run to its limits.
impl<M> Default for SearchControl<'_, M> {
    fn default() -> Self {
        SearchControl { stop: &(), time: None, report: &|_| (), outer: None }
    }
}

impl<'a, M: Clone + PartialEq + Send> SearchControl<'a, M> {
    /// Stops a search from outside.
    pub fn until(stop: &'a dyn Stop) -> SearchControl<'a, M> {
        SearchControl { stop, ..SearchControl::default() }
    }

    /// Ends a search when another control would, or `stop` does. Reports reach the other control
    /// only if they are forwarded.
    pub fn within<N: Clone + PartialEq + Send>(
        outer: &'a SearchControl<'_, N>,
        stop: &'a dyn Stop,
    ) -> SearchControl<'a, M> {
        SearchControl { stop, outer: Some(outer), ..SearchControl::default() }
    }

    /// The same with a time limit, if there is one.
    pub fn timed(self, time: Option<TimeManager<M>>, clock: &'a dyn SearchClock) -> Self {
        let time = time.map(|manager| SearchTime {
            clock,
            hard: manager.hard(),
            manager: Mutex::new(manager),
            has_enough: AtomicBool::new(false),
        });
        SearchControl { time, ..self }
    }

    /// The same with a receiver of lines. Those of a depth are reported together, the best first.
    pub fn reporting(self, report: &'a (dyn Fn(&Info<M>) + Sync)) -> Self {
        SearchControl { report, ..self }
    }

    /// Whether to start no further iteration. Checked after each depth. Time spent pondering counts
    /// here, because its results count too.
    pub fn is_enough(&self) -> bool {
        let is_timed_out = self.time.as_ref().is_some_and(|time| {
            let is_enough = time.manager().is_enough(time.clock.elapsed());
            time.has_enough.store(is_enough, Ordering::Relaxed);
            is_enough && time.clock.charged().is_some()
        });
        is_timed_out || self.outer.is_some_and(SearchEnd::is_enough)
    }

    /// Receives a line.
    pub fn report(&self, info: &Info<M>) {
        if let Some(time) = &self.time {
            time.manager().report(info);
        }
        (self.report)(info);
    }

    /// The time limit, if it has passed.
    pub fn passed(&self) -> Option<Duration> {
        let time = self.time.as_ref()?;
        Some(time.hard).filter(|&hard| time.clock.charged().is_some_and(|used| used >= hard))
    }

    /// Whether a search that pondered has found enough, and its time counts now.
    fn has_pondered_enough(&self) -> bool {
        self.time.as_ref().is_some_and(|time| {
            time.has_enough.load(Ordering::Relaxed) && time.clock.charged().is_some()
        })
    }
}

impl<M: Clone + PartialEq + Send> Stop for SearchControl<'_, M> {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
            || self.outer.is_some_and(|outer| outer.is_stopped())
            || self.passed().is_some()
            || self.has_pondered_enough()
    }
}

impl<M: Clone + PartialEq + Send> SearchEnd for SearchControl<'_, M> {
    fn is_enough(&self) -> bool {
        self.is_enough()
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
