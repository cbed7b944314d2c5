//! How long work is stopped from outside, and how it reports its progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether to stop. Long work (searches, solvers, proofs) asks it every so often and
/// ends soon after the answer is yes.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use agon_core::Stop;
///
/// let stop = AtomicBool::new(false);
/// assert!(!stop.is_stopped());
/// // From another thread:
/// stop.store(true, Ordering::Relaxed);
/// assert!(stop.is_stopped());
/// ```
pub trait Stop: Sync {
    /// Whether the work must end. Once it is true it stays true.
    fn is_stopped(&self) -> bool;
}

/// Receives the progress of long work, and may stop it.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use agon_core::{Progress, Stop};
///
/// /// Stops the work when half of it is done.
/// struct Half(AtomicU64);
///
/// impl Stop for Half {
///     fn is_stopped(&self) -> bool {
///         self.0.load(Ordering::Relaxed) >= 50
///     }
/// }
///
/// impl Progress for Half {
///     fn report_progress(&self, done: u64, at_most: u64) {
///         self.0.store(100 * done / at_most.max(1), Ordering::Relaxed);
///     }
/// }
///
/// let half = Half(AtomicU64::new(0));
/// let done = (1..=10).find(|&done| {
///     half.report_progress(done, 10);
///     half.is_stopped()
/// });
/// assert_eq!(done, Some(5));
/// ```
pub trait Progress: Stop {
    /// So much is done, of at most so much.
    fn report_progress(&self, done: u64, at_most: u64);
}

/// Never stops.
impl Stop for () {
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress.
impl Progress for () {
    fn report_progress(&self, _: u64, _: u64) {}
}

/// Stops once the flag is set.
impl Stop for AtomicBool {
    fn is_stopped(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

impl<S: Stop + ?Sized> Stop for &S {
    fn is_stopped(&self) -> bool {
        (**self).is_stopped()
    }
}

impl<S: Stop + Send + ?Sized> Stop for Arc<S> {
    fn is_stopped(&self) -> bool {
        (**self).is_stopped()
    }
}

/// Stops when the other does, and ignores progress.
pub struct Silent<'a>(
    /// Whatever says when to stop.
    pub &'a dyn Stop,
);

impl Stop for Silent<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Progress for Silent<'_> {
    fn report_progress(&self, _: u64, _: u64) {}
}
