//! Playing strengths for people, from one that a child can beat to full strength.

use agon_search::Limits;

/// A playing strength: how far the engine searches, and how often it makes mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The depth limit in plies.
    pub depth: u32,
    /// The node limit.
    pub nodes: u64,
    /// Percentage of moves that are random.
    pub blunder_percent: usize,
    /// Percentage of moves that are one of the next best instead of the best.
    pub inaccuracy_percent: usize,
    /// Whether its mistakes are small ones: it takes a win at once, and allows the other side
    /// one only if it cannot be prevented.
    pub is_careful: bool,
}

/// The levels, the weakest first; they are counted from 1.
pub const LEVELS: [Level; 8] = [
    level("first steps", 1, u64::MAX, 25, 0),
    level("beginner", 2, u64::MAX, 18, 4),
    level("learner", 100, 300, 11, 4),
    level("casual", 100, 700, 5, 0).careful(),
    level("club", 100, 1_500, 0, 0).careful(),
    level("strong", 100, 6_000, 0, 0).careful(),
    level("expert", 100, 40_000, 0, 0).careful(),
    level("master", 100, 4_000_000, 0, 0).careful(),
];

const fn level(
    name: &'static str,
    depth: u32,
    nodes: u64,
    blunder_percent: usize,
    inaccuracy_percent: usize,
) -> Level {
    Level { name, depth, nodes, blunder_percent, inaccuracy_percent, is_careful: false }
}

impl Level {
    /// The same level with small mistakes only.
    const fn careful(self) -> Level {
        Level { is_careful: true, ..self }
    }

    /// The level of a number, which is clamped to 1..=8.
    pub fn numbered(number: u32) -> &'static Level {
        &LEVELS[(number.clamp(1, LEVELS.len() as u32) - 1) as usize]
    }

    /// Whether it is the strongest level.
    pub fn is_strongest(&self) -> bool {
        *self == LEVELS[LEVELS.len() - 1]
    }

    /// The limits of its search.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}
