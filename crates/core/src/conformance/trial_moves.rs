//! The moves against which the rules of a game are tried.

use crate::Game;

/// A game that lists moves to try its rules with.
pub trait TrialMoves: Game {
    /// Every move value that is worth trying in a position, legal or not. All legal
    /// moves are among them, in the game's order.
    fn trial_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
}
