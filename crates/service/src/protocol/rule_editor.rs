//! Messages of the rule editor: the facts of a position, and matches between two versions.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The facts of a position for the side to move, which is `me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PositionFacts {
    pub relations: Vec<RelationFacts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RelationFacts {
    /// Its name with the names of its columns.
    pub signature: String,
    /// What such a fact says, in English.
    pub about: &'static str,
    pub count: usize,
    /// The first facts, as rules write them.
    pub rows: Vec<String>,
}

/// The score of a rule file against another version of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TrialScore {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The number of games of the whole match.
    pub games: u64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The 95 % confidence interval of the score.
    pub interval: [f64; 2],
}
