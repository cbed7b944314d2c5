//! Time limits of searches, by the wall clock.

use std::time::{Duration, Instant};

use agon_core::Stop;
use agon_search::SearchControl;

/// A running clock with an optional time limit, all of which a search uses.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    started: Instant,
    /// `None` for unlimited time.
    limit: Option<Duration>,
}

impl Timer {
    /// Starts a clock with a time limit, or without one.
    pub fn start(limit: Option<Duration>) -> Timer {
        Timer { started: Instant::now(), limit }
    }

    /// The same with a limit in milliseconds.
    pub fn of_milliseconds(limit: Option<u64>) -> Timer {
        Timer::start(limit.map(Duration::from_millis))
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the limit is reached.
    pub fn is_up(&self) -> bool {
        self.limit.is_some_and(|limit| self.elapsed() >= limit)
    }
}

impl Stop for Timer {
    fn is_stopped(&self) -> bool {
        self.is_up()
    }
}

impl<M> SearchControl<M> for Timer {}
