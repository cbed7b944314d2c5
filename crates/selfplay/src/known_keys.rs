//! Remembers recorded positions in bounded memory.

/// Keys of positions in a table of fixed size. A new key replaces the one in its slot, so a
/// repetition is found unless its slot was taken in between. The same keys in the same order give
/// the same results.
pub struct KnownKeys {
    slots: Vec<u64>,
}

impl KnownKeys {
    /// Enough for millions of positions: 128 MB, allocated only as far as used.
    pub const SLOTS: usize = 1 << 24;

    /// An empty table with this many slots, at least 1.
    pub fn new(slots: usize) -> KnownKeys {
        KnownKeys { slots: vec![0; slots.max(1)] }
    }

    /// Adds a key. `false` if it is already there.
    pub fn insert(&mut self, key: u64) -> bool {
        // Empty slots are zero, so no key may be zero.
        let key = key.max(1);
        let place = (u128::from(key) * self.slots.len() as u128) >> 64;
        let slot = &mut self.slots[place as usize];
        let is_new = *slot != key;
        *slot = key;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use agon_core::Rng;

    use super::*;

    #[test]
    fn a_key_is_new_once_while_there_is_room() {
        let mut known = KnownKeys::new(1 << 20);
        let mut all = HashSet::new();
        let mut rng = Rng::seeded(3);
        let keys: Vec<u64> = (0..200).map(|_| rng.bits()).chain([0]).collect();
        for _ in 0..2_000 {
            let key = keys[rng.below(keys.len())];
            assert_eq!(known.insert(key), all.insert(key), "{key}");
        }
    }

    #[test]
    fn a_key_that_was_replaced_is_new_again() {
        let mut known = KnownKeys::new(1);
        assert!(known.insert(5));
        assert!(!known.insert(5));
        assert!(known.insert(6));
        assert!(known.insert(5));
    }
}
