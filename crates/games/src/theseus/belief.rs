//! Beliefs: where an opponent that is not sensed may be.

use std::sync::Arc;

use agon_core::Side;

use super::maze::{Maze, Tile};
use super::position::Position;
use super::rules::{Rules, Theseus};
use super::senses::View;

/// The set of tiles where the opponent may be, given everything sensed so far, and the loot
/// that was sensed and not found missing later.
///
/// ```
/// use agon_core::{Game, Present, Side};
/// use agon_games::theseus::{Belief, Theseus};
///
/// let game = Theseus::default();
/// let position = game.start();
/// let mut belief = Belief::default();
/// belief.look(&game.view(&position, Some(Side::First)));
/// // The opponent is where the belief has him, among others.
/// assert!(belief.tiles().any(|tile| tile == position.tile(Side::Second)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Belief {
    /// The belief after each look, the newest last.
    looks: Vec<Look>,
}

#[derive(Clone, Debug)]
struct Look {
    ply: u32,
    /// For each tile, whether the opponent may be there.
    possible: Vec<bool>,
    /// The loot that is remembered, by number and tile.
    loot: Vec<(usize, Tile)>,
    /// For each tile, whether it was ever sensed.
    seen: Vec<bool>,
}

impl Belief {
    /// Updates the belief with a side's view at its turn: the opponent's moves since the
    /// last look extend the set of tiles to their open neighbours, and what is sensed
    /// restricts it. Looks at moves that were taken back are discarded.
    pub fn look(&mut self, view: &View) {
        let Some((side, own)) = view.viewer.and_then(|side| Some((side, view.tile(side)?))) else {
            return;
        };
        self.looks.retain(|look| look.ply < view.ply);
        let maze = view.maze();
        let opponent = side.opponent();
        let unseen = || vec![false; maze.len()];
        let (ply, mut possible, mut loot, mut seen) = match self.looks.last() {
            Some(Look { ply, possible, loot, seen }) => {
                (*ply, possible.clone(), loot.clone(), seen.clone())
            }
            // At the beginning of a game the opponent is on its starting tile.
            None if view.ply <= 1 && own == maze.start(side) => {
                (0, only(maze, maze.start(opponent)), Vec::new(), unseen())
            }
            None => (view.ply, vec![true; maze.len()], Vec::new(), unseen()),
        };
        for _ in (ply..view.ply).filter(|&ply| view.rules.mover(ply) == opponent) {
            possible = spread(maze, &possible, view.rules.stumble[opponent.index()]);
        }
        let sensed = maze.sensed(own);
        match view.tile(opponent) {
            Some(tile) => possible = only(maze, tile),
            None => sensed.iter().for_each(|tile| possible[tile.index()] = false),
        }
        if !possible.contains(&true) {
            // The opponent was not on its starting tile, so nothing is known.
            possible = maze.tiles().map(|tile| !sensed.contains(&tile)).collect();
        }
        loot.retain(|(_, tile)| !sensed.contains(tile));
        loot.extend(&view.loot);
        sensed.iter().chain([&own]).for_each(|tile| seen[tile.index()] = true);
        self.looks.push(Look { ply: view.ply, possible, loot, seen });
    }

    /// The tiles where the opponent may be, as of the last look.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let possible = self.looks.last().into_iter().flat_map(|look| look.possible.iter());
        possible.enumerate().filter(|&(_, &possible)| possible).map(|(id, _)| Tile(id as u16))
    }

    /// The loot that is sensed or remembered, as of the last look.
    pub fn loot(&self) -> &[(usize, Tile)] {
        self.looks.last().map_or(&[], |look| &look.loot)
    }

    /// The game with only the loot that the side knows of, and every position that is
    /// possible: one for each tile of the opponent.
    pub(super) fn imagine(&self, view: &View) -> (Theseus, Vec<Position>) {
        self.with_loot(view, self.loot().iter().map(|&(_, tile)| tile).collect())
    }

    /// The same with the loot that is left but not known on the first of these tiles that were never
    /// sensed.
    pub fn imagine_with(&self, view: &View, hidden: &[Tile]) -> (Theseus, Vec<Position>) {
        let mut loot: Vec<Tile> = self.loot().iter().map(|&(_, tile)| tile).collect();
        let seen = self.looks.last().map(|look| &look.seen);
        let is_unseen = |tile: &&Tile| {
            let was_seen = seen.and_then(|seen| seen.get(tile.index()));
            was_seen.is_some_and(|seen| !seen) && !self.loot().iter().any(|(_, lies)| lies == *tile)
        };
        let unknown = (view.left as usize).saturating_sub(loot.len());
        loot.extend(hidden.iter().filter(is_unseen).take(unknown));
        self.with_loot(view, loot)
    }

    fn with_loot(&self, view: &View, loot: Vec<Tile>) -> (Theseus, Vec<Position>) {
        let taken = view.total - view.left;
        let need = u32::from(view.rules.need).saturating_sub(taken) as u8;
        let all = ((1_u32 << loot.len()) - 1) as u16;
        let rules = Rules { need, ..view.rules };
        let game = Theseus { maze: Arc::clone(&view.maze), loot: loot.into(), rules };
        let positions = self.tiles().filter_map(|tile| {
            let own = view.tile(view.viewer?)?;
            let tiles = match view.viewer? {
                Side::First => [own, tile],
                Side::Second => [tile, own],
            };
            let mut position = Position { tiles, loot: all, ply: view.ply as u16 };
            // If Theseus is where loot was, he has picked it up.
            if let Some(piece) = game.loot_on(&position, tiles[0]) {
                position.loot &= !(1 << piece);
            }
            Some(position)
        });
        let positions = positions.collect();
        (game, positions)
    }
}

fn only(maze: &Maze, tile: Tile) -> Vec<bool> {
    maze.tiles().map(|other| other == tile).collect()
}

/// The tiles that are possible after a move.
fn spread(maze: &Maze, possible: &[bool], may_stay: bool) -> Vec<bool> {
    let mut reached = if may_stay { possible.to_vec() } else { vec![false; possible.len()] };
    for tile in maze.tiles().filter(|tile| possible[tile.index()]) {
        for (_, beyond) in maze.steps(tile) {
            reached[beyond.index()] = true;
        }
    }
    reached
}
