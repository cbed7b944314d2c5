//! How much a search may spend, who may stop it, and what it tells on the way.

use agon_core::Score;

/// Where a search ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most plies to look ahead.
    pub depth: u32,
    /// The most positions to look at, give or take a few hundred.
    pub nodes: u64,
    /// How many best lines to find, 1 at least.
    pub lines: usize,
}

impl Default for Limits {
    /// No limit, and one line.
    fn default() -> Limits {
        Limits { depth: MAX_DEPTH, nodes: u64::MAX, lines: 1 }
    }
}

/// The deepest that a search looks ahead.
pub const MAX_DEPTH: u32 = 100;

/// Whoever runs a search: owns the time, and is told how it gets on.
pub trait SearchControl<M>: Sync {
    /// Whether the search is to end at once. It is asked often.
    fn must_stop(&self) -> bool {
        false
    }

    /// Whether to look no deeper, asked after each depth.
    fn is_enough(&self) -> bool {
        false
    }

    /// A line was found. The lines of a depth are told together, the best first.
    fn tell(&self, _info: &Info<M>) {}
}

/// Lets a search run to its limits.
impl<M> SearchControl<M> for () {}

impl<M, C: SearchControl<M> + ?Sized> SearchControl<M> for &C {
    fn must_stop(&self) -> bool {
        (**self).must_stop()
    }

    fn is_enough(&self) -> bool {
        (**self).is_enough()
    }

    fn tell(&self, info: &Info<M>) {
        (**self).tell(info);
    }
}

/// Those who do the work of a search.
pub trait Threads: Sync {
    /// How many there are, 1 at least.
    fn size(&self) -> usize;

    /// Does the job once for each of them, numbered from 0, all at the same time, and
    /// comes back when all are done.
    fn work(&self, job: &(dyn Fn(usize) + Sync));
}

/// One alone.
impl Threads for () {
    fn size(&self) -> usize {
        1
    }

    fn work(&self, job: &(dyn Fn(usize) + Sync)) {
        job(0);
    }
}

/// How a search gets on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How many plies were looked ahead at most: more where that was worth it, fewer where
    /// every line came to the end of the game.
    pub selective_depth: u32,
    /// Which of the best lines of its depth this is, counted from 1.
    pub line: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// The line: the best moves of both sides, as far as they are known.
    pub moves: Vec<M>,
    /// How many positions were looked at so far.
    pub nodes: u64,
    /// How many of them the table knew.
    pub hits: u64,
    /// How full the table is with what this search has found, in thousandths.
    pub fill: u32,
}
