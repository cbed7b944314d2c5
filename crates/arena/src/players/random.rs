//! A player that moves at random.

use agon_core::{Present, Rng};

use super::{Choice, ViewPlayer};

/// Picks any legal move, all with the same probability.
pub struct RandomPlayer {
    rng: Rng,
}

impl RandomPlayer {
    /// A player with this random seed.
    pub fn seeded(seed: u64) -> RandomPlayer {
        RandomPlayer { rng: Rng::seeded(seed) }
    }
}

impl<G: Present> ViewPlayer<G> for RandomPlayer {
    fn choose(&mut self, _: &G::View, moves: &[G::Move]) -> Choice<G::Move> {
        moves[self.rng.below(moves.len())].into()
    }
}
