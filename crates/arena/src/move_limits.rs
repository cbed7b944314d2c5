//! The limits of a move.

use crate::game_clock::TimeControl;

/// The limits of a move, for players that name none themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveLimits {
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit a move.
    pub nodes: Option<u64>,
    /// The time for a move, in microseconds.
    pub movetime: Option<u64>,
    /// The time for a game.
    #[cfg_attr(feature = "serde", serde(with = "exact_clock"))]
    pub clock: Option<TimeControl>,
}

/// The time for a game in microseconds: that of the page is in milliseconds.
#[cfg(feature = "serde")]
mod exact_clock {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::TimeControl;

    type Clock = Option<TimeControl>;

    pub(super) fn serialize<S: Serializer>(clock: &Clock, to: S) -> Result<S::Ok, S::Error> {
        clock.and_then(TimeControl::as_fischer).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Clock, D::Error> {
        Ok(Option::deserialize(from)?.map(TimeControl::fischer))
    }
}
