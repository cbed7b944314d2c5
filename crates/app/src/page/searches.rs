//! Searches on threads of their own: so many at a time, and stopped when nobody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_core::Side;
use agon_search::{Info, SearchControl};
use tokio::sync::{Semaphore, oneshot};

use super::wire::Progress;
use crate::timer::Timer;

/// The threads on which is searched. Whoever comes when all are taken waits in a row.
pub struct Searches {
    /// For players who are to move, and for questions.
    pub moves: Semaphore,
    /// For analysis, which goes on for as long as it is looked at.
    pub analyses: Semaphore,
}

impl Searches {
    /// As many of either kind as there are processors, and two at least.
    pub fn new() -> Searches {
        let many = thread::available_parallelism().map_or(2, |count| count.get().max(2));
        Searches { moves: Semaphore::new(many), analyses: Semaphore::new(many) }
    }
}

/// Runs a job that searches with so many threads, when they are free; `None` if it failed.
pub async fn search<T: Send + 'static>(
    free: &Semaphore,
    threads: usize,
    job: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let _permits = free.acquire_many(threads.try_into().ok()?).await.ok()?;
    let (done, result) = oneshot::channel();
    let started = thread::Builder::new().name("search".into()).spawn(move || {
        // Who waited may have gone away.
        let _ = done.send(job());
    });
    started.ok()?;
    result.await.ok()
}

/// Says that a search is no longer wanted, at the latest when it is dropped.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops it.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops a search when whoever wanted it is gone.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Watches over a search: the time, whether it is wanted, and who is told how it gets on.
pub struct Watch<F> {
    timer: Timer,
    stop: Stop,
    mover: Side,
    tell: F,
}

impl<F: Fn(&Info<String>, Progress) + Sync> Watch<F> {
    /// Watches over a search for `mover` of at most this long.
    pub fn new(stop: Stop, time: Option<Duration>, mover: Side, tell: F) -> Watch<F> {
        Watch { timer: Timer::start(time), stop, mover, tell }
    }
}

impl<F: Fn(&Info<String>, Progress) + Sync> SearchControl<String> for Watch<F> {
    fn must_stop(&self) -> bool {
        self.stop.is_stopped() || self.timer.is_up()
    }

    fn is_enough(&self) -> bool {
        self.timer.is_late()
    }

    fn tell(&self, info: &Info<String>) {
        let seconds = self.timer.elapsed().as_secs_f64();
        (self.tell)(info, Progress::new(info, self.mover, seconds));
    }
}
