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
    /// Its text.
    pub position: String,
    /// Its board.
    pub scene: Scene,
    /// The side to move, if the position can occur.
    pub to_move: Option<Side>,
    /// How the game ended there.
    pub outcome: Option<Outcome>,
    /// Whether the game is solved on its board.
    pub solved: bool,
    /// Why the position cannot occur.
    pub problem: Option<RequestError>,
    /// What can be done with it.
    pub brushes: &'static [Brush],
}
