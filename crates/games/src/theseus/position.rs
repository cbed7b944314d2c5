//! A position: the tiles of both sides, the loot that is left, and the plies made.

use agon_core::Side;

use super::maze::Tile;

/// A position in a maze. The side to move follows from the ply and the side that moved
/// first.
///
/// ```
/// use agon_core::{Game, Side};
/// use agon_games::theseus::Theseus;
///
/// let game = Theseus::default();
/// let position = game.start();
/// assert_eq!(position.tile(Side::First), game.maze().start(Side::First));
/// assert_eq!((position.ply(), position.left() as usize), (0, game.loot().len()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tiles of Theseus and of the Minotaur.
    pub(super) tiles: [Tile; 2],
    /// The loot that has not been picked up, one bit each.
    pub(super) loot: u16,
    /// The number of plies made.
    pub(super) ply: u16,
}

impl Position {
    /// The tile of a side.
    #[inline]
    pub fn tile(&self, side: Side) -> Tile {
        self.tiles[side.index()]
    }

    /// Whether both sides are on one tile, so that the Minotaur has won.
    #[inline]
    pub fn is_caught(&self) -> bool {
        self.tiles[0] == self.tiles[1]
    }

    /// Whether the loot of this number, counted from 0, has not been picked up.
    #[inline]
    pub fn has_loot(&self, number: usize) -> bool {
        self.loot >> number & 1 == 1
    }

    /// The amount of loot that has not been picked up.
    #[inline]
    pub fn left(&self) -> u32 {
        self.loot.count_ones()
    }

    /// The number of plies made.
    pub fn ply(&self) -> u32 {
        self.ply.into()
    }
}
