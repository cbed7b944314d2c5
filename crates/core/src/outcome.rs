//! How a game ended, seen by nobody in particular.

use crate::{Player, Score};

/// The result of a finished game. It is absolute: it names the winner, and has
/// no sign that could be taken the wrong way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The side that won, if one did.
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// What the result is worth to `side`, now that it stands.
    ///
    /// ```
    /// use agon_core::{Outcome, Player, Score};
    /// let blue_won = Outcome::Win(Player::P1);
    /// assert_eq!(blue_won.seen_by(Player::P1), Score::win_in(0));
    /// assert_eq!(blue_won.seen_by(Player::P2), Score::lose_in(0));
    /// ```
    pub fn seen_by(self, side: Player) -> Score {
        match self {
            Outcome::Win(winner) if winner == side => Score::win_in(0),
            Outcome::Win(_) => Score::lose_in(0),
            Outcome::Draw => Score::DRAW,
        }
    }
}
