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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "\"p1\" | \"p2\" | \"draw\""))]
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

    /// The word for it in files and messages: `p1` and `p2` name the winner.
    ///
    /// ```
    /// use agon_core::{Outcome, Side};
    /// assert_eq!(Outcome::of_word("p2"), Some(Outcome::Win(Side::Second)));
    /// assert_eq!(Outcome::Draw.word(), "draw");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win(Side::First) => "p1",
            Outcome::Win(Side::Second) => "p2",
            Outcome::Draw => "draw",
        }
    }

    /// The outcome that a word means.
    pub fn of_word(word: &str) -> Option<Outcome> {
        let all = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
        all.into_iter().find(|outcome| outcome.word() == word)
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

#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
