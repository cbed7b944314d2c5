//! How a game ended, seen by nobody in particular.

use crate::{Score, Side};

/// The result of a finished game. It is absolute: it names the winner, and has
/// no sign that could be taken the wrong way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The side that won, if one did.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// What the result is worth to `side`, now that it stands.
    ///
    /// ```
    /// use agon_core::{Outcome, Side, Score};
    /// let blue_won = Outcome::Win(Side::First);
    /// assert_eq!(blue_won.seen_by(Side::First), Score::win_in(0));
    /// assert_eq!(blue_won.seen_by(Side::Second), Score::lose_in(0));
    /// ```
    pub fn seen_by(self, side: Side) -> Score {
        match self {
            Outcome::Win(winner) if winner == side => Score::win_in(0),
            Outcome::Win(_) => Score::lose_in(0),
            Outcome::Draw => Score::DRAW,
        }
    }
}
