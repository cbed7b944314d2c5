//! Runs a plan: a flat list of small steps over registers, bits and values.
//!
//! Rows are kept as bits and values at places that were worked out when the rules were
//! read, so that nothing is allocated, hashed or searched for while a position is judged.

use crate::syntax::{Fold, Operator};

/// How many registers there are: every number that a byte can name.
pub(crate) const REGISTERS: usize = 256;

/// The deepest that walks may be nested.
pub(crate) const SLOTS: usize = 32;

/// The most columns of a row.
pub(crate) const COLUMNS: usize = 8;

/// What stands where a function has no value.
pub(crate) const ABSENT: i32 = i32::MIN;

/// Where something lies: so far behind the constant as a register says, times a power
/// of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) constant: i32,
    pub(crate) register: u8,
    pub(crate) shift: u8,
}

/// A step of a plan. Where it fails, it goes on elsewhere: at the next round of the walk
/// around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Takes up to 64 bits, `1 << log` of them, to be walked through.
    Walk {
        place: Place,
        log: u8,
        slot: u8,
    },
    /// Keeps only those that are also set here.
    Also {
        place: Place,
        log: u8,
        slot: u8,
    },
    /// The number of the next bit, behind `least`.
    Again {
        slot: u8,
        dest: u8,
        least: i32,
        exit: u32,
    },
    /// Takes many bits, so many words of 64, to be walked through.
    WalkWide {
        place: Place,
        words: u16,
        slot: u8,
    },
    /// The number of the next of many bits.
    AgainWide {
        slot: u8,
        dest: u8,
        exit: u32,
    },
    /// Takes the rows of a list to be walked through.
    Scan {
        slot: u8,
    },
    /// The next row of a list, into registers from `dest` on.
    AgainScan {
        slot: u8,
        list: u16,
        dest: u8,
        width: u8,
        exit: u32,
    },
    /// The next row of a list that this step has not seen before.
    Fresh {
        cursor: u8,
        list: u16,
        dest: u8,
        width: u8,
        exit: u32,
    },
    /// A column out of the number of a bit.
    Split {
        source: u8,
        dest: u8,
        shift: u8,
        mask: u32,
        least: i32,
    },
    /// A bit must be set, or must not be.
    Test {
        place: Place,
        is_set: bool,
        fail: u32,
    },
    /// The value of a function, which may have none.
    Lookup {
        place: Place,
        dest: u8,
        fail: u32,
    },
    /// A number must be within bounds.
    Inside {
        register: u8,
        least: i32,
        most: i32,
        out: u32,
    },
    /// Two parts of a place.
    Join {
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
    /// A sum of registers, each taken so many times.
    Linear {
        dest: u8,
        constant: i32,
        terms: [(u8, i8); 3],
    },
    Equal {
        one: u8,
        two: u8,
        fail: u32,
    },
    Different {
        one: u8,
        two: u8,
        fail: u32,
    },
    Less {
        one: u8,
        two: u8,
        fail: u32,
    },
    AtMost {
        one: u8,
        two: u8,
        fail: u32,
    },
    EqualTo {
        one: u8,
        constant: i32,
        fail: u32,
    },
    DifferentTo {
        one: u8,
        constant: i32,
        fail: u32,
    },
    AtMostTo {
        one: u8,
        constant: i32,
        fail: u32,
    },
    AtLeastTo {
        one: u8,
        constant: i32,
        fail: u32,
    },
    /// Points for a player.
    Give {
        player: u8,
        points: u8,
        next: u32,
    },
    /// So many points for every bit that is left to be walked through.
    GiveEach {
        player: u8,
        points: u8,
        slot: u8,
        next: u32,
    },
    /// Rows are concluded, one for every bit that is left to be walked through, and kept
    /// as bits in the same order.
    InsertEach {
        place: Place,
        slot: u8,
        next: u32,
    },
    /// A row is concluded; fails where it was before.
    Insert {
        put: u16,
        fail: u32,
    },
    Set {
        dest: u8,
        value: i32,
    },
    Fold {
        fold: Fold,
        dest: u8,
        seen: u8,
        source: u8,
        next: u32,
    },
    /// The same sum for every bit that is left to be walked through.
    FoldEach {
        dest: u8,
        source: u8,
        slot: u8,
        next: u32,
    },
    Jump {
        to: u32,
    },
    /// Rows that are concluded from here on are counted.
    Round,
    /// Goes back if a row was concluded since.
    Repeat {
        to: u32,
    },
    ResetCursor {
        cursor: u8,
    },
    End,
}

/// Where the parts of a row go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Put {
    /// How many columns there are.
    pub(crate) width: usize,
    /// The registers of the columns, where the row comes from registers.
    pub(crate) registers: [u8; COLUMNS],
    /// 1 for the columns that hold a player.
    pub(crate) players: [i32; COLUMNS],
    /// The bits to be set, among those that are cleared as a whole or never.
    pub(crate) bits: Vec<Address>,
    /// The bits to be set among those that are cleared one by one.
    pub(crate) sparse: Vec<Address>,
    /// The bit that tells whether the row was there before.
    pub(crate) once: Option<Address>,
    pub(crate) once_is_sparse: bool,
    /// Where the last column goes, if it follows from the others.
    pub(crate) value: Option<Address>,
    /// The list that the row goes to.
    pub(crate) list: Option<u16>,
}

/// A place that is worked out from the columns of a row, each taken so many times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) constant: i32,
    pub(crate) factors: [i32; COLUMNS],
}

impl Address {
    #[inline]
    pub(crate) fn of(&self, row: &[i32; COLUMNS]) -> usize {
        let parts = row.iter().zip(&self.factors).map(|(column, factor)| column * factor);
        (self.constant + parts.sum::<i32>()) as usize
    }
}

/// A plan that can be run.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// Where concluded rows go.
    pub(crate) puts: Vec<Put>,
    /// Where the facts of a game go: the place in its vocabulary, and the put.
    pub(crate) facts: Vec<(usize, Put)>,
    /// Facts that never change.
    pub(crate) fixed: Vec<(usize, Put)>,
    /// How many words of bits there are. Those before `cleared` are cleared for each
    /// position as a whole, the others one by one or never.
    pub(crate) words: usize,
    pub(crate) cleared: usize,
    pub(crate) values: usize,
    pub(crate) values_cleared: usize,
    pub(crate) lists: usize,
    /// The lists of facts that never change.
    pub(crate) fixed_lists: Vec<u16>,
    /// Registers that always hold the same.
    pub(crate) constants: Vec<(u8, i32)>,
}

/// What a walk has still before it.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    word: u64,
    /// The number of the first bit of the word.
    first: i32,
    /// The next word, and the one behind the last.
    next: usize,
    end: usize,
}

/// The memory of a run.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    registers: [i32; REGISTERS],
    slots: [Slot; SLOTS],
    bits: Vec<u64>,
    values: Vec<i32>,
    lists: Vec<Vec<i32>>,
    /// Words that are to be cleared one by one.
    dirty: Vec<u32>,
    cursors: [usize; SLOTS],
    has_grown: bool,
    sums: [i64; 2],
}

impl Memory {
    /// The memory for a plan, with the facts that never change.
    pub(crate) fn new(
        plan: &Plan,
        tell_fixed: impl FnOnce(&mut dyn FnMut(usize, &[i32])),
    ) -> Memory {
        let mut memory = Memory {
            registers: [0; REGISTERS],
            slots: [Slot::default(); SLOTS],
            bits: vec![0; plan.words],
            values: vec![ABSENT; plan.values],
            lists: vec![Vec::new(); plan.lists],
            dirty: Vec::new(),
            cursors: [0; SLOTS],
            has_grown: false,
            sums: [0; 2],
        };
        for &(register, value) in &plan.constants {
            memory.registers[usize::from(register)] = value;
        }
        tell_fixed(&mut |number, row| memory.put(&plan.fixed[number].1, row, 0));
        memory
    }

    /// Forgets the position before.
    #[inline]
    pub(crate) fn clear(&mut self, plan: &Plan) {
        self.bits[..plan.cleared].fill(0);
        self.values[..plan.values_cleared].fill(ABSENT);
        for word in self.dirty.drain(..) {
            self.bits[word as usize] = 0;
        }
        for (number, list) in self.lists.iter_mut().enumerate() {
            if !plan.fixed_lists.contains(&(number as u16)) {
                list.clear();
            }
        }
        self.sums = [0; 2];
    }

    /// Takes in a fact, where players are seen by `me`.
    #[inline]
    pub(crate) fn put(&mut self, put: &Put, row: &[i32], me: i32) {
        let mut columns = [0; COLUMNS];
        columns.iter_mut().zip(row).for_each(|(column, &value)| *column = value);
        for (column, is_player) in columns.iter_mut().zip(&put.players) {
            *column ^= is_player & me;
        }
        self.write(put, &columns);
    }

    #[inline]
    fn write(&mut self, put: &Put, columns: &[i32; COLUMNS]) {
        for address in &put.bits {
            let bit = address.of(columns);
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        for address in &put.sparse {
            self.set_sparse(address.of(columns));
        }
        if let Some(address) = &put.value {
            self.values[address.of(columns)] = columns[(put.width - 1) % COLUMNS];
        }
        if let Some(list) = put.list {
            self.lists[usize::from(list)]
                .extend_from_slice(&columns[..put.width.clamp(1, COLUMNS)]);
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

    #[inline]
    fn at(&self, place: Place) -> usize {
        let behind = self.registers[usize::from(place.register)] << place.shift;
        (place.constant + behind) as usize
    }

    #[inline]
    fn few_bits(&self, place: Place, log: u8) -> u64 {
        let at = self.at(place);
        (self.bits[at / 64] >> (at % 64)) & (u64::MAX >> (64 - (1_u32 << log)))
    }

    #[inline]
    fn register(&self, number: u8) -> i32 {
        self.registers[usize::from(number)]
    }

    #[inline]
    fn set(&mut self, number: u8, value: i32) {
        self.registers[usize::from(number)] = value;
    }

    /// Runs a plan on the facts that were taken in: the points of both players, me first.
    pub(crate) fn run(&mut self, plan: &Plan) -> [i64; 2] {
        let steps = &plan.steps[..];
        let mut at = 0;
        loop {
            let step = at;
            at += 1;
            match steps[step] {
                Step::Walk { place, log, slot } => {
                    self.slots[usize::from(slot) % SLOTS].word = self.few_bits(place, log);
                }
                Step::Also { place, log, slot } => {
                    self.slots[usize::from(slot) % SLOTS].word &= self.few_bits(place, log);
                }
                Step::Again { slot, dest, least, exit } => {
                    let word = &mut self.slots[usize::from(slot) % SLOTS].word;
                    if *word == 0 {
                        at = exit as usize;
                        continue;
                    }
                    let bit = word.trailing_zeros() as i32;
                    *word &= *word - 1;
                    self.set(dest, bit + least);
                }
                Step::WalkWide { place, words, slot } => {
                    let next = self.at(place) / 64;
                    let end = next + usize::from(words);
                    self.slots[usize::from(slot) % SLOTS] = Slot { word: 0, first: -64, next, end };
                }
                Step::AgainWide { slot, dest, exit } => {
                    let walk = &mut self.slots[usize::from(slot) % SLOTS];
                    while walk.word == 0 && walk.next < walk.end {
                        walk.word = self.bits[walk.next];
                        walk.next += 1;
                        walk.first += 64;
                    }
                    if walk.word == 0 {
                        at = exit as usize;
                        continue;
                    }
                    let bit = walk.word.trailing_zeros() as i32 + walk.first;
                    walk.word &= walk.word - 1;
                    self.set(dest, bit);
                }
                Step::Scan { slot } => self.slots[usize::from(slot) % SLOTS].next = 0,
                Step::AgainScan { slot, list, dest, width, exit } => {
                    let next = &mut self.slots[usize::from(slot) % SLOTS].next;
                    let row = *next;
                    *next += usize::from(width.max(1));
                    if !self.take_row(list, row, dest, width) {
                        at = exit as usize;
                    }
                }
                Step::Fresh { cursor, list, dest, width, exit } => {
                    let row = self.cursors[usize::from(cursor) % SLOTS];
                    if self.take_row(list, row, dest, width) {
                        self.cursors[usize::from(cursor) % SLOTS] += usize::from(width.max(1));
                    } else {
                        at = exit as usize;
                    }
                }
                Step::Split { source, dest, shift, mask, least } => {
                    let part = self.register(source) as u32 >> shift & mask;
                    self.set(dest, part as i32 + least);
                }
                Step::Test { place, is_set, fail } => {
                    let bit = self.at(place);
                    if (self.bits[bit / 64] >> (bit % 64) & 1 == 1) != is_set {
                        at = fail as usize;
                    }
                }
                Step::Lookup { place, dest, fail } => {
                    let value = self.values[self.at(place)];
                    self.set(dest, value);
                    if value == ABSENT {
                        at = fail as usize;
                    }
                }
                Step::Inside { register, least, most, out } => {
                    let value = self.register(register);
                    if value < least || value > most {
                        at = out as usize;
                    }
                }
                Step::Join { dest, one, one_shift, two, two_shift } => {
                    let sum = (self.register(one) << one_shift) + (self.register(two) << two_shift);
                    self.set(dest, sum);
                }
                Step::Compute { operator, dest, one, two } => {
                    let result = operator.apply(self.register(one), self.register(two));
                    self.set(dest, result);
                }
                Step::Linear { dest, constant, terms } => {
                    let [a, b, c] = terms.map(|(register, factor)| {
                        self.register(register).wrapping_mul(i32::from(factor))
                    });
                    self.set(dest, constant.wrapping_add(a).wrapping_add(b).wrapping_add(c));
                }
                Step::Equal { one, two, fail } => {
                    if self.register(one) != self.register(two) {
                        at = fail as usize;
                    }
                }
                Step::Different { one, two, fail } => {
                    if self.register(one) == self.register(two) {
                        at = fail as usize;
                    }
                }
                Step::Less { one, two, fail } => {
                    if self.register(one) >= self.register(two) {
                        at = fail as usize;
                    }
                }
                Step::AtMost { one, two, fail } => {
                    if self.register(one) > self.register(two) {
                        at = fail as usize;
                    }
                }
                Step::EqualTo { one, constant, fail } => {
                    if self.register(one) != constant {
                        at = fail as usize;
                    }
                }
                Step::DifferentTo { one, constant, fail } => {
                    if self.register(one) == constant {
                        at = fail as usize;
                    }
                }
                Step::AtMostTo { one, constant, fail } => {
                    if self.register(one) > constant {
                        at = fail as usize;
                    }
                }
                Step::AtLeastTo { one, constant, fail } => {
                    if self.register(one) < constant {
                        at = fail as usize;
                    }
                }
                Step::Give { player, points, next } => {
                    let points = i64::from(self.register(points));
                    let player = self.register(player) as usize % 2;
                    self.sums[player] = self.sums[player].saturating_add(points);
                    at = next as usize;
                }
                Step::GiveEach { player, points, slot, next } => {
                    let count = self.slots[usize::from(slot) % SLOTS].word.count_ones();
                    let points = i64::from(self.register(points)) * i64::from(count);
                    let player = self.register(player) as usize % 2;
                    self.sums[player] = self.sums[player].saturating_add(points);
                    at = next as usize;
                }
                Step::InsertEach { place, slot, next } => {
                    let word = self.slots[usize::from(slot) % SLOTS].word;
                    let bit = self.at(place);
                    self.bits[bit / 64] |= word << (bit % 64);
                    at = next as usize;
                }
                Step::Insert { put, fail } => {
                    if !self.insert(&plan.puts[usize::from(put)]) {
                        at = fail as usize;
                    }
                }
                Step::Set { dest, value } => self.set(dest, value),
                Step::Fold { fold, dest, seen, source, next } => {
                    let (before, one) = (self.register(dest), self.register(source));
                    let result = match fold {
                        Fold::Count | Fold::Sum => before.saturating_add(one),
                        _ if self.register(seen) == 0 => one,
                        Fold::Least => before.min(one),
                        Fold::Most => before.max(one),
                    };
                    self.set(dest, result);
                    self.set(seen, 1);
                    at = next as usize;
                }
                Step::FoldEach { dest, source, slot, next } => {
                    let count = self.slots[usize::from(slot) % SLOTS].word.count_ones() as i32;
                    let sum = self.register(source).saturating_mul(count);
                    self.set(dest, self.register(dest).saturating_add(sum));
                    at = next as usize;
                }
                Step::Jump { to } => at = to as usize,
                Step::Round => self.has_grown = false,
                Step::Repeat { to } => {
                    if self.has_grown {
                        at = to as usize;
                    }
                }
                Step::ResetCursor { cursor } => self.cursors[usize::from(cursor) % SLOTS] = 0,
                Step::End => return self.sums,
            }
        }
    }

    /// Copies a row of a list into registers, if there is one.
    #[inline]
    fn take_row(&mut self, list: u16, row: usize, dest: u8, width: u8) -> bool {
        let list = &self.lists[usize::from(list)];
        // A row without columns is kept as one with a column that says nothing.
        let Some(columns) = list.get(row..row + usize::from(width.max(1))) else { return false };
        let dest = usize::from(dest);
        self.registers[dest..dest + columns.len()].copy_from_slice(columns);
        true
    }

    /// Adds the row that registers hold, unless it was there before.
    #[inline]
    fn insert(&mut self, put: &Put) -> bool {
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
}
