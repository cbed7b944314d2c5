//! Knowledge that is proven, not estimated.

use std::fmt;

use crate::{Game, Score, Side, Value};

/// What a position is worth to the side to move under perfect play by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A source of proven values: a closed form, a table, a solver. Whoever needs
/// exact knowledge (an engine, a perfect player, an adjudicator) asks only this.
pub trait Exact<G: Game>: Send + Sync {
    /// The proven value of `position`, or `None` where it is not known.
    fn exact(&self, game: &G, position: &G::Position) -> Option<Proven>;

    /// What tells positions of the same proven value apart, in games where a draw can
    /// be a better or a worse one.
    fn finer(&self, _game: &G, _position: &G::Position) -> Value {
        Score::DRAW.absolute(Side::First)
    }
}

/// A game small enough to be solved whole: its positions are numbered, and no
/// line of play comes back to a position.
pub trait Numbered: Game {
    /// A number above those of all positions that can be reached from `start`.
    fn number_bound(&self, start: &Self::Position) -> u64;

    /// The number of a position. Positions that play differently have different
    /// numbers; it does not matter for the number who is to move where that makes
    /// no difference.
    fn number(&self, position: &Self::Position) -> u64;

    /// The position of a number, if it has one.
    fn numbered(&self, number: u64) -> Option<Self::Position>;

    /// Calls `visit` for every legal move, in the game's order, with the number of
    /// the position that it leads to and the side to move there. Games that can do
    /// so without making the moves do.
    fn for_each_successor(&self, position: &Self::Position, mut visit: impl FnMut(u64, Side)) {
        self.for_each_move(position, |mv| {
            let next = self.after(position, mv);
            visit(self.number(&next), self.to_move(&next));
        });
    }

    /// Positions whose values are part of the rules and known before anything is
    /// worked out.
    fn facts(&self) -> Vec<(Self::Position, Proven)> {
        Vec::new()
    }
}
