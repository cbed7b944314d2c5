//! Time limits of searches, by the wall clock.

use std::time::{Duration, Instant};

use agon_arena::PlayerSpec;
use agon_arena::ugi::TimeBudget;
use agon_core::Stop;
use agon_search::SearchControl;

/// A running clock with an optional time limit.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    started: Instant,
    /// The soft and the hard limit; `None` for unlimited time.
    time: Option<(Duration, Duration)>,
}

impl Timer {
    /// Starts a clock with a time limit, or without one.
    pub fn start(time: Option<Duration>) -> Timer {
        Timer { started: Instant::now(), time: time.map(|time| (time, time)) }
    }

    /// Starts a clock with the time budget of a search.
    pub fn allowed(budget: Option<TimeBudget>) -> Timer {
        let time = |budget: TimeBudget| {
            (Duration::from_millis(budget.soft), Duration::from_millis(budget.hard))
        };
        Timer { started: Instant::now(), time: budget.map(time) }
    }

    /// Starts a clock with the time that a player's spec allows for a move.
    pub fn for_move(player: &PlayerSpec) -> Timer {
        Timer::start(player.movetime().map(Duration::from_millis))
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the hard limit is reached.
    pub fn is_up(&self) -> bool {
        self.time.is_some_and(|(_, most)| self.elapsed() >= most)
    }

    /// Whether half of the soft limit is used. The next depth takes at least as long as all
    /// before it, so it would not finish in time.
    pub fn is_late(&self) -> bool {
        self.time.is_some_and(|(wanted, _)| self.elapsed() * 2 >= wanted)
    }
}

impl Stop for Timer {
    fn is_stopped(&self) -> bool {
        self.is_up()
    }
}

impl<M> SearchControl<M> for Timer {
    fn is_enough(&self) -> bool {
        self.is_late()
    }
}
