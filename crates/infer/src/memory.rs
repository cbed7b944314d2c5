//! The memory of a plan: registers, bits, values and lists.
//!
//! Rows are kept as bits and values at places that were worked out when the rules were
//! read, so that nothing is hashed or searched for while a position is judged, and nothing
//! is allocated once the memory has been used for a while.

use crate::step::{COLUMNS, Put, REGISTERS, Sizes};

/// What stands where a function has no value.
pub(crate) const ABSENT: i32 = i32::MIN;

/// The memory of a plan.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) registers: [i32; REGISTERS],
    pub(crate) bits: Vec<u64>,
    pub(crate) values: Vec<i32>,
    lists: Vec<Vec<i32>>,
    /// Words that are to be cleared one by one.
    dirty: Vec<u32>,
    /// How far lists were seen.
    pub(crate) cursors: Vec<usize>,
    /// Whether a row was concluded in this round.
    pub(crate) has_grown: bool,
    /// The points of both players, me first.
    pub(crate) sums: [i64; 2],
}

impl Memory {
    /// The memory for a plan, with registers that always hold the same.
    pub(crate) fn new(sizes: &Sizes, constants: &[(u8, i32)]) -> Memory {
        let mut registers = [0; REGISTERS];
        for &(register, value) in constants {
            registers[usize::from(register)] = value;
        }
        Memory {
            registers,
            bits: vec![0; sizes.words],
            values: vec![ABSENT; sizes.values],
            lists: vec![Vec::new(); sizes.lists],
            dirty: Vec::new(),
            cursors: vec![0; sizes.cursors],
            has_grown: false,
            sums: [0; 2],
        }
    }

    /// Forgets the position before.
    #[inline]
    pub(crate) fn clear(&mut self, sizes: &Sizes) {
        self.bits[..sizes.cleared].fill(0);
        self.values[..sizes.values_cleared].fill(ABSENT);
        for word in self.dirty.drain(..) {
            self.bits[word as usize] = 0;
        }
        for &list in &sizes.changing_lists {
            self.lists[list].clear();
        }
        self.sums = [0; 2];
    }

    #[inline]
    pub(crate) fn register(&self, number: u8) -> i32 {
        self.registers[usize::from(number)]
    }

    #[inline]
    pub(crate) fn set(&mut self, number: u8, value: i32) {
        self.registers[usize::from(number)] = value;
    }

    /// Takes in a fact, where players are seen by `me`.
    #[inline(always)]
    pub(crate) fn put(&mut self, put: &Put, row: &[i32], me: i32) {
        // Spelt out, since most facts have few columns and their number is known here.
        let columns = match *row {
            [] => [0; COLUMNS],
            [a] => [a, 0, 0, 0, 0, 0, 0, 0],
            [a, b] => [a, b, 0, 0, 0, 0, 0, 0],
            [a, b, c] => [a, b, c, 0, 0, 0, 0, 0],
            [a, b, c, d] => [a, b, c, d, 0, 0, 0, 0],
            _ => std::array::from_fn(|column| row.get(column).copied().unwrap_or(0)),
        };
        self.put_columns(put, columns, me);
    }

    fn put_columns(&mut self, put: &Put, mut columns: [i32; COLUMNS], me: i32) {
        for (column, is_player) in columns.iter_mut().zip(&put.players) {
            *column ^= is_player & me;
        }
        self.write(put, &columns);
    }

    #[inline]
    fn write(&mut self, put: &Put, columns: &[i32; COLUMNS]) {
        let keys = put.keys.of(columns);
        if let Some(first) = put.keys_bit {
            let bit = first + keys;
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        if let Some(first) = put.value {
            self.values[first + keys] = columns[(put.width - 1) % COLUMNS];
        }
        for address in &put.bits {
            let bit = address.of(columns);
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        for address in &put.sparse {
            self.set_sparse(address.of(columns));
        }
        if let Some(list) = put.list {
            // A row without columns is kept as one with a column that says nothing.
            self.lists[list].extend_from_slice(&columns[..put.width.clamp(1, COLUMNS)]);
        }
    }

    #[inline]
    fn set_sparse(&mut self, bit: usize) {
        let word = bit / 64;
        if self.bits[word] == 0 {
            self.dirty.push(word as u32);
        }
        self.bits[word] |= 1 << (bit % 64);
    }

    /// Adds the row that registers hold, unless it was there before.
    pub(crate) fn insert(&mut self, put: &Put) -> bool {
        let columns = put.registers.map(|register| self.register(register));
        if let Some(once) = &put.once {
            let bit = once.of(&columns);
            if self.bits[bit / 64] >> (bit % 64) & 1 == 1 {
                return false;
            }
            match put.once_is_sparse {
                true => self.set_sparse(bit),
                false => self.bits[bit / 64] |= 1 << (bit % 64),
            }
        }
        self.write(put, &columns);
        self.has_grown = true;
        true
    }

    /// Copies a row of a list into registers, if there is one.
    #[inline]
    pub(crate) fn take_row(&mut self, list: usize, row: usize, dest: u8, width: usize) -> bool {
        let columns = self.lists[list].get(row..row + width.max(1));
        let Some(columns) = columns else { return false };
        let dest = usize::from(dest);
        self.registers[dest..dest + columns.len()].copy_from_slice(columns);
        true
    }

    /// Points for a player.
    #[inline]
    pub(crate) fn give(&mut self, player: u8, points: i64) {
        let player = self.register(player) as usize % 2;
        self.sums[player] = self.sums[player].saturating_add(points);
    }
}
