//! Contests as they are shown.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The contests that the page shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Contests {
    /// The contests by number.
    pub contests: Vec<ContestSummary>,
}

/// A contest in the list; one that cannot be read has only the reason.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ContestSummary {
    /// Its number.
    pub number: usize,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many games are finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The standings and games of a contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Contest {
    /// Its name.
    pub name: String,
    /// Whether all games are played.
    pub over: bool,
    /// How many games are finished.
    pub played: usize,
    /// The standings.
    pub standings: Vec<StandingRow>,
    /// The latest games.
    pub games: Vec<ContestGame>,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Standing"))]
pub struct StandingRow {
    /// The place.
    pub place: usize,
    /// The name of the entrant.
    pub name: Option<String>,
    /// Its points.
    pub points: String,
    /// Its games won.
    pub wins: u64,
    /// Its games drawn.
    pub draws: u64,
    /// Its games lost.
    pub losses: u64,
    /// Its rating.
    pub rating: f64,
    /// The lower end of the rating's interval.
    pub low: f64,
    /// The upper end of the rating's interval.
    pub high: f64,
}

/// A finished game of a contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ContestGame {
    /// The key by which it is asked for.
    pub key: String,
    /// The players.
    pub players: [String; 2],
    /// The result, as `1-0`.
    pub result: String,
    /// Why it ended, if not by the rules.
    pub reason: Option<String>,
    /// How many moves were made.
    pub moves: usize,
}
