//! The transposition table: what was found out about positions that may come up again.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::Key;

/// What the value of an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The position is worth at most this.
    Upper,
    /// The position is worth at least this.
    Lower,
    /// The position is worth just this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Its value in points, with wins and losses counted from the position.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// How far it was looked ahead.
    pub(super) depth: u8,
    /// The place of the best move in the game's order.
    pub(super) place: u16,
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
            | u64::from(self.place) << 32
            | u64::from(age) << 48
    }

    fn unpack(data: u64) -> TableEntry {
        TableEntry {
            value: ((data & ((1 << VALUE_BITS) - 1)) as i64 - VALUE_OFFSET) as i32,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact]
                [(data >> 22 & 3) as usize],
            depth: (data >> 24) as u8,
            place: (data >> 32) as u16,
        }
    }
}

/// A slot: the data, and the key xor the data. Two threads may write to a slot at once;
/// what does not fit together is then no entry of any position.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// A bucket fills one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// A table of fixed size that several threads share.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// A table of about this many bytes, and of 64 at least; an error where the machine
    /// does not have so many.
    pub(super) fn new(bytes: usize) -> Result<TranspositionTable, TryReserveError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable { buckets, age: 0 })
    }

    /// Counts entries so far as old: they are replaced first.
    pub(super) fn grow_old(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        self.age = 0;
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot; SLOTS] {
        // The high half of the product spreads keys over any number of buckets.
        let place = (u128::from(key.bits()) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize].0
    }

    /// What is known of the position of this key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_hit = slot.check.load(Ordering::Relaxed) ^ data == key.bits() && data != 0;
            is_hit.then(|| TableEntry::unpack(data))
        })
    }

    /// Keeps an entry in place of the one that is least worth keeping.
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

    /// How full the table is with entries of this search, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        let looked_at = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut full, mut all) = (0, 0);
        for slot in looked_at {
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
    fn entries_come_back_as_they_were_put() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        let mut dice = Rng::seeded(1);
        for feature in 0..500 {
            let entry = TableEntry {
                value: dice.below(2_000_001) as i32 - 1_000_000,
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][dice.below(3)],
                depth: dice.below(256) as u8,
                place: dice.below(65_536) as u16,
            };
            table.put(key(feature), entry);
            assert_eq!(table.get(key(feature)), Some(entry));
            assert_eq!(table.get(key(feature + 1_000)), None);
        }
    }

    #[test]
    fn an_old_entry_goes_before_a_new_one_and_a_shallow_one_before_a_deep_one() {
        let mut table = TranspositionTable::new(64).unwrap();
        let entry = |depth| TableEntry { value: 1, bound: Bound::Exact, depth, place: 0 };
        for (feature, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.put(key(feature), entry(depth));
        }
        table.put(key(5), entry(1));
        let known = |table: &TranspositionTable| -> Vec<u32> {
            (1..=6).filter(|&feature| table.get(key(feature)).is_some()).collect()
        };
        assert_eq!(known(&table), [1, 3, 4, 5]);
        table.grow_old();
        table.put(key(1), entry(2));
        table.put(key(6), entry(1));
        assert_eq!(known(&table), [1, 3, 4, 6], "the old shallow entry is gone");
        assert_eq!(table.fill(), 500);
        table.clear();
        assert!(known(&table).is_empty());
    }
}
