//! Contests in messages.

use agon_core::{Scene, Side};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Contests {
    pub contests: Vec<ContestSummary>,
}

/// A contest in the list; one that cannot be read has only the reason.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ContestSummary {
    pub number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many games are finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Contest {
    /// Why its file cannot be read now; the rest is the last reading.
    pub why: Option<String>,
    pub name: String,
    pub over: bool,
    /// How many games are finished.
    pub played: usize,
    pub standings: Vec<StandingRow>,
    pub games: Vec<ContestGame>,
    /// The prefix of the ids of its games; the key follows, with `-` instead of `.`.
    pub prefix: String,
    /// The format, such as `swiss`.
    pub format: &'static str,
    /// The current round, from 1; `None` when all are over.
    pub round: Option<u32>,
    /// The total number of rounds.
    pub of_rounds: u32,
    /// The known rounds with their pairings, at most those up to the current one.
    pub rounds: Vec<ContestRound>,
    /// The score of each entrant against each other one, in the order of the standings: points and
    /// games; empty with many entrants.
    pub crosstable: Vec<Vec<Option<(f64, u64)>>>,
    /// Games in progress; only some if there are many.
    pub live: Vec<GameInProgress>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ContestRound {
    /// Its number, from 1.
    pub number: u32,
    pub pairings: Vec<ContestPairing>,
}

/// Two entrants that play each other, or one with a bye.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ContestPairing {
    /// The names; in a bye the second is missing.
    pub players: [Option<String>; 2],
    pub points: [f64; 2],
    /// How many of the games are finished.
    pub played: usize,
    pub games: usize,
    /// The winner of the two, 0 or 1, once it is known.
    pub winner: Option<usize>,
    /// Whether it is for the third place.
    pub third: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameInProgress {
    pub key: String,
    pub players: [String; 2],
    /// The name of the kind of game.
    pub game: String,
    pub moves: usize,
    pub to_move: Side,
    pub scene: Scene,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Standing"))]
pub struct StandingRow {
    pub place: usize,
    pub name: Option<String>,
    pub points: String,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
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
    pub key: String,
    pub players: [String; 2],
    /// The result, such as `1-0`.
    pub result: String,
    /// Why it ended, if not by the rules.
    pub reason: Option<String>,
    pub moves: usize,
}
