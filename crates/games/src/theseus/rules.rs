//! The rules of Theseus and the Minotaur.

use std::ops::ControlFlow;
use std::sync::Arc;

use agon_core::{Feature, Game, Observer, Outcome, Side, StateSpace};

use super::die::Die;
use super::maze::{Maze, Tile};
use super::notation::Refusal;
use super::position::Position;

/// The largest amount of loot in a maze.
pub const MOST_LOOT: usize = 16;

/// The largest ply limit.
pub const MOST_PLIES: u16 = 10_000;

/// The game in one maze, with its variants.
///
/// ```
/// use agon_core::{Game, Notation};
/// use agon_games::theseus::Theseus;
///
/// // A maze of three by three tiles with one piece of loot.
/// let (game, position) = Theseus::read("020/000/000 0,0-1,1 2,1 200/1/T/-").unwrap();
/// let moves = game.moves(&position).into_iter();
/// let moves: Vec<String> = moves.map(|mv| game.write_move(&position, mv)).collect();
/// assert_eq!(moves, ["1", "3"], "up or right");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theseus {
    pub(super) maze: Arc<Maze>,
    pub(super) loot: Arc<[Tile]>,
    pub(super) rules: Rules,
}

/// The variant of the rules that is played in a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The ply limit, after which the game is drawn.
    pub plies: u16,
    /// How much loot Theseus needs to win.
    pub need: u8,
    /// The side that moves first.
    pub first: Side,
    /// The sides that may stay, because they throw the die and may hit walls.
    pub stumble: [bool; 2],
}

impl Rules {
    /// The side to move after this many plies.
    #[inline]
    pub fn mover(&self, ply: u32) -> Side {
        if ply.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// The default rules for a maze with `loot` pieces: all of them are needed within 200
    /// plies, Theseus moves first, and neither side may stay.
    pub fn usual(loot: usize) -> Rules {
        Rules { plies: 200, need: loot as u8, first: Side::First, stumble: [false; 2] }
    }
}

impl Theseus {
    /// The walls and starting tiles.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Where the loot lies at the start.
    pub fn loot(&self) -> &[Tile] {
        &self.loot
    }

    /// The variant that is played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same game with another ply limit.
    pub fn with_plies(mut self, plies: u16) -> Theseus {
        self.rules.plies = plies.min(MOST_PLIES);
        self
    }

    /// The same game in which a side may or may not stay.
    pub fn with_stumble(mut self, side: Side, stumbles: bool) -> Theseus {
        self.rules.stumble[side.index()] = stumbles;
        self
    }

    /// The loot on a tile, by its number, if it has not been picked up.
    #[inline]
    pub fn loot_on(&self, position: &Position, tile: Tile) -> Option<usize> {
        let number = self.loot.iter().position(|&loot| loot == tile)?;
        position.has_loot(number).then_some(number)
    }

    /// The amount of loot that has been picked up.
    #[inline]
    pub fn taken(&self, position: &Position) -> u32 {
        self.loot.len() as u32 - position.left()
    }

    /// The plies that are left.
    pub fn plies_left(&self, position: &Position) -> u32 {
        u32::from(self.rules.plies.saturating_sub(position.ply))
    }

    /// Theseus's steps to the nearest loot that is left.
    pub(super) fn steps_to_loot(&self, position: &Position) -> u32 {
        let lying = self.loot.iter().enumerate();
        let lying = lying.filter(|&(number, _)| position.has_loot(number));
        let steps = lying.map(|(_, &tile)| self.maze.distance(position.tiles[0], tile));
        steps.min().unwrap_or(0)
    }

    /// The steps between the two sides.
    pub(super) fn steps_apart(&self, position: &Position) -> u32 {
        self.maze.distance(position.tiles[0], position.tiles[1])
    }

    fn tile_feature(&self, side: Side, tile: Tile) -> Feature {
        (side.index() * self.maze.len() + tile.index()) as Feature
    }

    fn loot_feature(&self, number: usize) -> Feature {
        (2 * self.maze.len() + number) as Feature
    }

    fn ply_feature(&self, ply: u16) -> Feature {
        (2 * self.maze.len() + self.loot.len()) as Feature + Feature::from(ply)
    }
}

impl Game for Theseus {
    type Position = Position;
    type Move = Die;
    type Refusal = Refusal;

    const NAME: &'static str = "theseus";

    fn start(&self) -> Position {
        let tiles = Side::BOTH.map(|side| self.maze.start(side));
        Position { tiles, loot: ((1_u32 << self.loot.len()) - 1) as u16, ply: 0 }
    }

    fn to_move(&self, position: &Position) -> Side {
        self.rules.mover(position.ply())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.is_caught() {
            Some(Outcome::Win(Side::Second))
        } else if self.taken(position) >= self.rules.need.into() {
            Some(Outcome::Win(Side::First))
        } else if position.ply >= self.rules.plies {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn try_for_each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Die) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(position).is_some() {
            return ControlFlow::Continue(());
        }
        let side = self.to_move(position);
        self.maze.steps(position.tile(side)).try_for_each(|(die, _)| visit(die))?;
        if self.rules.stumble[side.index()] { visit(Die::Stay) } else { ControlFlow::Continue(()) }
    }

    fn check(&self, position: &Position, die: Die) -> Result<(), Refusal> {
        let side = self.to_move(position);
        let tile = position.tile(side);
        if self.outcome(position).is_some() {
            Err(Refusal::GameOver)
        } else if die == Die::Stay && !self.rules.stumble[side.index()] {
            Err(Refusal::MustMove)
        } else if self.maze.step(tile, die).is_none() {
            Err(Refusal::Wall { die: die.number(), tile: self.maze.name(tile) })
        } else {
            Ok(())
        }
    }

    fn play_observed(&self, position: &mut Position, die: Die, observer: &mut impl Observer) {
        let side = self.to_move(position);
        let tile = position.tile(side);
        if let Some(next) = self.maze.step(tile, die).filter(|&next| next != tile) {
            observer.remove(self.tile_feature(side, tile));
            observer.add(self.tile_feature(side, next));
            position.tiles[side.index()] = next;
        }
        if side == Side::First
            && !position.is_caught()
            && let Some(number) = self.loot_on(position, position.tile(side))
        {
            observer.remove(self.loot_feature(number));
            position.loot &= !(1 << number);
        }
        observer.remove(self.ply_feature(position.ply));
        position.ply = position.ply.saturating_add(1);
        observer.add(self.ply_feature(position.ply));
    }

    fn max_plies(&self) -> u32 {
        self.rules.plies.into()
    }

    fn encode(&self, die: Die) -> u32 {
        die.number().into()
    }

    fn decode(&self, code: u32) -> Option<Die> {
        u8::try_from(code).ok().and_then(Die::numbered)
    }

    /// Either side on each tile, each piece of loot that is left, each ply.
    fn feature_count(&self) -> Feature {
        self.ply_feature(self.rules.plies) + 2
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for side in Side::BOTH {
            observer.add(self.tile_feature(side, position.tile(side)));
        }
        for number in (0..self.loot.len()).filter(|&number| position.has_loot(number)) {
            observer.add(self.loot_feature(number));
        }
        observer.add(self.ply_feature(position.ply));
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if self.outcome(position).is_some() {
            return 0;
        }
        let side = self.to_move(position);
        let open = 4 - self.maze.walls_around(position.tile(side));
        u64::from(open) + u64::from(self.rules.stumble[side.index()])
    }
}

impl StateSpace for Theseus {
    fn state_space(&self) -> f64 {
        let tiles = self.maze.len() as f64;
        tiles * tiles * f64::from(1_u32 << self.loot.len()) * f64::from(self.rules.plies)
    }
}
