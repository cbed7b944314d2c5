//! The limits of a search, what it asks its caller, and what it reports.

use agon_core::{Score, Stop};

/// Where a search ends by itself.
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
