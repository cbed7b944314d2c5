//! What each of a threads is searching, so that the others begin elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::Key;

/// A move of a position, as a number that few others share.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    #[inline]
    pub(super) fn of(key: Key, place: u16) -> Mark {
        Mark(key.bits() ^ (u64::from(place) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The moves that are being searched. One that is overwritten by another is searched
/// twice, and no harm is done.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    /// Nobody is busy; one alone need not know.
    pub(super) fn new(threads: usize) -> Busy {
        let count = if threads > 1 { 1 << 12 } else { 0 };
        Busy((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there is somebody to divide the work with.
    #[inline]
    pub(super) fn matters(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline]
    fn slot(&self, mark: Mark) -> &AtomicU64 {
        &self.0[mark.0 as usize % self.0.len()]
    }

    /// Whether somebody is searching this.
    #[inline]
    pub(super) fn is_searched(&self, mark: Mark) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark.0
    }

    #[inline]
    pub(super) fn begin(&self, mark: Mark) {
        self.slot(mark).store(mark.0, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn end(&self, mark: Mark) {
        self.slot(mark).store(0, Ordering::Relaxed);
    }
}
