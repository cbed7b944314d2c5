//! The maze: tiles, walls and starting tiles, which both sides know.

use std::fmt;
use std::sync::OnceLock;

use agon_core::Side;

use super::die::Die;

/// A tile by its id, row times side plus column, with rows counted from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(pub(super) u16);

impl Tile {
    /// The id as an index.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Whether a maze can have this many tiles along a side: odd, from 3 to 31.
pub(super) fn is_side(tiles: usize) -> bool {
    (3..=31).contains(&tiles) && tiles % 2 == 1
}

/// Walls and starting tiles. Loot is not part of it, because the sides do not know where
/// it lies.
///
/// ```
/// use agon_core::Side;
/// use agon_games::theseus::{Die, Theseus};
///
/// let game = Theseus::default();
/// let maze = game.maze();
/// assert_eq!(maze.len(), maze.side() * maze.side());
/// let corner = maze.tile(0, 0).unwrap();
/// assert_eq!(maze.step(corner, Die::Left), None, "the border is a wall");
/// assert!(maze.distance(maze.start(Side::First), maze.start(Side::Second)) > 1);
/// ```
#[derive(Clone, Debug)]
pub struct Maze {
    side: u8,
    /// For each tile the open directions, one bit each.
    open: Vec<u8>,
    starts: [Tile; 2],
    /// For each tile the steps to every tile, from when they are first asked for.
    distances: OnceLock<Box<[OnceLock<Steps>]>>,
}

/// The steps from one tile to every tile.
type Steps = Box<[u16]>;

/// Mazes are equal if their walls and starting tiles are.
impl PartialEq for Maze {
    fn eq(&self, other: &Maze) -> bool {
        (self.side, &self.open, self.starts) == (other.side, &other.open, other.starts)
    }
}

impl Eq for Maze {}

impl Maze {
    /// A maze without inner walls, with both sides at the usual starting tiles:
    /// Theseus in the lower left corner, the Minotaur in the middle. The size must be
    /// valid.
    pub(super) fn empty(side: usize) -> Maze {
        let mut maze = Maze {
            side: side as u8,
            open: vec![0; side * side],
            starts: [Tile(0), Tile((side / 2 * side + side / 2) as u16)],
            distances: OnceLock::new(),
        };
        for tile in maze.tiles() {
            for die in Die::DIRECTIONS {
                maze.set(tile, die, true);
            }
        }
        maze
    }

    /// Sets the starting tiles.
    pub(super) fn start_from(mut self, starts: [Tile; 2]) -> Maze {
        self.starts = starts;
        self
    }

    /// The number of tiles along a side.
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there are no tiles, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The tiles by their ids: from the left, and from the bottom row up.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + use<> {
        (0..self.open.len() as u16).map(Tile)
    }

    /// The tile of a row, counted from the bottom, and a column.
    pub fn tile(&self, row: usize, column: usize) -> Option<Tile> {
        let inside = row < self.side() && column < self.side();
        inside.then(|| Tile((row * self.side() + column) as u16))
    }

    /// The tile of an id.
    pub fn tile_of_id(&self, id: usize) -> Option<Tile> {
        (id < self.len()).then_some(Tile(id as u16))
    }

    /// The row, counted from the bottom, and the column of a tile.
    pub fn place(&self, tile: Tile) -> (usize, usize) {
        (tile.index() / self.side(), tile.index() % self.side())
    }

    /// The name of a tile: row and column.
    pub fn name(&self, tile: Tile) -> TileName {
        let (row, column) = self.place(tile);
        TileName { row, column }
    }

    /// The starting tile of a side.
    pub fn start(&self, side: Side) -> Tile {
        self.starts[side.index()]
    }

    /// The tile that a step leads to; `None` where there is a wall. Staying leads
    /// to the tile itself.
    #[inline]
    pub fn step(&self, tile: Tile, die: Die) -> Option<Tile> {
        if die == Die::Stay {
            return Some(tile);
        }
        (self.open[tile.index()] & die.bit() != 0).then(|| self.beyond(tile, die))
    }

    /// The tiles one step away, with the dice that lead there.
    pub fn steps(&self, tile: Tile) -> impl Iterator<Item = (Die, Tile)> + '_ {
        Die::DIRECTIONS.into_iter().filter_map(move |die| Some((die, self.step(tile, die)?)))
    }

    /// Up to three tiles in a direction, the nearest first, up to the first wall.
    pub fn sight(&self, tile: Tile, die: Die) -> impl Iterator<Item = Tile> + '_ {
        let ahead = std::iter::successors(Some(tile), move |&tile| self.step(tile, die));
        ahead.skip(1).take(super::senses::RANGE)
    }

    /// The tiles that are sensed from a tile: up to three in each direction, up to the first
    /// wall, and the tile itself.
    pub(super) fn sensed(&self, tile: Tile) -> Vec<Tile> {
        let ahead = Die::DIRECTIONS.into_iter().flat_map(|die| self.sight(tile, die));
        std::iter::once(tile).chain(ahead).collect()
    }

    /// Whether the side of a tile in a direction can be opened or walled: not at the
    /// border, which is always walled.
    pub(super) fn is_inner(&self, tile: Tile, die: Die) -> bool {
        let (row, column) = self.place(tile);
        let last = self.side() - 1;
        match die {
            Die::Up => row < last,
            Die::Right => column < last,
            Die::Down => row > 0,
            Die::Left => column > 0,
            Die::Stay => false,
        }
    }

    /// Opens or walls the side between two tiles; the border stays walled.
    pub(super) fn set(&mut self, tile: Tile, die: Die, open: bool) {
        if !self.is_inner(tile, die) {
            return;
        }
        for (tile, die) in [(tile, die), (self.beyond(tile, die), die.opposite())] {
            match open {
                true => self.open[tile.index()] |= die.bit(),
                false => self.open[tile.index()] &= !die.bit(),
            }
        }
    }

    /// The number of walls around a tile, the border counted.
    pub(super) fn walls_around(&self, tile: Tile) -> u32 {
        4 - self.open[tile.index()].count_ones()
    }

    /// The number of inner walls.
    pub fn walls(&self) -> usize {
        let inner = |tile| {
            [Die::Up, Die::Right]
                .into_iter()
                .filter(move |&die| self.is_inner(tile, die) && self.step(tile, die).is_none())
        };
        self.tiles().flat_map(inner).count()
    }

    /// A tile that Theseus cannot reach, if there is one.
    pub(super) fn out_of_reach(&self) -> Option<Tile> {
        let mut steps = self.steps_from(self.starts[0]).into_iter();
        steps.position(|steps| steps == u16::MAX).map(|id| Tile(id as u16))
    }

    /// The number of steps from one tile to another.
    pub fn distance(&self, from: Tile, to: Tile) -> u32 {
        let none_yet = || self.tiles().map(|_| OnceLock::new()).collect();
        let row = &self.distances.get_or_init(none_yet)[from.index()];
        u32::from(row.get_or_init(|| self.steps_from(from))[to.index()])
    }

    /// The steps to every tile.
    fn steps_from(&self, tile: Tile) -> Steps {
        let mut steps = vec![u16::MAX; self.len()];
        steps[tile.index()] = 0;
        let mut found = vec![tile];
        let mut next = 0;
        while let Some(&tile) = found.get(next) {
            next += 1;
            for (_, beyond) in self.steps(tile) {
                if steps[beyond.index()] == u16::MAX {
                    steps[beyond.index()] = steps[tile.index()] + 1;
                    found.push(beyond);
                }
            }
        }
        steps.into()
    }

    /// The neighbour in a direction, whether or not there is a wall; it must exist.
    fn beyond(&self, tile: Tile, die: Die) -> Tile {
        let side = u16::from(self.side);
        Tile(match die {
            Die::Up => tile.0 + side,
            Die::Right => tile.0 + 1,
            Die::Down => tile.0 - side,
            Die::Left => tile.0 - 1,
            Die::Stay => tile.0,
        })
    }
}

/// The name of a tile: row, counted from the bottom, and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileName {
    row: usize,
    column: usize,
}

/// As in `13,7`.
impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}
