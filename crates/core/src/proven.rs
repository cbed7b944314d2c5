//! Proven values: verdicts and distances.

use std::fmt;

/// What a position is worth to the side to move under perfect play by both.
///
/// ```
/// use agon_core::Verdict;
///
/// assert_eq!(Verdict::Win.for_opponent(), Verdict::Lose);
/// assert_eq!(Verdict::Draw.to_string(), "draw");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "VerdictKind"))]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// Neither side can do better than a draw.
    Draw,
    /// The side to move loses.
    Lose,
}

impl Verdict {
    /// What the same position is worth to the other side.
    pub fn for_opponent(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Lose,
            Verdict::Draw => Verdict::Draw,
            Verdict::Lose => Verdict::Win,
        }
    }
}

/// `win`, `draw` or `lose`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Lose => "lose",
        })
    }
}

/// A verdict, with its distance where that is known: a win in the fewest plies,
/// a loss after the most.
///
/// ```
/// use agon_core::Proven;
/// assert_eq!(Proven::win_in(3).to_string(), "win in 3");
/// assert_eq!(Proven::DRAW.to_string(), "draw");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Proven {
    /// Who wins.
    pub verdict: Verdict,
    /// In how many plies, if that is known; draws have no distance.
    pub plies: Option<u32>,
}

impl Proven {
    /// A draw.
    pub const DRAW: Proven = Proven { verdict: Verdict::Draw, plies: None };

    /// A win in this many plies.
    pub const fn win_in(plies: u32) -> Proven {
        Proven { verdict: Verdict::Win, plies: Some(plies) }
    }

    /// A loss in this many plies.
    pub const fn lose_in(plies: u32) -> Proven {
        Proven { verdict: Verdict::Lose, plies: Some(plies) }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.verdict),
            None => write!(f, "{}", self.verdict),
        }
    }
}
