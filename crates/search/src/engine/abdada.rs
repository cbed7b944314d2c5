//! ABDADA: threads note which moves they are searching, so that others defer them.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::Key;

/// A move of a position, as a number that few others share.
#[derive(Clone, Copy)]
pub(super) struct MoveKey(u64);

impl MoveKey {
    #[inline]
    pub(super) fn of(key: Key, code: u32) -> MoveKey {
        MoveKey(key.bits() ^ (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The moves that some thread is searching now. An entry that is overwritten by another
/// costs a repeated search, never a wrong value.
pub(super) struct CurrentlySearched(Vec<AtomicU64>);

impl CurrentlySearched {
    /// An empty set; a single thread gets none.
    pub(super) fn new(threads: usize) -> CurrentlySearched {
        let count = if threads > 1 { 1 << 12 } else { 0 };
        CurrentlySearched((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether several threads search.
    #[inline]
    pub(super) fn is_in_use(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline]
    fn slot(&self, mv: MoveKey) -> &AtomicU64 {
        &self.0[mv.0 as usize % self.0.len()]
    }

    /// Whether another thread is searching this move.
    #[inline]
    pub(super) fn contains(&self, mv: MoveKey) -> bool {
        self.slot(mv).load(Ordering::Relaxed) == mv.0
    }

    #[inline]
    pub(super) fn insert(&self, mv: MoveKey) {
        self.slot(mv).store(mv.0, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn remove(&self, mv: MoveKey) {
        self.slot(mv).store(0, Ordering::Relaxed);
    }
}
