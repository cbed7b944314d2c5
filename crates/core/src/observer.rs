//! Features of positions, observers of changes to them, and Zobrist keys.
//!
//! To the outside a position is a set of numbered features ("a blue pawn on 11",
//! "height 2 on 33", "red to move"). A move adds some and removes some, and reports each
//! change to an observer. Everything that is updated incrementally along a line of play (a
//! Zobrist key, the accumulator of a network) is an observer, and can always be computed
//! from scratch with [`Game::features`](crate::Game::features).

/// The number of a feature, below [`Game::feature_count`](crate::Game::feature_count).
pub type Feature = u32;

/// Something that is told which features a move adds and removes.
///
/// ```
/// use agon_core::{Feature, Observer};
///
/// /// Counts the features that a position has.
/// struct Count(i32);
///
/// impl Observer for Count {
///     fn add(&mut self, _: Feature) {
///         self.0 += 1;
///     }
///     fn remove(&mut self, _: Feature) {
///         self.0 -= 1;
///     }
/// }
///
/// let mut count = Count(0);
/// count.add(3);
/// count.add(5);
/// count.remove(3);
/// assert_eq!(count.0, 1);
/// ```
pub trait Observer {
    /// The position now has this feature.
    fn add(&mut self, feature: Feature);
    /// The position no longer has this feature.
    fn remove(&mut self, feature: Feature);
}

/// An observer that ignores everything, at no cost.
impl Observer for () {
    #[inline(always)]
    fn add(&mut self, _: Feature) {}
    #[inline(always)]
    fn remove(&mut self, _: Feature) {}
}

/// An observer that is borrowed.
impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline(always)]
    fn add(&mut self, feature: Feature) {
        (**self).add(feature);
    }

    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        (**self).remove(feature);
    }
}

/// Two observers in one.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline(always)]
    fn add(&mut self, feature: Feature) {
        self.0.add(feature);
        self.1.add(feature);
    }

    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        self.0.remove(feature);
        self.1.remove(feature);
    }
}

/// The 64-bit Zobrist key of a position, for tables. Equal positions have equal keys;
/// positions that play the same (two pawns of a side swapped) may share one.
///
/// It is the exclusive or of a pseudo-random number for each feature, so observing moves
/// updates it incrementally.
///
/// ```
/// use agon_core::{Key, Observer};
///
/// let mut key = Key::default();
/// key.add(3);
/// key.add(5);
/// // The order does not matter, and what comes and goes leaves no trace.
/// let mut other = Key::default();
/// other.add(5);
/// other.add(8);
/// other.remove(8);
/// other.add(3);
/// assert_eq!(key, other);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The bits of the key.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The key for a table that several games share: a salt for each keeps them apart.
    #[inline]
    pub fn salted(self, salt: u64) -> Key {
        Key(self.0 ^ spread(salt))
    }
}

impl Observer for Key {
    #[inline]
    fn add(&mut self, feature: Feature) {
        self.0 ^= spread((u64::from(feature) + 1).wrapping_mul(GOLDEN));
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        self.add(feature);
    }
}

/// 2^64 divided by the golden ratio: its multiples are far apart.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads a number over all 64 bits (the finisher of SplitMix64).
#[inline]
pub(crate) fn spread(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
