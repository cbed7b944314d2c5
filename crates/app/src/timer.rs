//! How long a search may take, by the clock.

use std::time::{Duration, Instant};

use agon_arena::PlayerSpec;
use agon_arena::ugi::TimeBudget;
use agon_search::SearchControl;

/// A clock that was started, and how much of it there is.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    started: Instant,
    /// The time that is wanted and that is there; without, time does not matter.
    time: Option<(Duration, Duration)>,
}

impl Timer {
    /// Starts a clock for so much time, or for as long as it takes.
    pub fn start(time: Option<Duration>) -> Timer {
        Timer { started: Instant::now(), time: time.map(|time| (time, time)) }
    }

    /// Starts a clock for a search that was given a part of a player's time.
    pub fn allowed(budget: Option<TimeBudget>) -> Timer {
        let time = |budget: TimeBudget| {
            (Duration::from_millis(budget.soft), Duration::from_millis(budget.hard))
        };
        Timer { started: Instant::now(), time: budget.map(time) }
    }

    /// Starts a clock for one move of a player.
    pub fn for_move(player: &PlayerSpec) -> Timer {
        Timer::start(player.movetime().map(Duration::from_millis))
    }

    /// How long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the time is up.
    pub fn is_up(&self) -> bool {
        self.time.is_some_and(|(_, most)| self.elapsed() >= most)
    }

    /// Whether there is no time for another depth, which takes about as long as all before
    /// it together, and more.
    pub fn is_late(&self) -> bool {
        self.time.is_some_and(|(wanted, _)| self.elapsed() * 2 >= wanted)
    }
}

impl<M> SearchControl<M> for Timer {
    fn must_stop(&self) -> bool {
        self.is_up()
    }

    fn is_enough(&self) -> bool {
        self.is_late()
    }
}
