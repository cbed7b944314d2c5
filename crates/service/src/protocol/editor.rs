//! Replies to `edit`.

use agon_core::Brush;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{OutcomeWord, RequestError, Scene, SideName};

/// A draft of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EditedPosition {
    /// Its text.
    pub position: String,
    /// Its board.
    pub scene: Scene,
    /// The side to move, if the position can occur.
    pub to_move: Option<SideName>,
    /// How the game ended there.
    pub outcome: Option<OutcomeWord>,
    /// Whether the game is solved on its board.
    pub solved: bool,
    /// Why the position cannot occur.
    pub problem: Option<RequestError>,
    /// What can be done with it.
    pub brushes: Vec<BrushInfo>,
}

/// What a click on the board does in the editor, or an action without a click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Brush"))]
pub struct BrushInfo {
    /// Its name.
    pub name: &'static str,
    /// The letter or sign that is drawn for it.
    pub symbol: char,
    /// The side whose piece it places.
    pub owner: Option<SideName>,
    /// Whether it needs an element of the board.
    pub on_board: bool,
}

impl From<&Brush> for BrushInfo {
    fn from(brush: &Brush) -> BrushInfo {
        let Brush { name, symbol, owner, on_board } = *brush;
        BrushInfo { name, symbol, owner: owner.map(SideName::from), on_board }
    }
}
