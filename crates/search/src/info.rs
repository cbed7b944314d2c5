//! What a search reports.

use agon_core::Score;

/// A line that a search has found, with its statistics so far.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, Score, Stateless};
/// use agon_search::{Engine, Limits, SearchControl};
///
/// let (game, start) = TreeGame::read("a(b(2=)b(1=))").unwrap();
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let (points, control) = (Stateless(Points), SearchControl::default());
/// let info = Engine::new(1 << 16).minimax(&game, &start, &points, &limits, &control).unwrap();
/// // The first move loses; the second one leads to a draw at worst.
/// assert_eq!((info.score, info.moves), (Score::estimate(0), vec![1, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The largest ply that was reached: more than the depth where the search extends,
    /// less where every line comes to the end of the game.
    pub selective_depth: u32,
    /// The rank of the line among the best of its depth, counted from 1.
    pub line: usize,
    /// The value of the line for the side to move.
    pub score: Score,
    /// The principal variation: the best moves of both sides, as far as they are known.
    pub moves: Vec<M>,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// How many of them were found in the transposition table.
    pub hits: u64,
    /// The share of the transposition table that this search has filled, in thousandths.
    pub fill: u32,
}
