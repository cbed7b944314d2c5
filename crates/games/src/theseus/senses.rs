//! Views: what a side may know, which is only what it senses.

use std::fmt;
use std::sync::Arc;

use agon_core::{Game as _, Side};

use super::maze::{Maze, Tile};
use super::position::Position;
use super::rules::{Rules, Theseus};

/// How many tiles the senses reach.
pub(super) const RANGE: usize = 3;

/// A position as one side knows it: walls, starting tiles, rules, its own tile and the
/// amount of loot left, but only the loot and the opponent that it senses from its tile.
/// An onlooker's view has everything.
///
/// ```
/// use agon_core::{Game, Present, Side};
/// use agon_games::theseus::Theseus;
///
/// let game = Theseus::default();
/// let start = game.start();
/// // An onlooker sees both; Theseus only senses what is near.
/// assert!(game.view(&start, None).tile(Side::Second).is_some());
/// assert!(game.view(&start, Some(Side::First)).tile(Side::Second).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) maze: Arc<Maze>,
    pub(super) rules: Rules,
    /// The side of the view; `None` for an onlooker.
    pub(super) viewer: Option<Side>,
    pub(super) to_move: Side,
    pub(super) ply: u32,
    pub(super) tiles: [Option<Tile>; 2],
    pub(super) loot: Vec<(usize, Tile)>,
    pub(super) left: u32,
    pub(super) total: u32,
    pub(super) sabre: Option<Sabre>,
}

impl View {
    /// The walls and starting tiles, which both sides know.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The rules, which both sides know.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side of the view; `None` for an onlooker.
    pub fn viewer(&self) -> Option<Side> {
        self.viewer
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The number of plies made.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The tile of a side, if it is known.
    pub fn tile(&self, side: Side) -> Option<Tile> {
        self.tiles[side.index()]
    }

    /// The loot whose tile is known: its number from 0, and the tile.
    pub fn loot(&self) -> &[(usize, Tile)] {
        &self.loot
    }

    /// The amount of loot that has not been picked up.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// The amount of loot at the start.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The lightsaber, which only Theseus and onlookers see.
    pub fn sabre(&self) -> Option<Sabre> {
        self.sabre
    }
}

/// The state of Theseus's lightsaber: both signals, although it shows one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sabre {
    /// Loot is sensed.
    pub loot: bool,
    /// The Minotaur is sensed.
    pub minotaur: bool,
}

/// The colour: red if the Minotaur is sensed, else green if loot is, else white.
impl fmt::Display for Sabre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.minotaur, self.loot) {
            (true, _) => "red",
            (false, true) => "green",
            (false, false) => "white",
        })
    }
}

impl Theseus {
    /// The state of Theseus's lightsaber.
    pub fn sabre(&self, position: &Position) -> Sabre {
        let sensed = self.maze.sensed(position.tile(Side::First));
        Sabre {
            loot: sensed.iter().any(|&tile| self.loot_on(position, tile).is_some()),
            minotaur: sensed.contains(&position.tile(Side::Second)),
        }
    }

    /// What a side, or an onlooker, may know.
    pub(super) fn view_of(&self, position: &Position, viewer: Option<Side>) -> View {
        let sensed = viewer.map(|side| self.maze.sensed(position.tile(side)));
        let known = |tile: Tile| sensed.as_ref().is_none_or(|sensed| sensed.contains(&tile));
        let lying = self.loot.iter().copied().enumerate();
        View {
            maze: Arc::clone(&self.maze),
            rules: self.rules,
            viewer,
            to_move: self.to_move(position),
            ply: position.ply(),
            tiles: position.tiles.map(|tile| known(tile).then_some(tile)),
            loot: lying
                .filter(|&(number, tile)| position.has_loot(number) && known(tile))
                .collect(),
            left: position.left(),
            total: self.loot.len() as u32,
            sabre: (viewer != Some(Side::Second)).then(|| self.sabre(position)),
        }
    }
}
