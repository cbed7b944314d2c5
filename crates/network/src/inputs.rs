//! The inputs of a game's networks.

use std::ops::Range;

use agon_core::{Game, Side};

/// A game whose positions can be the input of a network.
///
/// Either side has a view of the position: a list of active inputs, in which its own pieces and
/// those of the other have different numbers. A search does not add and remove single inputs
/// but rows, which are sums and differences of inputs, so that a move changes as few rows as
/// possible. Rows are numbered as the first side sees them.
pub trait NetworkInputs: Game {
    /// The name of the input set in network files.
    const INPUT_SET: &'static str;

    /// The parameters of the game as network files write them.
    fn parameters_text(&self) -> String;

    /// The number of inputs.
    fn input_count(&self) -> usize;

    /// Calls `visit` for every active input in the view of a side.
    fn for_each_input(&self, position: &Self::Position, view: Side, visit: impl FnMut(usize));

    /// Which inputs can be active together.
    fn input_bounds(&self) -> InputBounds;

    /// The number of rows.
    fn row_count(&self) -> usize;

    /// The inputs that a row adds and those that it removes, in the view of the first side.
    fn row_inputs(&self, row: usize) -> [Vec<usize>; 2];

    /// The row that means to the second side what `row` means to the first.
    fn swapped_row(&self, row: usize) -> usize;

    /// The rows that the move from one position to another adds and removes.
    fn changed_rows(&self, before: &Self::Position, after: &Self::Position) -> ChangedRows;

    /// The parts of a position that can be removed one at a time, to see how the network rates
    /// each.
    fn parts(&self, position: &Self::Position) -> Vec<Part<Self::Position>>;
}

/// A part of a position, and the position without it, which need not be legal.
#[derive(Clone, Debug)]
pub struct Part<P> {
    /// Names the part.
    pub name: String,
    /// The position without the part.
    pub without: P,
}

/// Which inputs can be active together. This bounds the accumulators.
#[derive(Clone, Debug)]
pub struct InputBounds {
    /// Groups of inputs of which at most one is active.
    pub groups: Vec<Range<usize>>,
    /// The largest number of active inputs.
    pub most: usize,
}

impl InputBounds {
    /// The least and the largest sum over active inputs, where each input has a weight.
    pub(crate) fn range(&self, weight: impl Fn(usize) -> i64) -> [i64; 2] {
        [-1, 1].map(|sign| {
            let extreme = |group: &Range<usize>| {
                group.clone().map(|input| sign * weight(input)).max().unwrap_or(0).max(0)
            };
            let mut extremes: Vec<i64> = self.groups.iter().map(extreme).collect();
            extremes.sort_unstable_by(|a, b| b.cmp(a));
            sign * extremes.iter().take(self.most).sum::<i64>()
        })
    }
}

/// The rows that a move adds and removes.
#[derive(Clone, Copy, Debug)]
pub enum ChangedRows {
    /// One row is removed and two are added. Moves from the same position that differ only in
    /// `last` share most of the work, if they are evaluated one after the other.
    Step {
        /// The row that is removed.
        removed: u16,
        /// A row that is added.
        added: u16,
        /// The other row that is added.
        last: u16,
    },
    /// Any number of rows.
    List(RowLists),
}

/// The most rows that a move adds, and the most that it removes.
const MAX_CHANGES: usize = 15;

/// Lists of added rows and of removed rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowLists {
    added: RowList,
    removed: RowList,
}

#[derive(Clone, Copy, Debug, Default)]
struct RowList {
    rows: [u16; MAX_CHANGES],
    count: u16,
}

impl RowList {
    #[inline(always)]
    fn push(&mut self, row: usize) {
        self.rows[usize::from(self.count)] = row as u16;
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.rows[..usize::from(self.count)]
    }
}

impl RowLists {
    /// Adds a row.
    ///
    /// # Panics
    /// If there are more than 15.
    #[inline(always)]
    pub fn add(&mut self, row: usize) {
        self.added.push(row);
    }

    /// Removes a row.
    ///
    /// # Panics
    /// If there are more than 15.
    #[inline(always)]
    pub fn remove(&mut self, row: usize) {
        self.removed.push(row);
    }

    /// The rows that are added.
    #[inline(always)]
    pub fn added(&self) -> &[u16] {
        self.added.as_slice()
    }

    /// The rows that are removed.
    #[inline(always)]
    pub fn removed(&self) -> &[u16] {
        self.removed.as_slice()
    }
}
