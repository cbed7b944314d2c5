//! Knowledge that is proven, not estimated.

use std::fmt;

use crate::Game;

/// What a position is worth to the side to move under perfect play by both:
/// a win in the fewest plies, a loss after the most, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins in this many plies.
    Win(u32),
    /// Neither side can do better than a draw.
    Draw,
    /// The side to move loses in this many plies.
    Lose(u32),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Win(plies) => write!(f, "win in {plies}"),
            Verdict::Draw => f.write_str("draw"),
            Verdict::Lose(plies) => write!(f, "lose in {plies}"),
        }
    }
}

/// A source of proven values: a closed form, a table, a solver. Whoever needs
/// exact knowledge (an engine, a perfect player, an adjudicator) asks only this.
pub trait Exact<G: Game>: Send + Sync {
    /// The proven value of `position`, or `None` where it is not known.
    fn exact(&self, game: &G, position: &G::Position) -> Option<Verdict>;
}
