//! The steps of a plan: the instructions that the planner emits and `codegen` compiles.
//!
//! Steps form nested loops. The steps after a scan run once for each of its rows; a test that
//! fails continues the innermost loop with its next row.

use crate::syntax::{Aggregate, Comparison, Operator};

/// How many registers there are: as many as a byte can address.
pub(crate) const REGISTERS: usize = 256;

/// The largest arity of a relation.
pub(crate) const MAX_COLUMNS: usize = 8;

/// The address of a bit or a value in a region of memory: the constant plus a register,
/// shifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) constant: i32,
    pub(crate) register: u8,
    pub(crate) shift: u8,
    /// Where the region starts is known after layout.
    pub(crate) region: Region,
}

/// A region of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Region {
    /// A bitmap index of a relation.
    Index { relation: usize, index: usize },
    /// The values of a function.
    Values { relation: usize },
}

/// A scan of the intersection of bitmaps. For each bit that is set in all of them, its number plus
/// `least` goes to a register.
#[derive(Clone, Debug)]
pub(crate) struct BitScan {
    pub(crate) sets: Vec<ScannedSet>,
    pub(crate) dest: u8,
    pub(crate) least: i32,
}

/// A bitmap that is scanned, of `1 << log` bits, 64 at most.
#[derive(Clone, Debug)]
pub(crate) struct ScannedSet {
    /// The address of the first bit.
    pub(crate) address: Address,
    pub(crate) log: u32,
    pub(crate) kind: SetKind,
}

/// What of a bitmap counts.
#[derive(Clone, Debug)]
pub(crate) enum SetKind {
    /// The bits that are set.
    Present,
    /// All other bits.
    Absent,
    /// The bits that are set in this bitmap or the next ones: those of what has a value from
    /// `least` to `most`, and within the bounds. The address is that of the value 0.
    Among { least: i32, most: i32, bounds: Vec<Bound> },
}

/// A bound of a value: a register plus a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) is_upper: bool,
    pub(crate) register: u8,
    pub(crate) more: i32,
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    BitScan(BitScan),
    /// A scan of one bitmap of several 64-bit words.
    WideBitScan {
        address: Address,
        words: usize,
        dest: u8,
    },
    /// A scan of a row list; the columns go to registers from `dest` on.
    ListScan {
        list: usize,
        dest: u8,
        width: usize,
    },
    /// The same for the rows that were added since the cursor was here last: the delta of
    /// semi-naive evaluation.
    DeltaScan {
        cursor: usize,
        list: usize,
        dest: u8,
        width: usize,
    },
    /// A loop over all values of a range, which go to a register.
    Each {
        dest: u8,
        least: i32,
        most: i32,
    },
    /// A loop over all values between those of two registers.
    Between {
        dest: u8,
        from: u8,
        to: u8,
    },
    /// Extracts a column from the number of a bit.
    Unpack {
        source: u8,
        dest: u8,
        shift: u32,
        mask: i32,
        least: i32,
    },
    /// A bit must be set.
    TestBit {
        address: Address,
    },
    /// A bit must not be set, unless a register is outside of its range.
    TestAbsent {
        address: Address,
        ranges: Vec<(u8, i32, i32)>,
    },
    /// Loads the value of a function; fails where it has none.
    Lookup {
        address: Address,
        dest: u8,
    },
    /// A register must be within a range.
    CheckRange {
        register: u8,
        least: i32,
        most: i32,
    },
    /// Combines two shifted registers into one part of an address.
    Pack {
        dest: u8,
        one: u8,
        one_shift: u8,
        two: u8,
        two_shift: u8,
    },
    Compute {
        operator: Operator,
        dest: u8,
        one: u8,
        two: u8,
    },
    /// A constant plus up to three registers, each multiplied by a constant.
    Linear {
        dest: u8,
        constant: i32,
        terms: [(u8, i32); 3],
    },
    Compare {
        comparison: Comparison,
        one: u8,
        two: u8,
    },
    CompareConstant {
        comparison: Comparison,
        one: u8,
        constant: i32,
    },
    LoadConstant {
        dest: u8,
        value: i32,
    },
    /// Gives points to a player.
    AddPoints {
        player: u8,
        points: u8,
    },
    /// Adds one solution to an aggregate; `seen` becomes 1.
    Accumulate {
        function: Aggregate,
        dest: u8,
        seen: u8,
        source: u8,
    },
    /// Derives a row. If the row is already there, breaks out of `breaks` scans.
    Insert {
        insertion: usize,
        breaks: u32,
    },
    /// Breaks out of this many scans: their other rows can derive nothing new.
    Break(u32),
    /// Nested steps that end on their own: what follows the block always runs.
    Block(Vec<Step>),
    /// Repeats the steps of a recursive stratum until a round derives no new row. The cursors
    /// are reset first.
    Fixpoint {
        cursors: std::ops::Range<usize>,
        steps: Vec<Step>,
    },
}

/// Where a row of a relation is stored.
#[derive(Clone, Debug)]
pub(crate) struct Insertion {
    /// The arity of the relation.
    pub(crate) width: usize,
    /// The registers of the columns, if the row is derived.
    pub(crate) registers: [u8; MAX_COLUMNS],
    /// 1 for the columns that hold a player.
    pub(crate) players: [i32; MAX_COLUMNS],
    /// The offset of the row by its key columns, shared by `keys_bit` and `value`.
    pub(crate) keys: RowAddress,
    /// The first bit of the dense index over the keys, if there is one.
    pub(crate) keys_bit: Option<usize>,
    /// The first value, if the function's values are stored.
    pub(crate) value: Option<usize>,
    /// The bits in other indexes that are dense or fixed.
    pub(crate) bits: Vec<RowAddress>,
    /// The bits in sparse indexes, which are cleared word by word.
    pub(crate) sparse: Vec<RowAddress>,
    /// The bits that stand for several rows, and how many rows there are, if facts are kept.
    pub(crate) counted: Vec<CountedBit>,
    /// The bit that tells whether the row was derived before.
    pub(crate) dedup: Option<RowAddress>,
    pub(crate) dedup_is_sparse: bool,
    /// The row list.
    pub(crate) list: Option<usize>,
    /// How sets of rows are stored, if the game tells the relation in sets.
    pub(crate) sets: Option<Box<SetInsertion>>,
}

/// Where rows are stored at once that differ only in one column: the addresses of their first bits,
/// and of bits that do not depend on the column; and whether the index is sparse.
#[derive(Clone, Debug, Default)]
pub(crate) struct BulkInsertion {
    pub(crate) words: Vec<(RowAddress, bool)>,
    pub(crate) bits: Vec<(RowAddress, bool)>,
}

/// A bit of an index over columns that do not identify a row, and the number of its rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedBit {
    pub(crate) bit: RowAddress,
    pub(crate) count: RowAddress,
}

/// Where sets of rows are stored that differ only in one column, whose values are the bits of a
/// word.
#[derive(Clone, Debug)]
pub(crate) struct SetInsertion {
    pub(crate) column: usize,
    /// The indexes in which the bits of a set are adjacent: the address of the first.
    pub(crate) words: Vec<RowAddress>,
    /// The address of the first function value, and how far the next one is.
    pub(crate) values: Option<(RowAddress, usize)>,
    /// Where rows are stored one by one, if they are.
    pub(crate) rows: Option<Insertion>,
}

impl Insertion {
    /// Where all rows that differ only in this column, from its least value on, can be stored at
    /// once.
    pub(crate) fn in_bulk(&self, column: usize, least: i32) -> Option<BulkInsertion> {
        if self.value.is_some() || self.list.is_some() || !self.counted.is_empty() {
            return None;
        }
        let dense = self.bits.iter().copied().chain(self.keys_bit.map(|one| self.keys.after(one)));
        let sparse = self.sparse.iter().copied();
        let dedup = self.dedup.map(|address| (address, self.dedup_is_sparse));
        let all = dense.map(|address| (address, false));
        let all = all.chain(sparse.map(|address| (address, true))).chain(dedup);
        let mut bulk = BulkInsertion::default();
        for (address, is_sparse) in all {
            match address.factors[column] {
                // The bit of the least value is the first.
                1 => bulk.words.push((address.with(column, least), is_sparse)),
                0 => bulk.bits.push((address, is_sparse)),
                _ => return None,
            }
        }
        Some(bulk)
    }

    /// The first bit of the dense index over all columns, if rows are stored there and nowhere
    /// else.
    pub(crate) fn only_bitmap(&self) -> Option<usize> {
        let is_only = self.value.is_none()
            && self.bits.is_empty()
            && self.sparse.is_empty()
            && self.dedup.is_none()
            && self.list.is_none();
        self.keys_bit.filter(|_| is_only)
    }

    /// How sets of rows are stored that differ in this column, whose values are 0 to 63 at most.
    pub(crate) fn for_sets(&self, column: usize) -> SetInsertion {
        let (mut words, mut rows) = (Vec::new(), self.clone());
        rows.bits.retain(|address| {
            let is_row_wise = address.factors[column] != 1;
            if !is_row_wise {
                words.push(*address);
            }
            is_row_wise
        });
        let by_keys = rows.keys_bit.filter(|_| self.keys.factors[column] == 1);
        if let Some(first) = by_keys {
            words.push(self.keys.after(first));
            rows.keys_bit = None;
        }
        let values = rows.value.take_if(|_| column + 1 < self.width);
        let values =
            values.map(|first| (self.keys.after(first), self.keys.factors[column] as usize));
        let is_stored = rows.keys_bit.is_some()
            || rows.value.is_some()
            || rows.list.is_some()
            || !rows.bits.is_empty()
            || !rows.sparse.is_empty();
        SetInsertion { column, words, values, rows: is_stored.then_some(rows) }
    }
}

/// An address that is computed from the columns of a row, each shifted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowAddress {
    constant: i32,
    /// What each column is multiplied by; 0 if it does not matter.
    factors: [i32; MAX_COLUMNS],
    /// Whether columns after the fourth matter.
    is_wide: bool,
}

impl RowAddress {
    /// An address that does not depend on the row.
    pub(crate) fn new(constant: i32) -> RowAddress {
        RowAddress { constant, ..RowAddress::default() }
    }

    /// The same address, so much later.
    pub(crate) fn after(mut self, distance: usize) -> RowAddress {
        self.constant = self.constant.wrapping_add(distance as i32);
        self
    }

    /// The same address where a column has this value.
    pub(crate) fn with(mut self, column: usize, value: i32) -> RowAddress {
        let share = self.factors[column].wrapping_mul(value);
        self.constant = self.constant.wrapping_add(share);
        self.factors[column] = 0;
        self
    }

    /// Adds a column whose smallest value is `least`.
    pub(crate) fn and(mut self, column: usize, least: i32, shift: u32) -> RowAddress {
        self.constant = self.constant.wrapping_sub(least.wrapping_shl(shift));
        self.factors[column] = 1 << shift;
        self.is_wide |= column >= MAX_COLUMNS / 2;
        self
    }

    #[inline]
    pub(crate) fn of(&self, row: &[i32; MAX_COLUMNS]) -> usize {
        // Most relations have few columns: this has no loop and no branch for them.
        let [a, b, c, d, others @ ..] = row;
        let [by_a, by_b, by_c, by_d, by_others @ ..] = &self.factors;
        // Numbers of a small range can be so large that a product wraps; the sum wraps back.
        let share = |one: &i32, by: &i32| one.wrapping_mul(*by);
        let mut address = self.constant.wrapping_add(share(a, by_a)).wrapping_add(share(b, by_b));
        address = address.wrapping_add(share(c, by_c)).wrapping_add(share(d, by_d));
        if self.is_wide {
            for (one, by) in others.iter().zip(by_others) {
                address = address.wrapping_add(share(one, by));
            }
        }
        address as usize
    }
}

/// Where the rows of a relation are stored that is renewed in parts.
#[derive(Clone, Debug)]
pub(crate) struct KeptRelation {
    pub(crate) insertion: Insertion,
    /// The first bit of an index over its columns, in this order, that by which it is renewed
    /// first: each with its least value and its bits.
    pub(crate) first_bit: usize,
    pub(crate) columns: Vec<(usize, i32, u32)>,
    /// The bits of all columns but the first.
    pub(crate) rest_bits: u32,
}

/// Where an index lies, in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bitmap {
    pub(crate) first: usize,
    pub(crate) words: usize,
    /// Whether the words that have bits are told.
    pub(crate) is_sparse: bool,
}

/// How large the memory of a plan is. Words from `kept_words` to `dense_words` and values before
/// `changing_values` are cleared as a whole for each position; the other words are cleared
/// one by one or never.
#[derive(Clone, Debug)]
pub(crate) struct StorageSizes {
    pub(crate) words: usize,
    /// The words of facts that are kept, and the numbers of rows in them.
    pub(crate) kept_words: usize,
    pub(crate) counts: usize,
    pub(crate) dense_words: usize,
    pub(crate) values: usize,
    pub(crate) changing_values: usize,
    pub(crate) lists: usize,
    /// The row lists of all relations that are neither fixed nor kept.
    pub(crate) changing_lists: Vec<usize>,
    pub(crate) cursors: usize,
}
