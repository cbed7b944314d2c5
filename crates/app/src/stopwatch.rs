//! The clock of a search.

use std::time::Instant;

use agon_arena::ugi::Allowance;

/// Knows how long a search has been going on, and how long it may.
pub struct Stopwatch {
    started: Instant,
    allowance: Option<Allowance>,
}

impl Stopwatch {
    /// Begins now; without an allowance, time does not matter.
    pub fn start(allowance: Option<Allowance>) -> Stopwatch {
        Stopwatch { started: Instant::now(), allowance }
    }

    /// How long it has been going on.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.allowance.is_some_and(|allowance| self.milliseconds() >= allowance.most)
    }

    /// Whether to look no deeper: a depth takes about as long as all before it together, and
    /// more.
    pub fn is_enough(&self) -> bool {
        let is_enough =
            |allowance: Allowance| self.milliseconds().saturating_mul(2) >= allowance.wanted;
        self.allowance.is_some_and(is_enough)
    }

    fn milliseconds(&self) -> u64 {
        self.started.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }
}
