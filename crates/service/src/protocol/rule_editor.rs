//! What the rule editor shows: the facts of a position, and matches between two versions.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The facts of a position for the side to move, which is `me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PositionFacts {
    /// All relations of the game.
    pub relations: Vec<RelationFacts>,
}

/// The facts of one relation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RelationFacts {
    /// How it is written, with the names of its columns.
    pub signature: String,
    /// What such a fact says, in English.
    pub about: &'static str,
    /// How many facts there are.
    pub count: usize,
    /// The first of them, as rules write them.
    pub rows: Vec<String>,
}

/// The score of a rule file against another version of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TrialScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How many games the match has if it is not cut short.
    pub games: u64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// Its 95 % confidence interval.
    pub interval: [f64; 2],
}
