//! The working memory of a compiled plan: registers, bitmap indexes, function values and row
//! lists.
//!
//! All addresses were computed when the file was compiled, so evaluating a position hashes
//! and searches nothing, and allocates nothing once the lists have grown.

use crate::bits::bits;
use crate::step::{
    Bitmap, BulkInsertion, Insertion, KeptRelation, MAX_COLUMNS, REGISTERS, SetInsertion,
    StorageSizes,
};

/// Marks that a function has no value.
pub(crate) const NO_VALUE: i32 = i32::MIN;

/// The working memory of a compiled plan.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) registers: [i32; REGISTERS],
    pub(crate) bits: Vec<u64>,
    pub(crate) values: Vec<i32>,
    /// For each bit of kept facts that stands for several rows, how many there are.
    counts: Vec<u16>,
    lists: Vec<Vec<i32>>,
    /// Words of sparse indexes that have to be cleared.
    dirty: Vec<u32>,
    /// For each delta scan, how far its list was read.
    pub(crate) cursors: Vec<usize>,
    /// Whether a row was derived in this round of a fixpoint.
    pub(crate) derived_new_row: bool,
    /// The points of both players, me first.
    pub(crate) sums: [i64; 2],
}

impl Memory {
    /// An empty memory; `constants` are registers that never change.
    pub(crate) fn new(sizes: &StorageSizes, constants: &[(u8, i32)]) -> Memory {
        let mut registers = [0; REGISTERS];
        for &(register, value) in constants {
            registers[usize::from(register)] = value;
        }
        Memory {
            registers,
            bits: vec![0; sizes.words],
            values: vec![NO_VALUE; sizes.values],
            counts: vec![0; sizes.counts],
            lists: vec![Vec::new(); sizes.lists],
            dirty: Vec::new(),
            cursors: vec![0; sizes.cursors],
            derived_new_row: false,
            sums: [0; 2],
        }
    }

    /// Removes the rows of the last position that are not kept.
    #[inline]
    pub(crate) fn clear(&mut self, sizes: &StorageSizes) {
        self.bits[sizes.kept_words..sizes.dense_words].fill(0);
        self.values[..sizes.changing_values].fill(NO_VALUE);
        if !self.dirty.is_empty() {
            for word in self.dirty.drain(..) {
                self.bits[word as usize] = 0;
            }
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

    /// Inserts a fact of the game. Players are numbered from the point of view of `me`.
    #[inline(always)]
    pub(crate) fn insert_fact(&mut self, insertion: &Insertion, row: &[i32], me: i32) {
        self.insert_columns(insertion, columns(row), me);
    }

    /// Inserts the facts that have one of some members in the column of the sets, and otherwise
    /// equal a row.
    #[inline(always)]
    pub(crate) fn insert_set(
        &mut self,
        (insertion, sets): (&Insertion, &SetInsertion),
        row: &[i32],
        members: u64,
        me: i32,
    ) {
        self.insert_set_columns((insertion, sets), columns(row), members, me);
    }

    fn insert_set_columns(
        &mut self,
        (insertion, sets): (&Insertion, &SetInsertion),
        mut columns: [i32; MAX_COLUMNS],
        members: u64,
        me: i32,
    ) {
        if members == 0 {
            return;
        }
        for (at, column) in columns.iter_mut().enumerate() {
            *column ^= insertion.players[at] & me;
        }
        let column = sets.column % MAX_COLUMNS;
        columns[column] = 0;
        for address in &sets.words {
            let bit = address.of(&columns);
            self.bits[bit / 64] |= members << (bit % 64);
        }
        if let Some((address, distance)) = &sets.values {
            let (first, value) =
                (address.of(&columns), columns[(insertion.width - 1) % MAX_COLUMNS]);
            bits(members).for_each(|member| self.values[first + distance * member] = value);
        }
        if let Some(rows) = &sets.rows {
            for member in bits(members) {
                columns[column] = member as i32;
                self.write(rows, &columns);
            }
        }
    }

    fn insert_columns(&mut self, insertion: &Insertion, mut columns: [i32; MAX_COLUMNS], me: i32) {
        for (at, column) in columns.iter_mut().enumerate() {
            *column ^= insertion.players[at] & me;
        }
        self.write(insertion, &columns);
    }

    /// The rows of a list, one after the other.
    pub(crate) fn list(&self, list: usize) -> &[i32] {
        &self.lists[list]
    }

    /// Inserts a row whose players are as they are stored.
    #[inline]
    pub(crate) fn write(&mut self, insertion: &Insertion, columns: &[i32; MAX_COLUMNS]) {
        let keys = insertion.keys.of(columns);
        if let Some(first) = insertion.keys_bit {
            let bit = first + keys;
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        if let Some(first) = insertion.value {
            self.values[first + keys] = columns[(insertion.width - 1) % MAX_COLUMNS];
        }
        for address in &insertion.bits {
            let bit = address.of(columns);
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        for address in &insertion.sparse {
            self.set_sparse(address.of(columns));
        }
        if let Some(list) = insertion.list {
            // A row without columns is listed as one column.
            self.lists[list].extend_from_slice(&columns[..insertion.width.clamp(1, MAX_COLUMNS)]);
        }
    }

    /// Adds a fact that is kept.
    pub(crate) fn keep(&mut self, insertion: &Insertion, row: &[i32; MAX_COLUMNS]) {
        for counted in &insertion.counted {
            self.counts[counted.count.of(row)] += 1;
            self.set_bit(counted.bit.of(row));
        }
        self.write(insertion, row);
    }

    /// Removes the rows that have this value, counted from the least, in the column by which their
    /// relation is maintained.
    pub(crate) fn remove_anchor(&mut self, kept: &KeptRelation, at: usize) {
        let rest = 1 << kept.rest_bits;
        let first = kept.first_bit + at * rest;
        for word in first / 64..(first + rest).div_ceil(64) {
            let inside = match rest {
                0..64 => (u64::MAX >> (64 - rest)) << (first % 64),
                _ => u64::MAX,
            };
            for bit in bits(self.bits[word] & inside) {
                let mut left = (64 * word + bit - first) as u32;
                let mut row = [0; MAX_COLUMNS];
                for &(column, least, bits) in kept.columns[1..].iter().rev() {
                    row[column] = least + (left & ((1 << bits) - 1)) as i32;
                    left >>= bits;
                }
                row[kept.columns[0].0] = kept.columns[0].1 + at as i32;
                self.remove(&kept.insertion, &row);
            }
        }
    }

    /// Removes a fact that was kept. Its list, if it has one, is to be refilled.
    pub(crate) fn remove(&mut self, insertion: &Insertion, row: &[i32; MAX_COLUMNS]) {
        let keys = insertion.keys.of(row);
        if let Some(first) = insertion.value {
            self.values[first + keys] = NO_VALUE;
        }
        for counted in &insertion.counted {
            let count = &mut self.counts[counted.count.of(row)];
            *count -= 1;
            if *count == 0 {
                self.clear_bit(counted.bit.of(row));
            }
        }
        insertion.keys_bit.into_iter().for_each(|first| self.clear_bit(first + keys));
        insertion.bits.iter().for_each(|address| self.clear_bit(address.of(row)));
    }

    /// Adds a row to a list.
    pub(crate) fn extend_list(&mut self, list: usize, row: &[i32]) {
        self.lists[list].extend_from_slice(row);
    }

    /// Empties a row list.
    pub(crate) fn clear_list(&mut self, list: usize) {
        self.lists[list].clear();
    }

    #[inline]
    fn set_bit(&mut self, bit: usize) {
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    fn clear_bit(&mut self, bit: usize) {
        self.bits[bit / 64] &= !(1 << (bit % 64));
    }

    /// Sorts the words of sparse indexes that have bits, for [`Memory::words`].
    pub(crate) fn sort_sparse(&mut self) {
        self.dirty.sort_unstable();
    }

    /// The words of a bitmap that may have bits, in ascending order, each with the number of its
    /// first bit.
    #[inline]
    pub(crate) fn words(&self, bitmap: Bitmap) -> impl Iterator<Item = (u32, u64)> {
        let Bitmap { first, words, is_sparse } = bitmap;
        let told = match is_sparse {
            true => {
                let from = self.dirty.partition_point(|&word| (word as usize) < first);
                let to = self.dirty.partition_point(|&word| (word as usize) < first + words);
                &self.dirty[from..to]
            }
            false => &[],
        };
        let all = if is_sparse { first..first } else { first..first + words };
        let numbers = told.iter().map(|&word| word as usize).chain(all);
        numbers.map(move |word| (64 * (word - first) as u32, self.bits[word]))
    }

    /// Inserts rows that differ only in one column, whose bits these are.
    #[inline]
    pub(crate) fn insert_bits(
        &mut self,
        bulk: &BulkInsertion,
        row: &[i32; MAX_COLUMNS],
        rows: u64,
    ) {
        let words = bulk.words.iter().map(|one| (one, rows));
        for (&(address, is_sparse), rows) in words.chain(bulk.bits.iter().map(|one| (one, 1))) {
            let first = address.of(row);
            let (word, rows) = (first / 64, rows << (first % 64));
            let before = self.bits[word];
            if is_sparse && before == 0 {
                self.dirty.push(word as u32);
            }
            self.bits[word] = before | rows;
            self.derived_new_row |= rows & !before != 0;
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

    /// Inserts the row in the registers. Returns whether it is new.
    pub(crate) fn insert_derived(&mut self, insertion: &Insertion) -> bool {
        let columns = insertion.registers.map(|register| self.register(register));
        if let Some(dedup) = &insertion.dedup {
            let bit = dedup.of(&columns);
            if self.bits[bit / 64] >> (bit % 64) & 1 == 1 {
                return false;
            }
            match insertion.dedup_is_sparse {
                true => self.set_sparse(bit),
                false => self.bits[bit / 64] |= 1 << (bit % 64),
            }
        }
        match insertion.counted.is_empty() {
            true => self.write(insertion, &columns),
            false => self.keep(insertion, &columns),
        }
        self.derived_new_row = true;
        true
    }

    /// Copies the row at an offset of a list into registers. Returns whether there is one.
    #[inline]
    pub(crate) fn load_row(&mut self, list: usize, row: usize, dest: u8, width: usize) -> bool {
        let columns = self.lists[list].get(row..row + width.max(1));
        let Some(columns) = columns else { return false };
        let dest = usize::from(dest);
        self.registers[dest..dest + columns.len()].copy_from_slice(columns);
        true
    }

    /// Gives points to a player.
    #[inline]
    pub(crate) fn add_points(&mut self, player: u8, points: i64) {
        let player = self.register(player) as usize % 2;
        self.sums[player] = self.sums[player].saturating_add(points);
    }
}

/// The columns of a row, and zeros after them.
#[inline(always)]
fn columns(row: &[i32]) -> [i32; MAX_COLUMNS] {
    // Unrolled: after inlining, the number of columns is a constant here.
    match *row {
        [] => [0; MAX_COLUMNS],
        [a] => [a, 0, 0, 0, 0, 0, 0, 0],
        [a, b] => [a, b, 0, 0, 0, 0, 0, 0],
        [a, b, c] => [a, b, c, 0, 0, 0, 0, 0],
        [a, b, c, d] => [a, b, c, d, 0, 0, 0, 0],
        _ => std::array::from_fn(|column| row.get(column).copied().unwrap_or(0)),
    }
}
