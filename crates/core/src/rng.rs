//! A seeded source of choices.

use crate::observer::{GOLDEN, spread};

/// Throws that depend on the seed alone: the same on every machine and in every
/// later version, so that games, boards and tests can be repeated for years.
/// The generator is SplitMix64.
///
/// ```
/// use agon_core::Rng;
/// let mut dice = Rng::seeded(7);
/// let throws: Vec<usize> = (0..5).map(|_| dice.below(6)).collect();
/// assert_eq!(throws, [2, 0, 5, 3, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Rng whose throws follow from `seed`.
    pub fn seeded(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        spread(self.state)
    }

    /// A number from 0 to `sides - 1`.
    ///
    /// # Panics
    /// If `sides` is 0.
    pub fn below(&mut self, sides: usize) -> usize {
        assert!(sides > 0, "a die has at least one side");
        ((u128::from(self.bits()) * sides as u128) >> 64) as usize
    }

    /// One of `things`, or `None` where there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { Some(&things[self.below(things.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_throws_are_those_of_the_published_generator() {
        let mut dice = Rng::seeded(1_234_567);
        let first = [dice.bits(), dice.bits(), dice.bits()];
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
