//! Random mazes: a seed gives the same maze on every machine and in later versions.

use agon_core::{Rng, Side};

use super::die::Die;
use super::maze::{Maze, Tile, is_side};
use super::rules::{MOST_LOOT, Rules, Theseus};

/// How the walls of a maze are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Single walls, at most two around a tile, the border included.
    Classic {
        /// The number of inner walls; fewer if no more fit.
        walls: usize,
    },
    /// A perfect maze (one way between any two tiles) with some walls opened.
    Labyrinth {
        /// The percentage of its walls that are opened.
        open: u32,
    },
}

agon_core::refusals! {
    /// Why a maze cannot be made as planned.
    pub enum GeneratorRefusal {
        Side { found: usize } => "a maze has an odd number of tiles from 3 to 31 along a side, not {found}",
        Loot { found: usize, most: usize } => "a maze of this size has 1 to {most} pieces of loot, not {found}",
        Walls { found: usize, side: usize, most: usize } => "a classic maze with {side} tiles along a side has at most {most} inner walls, not {found}",
        Open { found: u32 } => "0 to 100 percent of the walls of a labyrinth are opened, not {found}",
    }
}

/// The largest number of inner walls of a classic maze: about three of eight sides of all
/// tiles are walled, the border included.
///
/// ```
/// assert_eq!(agon_games::theseus::most_walls(15), 139);
/// ```
pub fn most_walls(side: usize) -> usize {
    ((3 * side * side).div_ceil(2) - 4 * side) / 2
}

/// Generates mazes with given parameters.
///
/// ```
/// use agon_games::theseus::{MazeGenerator, Style};
///
/// let generator = MazeGenerator::new(9, 3, Style::Labyrinth { open: 20 }).unwrap();
/// let game = generator.generate(7);
/// assert_eq!((game.maze().side(), game.loot().len()), (9, 3));
/// assert_eq!(game, generator.generate(7), "the same seed, the same maze");
/// assert!(MazeGenerator::new(8, 3, Style::Classic { walls: 10 }).is_err(), "sides are odd");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MazeGenerator {
    side: usize,
    loot: usize,
    style: Style,
}

impl MazeGenerator {
    /// A generator of mazes with these parameters, if there are such mazes.
    pub fn new(side: usize, loot: usize, style: Style) -> Result<MazeGenerator, GeneratorRefusal> {
        if !is_side(side) {
            return Err(GeneratorRefusal::Side { found: side });
        }
        let most = MOST_LOOT.min(side * side - 2);
        if !(1..=most).contains(&loot) {
            return Err(GeneratorRefusal::Loot { found: loot, most });
        }
        match style {
            Style::Classic { walls: found } if found > most_walls(side) => {
                Err(GeneratorRefusal::Walls { found, side, most: most_walls(side) })
            }
            Style::Labyrinth { open: found } if found > 100 => {
                Err(GeneratorRefusal::Open { found })
            }
            _ => Ok(MazeGenerator { side, loot, style }),
        }
    }

    /// The game in the maze of these parameters and `seed`, with the default rules.
    pub fn generate(&self, seed: u64) -> Theseus {
        let mut rng = Rng::seeded(seed);
        let maze = match self.style {
            Style::Classic { walls } => classic(self.side, walls, &mut rng),
            Style::Labyrinth { open } => labyrinth(self.side, open, &mut rng),
        };
        let starts = Side::BOTH.map(|side| maze.start(side));
        let mut free: Vec<Tile> = maze.tiles().filter(|tile| !starts.contains(tile)).collect();
        shuffle(&mut free, &mut rng);
        free.truncate(self.loot);
        Theseus { maze: maze.into(), loot: free.into(), rules: Rules::usual(self.loot) }
    }
}

/// Walls at random sides, as long as no tile has more than two and every tile can be
/// reached.
fn classic(side: usize, walls: usize, rng: &mut Rng) -> Maze {
    let mut maze = Maze::empty(side);
    let mut edges = inner_edges(&maze);
    shuffle(&mut edges, rng);
    let mut left = walls;
    for (tile, die) in edges {
        if left == 0 {
            break;
        }
        let Some(beyond) = maze.step(tile, die) else { continue };
        if maze.walls_around(tile) >= 2 || maze.walls_around(beyond) >= 2 {
            continue;
        }
        maze.set(tile, die, false);
        match maze.out_of_reach() {
            None => left -= 1,
            Some(_) => maze.set(tile, die, true),
        }
    }
    maze
}

/// A spanning tree by depth-first search from the lower left corner; then a percentage of
/// the walls is opened.
fn labyrinth(side: usize, open: u32, rng: &mut Rng) -> Maze {
    let mut maze = Maze::empty(side);
    let whole = maze.clone();
    let edges = inner_edges(&maze);
    edges.iter().for_each(|&(tile, die)| maze.set(tile, die, false));
    let mut found = vec![false; maze.len()];
    found[0] = true;
    let mut way = vec![Tile(0)];
    while let Some(&tile) = way.last() {
        let free: Vec<(Die, Tile)> =
            whole.steps(tile).filter(|(_, beyond)| !found[beyond.index()]).collect();
        match rng.pick(&free) {
            None => {
                way.pop();
            }
            Some(&(die, beyond)) => {
                maze.set(tile, die, true);
                found[beyond.index()] = true;
                way.push(beyond);
            }
        }
    }
    let walled = |&(tile, die): &(Tile, Die)| maze.step(tile, die).is_none();
    let mut walls: Vec<(Tile, Die)> = edges.into_iter().filter(walled).collect();
    shuffle(&mut walls, rng);
    let opened = walls.len() * open as usize / 100;
    walls[..opened].iter().for_each(|&(tile, die)| maze.set(tile, die, true));
    maze
}

/// The sides between two tiles of a maze without inner walls, each once.
fn inner_edges(maze: &Maze) -> Vec<(Tile, Die)> {
    let both = |tile| [(tile, Die::Up), (tile, Die::Right)];
    maze.tiles().flat_map(both).filter(|&(tile, die)| maze.is_inner(tile, die)).collect()
}

/// Shuffles things uniformly (Fisher-Yates).
fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for last in (1..things.len()).rev() {
        things.swap(last, rng.below(last + 1));
    }
}
