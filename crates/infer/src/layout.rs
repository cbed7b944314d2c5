//! The storage layout: which indexes, values and row lists relations need, and their
//! addresses in memory.

use crate::program::{Program, Relation, Type};
use crate::step::{
    Bitmap, CountedBit, Insertion, KeptRelation, MAX_COLUMNS, RowAddress, StorageSizes,
};

/// The log of the widest dense index. Dense indexes are cleared as a whole for each position,
/// sparse ones word by word.
pub(crate) const MAX_DENSE_BITS: u32 = 10;

/// A bitmap index over some columns of a relation: one bit for each combination of their
/// values. The last column has the lowest bits of the bit number.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) columns: Vec<usize>,
    /// The first bit, once addresses are assigned.
    start: usize,
    /// The first number of rows, if facts are kept and the columns do not identify a row.
    counts: Option<usize>,
}

/// How a relation is stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelationLayout {
    pub(crate) indexes: Vec<Index>,
    /// The first value, if the values of a function are stored by its keys.
    values: Option<usize>,
    /// The row list.
    list: Option<usize>,
}

/// How all relations are stored.
pub(crate) struct Layout<'p> {
    program: &'p Program,
    relations: Vec<RelationLayout>,
    lists: usize,
}

/// By how many bits the column at a position is shifted in the bit number of an index.
pub(crate) fn shift(relation: &Relation, columns: &[usize], position: usize) -> u32 {
    columns[position + 1..].iter().map(|&column| relation.columns[column].1.bits()).sum()
}

impl<'p> Layout<'p> {
    pub(crate) fn new(program: &'p Program) -> Layout<'p> {
        Layout {
            program,
            relations: vec![RelationLayout::default(); program.relations.len()],
            lists: 0,
        }
    }

    /// The index of a relation over columns in this order, which is added if it is new.
    pub(crate) fn index(&mut self, relation: usize, columns: &[usize]) -> usize {
        let indexes = &mut self.relations[relation].indexes;
        if let Some(known) = indexes.iter().position(|index| index.columns == columns) {
            return known;
        }
        indexes.push(Index { columns: columns.to_vec(), start: 0, counts: None });
        indexes.len() - 1
    }

    /// Has the values of a function stored.
    pub(crate) fn values(&mut self, relation: usize) {
        self.relations[relation].values.get_or_insert(0);
    }

    /// The row list of a relation, which is added if it is new.
    pub(crate) fn list(&mut self, relation: usize) -> usize {
        let list = self.relations[relation].list.get_or_insert_with(|| {
            self.lists += 1;
            self.lists - 1
        });
        *list
    }

    /// Whether the rows of a relation are stored at all.
    pub(crate) fn is_stored(&self, relation: usize) -> bool {
        let stored = &self.relations[relation];
        !stored.indexes.is_empty() || stored.values.is_some() || stored.list.is_some()
    }

    /// Whether the rows of a relation are kept from one position to the next.
    fn is_kept(&self, relation: usize) -> bool {
        let table = &self.program.relations[relation];
        match table.is_idb() {
            true => self.program.is_maintained(relation),
            false => self.program.keeps_facts && !table.is_fixed(),
        }
    }

    /// The row lists of relations that are neither fixed nor kept.
    fn changing_lists(&self) -> Vec<usize> {
        let is_cleared =
            |&one: &usize| !self.program.relations[one].is_fixed() && !self.is_kept(one);
        let relations = (0..self.relations.len()).filter(is_cleared);
        relations.filter_map(|relation| self.relations[relation].list).collect()
    }

    fn bits(&self, relation: usize, index: &Index) -> u32 {
        let columns = &self.program.relations[relation].columns;
        index.columns.iter().map(|&column| columns[column].1.bits()).sum()
    }

    fn keys(&self, relation: usize) -> Vec<usize> {
        (0..self.program.relations[relation].key_columns()).collect()
    }

    /// Assigns addresses: first to indexes of kept facts, then to dense indexes, then to sparse
    /// ones, then to those of fixed relations.
    pub(crate) fn assign_addresses(&mut self, cursors: usize) -> StorageSizes {
        let (mut words, mut counts) = (0, 0);
        let mut ends = [0; 4];
        for (part, end) in ends.iter_mut().enumerate() {
            for relation in 0..self.relations.len() {
                for number in 0..self.relations[relation].indexes.len() {
                    let bits = self.bits(relation, &self.relations[relation].indexes[number]);
                    let belongs = match self.program.relations[relation].is_fixed() {
                        true => 3,
                        false if self.is_kept(relation) => 0,
                        false => 1 + usize::from(self.is_sparse(relation, number)),
                    };
                    if belongs == part {
                        let keys = self.keys(relation);
                        let index = &mut self.relations[relation].indexes[number];
                        index.start = 64 * words;
                        words += 1 << bits.saturating_sub(6);
                        if part == 0 && !keys.iter().all(|key| index.columns.contains(key)) {
                            index.counts = Some(counts);
                            counts += 1 << bits;
                        }
                    }
                }
            }
            *end = words;
        }
        let mut values = 0;
        let mut value_ends = [0; 2];
        for (part, end) in value_ends.iter_mut().enumerate() {
            for relation in 0..self.relations.len() {
                let table = &self.program.relations[relation];
                let stays = usize::from(table.is_fixed() || self.is_kept(relation));
                if self.relations[relation].values.is_some() && stays == part {
                    self.relations[relation].values = Some(values);
                    let columns = self.keys(relation);
                    let keys = Index { columns, start: 0, counts: None };
                    values += 1 << self.bits(relation, &keys);
                }
            }
            *end = values;
        }
        StorageSizes {
            words,
            kept_words: ends[0],
            counts,
            dense_words: ends[1],
            values,
            changing_values: value_ends[0],
            lists: self.lists,
            changing_lists: self.changing_lists(),
            cursors,
        }
    }

    /// Whether an index is cleared word by word.
    fn is_sparse(&self, relation: usize, index: usize) -> bool {
        let bits = self.bits(relation, &self.relations[relation].indexes[index]);
        !self.program.relations[relation].is_fixed()
            && !self.is_kept(relation)
            && bits > MAX_DENSE_BITS
    }

    /// The first bit of an index.
    pub(crate) fn start(&self, relation: usize, index: usize) -> usize {
        self.relations[relation].indexes[index].start
    }

    /// Where the rows of a relation are stored that is renewed by an index.
    pub(crate) fn kept(&self, relation: usize, index: usize) -> KeptRelation {
        let index = &self.relations[relation].indexes[index];
        let column = |&column: &usize| {
            let range = self.program.relations[relation].columns[column].1;
            (column, range.least, range.bits())
        };
        let columns: Vec<(usize, i32, u32)> = index.columns.iter().map(column).collect();
        KeptRelation {
            insertion: self.insertion(relation, None),
            first_bit: index.start,
            rest_bits: columns.iter().skip(1).map(|&(.., bits)| bits).sum(),
            columns,
        }
    }

    /// Where an index lies.
    pub(crate) fn bitmap(&self, relation: usize, index: usize) -> Bitmap {
        let bits = self.bits(relation, &self.relations[relation].indexes[index]);
        Bitmap {
            first: self.start(relation, index) / 64,
            words: 1 << bits.saturating_sub(6),
            is_sparse: self.is_sparse(relation, index),
        }
    }

    /// The least value of a column.
    pub(crate) fn least(&self, relation: usize, column: usize) -> i32 {
        self.program.relations[relation].columns[column].1.least
    }

    /// The first value of a function.
    pub(crate) fn first_value(&self, relation: usize) -> usize {
        self.relations[relation].values.unwrap_or(0)
    }

    /// The address of a row in an index over columns that starts somewhere.
    fn address(&self, relation: usize, columns: &[usize], start: usize) -> RowAddress {
        let table = &self.program.relations[relation];
        let mut address = RowAddress::new(start as i32);
        for (position, &column) in columns.iter().enumerate() {
            let least = table.columns[column].1.least;
            address = address.and(column, least, shift(table, columns, position));
        }
        address
    }

    /// Where the rows of a relation are stored; `dedup` is the index that tells whether a row
    /// was derived before.
    pub(crate) fn insertion(&self, relation: usize, dedup: Option<usize>) -> Insertion {
        let stored = &self.relations[relation];
        let address = |index: &Index| self.address(relation, &index.columns, index.start);
        let keys = self.keys(relation);
        let by_keys = (0..stored.indexes.len()).find(|&number| {
            Some(number) != dedup
                && stored.indexes[number].columns == keys
                && !self.is_sparse(relation, number)
        });
        let others = |is_sparse: bool| {
            let addresses = stored.indexes.iter().enumerate().filter(|&(number, _)| {
                Some(number) != dedup
                    && Some(number) != by_keys
                    && stored.indexes[number].counts.is_none()
                    && self.is_sparse(relation, number) == is_sparse
            });
            addresses.map(|(_, index)| address(index)).collect()
        };
        let counted = stored.indexes.iter().filter_map(|index| {
            let count = self.address(relation, &index.columns, index.counts?);
            Some(CountedBit { bit: address(index), count })
        });
        let columns = &self.program.relations[relation].columns;
        let mut players = [0; MAX_COLUMNS];
        for (player, (ty, _)) in players.iter_mut().zip(columns) {
            *player = i32::from(*ty == Type::Side);
        }
        let mut insertion = Insertion {
            width: columns.len(),
            registers: [0; MAX_COLUMNS],
            players,
            keys: self.address(relation, &keys, 0),
            keys_bit: by_keys.map(|number| stored.indexes[number].start),
            value: stored.values,
            bits: others(false),
            sparse: others(true),
            counted: counted.collect(),
            dedup_is_sparse: dedup.is_some_and(|number| self.is_sparse(relation, number)),
            dedup: dedup.map(|number| address(&stored.indexes[number])),
            list: stored.list,
            sets: None,
        };
        let sets = self.program.relations[relation].set_column();
        insertion.sets = sets.map(|column| Box::new(insertion.for_sets(column)));
        insertion
    }
}
