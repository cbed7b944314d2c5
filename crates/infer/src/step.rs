//! The steps of a plan.
//!
//! A step that fails ends the round: the walk around it goes on with its next row. All
//! that follows a walk in the same list of steps is done for each of its rows.

use crate::syntax::{Comparison, Fold, Operator};

/// How many registers there are: every number that a byte can name.
pub(crate) const REGISTERS: usize = 256;

/// The most columns of a row.
pub(crate) const COLUMNS: usize = 8;

/// Where something lies: so far behind the constant as a register says, times a power
/// of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) constant: i32,
    pub(crate) register: u8,
    pub(crate) shift: u8,
    /// What the constant is counted from.
    pub(crate) within: Within,
}

/// What is kept of a relation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Within {
    Index { relation: usize, index: usize },
    Values { relation: usize },
}

/// Bits to be walked through: those that are set in all places, `1 << log` bits each, 64
/// at most. The number of a bit, behind `least`, goes to a register.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) sets: Vec<(Place, u32)>,
    pub(crate) dest: u8,
    pub(crate) least: i32,
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Walk(Walk),
    /// Walks through so many words of 64 bits.
    WalkWide {
        place: Place,
        words: usize,
        dest: u8,
    },
    /// Goes through a list; the columns of each row go to registers from `dest` on.
    Scan {
        list: usize,
        dest: u8,
        width: usize,
    },
    /// The same for rows that were not seen before.
    Fresh {
        cursor: usize,
        list: usize,
        dest: u8,
        width: usize,
    },
    /// A column out of the number of a bit.
    Split {
        source: u8,
        dest: u8,
        shift: u32,
        mask: i32,
        least: i32,
    },
    /// A bit must be set.
    Test {
        place: Place,
    },
    /// A bit must not be set, unless a register is out of bounds.
    Absent {
        place: Place,
        bounds: Vec<(u8, i32, i32)>,
    },
    /// The value of a function, which may have none.
    Lookup {
        place: Place,
        dest: u8,
    },
    /// A register must be within bounds.
    Inside {
        register: u8,
        least: i32,
        most: i32,
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
        terms: [(u8, i32); 3],
    },
    Compare {
        comparison: Comparison,
        one: u8,
        two: u8,
    },
    CompareTo {
        comparison: Comparison,
        one: u8,
        constant: i32,
    },
    Set {
        dest: u8,
        value: i32,
    },
    /// Points for a player.
    Give {
        player: u8,
        points: u8,
    },
    /// One more for a count, sum, least or most.
    Fold {
        fold: Fold,
        dest: u8,
        seen: u8,
        source: u8,
    },
    /// A row is concluded. Where it was before, so many walks are left.
    Insert {
        put: usize,
        leave: u32,
    },
    /// So many walks are left: their other rows do not matter.
    Leave(u32),
    /// Steps of their own.
    Block(Vec<Step>),
    /// Steps that are repeated as long as they conclude new rows, after these cursors
    /// were put back.
    Rounds {
        cursors: std::ops::Range<usize>,
        steps: Vec<Step>,
    },
}

/// Where the parts of a row go.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    /// How many columns there are.
    pub(crate) width: usize,
    /// The registers of the columns, where the row comes from registers.
    pub(crate) registers: [u8; COLUMNS],
    /// 1 for the columns that hold a player.
    pub(crate) players: [i32; COLUMNS],
    /// The place that the keys say, where a bit or the value of a function or both are
    /// kept, so far behind these numbers.
    pub(crate) keys: Address,
    pub(crate) keys_bit: Option<usize>,
    pub(crate) value: Option<usize>,
    /// The other bits to be set, among those that are cleared as a whole or never.
    pub(crate) bits: Vec<Address>,
    /// The bits to be set among those that are cleared one by one.
    pub(crate) sparse: Vec<Address>,
    /// The bit that tells whether the row was there before.
    pub(crate) once: Option<Address>,
    pub(crate) once_is_sparse: bool,
    /// The list that the row goes to.
    pub(crate) list: Option<usize>,
}

/// A place that is worked out from the columns of a row, each shifted so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Address {
    constant: i32,
    parts: [(u8, u8); COLUMNS],
    count: usize,
}

impl Address {
    /// A place that does not depend on the row.
    pub(crate) fn new(constant: i32) -> Address {
        Address { constant, ..Address::default() }
    }

    /// The same, further by a column, of which `least` is the least value.
    pub(crate) fn and(mut self, column: usize, least: i32, shift: u32) -> Address {
        self.constant -= least << shift;
        self.parts[self.count] = (column as u8, shift as u8);
        self.count += 1;
        self
    }

    #[inline]
    pub(crate) fn of(&self, row: &[i32; COLUMNS]) -> usize {
        let mut place = self.constant;
        for &(column, shift) in &self.parts[..self.count.min(COLUMNS)] {
            place += row[usize::from(column) % COLUMNS] << shift;
        }
        place as usize
    }
}

/// How large the memory of a plan is. The words of bits before `cleared` are cleared as a
/// whole for each position, the others one by one or never.
#[derive(Clone, Debug)]
pub(crate) struct Sizes {
    pub(crate) words: usize,
    pub(crate) cleared: usize,
    pub(crate) values: usize,
    pub(crate) values_cleared: usize,
    pub(crate) lists: usize,
    /// The lists of facts that change from position to position, or are concluded.
    pub(crate) changing_lists: Vec<usize>,
    pub(crate) cursors: usize,
}
