//! Contests as they are shown.

use agon_core::{Scene, Side};
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
    /// Why its file cannot be read now; the rest is what was read last.
    pub why: Option<String>,
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
    /// What the id of each of its games begins with; the key follows, with `-` in place of `.`.
    pub prefix: String,
    /// The format, such as `swiss`.
    pub format: &'static str,
    /// The round that is played, from 1; `None` when all are over.
    pub round: Option<u32>,
    /// How many rounds there will be.
    pub of_rounds: u32,
    /// The rounds with their pairings, as far as they are known; of many, those up to the one
    /// that is played.
    pub rounds: Vec<ContestRound>,
    /// What each entrant scored against each other one, in the order of the standings: points and
    /// games; empty with many entrants.
    pub crosstable: Vec<Vec<Option<(f64, u64)>>>,
    /// Games that are being played, some of them if there are many.
    pub live: Vec<GameInProgress>,
}

/// A round of a contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ContestRound {
    /// Its number, from 1.
    pub number: u32,
    /// Who plays whom.
    pub pairings: Vec<ContestPairing>,
}

/// Two entrants who play each other, or one who has a bye.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ContestPairing {
    /// The names; the second has none in a bye.
    pub players: [Option<String>; 2],
    /// Their points.
    pub points: [f64; 2],
    /// How many of the games are finished.
    pub played: usize,
    /// How many games there are.
    pub games: usize,
    /// Which of the two has won it, 0 or 1, once that is known.
    pub winner: Option<usize>,
    /// Whether it is for the third place.
    pub third: bool,
}

/// A game of a contest that is being played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameInProgress {
    /// Its key.
    pub key: String,
    /// The players.
    pub players: [String; 2],
    /// The name of the game that is played.
    pub game: String,
    /// How many moves were made.
    pub moves: usize,
    /// The side to move.
    pub to_move: Side,
    /// The board.
    pub scene: Scene,
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
