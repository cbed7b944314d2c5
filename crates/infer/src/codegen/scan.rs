//! Code for the loops: scans of bitmaps and of row lists.

use super::{AbsoluteAddress, Code, Compiler};
use crate::memory::Memory;
use crate::step::{Address, BitScan, Bound, BulkInsertion, MAX_COLUMNS, ScannedSet, SetKind, Step};
use crate::syntax::Aggregate;

/// A bitmap of up to 64 bits.
#[derive(Clone, Copy)]
struct BitSet {
    address: AbsoluteAddress,
    mask: u64,
}

impl BitSet {
    #[inline]
    fn of(self, memory: &Memory) -> u64 {
        let bit = self.address.of(memory);
        memory.bits[bit / 64] >> (bit % 64) & self.mask
    }
}

/// The bits of what has a value between bounds.
struct ValueSet {
    address: AbsoluteAddress,
    log: u32,
    range: (i32, i32),
    bounds: Vec<Bound>,
}

impl ValueSet {
    #[inline]
    fn of(&self, memory: &Memory) -> u64 {
        let (mut least, mut most) = self.range;
        for bound in &self.bounds {
            let value = memory.register(bound.register).saturating_add(bound.more);
            match bound.is_upper {
                true => most = most.min(value),
                false => least = least.max(value),
            }
        }
        let first = self.address.of(memory) as i64;
        let mask = u64::MAX >> (64 - (1 << self.log));
        (least..=most).fold(0, |union, value| {
            let bit = (first + (i64::from(value) << self.log)) as usize;
            union | memory.bits[bit / 64] >> (bit % 64) & mask
        })
    }
}

impl Compiler<'_, '_> {
    fn bit_set(&self, set: &ScannedSet) -> BitSet {
        BitSet { address: self.address(set.address), mask: u64::MAX >> (64 - (1 << set.log)) }
    }

    /// A scan of the intersection of bitmaps.
    pub(super) fn bit_scan(&self, scan: &BitScan, rest: &[Step]) -> Code {
        let of_kind = |is_wanted: fn(&SetKind) -> bool| -> Vec<BitSet> {
            let sets = scan.sets.iter().filter(|set| is_wanted(&set.kind));
            sets.map(|set| self.bit_set(set)).collect()
        };
        let present = of_kind(|kind| matches!(kind, SetKind::Present));
        let absent = of_kind(|kind| matches!(kind, SetKind::Absent));
        let values: Vec<ValueSet> =
            scan.sets.iter().filter_map(|set| self.value_set(set)).collect();
        match (&present[..], &absent[..], &values[..]) {
            (&[one], [], []) => self.bit_scan_over(scan, rest, move |memory| one.of(memory)),
            (&[one, two], [], []) => {
                self.bit_scan_over(scan, rest, move |memory| one.of(memory) & two.of(memory))
            }
            (&[one], &[two], []) => {
                self.bit_scan_over(scan, rest, move |memory| one.of(memory) & !two.of(memory))
            }
            _ => self.bit_scan_over(scan, rest, move |memory| {
                let all = present.iter().fold(u64::MAX, |word, set| word & set.of(memory));
                let left = absent.iter().fold(all, |word, set| word & !set.of(memory));
                values.iter().fold(left, |word, set| match word {
                    0 => 0,
                    _ => word & set.of(memory),
                })
            }),
        }
    }

    fn value_set(&self, set: &ScannedSet) -> Option<ValueSet> {
        let SetKind::Among { least, most, bounds } = &set.kind else { return None };
        let (address, range) = (self.address(set.address), (*least, *most));
        Some(ValueSet { address, log: set.log, range, bounds: bounds.clone() })
    }

    /// The same, where `word` computes the intersection. If all that follows can be done for
    /// all bits at once, they are only counted or copied.
    fn bit_scan_over(
        &self,
        scan: &BitScan,
        rest: &[Step],
        word: impl Fn(&Memory) -> u64 + Send + Sync + 'static,
    ) -> Code {
        let &BitScan { dest, least, .. } = scan;
        match *rest {
            [Step::AddPoints { player, points }] if player != dest && points != dest => {
                Box::new(move |memory| {
                    let count = word(memory).count_ones();
                    memory
                        .add_points(player, i64::from(memory.register(points)) * i64::from(count));
                    0
                })
            }
            [Step::Linear { dest: sum, constant, terms }, Step::AddPoints { player, points }]
                if points == sum
                    && player != dest
                    && player != sum
                    && terms.iter().all(|&(register, factor)| register != dest || factor == 0) =>
            {
                Box::new(move |memory| {
                    let count = word(memory).count_ones();
                    if count > 0 {
                        let terms = terms.map(|(one, factor)| memory.register(one) * factor);
                        let points = terms.iter().fold(constant, |sum, term| sum + term);
                        memory.add_points(player, i64::from(points) * i64::from(count));
                    }
                    0
                })
            }
            [
                Step::Accumulate {
                    function: Aggregate::Count | Aggregate::Sum,
                    dest: sum,
                    source,
                    ..
                },
            ] if source != dest => Box::new(move |memory| {
                let count = word(memory).count_ones() as i32;
                let more = memory.register(source).saturating_mul(count);
                memory.set(sum, memory.register(sum).saturating_add(more));
                0
            }),
            [Step::Insert { insertion, .. }, Step::Break(_)]
                if self.bulk_insertion(scan, insertion).is_some() =>
            {
                let (bulk, registers) = self.bulk_insertion(scan, insertion).unwrap_or_default();
                Box::new(move |memory| {
                    let word = word(memory);
                    if word != 0 {
                        // Register 0 stands for the scanned column.
                        memory.insert_bits(&bulk, &registers.map(|one| memory.register(one)), word);
                    }
                    0
                })
            }
            _ => with_next!(self, rest, next => Box::new(move |memory| {
                let mut word = word(memory);
                while word != 0 {
                    memory.set(dest, word.trailing_zeros() as i32 + least);
                    word &= word - 1;
                    let breaks = next(memory);
                    if breaks > 0 {
                        return breaks - 1;
                    }
                }
                0
            })),
        }
    }

    /// Where the scanned bits can be copied to insert all derived rows at once, and the registers
    /// of the other columns. The rows differ only in the scanned column, and are stored as bitmaps
    /// in the same order, as bits that do not depend on that column, and in no other way.
    fn bulk_insertion(
        &self,
        scan: &BitScan,
        insertion: usize,
    ) -> Option<(BulkInsertion, [u8; MAX_COLUMNS])> {
        let (relation, insertion) = &self.insertions[insertion];
        let last = insertion.width.checked_sub(1)?;
        let mut registers = insertion.registers;
        let scanned = std::mem::replace(&mut registers[last], 0);
        let is_scanned = scanned == scan.dest && !registers.contains(&scan.dest);
        let least = self.layout.least(*relation, last);
        let bulk = insertion.in_bulk(last, least)?;
        (is_scanned && least == scan.least).then_some((bulk, registers))
    }

    /// A loop over all values of a range.
    pub(super) fn each(&self, dest: u8, (least, most): (i32, i32), rest: &[Step]) -> Code {
        with_next!(self, rest, next => Box::new(move |memory| {
            for value in least..=most {
                memory.set(dest, value);
                let breaks = next(memory);
                if breaks > 0 {
                    return breaks - 1;
                }
            }
            0
        }))
    }

    /// A loop over all values between those of two registers.
    pub(super) fn between(&self, dest: u8, (from, to): (u8, u8), rest: &[Step]) -> Code {
        let next = self.compile(rest);
        Box::new(move |memory| {
            for value in memory.register(from)..=memory.register(to) {
                memory.set(dest, value);
                let breaks = next(memory);
                if breaks > 0 {
                    return breaks - 1;
                }
            }
            0
        })
    }

    /// A scan of one bitmap of several words.
    pub(super) fn wide_bit_scan(
        &self,
        address: Address,
        words: usize,
        dest: u8,
        rest: &[Step],
    ) -> Code {
        let (address, next) = (self.address(address), self.compile(rest));
        Box::new(move |memory| {
            let first = address.of(memory) / 64;
            for number in 0..words {
                let mut word = memory.bits[first + number];
                while word != 0 {
                    let bit = word.trailing_zeros() as usize + 64 * number;
                    word &= word - 1;
                    memory.set(dest, bit as i32);
                    let breaks = next(memory);
                    if breaks > 0 {
                        return breaks - 1;
                    }
                }
            }
            0
        })
    }

    /// A scan of all rows of a list.
    pub(super) fn list_scan(&self, list: usize, dest: u8, width: usize, rest: &[Step]) -> Code {
        let next = self.compile(rest);
        Box::new(move |memory| {
            let mut row = 0;
            while memory.load_row(list, row, dest, width) {
                row += width.max(1);
                let breaks = next(memory);
                if breaks > 0 {
                    return breaks - 1;
                }
            }
            0
        })
    }

    /// A scan of the rows of a list after a cursor.
    pub(super) fn delta_scan(
        &self,
        cursor: usize,
        list: usize,
        dest: u8,
        width: usize,
        rest: &[Step],
    ) -> Code {
        let next = self.compile(rest);
        Box::new(move |memory| {
            while memory.load_row(list, memory.cursors[cursor], dest, width) {
                memory.cursors[cursor] += width.max(1);
                // The cursor never sees a row again, so this loop is not broken out of.
                next(memory);
            }
            0
        })
    }
}
