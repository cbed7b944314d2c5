//! Editing positions: what can be placed on a board, and drafts that need not be positions yet.

use crate::{Notation, Present, Scene, Side};

/// What a click on the board does in an editor, or an action without a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Brush {
    /// Its translation key, unique in its game.
    pub name: &'static str,
    /// The letter or sign that is drawn for it.
    pub symbol: char,
    /// The side whose piece it places, if any.
    pub owner: Option<Side>,
    /// Whether it needs an element of the board.
    pub on_board: bool,
}

impl Brush {
    /// Removes everything.
    pub const CLEAR: Brush = Brush::action("clear", '∅');

    /// Gives the move to the other side.
    pub const TURN: Brush = Brush::action("turn", '⇄');

    /// A brush that is used on elements of the board.
    pub const fn on_board(name: &'static str, symbol: char, owner: Option<Side>) -> Brush {
        Brush { name, symbol, owner, on_board: true }
    }

    /// A brush that works at once.
    pub const fn action(name: &'static str, symbol: char) -> Brush {
        Brush { name, symbol, owner: None, on_board: false }
    }
}

/// A game whose positions can be edited. A draft is a text in the form of a position, which may be
/// one that cannot occur: [`Notation::read`] says why.
pub trait Edit: Notation + Present {
    /// What an editor offers.
    const BRUSHES: &'static [Brush];

    /// The board of a draft.
    fn draft_scene(draft: &str) -> Result<Scene, Self::Refusal>;

    /// The draft after a brush was used on an element; an action gets an empty one. Drafts of
    /// positions with the same board may come out with the same text.
    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Self::Refusal>;
}
