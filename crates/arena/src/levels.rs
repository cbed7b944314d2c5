//! Strengths for people, from one that a child can beat to all there is.

use agon_search::Limits;

/// How strong a computer player is: how far it looks, and how often it is content with
/// less than the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// What it is called.
    pub name: &'static str,
    /// The most plies to look ahead.
    pub depth: u32,
    /// The most positions to look at.
    pub nodes: u64,
    /// In how many of a hundred moves it takes any move at all.
    pub careless: usize,
    /// In how many of a hundred moves it takes one of the next best instead of the best.
    pub content: usize,
}

/// The levels, the weakest first; they are counted from 1.
pub const LEVELS: [Level; 8] = [
    Level { name: "first steps", depth: 1, nodes: u64::MAX, careless: 95, content: 0 },
    Level { name: "beginner", depth: 2, nodes: u64::MAX, careless: 50, content: 20 },
    Level { name: "learner", depth: 2, nodes: u64::MAX, careless: 23, content: 12 },
    Level { name: "casual", depth: 100, nodes: 700, careless: 15, content: 13 },
    Level { name: "club", depth: 100, nodes: 800, careless: 5, content: 4 },
    Level { name: "strong", depth: 100, nodes: 2_000, careless: 0, content: 0 },
    Level { name: "expert", depth: 100, nodes: 20_000, careless: 0, content: 0 },
    Level { name: "master", depth: 100, nodes: 4_000_000, careless: 0, content: 0 },
];

impl Level {
    /// The level of a number from 1 to 8; others are cut down to that.
    pub fn numbered(number: u32) -> &'static Level {
        &LEVELS[(number.clamp(1, LEVELS.len() as u32) - 1) as usize]
    }

    /// Whether it is as strong as can be.
    pub fn is_full(&self) -> bool {
        *self == LEVELS[LEVELS.len() - 1]
    }

    /// What its search is to find.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}
