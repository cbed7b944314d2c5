//! Replies to `edit`.

use agon_core::{Brush, Outcome, Scene, Side};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::RequestError;

/// A draft of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EditedPosition {
    pub position: String,
    pub scene: Scene,
    /// The side to move, if the position is possible.
    pub to_move: Option<Side>,
    /// How the game ended in it.
    pub outcome: Option<Outcome>,
    /// Whether the game is solved on its board.
    pub solved: bool,
    /// Why the position is impossible.
    pub problem: Option<RequestError>,
    pub brushes: &'static [Brush],
}
