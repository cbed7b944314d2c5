//! Clocks as messages have them.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::SideName;

/// How much time players have. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum TimeControl {
    /// A time for the whole game, to which every move adds an increment.
    Fischer {
        /// The time at the start.
        initial: u64,
        /// What a move adds.
        increment: u64,
    },
    /// A time for every move.
    Move {
        /// That time.
        time: u64,
    },
}

/// The clock of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Clock"))]
pub struct ClockView {
    /// The time control.
    pub control: TimeControl,
    /// What each side had left when this was sent, in milliseconds; computers have no clock.
    pub left: [Option<u64>; 2],
    /// The side whose clock runs.
    pub running: Option<SideName>,
}
