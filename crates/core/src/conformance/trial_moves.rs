//! What the rules of a game are tried with.

use crate::{Game, Outcome};

/// A game that lists moves to try its rules with, and finished games with their results.
pub trait TrialMoves: Game {
    /// Finished positions, in the game's notation, and how they ended: at least one for each
    /// result and each way in which games end. Write them down from the rules as people know
    /// them, not from what the code says: a game with its winners swapped is a sound game too,
    /// and these tell that it is not the one that was meant.
    fn finished() -> &'static [(&'static str, Outcome)];

    /// Every move value that is worth trying in a position, legal or not. All legal
    /// moves are among them, in the game's order.
    fn trial_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
}
