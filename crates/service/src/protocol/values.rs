//! Small values that many messages have: sides, outcomes, scores, progress of searches.

use agon_arena::{MoveQuality, WinningChance};
use agon_core::{Outcome, Proven, Score, Side, Verdict};
use agon_search::Info;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::MoveDictionary;

/// A side: the first one to move, or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Side"))]
pub enum SideName {
    /// The side that moves first.
    P1,
    /// The other side.
    P2,
}

impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::First => SideName::P1,
            Side::Second => SideName::P2,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::P1 => Side::First,
            SideName::P2 => Side::Second,
        }
    }
}

/// How a game ended: the side that won, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Outcome"))]
pub enum OutcomeWord {
    /// The first side won.
    P1,
    /// The second side won.
    P2,
    /// Nobody won.
    Draw,
}

impl OutcomeWord {
    /// The word as it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            OutcomeWord::P1 => "p1",
            OutcomeWord::P2 => "p2",
            OutcomeWord::Draw => "draw",
        }
    }

    /// The outcome that a stored word means.
    pub fn of_word(word: &str) -> Option<OutcomeWord> {
        [OutcomeWord::P1, OutcomeWord::P2, OutcomeWord::Draw]
            .into_iter()
            .find(|outcome| outcome.word() == word)
    }
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> OutcomeWord {
        match outcome.winner() {
            Some(Side::First) => OutcomeWord::P1,
            Some(Side::Second) => OutcomeWord::P2,
            None => OutcomeWord::Draw,
        }
    }
}

impl From<OutcomeWord> for Outcome {
    fn from(word: OutcomeWord) -> Outcome {
        match word {
            OutcomeWord::P1 => Outcome::Win(Side::First),
            OutcomeWord::P2 => Outcome::Win(Side::Second),
            OutcomeWord::Draw => Outcome::Draw,
        }
    }
}

/// A value from the point of view of the first side, or in a tree of the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Score"))]
pub enum ScoreMessage {
    /// An estimate.
    Points(i32),
    /// A win in this many plies.
    Win(u32),
    /// A loss in this many plies.
    Lose(u32),
}

impl From<Score> for ScoreMessage {
    fn from(score: Score) -> ScoreMessage {
        match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
            Some((Verdict::Win, plies)) => ScoreMessage::Win(plies),
            Some((Verdict::Lose, plies)) => ScoreMessage::Lose(plies),
            _ => ScoreMessage::Points(score.points()),
        }
    }
}

impl From<ScoreMessage> for Score {
    fn from(score: ScoreMessage) -> Score {
        match score {
            ScoreMessage::Points(points) => Score::estimate(points),
            ScoreMessage::Win(plies) => Score::win_in(plies),
            ScoreMessage::Lose(plies) => Score::lose_in(plies),
        }
    }
}

/// A score of `side` from the first side's point of view.
pub fn for_first(score: Score, side: Side) -> ScoreMessage {
    score.absolute(side).seen_by(Side::First).into()
}

/// A winning chance of `side` from the first side's point of view, to a thousandth.
pub fn chance_for_first(chance: f64, side: Side) -> f64 {
    let chance = if side == Side::First { chance } else { 1.0 - chance };
    (1000.0 * chance).round() / 1000.0
}

/// A proven result for the side that makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "VerdictKind"))]
pub enum VerdictWord {
    /// It wins.
    Win,
    /// Nobody wins.
    Draw,
    /// It loses.
    Lose,
}

impl From<Verdict> for VerdictWord {
    fn from(verdict: Verdict) -> VerdictWord {
        match verdict {
            Verdict::Win => VerdictWord::Win,
            Verdict::Draw => VerdictWord::Draw,
            Verdict::Lose => VerdictWord::Lose,
        }
    }
}

/// A proven result of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MoveVerdict {
    /// The move.
    pub text: String,
    /// Its result.
    pub verdict: VerdictWord,
    /// In how many plies the game ends, if that is known.
    pub plies: Option<u32>,
}

impl MoveVerdict {
    /// The proven value of a move.
    pub fn new(text: String, proven: Proven) -> MoveVerdict {
        MoveVerdict { text, verdict: proven.verdict.into(), plies: proven.plies }
    }
}

/// A proven result of a position: the side that wins, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ProvenValue {
    /// How the game ends with best play.
    pub outcome: OutcomeWord,
    /// In how many plies, if that is known.
    pub plies: Option<u32>,
}

impl ProvenValue {
    /// The best of the proven values of the moves of `mover`, if no other move can be better:
    /// a win, or the best of all moves.
    pub fn of_moves(moves: &[MoveVerdict], all: usize, mover: Side) -> Option<ProvenValue> {
        let rank = |mv: &&MoveVerdict| {
            let plies = i64::from(mv.plies.unwrap_or(0));
            match mv.verdict {
                VerdictWord::Win => (2, -plies),
                VerdictWord::Draw => (1, 0),
                VerdictWord::Lose => (0, plies),
            }
        };
        let best = moves.iter().max_by_key(rank)?;
        let is_known = best.verdict == VerdictWord::Win || moves.len() == all;
        let outcome = match best.verdict {
            VerdictWord::Win => Outcome::Win(mover),
            VerdictWord::Draw => Outcome::Draw,
            VerdictWord::Lose => Outcome::Win(mover.opponent()),
        };
        is_known.then_some(ProvenValue { outcome: outcome.into(), plies: best.plies })
    }
}

/// How far a search has got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SearchInfo {
    /// The depth that is finished.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// How many nodes were visited.
    pub nodes: u64,
    /// How many of them a second.
    pub nps: u64,
    /// The value.
    pub score: ScoreMessage,
    /// The winning chance of the first side, from 0 to 1.
    pub chance: f64,
    /// The line.
    pub moves: Vec<String>,
    /// The elements that select its first move, in an analysis.
    pub path: Vec<String>,
    /// What the moves of the line do, in an analysis.
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

/// What the review of a game says about the position after `ply` moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReviewPoint {
    /// How many moves were made.
    pub ply: usize,
    /// The position as text.
    pub position: String,
    /// The value of the position.
    pub score: ScoreMessage,
    /// The winning chance of the first side, from 0 to 1.
    pub chance: f64,
    /// The best move in it.
    pub best: Option<String>,
    /// The line that it begins.
    pub line: Vec<String>,
    /// What the moves of the line do.
    pub words: MoveDictionary,
    /// What the move made there gave away.
    pub slip: Option<SlipWord>,
    /// How much of the winning chance of its side that move lost, 0 or more.
    pub loss: Option<f64>,
    /// How good that move was.
    pub quality: Option<QualityWord>,
    /// The accuracy of both sides up to and with that move, from 0 to 100.
    pub accuracy: [Option<f64>; 2],
}

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "MoveQuality"))]
pub enum QualityWord {
    /// The best move, where every other one is a blunder.
    Only,
    /// A move that loses little or nothing.
    Fine,
    /// A move that loses some of the winning chance.
    Inaccuracy,
    /// A move that loses more of it.
    Mistake,
    /// A move that loses much of it.
    Blunder,
}

impl From<MoveQuality> for QualityWord {
    fn from(quality: MoveQuality) -> QualityWord {
        match quality {
            MoveQuality::Only => QualityWord::Only,
            MoveQuality::Fine => QualityWord::Fine,
            MoveQuality::Inaccuracy => QualityWord::Inaccuracy,
            MoveQuality::Mistake => QualityWord::Mistake,
            MoveQuality::Blunder => QualityWord::Blunder,
        }
    }
}

/// What a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Slip"))]
pub enum SlipWord {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// Where games are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum StorageKind {
    /// On disk.
    Disk,
    /// In memory only.
    Memory,
}

/// Where games are kept, and why not on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Storage"))]
pub struct StorageInfo {
    /// Where they are.
    pub kind: StorageKind,
    /// Why the disk cannot be used.
    pub why: Option<String>,
}
