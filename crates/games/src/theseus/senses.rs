//! What a side may know: all that its senses tell, and nothing else.

use std::fmt;
use std::sync::Arc;

use agon_core::{Game as _, Side};

use super::maze::{Maze, Tile};
use super::position::Position;
use super::rules::{Rules, Theseus};

/// How many tiles ahead is sensed.
pub(super) const RANGE: usize = 3;

/// A game as one side knows it: walls, starting tiles and rules, its own tile, how
/// much loot is left; of loot and the opponent only what it senses from where it is.
/// An onlooker's view has everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) maze: Arc<Maze>,
    pub(super) rules: Rules,
    /// Whose view it is; nobody's for an onlooker.
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
    /// The walls and starting tiles, which everybody knows.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The rules, which everybody knows.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose view it is; nobody's for an onlooker.
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

    /// Where a side is, if that is known.
    pub fn tile(&self, side: Side) -> Option<Tile> {
        self.tiles[side.index()]
    }

    /// The loot whose place is known, by number from 0, with its tile.
    pub fn loot(&self) -> &[(usize, Tile)] {
        &self.loot
    }

    /// How much loot has not been picked up, wherever it lies.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// How much loot there was at the start.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The lightsaber, for those who see it: Theseus and onlookers.
    pub fn sabre(&self) -> Option<Sabre> {
        self.sabre
    }
}

/// What makes Theseus's lightsaber glow: both signs are kept, though it has one
/// colour at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sabre {
    /// Loot is sensed.
    pub loot: bool,
    /// The Minotaur is sensed.
    pub minotaur: bool,
}

/// The colour: red before the Minotaur, else green before loot, else white.
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
    /// The signs of Theseus's lightsaber.
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
