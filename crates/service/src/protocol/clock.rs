//! Clocks as messages have them.

use agon_arena::{GameClock, TimeControl};
use agon_core::Side;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The clock of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Clock"))]
pub struct ClockView {
    /// The time control.
    pub control: TimeControl,
    /// What each side had left when this was sent, in milliseconds; computers have no clock.
    pub left: [Option<u64>; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
}

impl ClockView {
    /// A clock at a time in milliseconds since 1970, of the sides that people play.
    pub fn new(clock: &GameClock, persons: [bool; 2], now: u64) -> Option<ClockView> {
        let left = clock.left_at(now.saturating_mul(1000));
        Some(ClockView {
            control: clock.control(Side::First)?,
            left: Side::BOTH.map(|side| persons[side.index()].then(|| left[side.index()] / 1000)),
            running: clock.running(),
        })
    }
}
