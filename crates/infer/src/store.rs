//! Where the rows of relations are kept: which bits, which values, which lists.

use crate::program::{Origin, Program, Relation, Sort};
use crate::step::{Address, COLUMNS, Put, Sizes};

/// The widest set of bits that is cleared as a whole for each position, in bits.
const SMALL: u32 = 10;

/// Bits that say which rows there are, as far as some columns go: one bit for each way
/// to fill them, the columns in order, the last lowest.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) columns: Vec<usize>,
    /// The first bit, once everything has its place.
    start: usize,
}

/// What is kept of a relation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    pub(crate) indexes: Vec<Index>,
    /// Whether the value of a function is kept by its keys, and where the first is.
    values: Option<usize>,
    /// The list of its rows.
    list: Option<usize>,
}

/// What is kept of all relations.
pub(crate) struct Store<'p> {
    program: &'p Program,
    kept: Vec<Kept>,
    lists: usize,
}

/// How far a column is shifted within an index.
pub(crate) fn shift(relation: &Relation, columns: &[usize], place: usize) -> u32 {
    columns[place + 1..].iter().map(|&column| relation.columns[column].1.bits()).sum()
}

impl<'p> Store<'p> {
    pub(crate) fn new(program: &'p Program) -> Store<'p> {
        Store { program, kept: vec![Kept::default(); program.relations.len()], lists: 0 }
    }

    /// The index of a relation over columns in this order.
    pub(crate) fn index(&mut self, relation: usize, columns: &[usize]) -> usize {
        let indexes = &mut self.kept[relation].indexes;
        if let Some(known) = indexes.iter().position(|index| index.columns == columns) {
            return known;
        }
        indexes.push(Index { columns: columns.to_vec(), start: 0 });
        indexes.len() - 1
    }

    /// Sees to it that the values of a function are kept.
    pub(crate) fn values(&mut self, relation: usize) {
        self.kept[relation].values.get_or_insert(0);
    }

    /// The list of the rows of a relation.
    pub(crate) fn list(&mut self, relation: usize) -> usize {
        let list = self.kept[relation].list.get_or_insert_with(|| {
            self.lists += 1;
            self.lists - 1
        });
        *list
    }

    /// Whether anything is kept of a relation.
    pub(crate) fn is_kept(&self, relation: usize) -> bool {
        let kept = &self.kept[relation];
        !kept.indexes.is_empty() || kept.values.is_some() || kept.list.is_some()
    }

    /// The lists that are not those of facts that never change.
    fn changing_lists(&self) -> Vec<usize> {
        let relations = self.program.relations.iter().zip(&self.kept);
        let changing = relations.filter(|(relation, _)| !is_fixed(relation));
        changing.filter_map(|(_, kept)| kept.list).collect()
    }

    fn bits(&self, relation: usize, index: &Index) -> u32 {
        let columns = &self.program.relations[relation].columns;
        index.columns.iter().map(|&column| columns[column].1.bits()).sum()
    }

    fn keys(&self, relation: usize) -> Vec<usize> {
        (0..self.program.relations[relation].keys()).collect()
    }

    /// Gives everything its place: what is cleared as a whole first, then what is
    /// cleared bit by bit, then what never changes.
    pub(crate) fn settle(&mut self, cursors: usize) -> Sizes {
        let mut words = 0;
        let mut ends = [0; 3];
        for (part, end) in ends.iter_mut().enumerate() {
            for relation in 0..self.kept.len() {
                for number in 0..self.kept[relation].indexes.len() {
                    let bits = self.bits(relation, &self.kept[relation].indexes[number]);
                    let belongs = match is_fixed(&self.program.relations[relation]) {
                        true => 2,
                        false => usize::from(self.is_sparse(relation, number)),
                    };
                    if belongs == part {
                        self.kept[relation].indexes[number].start = 64 * words;
                        words += 1 << bits.saturating_sub(6);
                    }
                }
            }
            *end = words;
        }
        let mut values = 0;
        let mut value_ends = [0; 2];
        for (part, end) in value_ends.iter_mut().enumerate() {
            for relation in 0..self.kept.len() {
                let fixed = usize::from(is_fixed(&self.program.relations[relation]));
                if self.kept[relation].values.is_some() && fixed == part {
                    self.kept[relation].values = Some(values);
                    let keys = Index { columns: self.keys(relation), start: 0 };
                    values += 1 << self.bits(relation, &keys);
                }
            }
            *end = values;
        }
        Sizes {
            words,
            cleared: ends[0],
            values,
            values_cleared: value_ends[0],
            lists: self.lists,
            changing_lists: self.changing_lists(),
            cursors,
        }
    }

    /// Whether the bits of an index are cleared one by one.
    fn is_sparse(&self, relation: usize, index: usize) -> bool {
        let bits = self.bits(relation, &self.kept[relation].indexes[index]);
        !is_fixed(&self.program.relations[relation]) && bits > SMALL
    }

    /// The first bit of an index.
    pub(crate) fn start(&self, relation: usize, index: usize) -> usize {
        self.kept[relation].indexes[index].start
    }

    /// The first bit of the rows of a relation that begin with these values, if they are
    /// kept as bits in order of the last column, counted from `least`, and in no other way.
    pub(crate) fn only_bits(&self, relation: usize, values: &[i32], least: i32) -> Option<usize> {
        let kept = &self.kept[relation];
        let [index] = &kept.indexes[..] else { return None };
        let all: Vec<usize> = (0..self.program.relations[relation].columns.len()).collect();
        let is_only = kept.values.is_none() && kept.list.is_none() && index.columns == all;
        let last = self.program.relations[relation].columns[values.len()].1;
        if !is_only || self.is_sparse(relation, 0) || last.least != least {
            return None;
        }
        let mut row = [0; COLUMNS];
        row[..values.len()].copy_from_slice(values);
        row[values.len()] = least;
        Some(self.address(relation, &all, index.start).of(&row))
    }

    /// The first value of a function.
    pub(crate) fn first_value(&self, relation: usize) -> usize {
        self.kept[relation].values.unwrap_or(0)
    }

    /// Where a column of the row begins to count for an index that starts somewhere.
    fn address(&self, relation: usize, columns: &[usize], start: usize) -> Address {
        let table = &self.program.relations[relation];
        let mut address = Address::new(start as i32);
        for (place, &column) in columns.iter().enumerate() {
            let least = table.columns[column].1.least;
            address = address.and(column, least, shift(table, columns, place));
        }
        address
    }

    /// Where the rows of a relation go, of which `once` tells whether they may come twice.
    pub(crate) fn put(&self, relation: usize, once: Option<usize>) -> Put {
        let kept = &self.kept[relation];
        let address = |index: &Index| self.address(relation, &index.columns, index.start);
        let keys = self.keys(relation);
        let by_keys = (0..kept.indexes.len()).find(|&number| {
            Some(number) != once
                && kept.indexes[number].columns == keys
                && !self.is_sparse(relation, number)
        });
        let some = |is_sparse: bool| {
            let others = kept.indexes.iter().enumerate().filter(|&(number, _)| {
                Some(number) != once
                    && Some(number) != by_keys
                    && self.is_sparse(relation, number) == is_sparse
            });
            others.map(|(_, index)| address(index)).collect()
        };
        let columns = &self.program.relations[relation].columns;
        let mut players = [0; COLUMNS];
        for (player, (sort, _)) in players.iter_mut().zip(columns) {
            *player = i32::from(*sort == Sort::Side);
        }
        Put {
            width: columns.len(),
            registers: [0; COLUMNS],
            players,
            keys: self.address(relation, &keys, 0),
            keys_bit: by_keys.map(|number| kept.indexes[number].start),
            value: kept.values,
            bits: some(false),
            sparse: some(true),
            once_is_sparse: once.is_some_and(|number| self.is_sparse(relation, number)),
            once: once.map(|number| address(&kept.indexes[number])),
            list: kept.list,
        }
    }
}

pub(crate) fn is_fixed(relation: &Relation) -> bool {
    matches!(relation.origin, Origin::Game { is_fixed: true, .. })
}
