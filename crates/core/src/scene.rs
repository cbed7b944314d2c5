//! Scenes: what is on the board, as plain data.

use crate::{Claim, Game, MoveWords, Side};

/// The name of a cell or token that can be selected.
pub type ElementId = String;

/// A position as it is shown: what is where, but not how it looks. The terminal and the
/// page both draw it, and neither needs the rules.
///
/// ```
/// use agon_core::{Cell, Scene, Side, Token};
///
/// // A board of one cell with a cross on it.
/// let scene = Scene {
///     rows: vec!["0".into()],
///     columns: vec!["0".into()],
///     cells: vec![Cell { id: "00".into(), row: 0, column: 0, height: None, label: "cell" }],
///     tokens: vec![Token {
///         id: "X1".into(),
///         cell: "00".into(),
///         order: 0,
///         owner: Some(Side::First),
///         label: "cross",
///         symbol: 'X',
///     }],
///     ..Scene::default()
/// };
/// assert!(scene.tokens.iter().all(|token| scene.cells.iter().any(|cell| cell.id == token.cell)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scene {
    /// The labels of the rows, from the top.
    pub rows: Vec<String>,
    /// The labels of the columns, from the left.
    pub columns: Vec<String>,
    /// The cells of the board.
    pub cells: Vec<Cell>,
    /// The walls between neighbouring cells.
    pub edges: Vec<Edge>,
    /// The pieces on the cells.
    pub tokens: Vec<Token>,
    /// Highlights of cells and tokens.
    pub marks: Vec<Mark>,
    /// Counters beside the board.
    pub counts: Vec<Count>,
    /// The places from which the last move took pieces, where the game shows them.
    pub taken: Vec<Place>,
}

/// A place of the board by row and column, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// Its row, 0 at the top.
    pub row: usize,
    /// Its column, 0 at the left.
    pub column: usize,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cell {
    /// Its name.
    pub id: ElementId,
    /// Its row, 0 at the top.
    pub row: usize,
    /// Its column, 0 at the left.
    pub column: usize,
    /// How high it is built, in games where that means something.
    pub height: Option<u8>,
    /// The translation key of its name.
    pub label: &'static str,
}

/// A wall between two neighbouring cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Edge {
    /// The two cells that it separates.
    pub between: [ElementId; 2],
    /// The translation key of its name.
    pub label: &'static str,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Token {
    /// Its name.
    pub id: ElementId,
    /// The cell it stands on.
    pub cell: ElementId,
    /// Its level in a stack, 0 at the bottom.
    pub order: u8,
    /// The side that owns it, if any.
    pub owner: Option<Side>,
    /// The translation key of its name.
    pub label: &'static str,
    /// The letter that is drawn for it in text.
    pub symbol: char,
}

/// A highlight of a cell or token.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// The element.
    pub element: ElementId,
    /// The translation key of the reason.
    pub label: &'static str,
}

/// A counter beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Count {
    /// The translation key of its name.
    pub label: &'static str,
    /// The side that owns it, if any.
    pub owner: Option<Side>,
    /// How many there are.
    pub count: u32,
    /// The largest possible count, if there is one.
    pub of: Option<u32>,
}

/// How a game is shown, and to whom.
pub trait Present: Game {
    /// What one side may know of a position; the position itself if nothing is hidden.
    type View: Clone + Send;

    /// The name of the game, as people write it.
    const TITLE: &'static str;

    /// A summary of the game in one line.
    const SUMMARY: &'static str;

    /// The names of the two sides, as people call them.
    const SIDES: [&'static str; 2];

    /// Whether information is hidden from the sides.
    const HIDES: bool = false;

    /// Whether the game can end in a draw.
    const CAN_BE_DRAWN: bool = true;

    /// What `viewer` may know; an onlooker (`None`) sees everything.
    fn view(&self, position: &Self::Position, viewer: Option<Side>) -> Self::View;

    /// The scene for this view.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The scene for this view after a line of moves, in games whose pieces lie where earlier
    /// moves left them. `line` has all moves so far with the positions they were made in, and
    /// `entered` the path by which each of them was entered, as far as that is known.
    fn scene_of_line(
        &self,
        _line: &[(&Self::Position, Self::Move)],
        _entered: &[Option<Vec<ElementId>>],
        view: &Self::View,
    ) -> Scene {
        self.scene(view)
    }

    /// The board as text, in games with a text board of their own.
    fn text_board(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// Whether the terminal reports a game by rounds, one line each, instead of boards.
    const TOLD_BY_ROUNDS: bool = false;

    /// The round that the last move completed, in one line, as far as `viewer` knows it.
    /// `line` has all moves so far with the positions they were made in. `None` in the
    /// middle of a round, and in games that are not reported by rounds.
    fn round(
        &self,
        _line: &[(&Self::Position, Self::Move)],
        _now: &Self::Position,
        _viewer: Option<Side>,
    ) -> Option<String> {
        None
    }

    /// Statistics of the moves of `side` in one line, in games that have them.
    fn statistics(&self, _line: &[(&Self::Position, Self::Move)], _side: Side) -> Option<String> {
        None
    }

    /// The same statistics as numbers, each with its translation key.
    fn tallies(
        &self,
        _line: &[(&Self::Position, Self::Move)],
        _side: Side,
    ) -> Vec<(&'static str, u32)> {
        Vec::new()
    }

    /// The ways to enter a move on the board: each a list of elements to select in turn.
    /// No way is the beginning of another.
    fn paths(&self, position: &Self::Position, mv: Self::Move) -> Vec<Vec<ElementId>>;

    /// What a legal move does, as a kind with arguments: different moves have different words,
    /// and moves of the same notation have the same ones.
    fn words(&self, position: &Self::Position, mv: Self::Move) -> MoveWords;

    /// What each element of a path selects in this position, such as `pawn`, `step`, `build`:
    /// translation keys, by which people are told what to do next.
    fn phases(&self, _position: &Self::Position) -> &'static [&'static str] {
        &[]
    }

    /// After how many elements of its paths a move has ended the game, so that the others need
    /// not be selected; `None` if all of them matter.
    fn decided_after(&self, _position: &Self::Position, _mv: Self::Move) -> Option<usize> {
        None
    }

    /// Why no legal move begins with these elements, or why the game is over; `None` if the game
    /// gives no reason.
    fn why_not(&self, _position: &Self::Position, _path: &[ElementId]) -> Option<Self::Refusal> {
        None
    }

    /// Why a legal move is legal, in games that can tell: what allows it, and the facts from which
    /// that follows, as the game writes them.
    fn why(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The position with the other side to move, which shows what that side threatens; `None`
    /// where this has no meaning.
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// What the game can claim of moves: kinds of [`Claim`] that begin with its name, each with its
    /// words in English. Arguments stand in braces.
    const CLAIMS: &'static [(&'static str, &'static str)] = &[];

    /// Those of these kinds from which it is clear who wins.
    const DECISIVE_CLAIMS: &'static [&'static str] = &[];

    /// What is true of a legal move by the rules alone, the most important first: threats, what it
    /// allows, what it prevents. With `other`, a move that may be better, also by how much they
    /// differ. Games without claims of their own are explained by searches alone.
    fn claims(
        &self,
        _position: &Self::Position,
        _mv: Self::Move,
        _other: Option<Self::Move>,
    ) -> Vec<Claim> {
        Vec::new()
    }

    /// How the game ended in this position, such as `climbed`: a translation key. `None` while
    /// the game goes on, and in games that end in one way only.
    fn ending(&self, _position: &Self::Position) -> Option<&'static str> {
        None
    }
}
