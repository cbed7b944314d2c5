//! The result of a finished game.

use crate::{Score, Side};

/// The result of a finished game. It is absolute: it names the winner instead of having
/// a sign that depends on a point of view.
///
/// ```
/// use agon_core::{Outcome, Side};
///
/// assert_eq!(Outcome::Win(Side::Second).winner(), Some(Side::Second));
/// assert_eq!(Outcome::Draw.winner(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// The side that won, if one did.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// The score of the result from the point of view of `side`.
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
