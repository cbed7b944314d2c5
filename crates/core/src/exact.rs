//! Sources of proven values, and the indexing of positions that solving needs.

use crate::{Game, Proven, Score, Side, Value};

/// A source of proven values: a closed form, a table, a solver. It is all that an engine, a
/// perfect player or an adjudicator needs.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Exact, Notation, Proven};
///
/// // The first side chooses between a loss and a draw.
/// let (game, start) = TreeGame::read("a(2=)").unwrap();
/// assert_eq!(game.exact(&game, &start), Some(Proven::DRAW));
/// # }
/// ```
pub trait Exact<G: Game>: Send + Sync {
    /// The proven value of `position`, or `None` where it is not known.
    fn exact(&self, game: &G, position: &G::Position) -> Option<Proven>;

    /// The tie-break between positions of the same proven value, in games where one draw can
    /// be better than another.
    fn tie_break(&self, _game: &G, _position: &G::Position) -> Value {
        Score::DRAW.absolute(Side::First)
    }
}

/// A game small enough to be solved whole: its positions have indices, and no line of play
/// returns to a position.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Indexed};
///
/// let game = TreeGame::grown(7, 4);
/// let start = game.start();
/// let index = game.index_of(&start);
/// assert!(index < game.index_bound(&start));
/// assert_eq!(game.position_at(index), Some(start));
/// # }
/// ```
pub trait Indexed: Game {
    /// An upper bound (exclusive) of the indices of all positions that can be reached from
    /// `start`.
    fn index_bound(&self, start: &Self::Position) -> u64;

    /// The index of a position. Positions that play differently have different indices;
    /// positions that differ only in the side to move may share one if it makes no
    /// difference.
    fn index_of(&self, position: &Self::Position) -> u64;

    /// The position of an index, if there is one.
    fn position_at(&self, index: u64) -> Option<Self::Position>;

    /// Calls `visit` for every legal move, in the game's order, with the index of the
    /// position after it and the side to move there. Games that can do so without making
    /// the moves do.
    fn for_each_successor(&self, position: &Self::Position, mut visit: impl FnMut(u64, Side)) {
        self.for_each_move(position, |mv| {
            let next = self.after(position, mv);
            visit(self.index_of(&next), self.to_move(&next));
        });
    }

    /// Positions whose values are part of the rules and known before anything is solved.
    fn known_values(&self) -> Vec<(Self::Position, Proven)> {
        Vec::new()
    }
}
