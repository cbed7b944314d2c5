//! The transposition table: results of earlier searches, by Zobrist key.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{Bound, Key};

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Its value in points, with wins and losses counted from the position.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth of the search.
    pub(super) depth: u8,
    /// The index of the best move in the game's move list.
    pub(super) index: u16,
}

const VALUE_BITS: u32 = 22;
const VALUE_OFFSET: i64 = 1 << (VALUE_BITS - 1);

impl TableEntry {
    fn pack(self, age: u8) -> u64 {
        let value = (i64::from(self.value) + VALUE_OFFSET) as u64;
        // The top bit is always set, so that no entry looks like an empty slot.
        1 << 63
            | value
            | (self.bound as u64) << 22
            | u64::from(self.depth) << 24
            | u64::from(self.index) << 32
            | u64::from(age) << 48
    }

    fn unpack(data: u64) -> TableEntry {
        TableEntry {
            value: ((data & ((1 << VALUE_BITS) - 1)) as i64 - VALUE_OFFSET) as i32,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact]
                [(data >> 22 & 3) as usize],
            depth: (data >> 24) as u8,
            index: (data >> 32) as u16,
        }
    }
}

/// A slot: the data, and the key xor the data. Where two threads write to a slot at once,
/// the halves do not match, and the entry belongs to no position.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// A bucket fills one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// A table of fixed size that several threads share.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// A table of about this many bytes, and of 64 at least; an error if there is not enough
    /// memory.
    pub(super) fn new(bytes: usize) -> Result<TranspositionTable, TryReserveError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable { buckets, age: 0 })
    }

    /// Starts a new search: entries so far count as old and are replaced first.
    pub(super) fn new_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        self.age = 0;
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot; SLOTS] {
        // The high half of the product spreads keys over any number of buckets.
        let bucket = (u128::from(key.bits()) * self.buckets.len() as u128) >> 64;
        &self.buckets[bucket as usize].0
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_hit = slot.check.load(Ordering::Relaxed) ^ data == key.bits() && data != 0;
            is_hit.then(|| TableEntry::unpack(data))
        })
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    pub(super) fn put(&self, key: Key, entry: TableEntry) {
        let mut worst: Option<(i32, &Slot)> = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.bits();
            let worth = if data == 0 || same {
                i32::MIN
            } else {
                let old = i32::from(self.age.wrapping_sub((data >> 48) as u8) & 63);
                i32::from(TableEntry::unpack(data).depth) - 8 * old
            };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
            if same && data != 0 {
                break;
            }
        }
        if let Some((_, slot)) = worst {
            let data = entry.pack(self.age);
            slot.check.store(key.bits() ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// The share of entries of this search, in thousandths, by a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut full, mut all) = (0, 0);
        for slot in sample {
            let data = slot.data.load(Ordering::Relaxed);
            full += u32::from(data != 0 && (data >> 48) as u8 & 63 == self.age);
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
                value: rng.below(2_000_001) as i32 - 1_000_000,
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.below(3)],
                depth: rng.below(256) as u8,
                index: rng.below(65_536) as u16,
            };
            table.put(key(feature), entry);
            assert_eq!(table.get(key(feature)), Some(entry));
            assert_eq!(table.get(key(feature + 1_000)), None);
        }
    }

    #[test]
    fn old_entries_are_replaced_before_new_ones_and_shallow_before_deep() {
        let mut table = TranspositionTable::new(64).unwrap();
        let entry = |depth| TableEntry { value: 1, bound: Bound::Exact, depth, index: 0 };
        for (feature, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.put(key(feature), entry(depth));
        }
        table.put(key(5), entry(1));
        let stored = |table: &TranspositionTable| -> Vec<u32> {
            (1..=6).filter(|&feature| table.get(key(feature)).is_some()).collect()
        };
        assert_eq!(stored(&table), [1, 3, 4, 5]);
        table.new_search();
        table.put(key(1), entry(2));
        table.put(key(6), entry(1));
        assert_eq!(stored(&table), [1, 3, 4, 6], "the old shallow entry is replaced");
        assert_eq!(table.hashfull(), 500);
        table.clear();
        assert!(stored(&table).is_empty());
    }
}
