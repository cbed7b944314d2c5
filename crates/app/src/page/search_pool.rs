//! The search pool: runs searches on their own threads, a bounded number at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_core::{Side, Stop};
use agon_search::{Info, SearchControl};
use tokio::sync::{Semaphore, oneshot};

use super::messages::SearchInfo;
use crate::timer::Timer;

/// Bounds concurrent searches; further ones queue.
pub struct SearchPool {
    /// Permits for moves of computers and for analysis jobs that a request waits for.
    pub moves: Semaphore,
    /// Permits for continuous analysis, which runs for as long as it is shown.
    pub analyses: Semaphore,
}

impl SearchPool {
    /// As many permits of either kind as there are processors, at least two.
    pub fn new() -> SearchPool {
        let permits = thread::available_parallelism().map_or(2, |count| count.get().max(2));
        SearchPool { moves: Semaphore::new(permits), analyses: Semaphore::new(permits) }
    }
}

/// Runs a job that searches with this many threads, as soon as there are permits for them;
/// `None` if it panicked.
pub async fn run_search<T: Send + 'static>(
    permits: &Semaphore,
    threads: usize,
    job: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let _permits = permits.acquire_many(threads.try_into().ok()?).await.ok()?;
    let (done, result) = oneshot::channel();
    let started = thread::Builder::new().name("search".into()).spawn(move || {
        // The receiver may be gone.
        let _ = done.send(job());
    });
    started.ok()?;
    result.await.ok()
}

/// Tells a search to stop.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Stops the search.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Stop for StopFlag {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Stops a search when it is dropped.
#[derive(Debug)]
pub struct StopOnDrop(pub StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Controls a search: its time limit, its stop flag, and a callback for its progress.
pub struct ProgressControl<F> {
    timer: Timer,
    stop: StopFlag,
    mover: Side,
    report: F,
}

impl<F: Fn(&Info<String>, SearchInfo) + Sync> ProgressControl<F> {
    /// The control of a search for `mover`, with an optional time limit.
    pub fn new(
        stop: StopFlag,
        time: Option<Duration>,
        mover: Side,
        report: F,
    ) -> ProgressControl<F> {
        ProgressControl { timer: Timer::start(time), stop, mover, report }
    }
}

impl<F: Sync> Stop for ProgressControl<F> {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.timer.is_up()
    }
}

impl<F: Fn(&Info<String>, SearchInfo) + Sync> SearchControl<String> for ProgressControl<F> {
    fn is_enough(&self) -> bool {
        self.timer.is_late()
    }

    fn report(&self, info: &Info<String>) {
        let seconds = self.timer.elapsed().as_secs_f64();
        (self.report)(info, SearchInfo::new(info, self.mover, seconds));
    }
}
