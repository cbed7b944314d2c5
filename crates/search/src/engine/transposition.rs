//! The transposition table: results of earlier searches, by Zobrist key.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use agon_core::{Bound, Key, Score};
use zerocopy::{AllocError, FromZeros};

use super::Threads;

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Its value, with wins and losses counted from the position.
    pub(super) value: Score,
    pub(super) bound: Bound,
    /// The depth of the search.
    pub(super) depth: u8,
    /// The code of the best move ([`Game::encode`](agon_core::Game::encode)).
    pub(super) code: u32,
}

const VALUE_BITS: u32 = 21;
const VALUE_OFFSET: i32 = 1 << (VALUE_BITS - 1);
const _: () = assert!(Score::BEST.points() < VALUE_OFFSET, "every score fits");

const BOUND_SHIFT: u32 = VALUE_BITS;
const DEPTH_SHIFT: u32 = BOUND_SHIFT + 2;
const CODE_SHIFT: u32 = 32;

/// The largest depth that fits; a deeper search is stored as one of this depth.
pub(super) const MAX_STORED_DEPTH: u8 = (1 << 7) - 1;

/// No entry looks like an empty slot.
const USED: u64 = 1 << 31;

impl TableEntry {
    fn pack(self) -> u64 {
        let value = (self.value.points() + VALUE_OFFSET) as u64;
        let depth = u64::from(self.depth.min(MAX_STORED_DEPTH));
        USED | value
            | (self.bound as u64) << BOUND_SHIFT
            | depth << DEPTH_SHIFT
            | u64::from(self.code) << CODE_SHIFT
    }

    fn unpack(data: u64) -> TableEntry {
        let points = (data & ((1 << VALUE_BITS) - 1)) as i32 - VALUE_OFFSET;
        TableEntry {
            value: Score::from_points(points),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact]
                [(data >> BOUND_SHIFT & 3) as usize],
            depth: depth_of(data),
            code: (data >> CODE_SHIFT) as u32,
        }
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> DEPTH_SHIFT) as u8 & MAX_STORED_DEPTH
}

/// The low bits of a slot's check, which hold the age of its entry instead of the key.
const AGE: u64 = (1 << 6) - 1;

/// A slot: the data, and the key xor the data with the age in its low bits. Where two threads
/// write to a slot at once, the halves do not match, and the entry belongs to no position.
#[derive(FromZeros)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// An entry is not replaced by one of the same position whose depth is smaller by more than this.
const KEPT_ABOVE: u8 = 2;

const SLOTS: usize = 4;

/// A bucket fills one cache line.
#[derive(FromZeros)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// A table of fixed size that several threads share.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the search, modulo the ages there are.
    age: u64,
    /// Whether all of its memory is there and empty.
    is_clear: bool,
}

/// How many buckets a thread clears at a time: a megabyte.
const CLEARED_AT_ONCE: usize = (1 << 20) / size_of::<Bucket>();

impl Slot {
    /// The data, if it is of this key.
    #[inline]
    fn get(&self, key: Key) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        ((check ^ data ^ key.bits()) & !AGE == 0 && data != 0).then_some(data)
    }

    #[inline]
    fn age(&self) -> u64 {
        self.check.load(Ordering::Relaxed) & AGE
    }
}

impl TranspositionTable {
    /// A table of about this many bytes, and of 64 at least; an error if there is not enough
    /// memory. It comes zeroed from the system, which provides a page when it is first used.
    pub(super) fn new(bytes: usize) -> Result<TranspositionTable, AllocError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Ok(TranspositionTable { buckets: Bucket::new_vec_zeroed(count)?, age: 0, is_clear: false })
    }

    /// Starts a new search: entries so far count as old and are replaced first.
    pub(super) fn new_search(&mut self) {
        self.age = (self.age + 1) & AGE;
        self.is_clear = false;
    }

    /// Removes all entries, on all threads. The system has provided all pages then, which would
    /// otherwise take several times as long as the search that first uses them.
    pub(super) fn clear(&mut self, threads: &dyn Threads) {
        if std::mem::replace(&mut self.is_clear, true) {
            return;
        }
        self.age = 0;
        let parts = Mutex::new(self.buckets.chunks_mut(CLEARED_AT_ONCE));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        threads.work(&|_| {
            while let Some(part) = next() {
                part.zero();
            }
        });
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot; SLOTS] {
        // The high half of the product spreads keys over any number of buckets.
        let bucket = (u128::from(key.bits()) * self.buckets.len() as u128) >> 64;
        &self.buckets[bucket as usize].0
    }

    /// Begins to load the bucket of a position into the cache, which takes as long as hundreds
    /// of instructions; until the entry is asked for there is other work to do.
    #[inline]
    pub(super) fn touch(&self, key: Key) {
        std::hint::black_box(self.bucket(key)[0].data.load(Ordering::Relaxed));
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| slot.get(key)).map(TableEntry::unpack)
    }

    /// Stores an entry in place of the least valuable one of its bucket. With `keeps_deeper`, a much
    /// deeper one of the same position stays, and counts as one of this search.
    pub(super) fn put(&self, key: Key, entry: TableEntry, keeps_deeper: bool) {
        let new = entry.pack();
        let mut worst: Option<(i32, &Slot, u64)> = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            let is_same = slot.get(key).is_some();
            let worth = if data == 0 || is_same {
                i32::MIN
            } else {
                let searches_ago = (self.age.wrapping_sub(slot.age()) & AGE) as i32;
                i32::from(depth_of(data)) - 8 * searches_ago
            };
            if worst.is_none_or(|(least, ..)| worth < least) {
                let is_deeper = depth_of(data) > depth_of(new) + KEPT_ABOVE;
                let stays = keeps_deeper && is_same && is_deeper;
                worst = Some((worth, slot, if stays { data } else { new }));
            }
            if is_same {
                break;
            }
        }
        if let Some((_, slot, data)) = worst {
            let check = (key.bits() ^ data) & !AGE | self.age;
            slot.check.store(check, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// The share of entries of this search, in thousandths, by a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut full, mut all) = (0, 0);
        for slot in sample {
            let data = slot.data.load(Ordering::Relaxed);
            full += u32::from(data != 0 && slot.age() == self.age);
            all += 1;
        }
        full * 1000 / all.max(1)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Observer as _, Rng};

    use super::*;

    fn key(feature: u32) -> Key {
        let mut key = Key::default();
        key.add(feature);
        key
    }

    #[test]
    fn entries_read_back_as_they_were_stored() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        let mut rng = Rng::seeded(1);
        for feature in 0..500 {
            let entry = TableEntry {
                value: Score::from_points(rng.below(2_000_001) as i32 - 1_000_000),
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.below(3)],
                depth: rng.below(128) as u8,
                code: rng.below(1 << 32) as u32,
            };
            table.put(key(feature), entry, true);
            assert_eq!(table.get(key(feature)), Some(entry));
            assert_eq!(table.get(key(feature + 1_000)), None);
        }
    }

    #[test]
    fn old_entries_are_replaced_before_new_ones_and_shallow_before_deep() {
        let mut table = TranspositionTable::new(64).unwrap();
        let entry = |depth| TableEntry { value: Score::DRAW, bound: Bound::Exact, depth, code: 0 };
        for (feature, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.put(key(feature), entry(depth), true);
        }
        table.put(key(5), entry(1), true);
        let stored = |table: &TranspositionTable| -> Vec<u32> {
            (1..=6).filter(|&feature| table.get(key(feature)).is_some()).collect()
        };
        assert_eq!(stored(&table), [1, 3, 4, 5]);
        table.new_search();
        table.put(key(1), entry(2), true);
        table.put(key(6), entry(1), true);
        assert_eq!(stored(&table), [1, 3, 4, 6], "the old shallow entry is replaced");
        assert_eq!(table.hashfull(), 500);
        table.clear(&());
        assert!(stored(&table).is_empty());
    }

    #[test]
    fn a_much_deeper_entry_of_the_same_position_stays_and_counts_as_new() {
        let mut table = TranspositionTable::new(64).unwrap();
        let entry = |depth| TableEntry { value: Score::DRAW, bound: Bound::Exact, depth, code: 0 };
        let depth = |table: &TranspositionTable| table.get(key(1)).map(|entry| entry.depth);
        table.put(key(1), entry(9), true);
        table.new_search();
        table.put(key(1), entry(8 - KEPT_ABOVE), true);
        assert_eq!((depth(&table), table.hashfull()), (Some(9), 250));
        table.put(key(1), entry(9 - KEPT_ABOVE), true);
        assert_eq!(depth(&table), Some(9 - KEPT_ABOVE));
    }

    /// Three threads that work one after the other.
    struct InTurn;

    impl Threads for InTurn {
        fn size(&self) -> usize {
            3
        }

        fn work(&self, job: &(dyn Fn(usize) + Sync)) {
            (0..self.size()).for_each(job);
        }
    }

    #[test]
    fn clearing_leaves_no_entry_in_any_part_of_the_table() {
        // Two parts and a half.
        let mut table = TranspositionTable::new(5 << 19).unwrap();
        let entry = TableEntry { value: Score::DRAW, bound: Bound::Exact, depth: 1, code: 7 };
        let used = |table: &TranspositionTable| {
            let slots = table.buckets.iter().flat_map(|bucket| &bucket.0);
            slots.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count()
        };
        for _ in 0..3 {
            table.new_search();
            (0..20_000).for_each(|feature| table.put(key(feature), entry, true));
            assert!(used(&table) > 19_000);
            table.clear(&InTurn);
            assert_eq!(used(&table), 0);
        }
    }
}
