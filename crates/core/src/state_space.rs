//! How large a game is.

use crate::Game;

/// A game that knows the size of its state space, so that a program can say whether
/// solving it is within reach.
pub trait StateSpace: Game {
    /// About how many positions can be reached from the start.
    fn state_space(&self) -> f64;
}
