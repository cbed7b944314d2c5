//! The limits of a move.

use crate::game_clock::TimeControl;

/// The limits of a move, for players that name none themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit a move.
    pub nodes: Option<u64>,
    /// The time for a move, in microseconds.
    pub movetime: Option<u64>,
    /// The time for a game.
    pub clock: Option<TimeControl>,
}
