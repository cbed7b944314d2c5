//! Games of an event as work, checked by replaying some of them.

use agon_arena::contest::Record;
use agon_host::Failure;
use agon_runner::SharedWork;

use crate::{ScheduledGame, SpotCheck};

/// Games of an event as work.
pub trait EventWork: SharedWork<Item = ScheduledGame, Output = Record, Failure = Failure> {
    /// Sets or removes the spot check, which replays some games here.
    fn check_by(&mut self, check: Option<SpotCheck>);
}
