//! The heuristic player of part B of the assignment: it rates each die by what it senses
//! in that direction.

use std::fmt;

use agon_core::Side;

use super::die::Die;
use super::maze::{Maze, Tile};
use super::position::Position;
use super::rules::Theseus;
use super::senses::View;

/// The rating of a die in whole thousandths, so that comparison is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth(pub i32);

impl Worth {
    /// What 1 is, in thousandths.
    pub const SCALE: u32 = 1000;
}

/// As a decimal: `0`, `+0.23`, `-0.162`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0");
        }
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.unsigned_abs();
        let decimals = format!("{:03}", size % 1000);
        let decimals = decimals.trim_end_matches('0');
        let point = if decimals.is_empty() { "" } else { "." };
        write!(f, "{sign}{}{point}{decimals}", size / 1000)
    }
}

/// The value of loot at distance 1, 2, 3: 0.46 times 1, 0.5, 0.3.
const LOOT: [i32; 3] = [460, 230, 138];

/// The weight of the opponent at distance 1, 2, 3: 0.54 times 1, 0.5, 0.3.
const OPPONENT: [i32; 3] = [540, 270, 162];

/// What is sensed in one direction: the distances of the nearest loot and of the opponent,
/// and the rating of the die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensed {
    /// The rating of the die.
    pub worth: Worth,
    /// The distance of the nearest loot.
    pub loot: Option<usize>,
    /// The distance of the opponent.
    pub opponent: Option<usize>,
}

/// Rates a die for a side on `tile`, given the tiles of the opponent and the loot: Theseus
/// goes to loot and away from the Minotaur, the Minotaur to both.
pub(super) fn judge(
    maze: &Maze,
    side: Side,
    tile: Tile,
    opponent: Option<Tile>,
    has_loot: impl Fn(Tile) -> bool,
    die: Die,
) -> Sensed {
    let mut sensed = Sensed::default();
    if die == Die::Stay {
        return sensed;
    }
    for (near, ahead) in maze.sight(tile, die).enumerate() {
        if has_loot(ahead) {
            sensed.loot = sensed.loot.or(Some(near + 1));
            sensed.worth.0 += LOOT[near];
        }
        if opponent == Some(ahead) {
            sensed.opponent = Some(near + 1);
            sensed.worth.0 += match side {
                Side::First => -OPPONENT[near],
                Side::Second => OPPONENT[near],
            };
        }
    }
    sensed
}

impl View {
    /// What the side of this view senses in the direction of a die; nothing for an
    /// onlooker, who is on no tile.
    pub fn judge(&self, die: Die) -> Sensed {
        let Some((side, tile)) = self.viewer.and_then(|side| Some((side, self.tile(side)?))) else {
            return Sensed::default();
        };
        let has_loot = |tile| self.loot.iter().any(|&(_, lies)| lies == tile);
        judge(&self.maze, side, tile, self.tile(side.opponent()), has_loot, die)
    }
}

impl Theseus {
    /// The rating of a die for a side in a position: the assignment's `evaluate`.
    pub fn evaluate_die(&self, position: &Position, side: Side, die: Die) -> Worth {
        let has_loot = |tile| self.loot_on(position, tile).is_some();
        let opponent = position.tile(side.opponent());
        judge(&self.maze, side, position.tile(side), Some(opponent), has_loot, die).worth
    }
}

/// One step of a player's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The ply in which the die was chosen.
    pub ply: u32,
    /// The die.
    pub die: Die,
    /// Whether Theseus picked up loot.
    pub picked: bool,
    /// What was sensed in that direction before the step.
    pub sensed: Sensed,
}

/// A step as a line: `die 5, worth +0.23; in that direction: loot at 2, opponent not sensed`.
/// What was sensed in other directions is not told.
impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let far = |distance: Option<usize>| {
            distance.map_or("not sensed".into(), |distance| format!("at {distance}"))
        };
        let Sensed { worth, loot, opponent } = self.sensed;
        write!(f, "die {}, worth {worth}", self.die)?;
        if self.die == Die::Stay {
            return Ok(());
        }
        write!(f, "; in that direction: loot {}", far(loot))?;
        if self.picked {
            f.write_str(" and picked up")?;
        }
        write!(f, ", opponent {}", far(opponent))
    }
}

/// A player's record of its own path.
#[derive(Clone, Debug, Default)]
pub struct Path {
    steps: Vec<PathStep>,
}

impl Path {
    /// Discards steps that were taken back, and adds one.
    pub fn add(&mut self, step: PathStep) {
        self.steps.retain(|before| before.ply < step.ply);
        self.steps.push(step);
    }

    /// The steps so far, the newest last.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// How often each die was chosen, how often that led into a wall, and how much loot was
    /// picked up.
    pub fn tallies(&self) -> Vec<(&'static str, u32)> {
        let count = |is_counted: &dyn Fn(&PathStep) -> bool| {
            self.steps.iter().filter(|step| is_counted(step)).count() as u32
        };
        let of_die = |die: Die| count(&|step| step.die == die);
        let directions = Die::DIRECTIONS.map(|die| (die.direction(), of_die(die)));
        let more = [("walls", of_die(Die::Stay)), ("loot", count(&|step| step.picked))];
        directions.into_iter().chain(more.into_iter().filter(|&(_, count)| count > 0)).collect()
    }

    /// The same in one line.
    pub fn statistics(&self) -> String {
        let mut text = String::new();
        for (name, count) in self.tallies() {
            let (separator, name) = match name {
                "up" => ("", name),
                "walls" => (", ", "into walls"),
                "loot" => ("; ", name),
                _ => (", ", name),
            };
            text += &format!("{separator}{name} {count}");
        }
        text
    }
}

/// The step that a die leads to from a view.
pub fn path_step(view: &View, die: Die) -> PathStep {
    let sensed = view.judge(die);
    let onto_loot = sensed.loot == Some(1) && sensed.opponent != Some(1);
    let picked = onto_loot && view.viewer == Some(Side::First);
    PathStep { ply: view.ply, die, picked, sensed }
}
