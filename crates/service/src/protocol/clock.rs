//! Clocks in messages.

use agon_arena::{GameClock, TimeControl};
use agon_core::Side;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Clock"))]
pub struct ClockView {
    pub control: TimeControl,
    /// The remaining time of each side when this was sent, in milliseconds; computers have no
    /// clock.
    pub left: [Option<u64>; 2],
    pub running: Option<Side>,
}

impl ClockView {
    /// A clock at a time in milliseconds since 1970, for the sides that people play.
    pub fn new(clock: &GameClock, persons: [bool; 2], now: u64) -> Option<ClockView> {
        let left = clock.left_at(now.saturating_mul(1000));
        Some(ClockView {
            control: clock.control(Side::First)?,
            left: Side::BOTH.map(|side| persons[side.index()].then(|| left[side.index()] / 1000)),
            running: clock.running(),
        })
    }
}
