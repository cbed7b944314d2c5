//! A position: where the two are, what loot is left, how late it is.

use agon_core::Side;

use super::maze::Tile;

/// A state of play in a maze. The side to move follows from the ply and from who
/// moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tiles of Theseus and of the Minotaur.
    pub(super) tiles: [Tile; 2],
    /// The loot that has not been picked up, a bit each.
    pub(super) loot: u16,
    /// The number of plies made.
    pub(super) ply: u16,
}

impl Position {
    /// Where a side is.
    #[inline]
    pub fn tile(&self, side: Side) -> Tile {
        self.tiles[side.index()]
    }

    /// Whether the two are on one tile, where the Minotaur has won.
    #[inline]
    pub fn is_caught(&self) -> bool {
        self.tiles[0] == self.tiles[1]
    }

    /// Whether the loot of this number, counted from 0, has not been picked up.
    #[inline]
    pub fn has_loot(&self, number: usize) -> bool {
        self.loot >> number & 1 == 1
    }

    /// How much loot has not been picked up.
    #[inline]
    pub fn left(&self) -> u32 {
        self.loot.count_ones()
    }

    /// The number of plies made.
    pub fn ply(&self) -> u32 {
        self.ply.into()
    }
}
