//! Small values of many messages: proven results, progress of searches, reviews.

use agon_arena::{MoveExplanation, MoveQuality, ProvenMove, WinningChance};
use agon_core::{Outcome, Proven, Score, Side, Verdict};
use agon_search::Info;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::MoveDictionary;

/// A score of `side` from the first side's point of view.
pub fn for_first(score: Score, side: Side) -> Score {
    score.absolute(side).seen_by(Side::First)
}

/// A winning chance of `side` from the first side's point of view, to a thousandth.
pub fn chance_for_first(chance: f64, side: Side) -> f64 {
    let chance = if side == Side::First { chance } else { 1.0 - chance };
    (1000.0 * chance).round() / 1000.0
}

/// A proven result of a position: the side that wins, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ProvenValue {
    pub outcome: Outcome,
    /// In how many plies, if it is known.
    pub plies: Option<u32>,
}

impl ProvenValue {
    /// The best of the proven values of the moves of `mover`, if no other move can be better: a
    /// win, or the best of all moves.
    pub fn of_moves(moves: &[ProvenMove], all: usize, mover: Side) -> Option<ProvenValue> {
        let rank = |proven: &Proven| {
            let plies = i64::from(proven.plies.unwrap_or(0));
            match proven.verdict {
                Verdict::Win => (2, -plies),
                Verdict::Draw => (1, 0),
                Verdict::Lose => (0, plies),
            }
        };
        let best = moves.iter().map(|mv| mv.proven).max_by_key(rank)?;
        let is_known = best.verdict == Verdict::Win || moves.len() == all;
        let outcome = match best.verdict {
            Verdict::Win => Outcome::Win(mover),
            Verdict::Draw => Outcome::Draw,
            Verdict::Lose => Outcome::Win(mover.opponent()),
        };
        is_known.then_some(ProvenValue { outcome, plies: best.plies })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SearchInfo {
    /// The depth that is finished.
    pub depth: u32,
    /// The deepest line visited.
    pub seldepth: u32,
    pub nodes: u64,
    pub nps: u64,
    /// The value for the first side.
    pub score: Score,
    /// The winning chance of the first side, from 0 to 1.
    pub chance: f64,
    /// The line.
    pub moves: Vec<String>,
    /// In an analysis, the elements that select its first move.
    pub path: Vec<String>,
    /// In an analysis, the words of the moves of the line.
    pub words: MoveDictionary,
}

impl SearchInfo {
    /// The progress that a search for `mover` reports after this many milliseconds.
    pub fn new(
        info: &Info<String>,
        mover: Side,
        chance: WinningChance,
        milliseconds: u64,
    ) -> SearchInfo {
        SearchInfo {
            depth: info.depth,
            seldepth: info.selective_depth,
            nodes: info.nodes,
            nps: info.nodes.saturating_mul(1000) / milliseconds.max(1),
            score: for_first(info.score, mover),
            chance: chance_for_first(chance.expected(info.score), mover),
            moves: info.moves.clone(),
            path: Vec::new(),
            words: MoveDictionary::default(),
        }
    }
}

/// The review of the position after `ply` moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReviewPoint {
    pub ply: usize,
    pub position: String,
    /// The value of the position for the first side.
    pub score: Score,
    /// The winning chance of the first side, from 0 to 1.
    pub chance: f64,
    pub best: Option<String>,
    /// The line that the best move begins.
    pub line: Vec<String>,
    /// The words of the moves of the line.
    pub words: MoveDictionary,
    /// What the move made there gave away.
    pub slip: Option<SlipWord>,
    /// How much of the winning chance of its side that move lost, 0 or more.
    pub loss: Option<f64>,
    /// How good that move was.
    pub quality: Option<MoveQuality>,
    /// Why that move is bad, if it is.
    #[serde(default)]
    pub explanation: Option<MoveExplanation>,
    /// The accuracy of both sides up to and including that move, from 0 to 100.
    pub accuracy: [Option<f64>; 2],
}

/// What a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Slip"))]
pub enum SlipWord {
    Win,
    Draw,
}

impl SlipWord {
    /// The word for a proven result that was given away.
    pub fn of(gave_away: Option<Verdict>) -> Option<SlipWord> {
        match gave_away? {
            Verdict::Win => Some(SlipWord::Win),
            Verdict::Draw => Some(SlipWord::Draw),
            Verdict::Lose => None,
        }
    }
}

impl From<SlipWord> for Verdict {
    fn from(slip: SlipWord) -> Verdict {
        match slip {
            SlipWord::Win => Verdict::Win,
            SlipWord::Draw => Verdict::Draw,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum StorageKind {
    Disk,
    Memory,
}

/// Where games are stored, and why not on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Storage"))]
pub struct StorageInfo {
    pub kind: StorageKind,
    /// Why the disk cannot be used.
    pub why: Option<String>,
}
