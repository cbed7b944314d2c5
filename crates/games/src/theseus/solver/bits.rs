//! Sets of tiles as bits, and steps through a maze made for all tiles of a set at
//! once.

use crate::theseus::die::Die;
use crate::theseus::maze::{Maze, Tile};

/// A set of up to `64 * W` tiles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    /// The tiles below a number.
    pub(super) fn below(count: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        (0..count).for_each(|tile| set.add(tile));
        set
    }

    #[inline]
    pub(super) fn has(&self, tile: usize) -> bool {
        self.0[tile / 64] >> (tile % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn add(&mut self, tile: usize) {
        self.0[tile / 64] |= 1 << (tile % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, tile: usize) {
        self.0[tile / 64] &= !(1 << (tile % 64));
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn with(mut self, other: &Bits<W>) -> Bits<W> {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    #[inline]
    pub(super) fn without(mut self, other: &Bits<W>) -> Bits<W> {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// Calls `visit` with every tile of the set, in order.
    #[inline]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (place, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(64 * place + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

/// A maze as sets of tiles.
pub(super) struct Field<const W: usize> {
    side: usize,
    /// The tiles that are open in each direction.
    open: [Bits<W>; 4],
    /// Every tile.
    pub(super) all: Bits<W>,
    /// The tiles one step from each tile.
    pub(super) next: Vec<Vec<u16>>,
}

impl<const W: usize> Field<W> {
    pub(super) fn of(maze: &Maze) -> Field<W> {
        let open = Die::DIRECTIONS.map(|die| {
            let mut set = Bits::EMPTY;
            let tiles = maze.tiles().filter(|&tile| maze.step(tile, die).is_some());
            tiles.for_each(|tile| set.add(tile.index()));
            set
        });
        let next = |tile: Tile| maze.steps(tile).map(|(_, beyond)| beyond.0).collect();
        Field {
            side: maze.side(),
            open,
            all: Bits::below(maze.len()),
            next: maze.tiles().map(next).collect(),
        }
    }

    /// The tiles from which some step leads into `set`.
    #[inline]
    pub(super) fn steps_into(&self, set: &Bits<W>) -> Bits<W> {
        let [up, right, down, left] = &self.open;
        let (set, side) = (&set.0, self.side as u32);
        let mut into = [0; W];
        for place in 0..W {
            let word = set[place];
            let above = if place + 1 < W { set[place + 1] } else { 0 };
            let below = if place > 0 { set[place - 1] } else { 0 };
            // A side has at most 31 tiles, so no shift is by 0 or by 64.
            into[place] = (word >> side | above << (64 - side)) & up.0[place]
                | (word >> 1 | above << 63) & right.0[place]
                | (word << side | below >> (64 - side)) & down.0[place]
                | (word << 1 | below >> 63) & left.0[place];
        }
        Bits(into)
    }
}
