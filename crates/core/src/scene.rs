//! What a board looks like, as plain data.

use crate::{Game, Side};

/// The name of a thing on the board that can be pointed at.
pub type ElementId = String;

/// A drawing of a position that says what is where and nothing of how it looks.
/// The terminal and the page both draw from it, and neither needs the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The labels of the rows, from the top.
    pub rows: Vec<String>,
    /// The labels of the columns, from the left.
    pub columns: Vec<String>,
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// What stands between neighbouring places.
    pub edges: Vec<Edge>,
    /// What stands on the places.
    pub tokens: Vec<Token>,
    /// What is to be noticed.
    pub marks: Vec<Mark>,
    /// What is counted beside the board.
    pub counts: Vec<Count>,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name.
    pub id: ElementId,
    /// Its row, 0 at the top.
    pub row: usize,
    /// Its column, 0 at the left.
    pub column: usize,
    /// How high it is built, in games where that means something.
    pub height: Option<u8>,
    /// The key of the word for it.
    pub label: &'static str,
}

/// A wall between two neighbouring places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The two places it parts.
    pub between: [ElementId; 2],
    /// The key of the word for it.
    pub label: &'static str,
}

/// A thing that stands on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its name.
    pub id: ElementId,
    /// The place it stands on.
    pub cell: ElementId,
    /// Its level in a stack, 0 at the bottom.
    pub order: u8,
    /// Whose it is, if anybody's.
    pub owner: Option<Side>,
    /// The key of the word for it.
    pub label: &'static str,
    /// The letter that stands for it where there is room for one.
    pub symbol: char,
}

/// Something about an element that is to be noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The element.
    pub element: ElementId,
    /// The key of the word for what is special about it.
    pub label: &'static str,
}

/// Something that is counted beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The key of the word for it.
    pub label: &'static str,
    /// Whose it is, if anybody's.
    pub owner: Option<Side>,
    /// How many there are.
    pub count: u32,
    /// Of how many, if there is a last one.
    pub of: Option<u32>,
}

/// How a game is shown, and to whom.
pub trait Present: Game {
    /// What one side may know of a position. Where nothing is hidden, the
    /// position itself.
    type View: Clone + Send;

    /// The name of the game, as people write it.
    const TITLE: &'static str;

    /// What the game is about, in a line.
    const SUMMARY: &'static str;

    /// The names of the two sides, as people call them.
    const SIDES: [&'static str; 2];

    /// Whether a side may not know everything.
    const HIDES: bool = false;

    /// What `viewer` may know; an onlooker (`None`) sees everything.
    fn view(&self, position: &Self::Position, viewer: Option<Side>) -> Self::View;

    /// The board as somebody with this view sees it.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The board as text, in games that have their own way to write it.
    fn text_board(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// Whether a game is told by rounds, a line each, rather than board by board.
    const TOLD_BY_ROUNDS: bool = false;

    /// The round that `line`, all moves made so far and the positions they were made
    /// in, has just completed: in a line, as `viewer` came to know of it. `None` in the
    /// middle of a round, and in games that are not told so.
    fn round(
        &self,
        _line: &[(&Self::Position, Self::Move)],
        _now: &Self::Position,
        _viewer: Option<Side>,
    ) -> Option<String> {
        None
    }

    /// How `side` has played, in a line, in games that count such things.
    fn statistics(&self, _line: &[(&Self::Position, Self::Move)], _side: Side) -> Option<String> {
        None
    }

    /// The ways to point out a move on the board: each a list of elements to be
    /// pointed at in turn. No way of one move begins with a way of another.
    fn paths(&self, position: &Self::Position, mv: Self::Move) -> Vec<Vec<ElementId>>;
}
