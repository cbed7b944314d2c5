//! How a position is stored: each state relation as numbers of a few bits.

use agon_core::ColumnType;

use crate::program::Range;
use crate::step::MAX_COLUMNS;

/// The words of a position.
pub(crate) const WORDS: usize = 16;

/// The facts of a position.
pub(crate) type Facts = [u64; WORDS];

/// A relation of the state.
#[derive(Clone, Debug)]
pub(crate) struct StateRelation {
    pub(crate) name: String,
    pub(crate) columns: Vec<ColumnType>,
    pub(crate) ranges: Vec<Range>,
    /// Whether the last column is determined by the others.
    pub(crate) is_function: bool,
    /// The value where nothing else is said.
    pub(crate) default: Option<i32>,
    /// The key columns of each slot.
    pub(crate) keys: Vec<[i32; MAX_COLUMNS]>,
    /// The first word, how many bits a slot has, and how many slots a word.
    pub(crate) first_word: usize,
    pub(crate) bits: u32,
    pub(crate) per_word: usize,
    /// The first feature.
    pub(crate) first_feature: u32,
}

impl StateRelation {
    /// How many columns identify a row.
    pub(crate) fn key_columns(&self) -> usize {
        self.columns.len() - usize::from(self.is_function)
    }

    /// How many codes a slot can have.
    pub(crate) fn codes(&self) -> u32 {
        match self.is_function {
            false => 2,
            true => {
                let size = self.ranges[self.ranges.len() - 1].size() as u32;
                size + u32::from(self.default.is_none())
            }
        }
    }

    /// How many words the relation takes.
    pub(crate) fn words(&self) -> usize {
        self.keys.len().div_ceil(self.per_word)
    }

    /// The slot of a row; `None` if a key is out of range.
    pub(crate) fn slot(&self, row: &[i32]) -> Option<usize> {
        let mut slot = 0;
        for (range, &value) in self.ranges[..self.key_columns()].iter().zip(row) {
            if value < range.least || value > range.most {
                return None;
            }
            slot = slot * range.size() as usize + (value - range.least) as usize;
        }
        Some(slot)
    }

    fn place(&self, slot: usize) -> (usize, u32) {
        (self.first_word + slot / self.per_word, (slot % self.per_word) as u32 * self.bits)
    }

    pub(crate) fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The code of a slot.
    pub(crate) fn code(&self, facts: &Facts, slot: usize) -> u32 {
        let (word, shift) = self.place(slot);
        (facts[word] >> shift & self.mask()) as u32
    }

    pub(crate) fn set(&self, facts: &mut Facts, slot: usize, code: u32) {
        let (word, shift) = self.place(slot);
        facts[word] = facts[word] & !(self.mask() << shift) | u64::from(code) << shift;
    }

    /// The code of a value; `None` if it is out of range.
    pub(crate) fn code_of(&self, value: i32) -> Option<u32> {
        let range = self.ranges[self.ranges.len() - 1];
        let is_inside = (range.least..=range.most).contains(&value);
        is_inside.then(|| (value - range.least) as u32 + u32::from(self.default.is_none()))
    }

    /// The value of a code, in a function; `None` if there is no row.
    pub(crate) fn value_of(&self, code: u32) -> Option<i32> {
        let code = code.checked_sub(u32::from(self.default.is_none()))?;
        Some(self.ranges[self.ranges.len() - 1].least + code as i32)
    }

    /// The code of slots of which nothing is said.
    pub(crate) fn empty_code(&self) -> u32 {
        self.default.and_then(|value| self.code_of(value)).unwrap_or(0)
    }

    /// Adds a row, which replaces the old value of a function. Returns whether it could.
    pub(crate) fn add(&self, facts: &mut Facts, row: &[i32]) -> bool {
        let code = match self.is_function {
            true => row.last().and_then(|&value| self.code_of(value)),
            false => Some(1),
        };
        let Some((slot, code)) = self.slot(row).zip(code) else { return false };
        self.set(facts, slot, code);
        true
    }

    /// Deletes a row, if it is there.
    pub(crate) fn delete(&self, facts: &mut Facts, row: &[i32]) {
        let Some(slot) = self.slot(row) else { return };
        let code = self.code(facts, slot);
        let is_there = match self.is_function {
            true => row.last().copied() == self.value_of(code),
            false => true,
        };
        if is_there {
            self.set(facts, slot, self.empty_code());
        }
    }

    /// Adds to a number. Returns whether the sum is in its range; otherwise it stays at the end.
    pub(crate) fn increase(&self, facts: &mut Facts, keys: &[i32], amount: i32) -> bool {
        let Some(slot) = self.slot(keys) else { return false };
        let range = self.ranges[self.ranges.len() - 1];
        let Some(before) = self.value_of(self.code(facts, slot)) else { return false };
        let sum = before.saturating_add(amount);
        let value = sum.clamp(range.least, range.most);
        if let Some(code) = self.code_of(value) {
            self.set(facts, slot, code);
        }
        sum == value
    }

    /// Calls `tell` with every slot in which two positions differ.
    #[inline]
    pub(crate) fn differences(&self, one: &Facts, two: &Facts, mut tell: impl FnMut(usize)) {
        for word in self.first_word..self.first_word + self.words() {
            let mut differences = one[word] ^ two[word];
            while differences != 0 {
                let at = differences.trailing_zeros() / self.bits;
                differences &= !(self.mask() << (at * self.bits));
                tell((word - self.first_word) * self.per_word + at as usize);
            }
        }
    }

    /// The row of a slot with a code, if there is one.
    pub(crate) fn row_of(&self, slot: usize, code: u32) -> Option<[i32; MAX_COLUMNS]> {
        let mut row = self.keys[slot];
        match self.is_function {
            true => row[self.key_columns() % MAX_COLUMNS] = self.value_of(code)?,
            false if code == 0 => return None,
            false => (),
        }
        Some(row)
    }

    /// Calls `tell` with every row.
    #[inline]
    pub(crate) fn rows(&self, facts: &Facts, mut tell: impl FnMut(&[i32; MAX_COLUMNS], usize)) {
        let (mask, width, value_at) = (self.mask(), self.columns.len(), self.key_columns());
        let is_total = self.default.is_some();
        let least = self.ranges.last().map_or(0, |range| range.least);
        let shift_value = i32::from(!is_total);
        for (number, keys) in self.keys.chunks(self.per_word).enumerate() {
            let mut word = facts[self.first_word + number];
            if is_total {
                for key in keys {
                    let mut row = *key;
                    row[value_at % MAX_COLUMNS] = (word & mask) as i32 + least;
                    tell(&row, width);
                    word = word.checked_shr(self.bits).unwrap_or(0);
                }
                continue;
            }
            while word != 0 {
                let slot = word.trailing_zeros() / self.bits;
                let shift = slot * self.bits;
                let mut row = keys[slot as usize];
                if self.is_function {
                    row[value_at % MAX_COLUMNS] =
                        (word >> shift & mask) as i32 - shift_value + least;
                }
                tell(&row, width);
                word &= !(mask << shift);
            }
        }
    }
}

/// Lays the relations out in words. Returns how many words they take.
pub(crate) fn lay_out(relations: &mut [StateRelation]) -> usize {
    let (mut word, mut feature) = (0, 0);
    for relation in relations {
        relation.bits = (u32::BITS - (relation.codes().max(2) - 1).leading_zeros()).max(1);
        relation.per_word = (64 / relation.bits) as usize;
        relation.first_word = word;
        relation.first_feature = feature;
        word += relation.words();
        feature += relation.keys.len() as u32 * (relation.codes() - 1);
    }
    word
}

/// All combinations of key values, the last changing fastest.
pub(crate) fn all_keys(ranges: &[Range]) -> Vec<[i32; MAX_COLUMNS]> {
    let mut all = vec![[0; MAX_COLUMNS]];
    for (column, range) in ranges.iter().enumerate() {
        let more = all.iter().flat_map(|row| {
            (range.least..=range.most).map(move |value| {
                let mut row = *row;
                row[column] = value;
                row
            })
        });
        all = more.collect();
    }
    all
}
