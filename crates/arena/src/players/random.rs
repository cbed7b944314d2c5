//! A player that throws dice.

use agon_core::{Present, Rng};

use super::{Choice, Limited};

/// Picks among the legal moves, each as likely as any other.
pub struct Random {
    dice: Rng,
}

impl Random {
    /// A player whose choices follow from `seed`.
    pub fn seeded(seed: u64) -> Random {
        Random { dice: Rng::seeded(seed) }
    }
}

impl<G: Present> Limited<G> for Random {
    fn choose(&mut self, _: &G::View, moves: &[G::Move]) -> Choice<G::Move> {
        moves[self.dice.below(moves.len())].into()
    }
}
