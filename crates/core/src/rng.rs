//! A seeded random number generator.

use crate::observer::{GOLDEN, spread};

/// A random number generator (SplitMix64) whose numbers depend on the seed alone. They
/// are the same on every machine and in every later version, so that games, mazes and
/// tests can be repeated.
///
/// ```
/// use agon_core::Rng;
/// let mut rng = Rng::seeded(7);
/// let numbers: Vec<usize> = (0..5).map(|_| rng.below(6)).collect();
/// assert_eq!(numbers, [2, 0, 5, 3, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator with this seed.
    pub fn seeded(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        spread(self.state)
    }

    /// A random number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A random one of `things`, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { Some(&things[self.below(things.len())]) }
    }
}

/// A random seed derived from another and a name.
pub fn derive_seed(seed: u64, name: &str) -> u64 {
    let mixed = name.bytes().fold(seed, |mixed, byte| Rng::seeded(mixed ^ u64::from(byte)).bits());
    Rng::seeded(mixed).bits()
}
