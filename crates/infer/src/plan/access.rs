//! Steps that look at the rows of relations.

use super::{Here, Planner};
use crate::program::{Goal, GoalKind, Range, Slot, is_wanted};
use crate::step::{Place, Step, Walk, Within};
use crate::store::shift;
use crate::syntax::Comparison;
use crate::trouble::Trouble;

/// The widest sets of bits that are walked through; where there could be more rows, they
/// are listed.
const WIDEST_WALK: u32 = 10;

/// The bits that one walk without words goes through, as a power of two.
const WORD: u32 = 6;

impl<'p> Planner<'p> {
    /// Rows of a relation: tested, looked up, walked through or listed.
    pub(super) fn holds(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &'p [Slot],
        goals: &mut Vec<&'p Goal>,
    ) -> Result<(), Trouble> {
        let table = &self.program.relations[relation];
        if self.program.counts_proofs && table.is_concluded() {
            return self.scan(here, relation, columns);
        }
        let all: Vec<usize> = (0..columns.len()).collect();
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&column| here.is_known(columns[column]));
        let unknown: Vec<usize> =
            unknown.into_iter().filter(|&column| column < table.keys()).collect();
        if unknown.is_empty() {
            return match table.keys() < columns.len() {
                true => self.lookup(here, relation, columns),
                false => {
                    self.within(here, relation, columns, &all);
                    let place = self.bit(here, relation, columns, &all, all.len())?;
                    self.emit(Step::Test { place });
                    Ok(())
                }
            };
        }
        let bits: u32 = unknown.iter().map(|&column| table.columns[column].1.bits()).sum();
        if bits > WIDEST_WALK {
            return self.scan(here, relation, columns);
        }
        // What is known comes first in the index, and what is not is walked through.
        let order: Vec<usize> = known.iter().chain(&unknown).copied().collect();
        self.within(here, relation, columns, &known);
        let place = self.bit(here, relation, columns, &order, known.len())?;
        let dest = here.take(1)?;
        let rows = self.most_rows(relation, &known);
        let mut others = Vec::new();
        match (&unknown[..], columns[unknown[0]]) {
            ([column], Slot::Variable(variable)) if bits <= WORD => {
                let range = table.columns[*column].1;
                let mut sets = vec![(place, bits)];
                others = self.also(here, variable, range.least, &mut sets, goals)?;
                self.emit(Step::Walk(Walk { sets, dest, least: range.least }));
                here.enter(rows);
                here.know(variable, dest, range);
            }
            _ => {
                self.emit(match bits <= WORD {
                    true => Step::Walk(Walk { sets: vec![(place, bits)], dest, least: 0 }),
                    false => Step::WalkWide { place, words: 1 << (bits - WORD), dest },
                });
                here.enter(rows);
                self.split(here, relation, columns, &unknown, dest)?;
            }
        }
        // The value of a function, unless it was known and part of the index.
        if order.len() < columns.len() {
            // Where all keys were walked through in order, the number of the bit is that
            // of the value.
            let all_walked = known.is_empty() && unknown.len() > 1;
            let whole = all_walked.then_some(dest);
            self.value(here, relation, columns, whole)?;
        }
        for (relation, columns) in others {
            self.value(here, relation, columns, None)?;
        }
        Ok(())
    }

    /// Takes other conditions on the variable that is about to be walked through into the
    /// walk, where they are sets of bits too. Gives the functions whose values are still
    /// to be looked up.
    fn also(
        &mut self,
        here: &mut Here<'p>,
        variable: usize,
        least: i32,
        sets: &mut Vec<(Place, u32)>,
        goals: &mut Vec<&'p Goal>,
    ) -> Result<Vec<(usize, &'p [Slot])>, Trouble> {
        let mut others = Vec::new();
        let mut left = Vec::new();
        for goal in std::mem::take(goals) {
            let GoalKind::Holds { relation, columns } = &goal.kind else {
                left.push(goal);
                continue;
            };
            let table = &self.program.relations[*relation];
            let walked = columns.iter().position(|&slot| slot == Slot::Variable(variable));
            let (known, unknown): (Vec<usize>, Vec<usize>) = (0..columns.len())
                .filter(|&column| columns[column] != Slot::Variable(variable))
                .partition(|&column| here.is_known(columns[column]));
            let is_value = |column: usize| column >= table.keys();
            let fits = walked.filter(|&walked| {
                let range = table.columns[walked].1;
                known.len() + unknown.len() + 1 == columns.len()
                    && !is_value(walked)
                    && unknown.iter().all(|&column| is_value(column))
                    && range.least == least
                    && range.bits() <= WORD
                    && !(self.program.counts_proofs && table.is_concluded())
            });
            let Some(walked) = fits else {
                left.push(goal);
                continue;
            };
            let order: Vec<usize> = known.iter().copied().chain([walked]).collect();
            self.within(here, *relation, columns, &known);
            let place = self.bit(here, *relation, columns, &order, known.len())?;
            sets.push((place, table.columns[walked].1.bits()));
            if !unknown.is_empty() {
                others.push((*relation, &columns[..]));
            }
        }
        *goals = left;
        Ok(others)
    }

    /// Takes the number of a bit apart into columns.
    fn split(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        walked: &[usize],
        source: u8,
    ) -> Result<(), Trouble> {
        let table = &self.program.relations[relation];
        for (place, &column) in walked.iter().enumerate() {
            if !is_wanted(here.clause, columns[column]) && table.keys() == columns.len() {
                continue;
            }
            let range = table.columns[column].1;
            let dest = here.take(1)?;
            let mask = (1 << range.bits()) - 1;
            let shift = shift(table, walked, place);
            self.emit(Step::Split { source, dest, shift, mask, least: range.least });
            self.bind(here, columns[column], dest, range);
        }
        Ok(())
    }

    /// Gives a variable a register, or compares it with what it is already.
    pub(super) fn bind(&mut self, here: &mut Here<'p>, slot: Slot, register: u8, range: Range) {
        let comparison = Comparison::Equal;
        match slot {
            Slot::Constant(constant) => {
                self.emit(Step::CompareTo { comparison, one: register, constant });
            }
            Slot::Variable(variable) if here.known[variable] => {
                let two = here.registers[variable];
                self.emit(Step::Compare { comparison, one: register, two });
                here.ranges[variable] = here.ranges[variable].both(range);
            }
            Slot::Variable(variable) => here.know(variable, register, range),
        }
    }

    /// Gives the variables of a row the registers from `first` on.
    pub(super) fn bind_all(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        first: u8,
    ) {
        for (column, &slot) in columns.iter().enumerate() {
            let range = self.program.relations[relation].columns[column].1;
            self.bind(here, slot, first + column as u8, range);
        }
    }

    /// All rows of a relation, one after the other.
    fn scan(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
    ) -> Result<(), Trouble> {
        let list = self.store.list(relation);
        let dest = here.take(columns.len().max(1))?;
        self.emit(Step::Scan { list, dest, width: columns.len() });
        here.enter(self.most_rows(relation, &[]));
        self.bind_all(here, relation, columns, dest);
        Ok(())
    }

    /// The value of a function that has one, if it is wanted; `whole` is the register with
    /// the number of its place, if there is one.
    fn value(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        whole: Option<u8>,
    ) -> Result<(), Trouble> {
        if !is_wanted(here.clause, columns[columns.len() - 1]) {
            return Ok(());
        }
        let Some(register) = whole else { return self.lookup(here, relation, columns) };
        let within = Within::Values { relation };
        let place = Place { constant: 0, register, shift: 0, within };
        self.lookup_at(here, relation, columns, place)
    }

    /// The value of a function whose keys are known.
    fn lookup(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
    ) -> Result<(), Trouble> {
        let keys: Vec<usize> = (0..columns.len() - 1).collect();
        self.within(here, relation, columns, &keys);
        let within = Within::Values { relation };
        let place = self.place(here, relation, columns, &keys, keys.len(), within)?;
        self.lookup_at(here, relation, columns, place)
    }

    fn lookup_at(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        place: Place,
    ) -> Result<(), Trouble> {
        self.store.values(relation);
        let (last, dest) = (columns.len() - 1, here.take(1)?);
        self.emit(Step::Lookup { place, dest });
        let range = self.program.relations[relation].columns[last].1;
        self.bind(here, columns[last], dest, range);
        // It was found where the keys were.
        if let Slot::Variable(variable) = columns[last] {
            let keys = columns[..last].iter().map(|slot| match slot {
                Slot::Variable(key) => here.found_in[*key],
                Slot::Constant(_) => 0,
            });
            let found_in = keys.max().unwrap_or(0);
            here.found_in[variable] = here.found_in[variable].min(found_in);
        }
        Ok(())
    }

    /// There must be no such row.
    pub(super) fn absent(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Option<Slot>],
    ) -> Result<(), Trouble> {
        let given: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].is_some()).collect();
        let slots: Vec<Slot> =
            columns.iter().map(|slot| slot.unwrap_or(Slot::Constant(0))).collect();
        let mut bounds = Vec::new();
        for &column in &given {
            let Range { least, most } = self.program.relations[relation].columns[column].1;
            match slots[column] {
                // What is out of bounds is not there.
                Slot::Constant(value) if value < least || value > most => return Ok(()),
                Slot::Constant(_) => (),
                Slot::Variable(variable) => {
                    let known = here.ranges[variable];
                    if known.least < least || known.most > most {
                        bounds.push((here.registers[variable], least, most));
                    }
                }
            }
        }
        let place = self.bit(here, relation, &slots, &given, given.len())?;
        self.emit(Step::Absent { place, bounds });
        Ok(())
    }

    /// Fails where a variable or a constant cannot stand in a column.
    fn within(&mut self, here: &mut Here<'p>, relation: usize, columns: &[Slot], given: &[usize]) {
        for &column in given {
            let range = self.program.relations[relation].columns[column].1;
            let Range { least, most } = range;
            match columns[column] {
                Slot::Constant(value) if value < least || value > most => {
                    // Register 0 is always 0, so this always fails.
                    self.emit(Step::Inside { register: 0, least: 1, most: 1 });
                }
                Slot::Constant(_) => (),
                Slot::Variable(variable) => {
                    let known = here.ranges[variable];
                    if known.least < least || known.most > most {
                        let register = here.registers[variable];
                        self.emit(Step::Inside { register, least, most });
                        here.ranges[variable] = known.both(range);
                    }
                }
            }
        }
    }

    /// The first bit of an index over columns in an order, of which the first few are
    /// known.
    fn bit(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        order: &[usize],
        given: usize,
    ) -> Result<Place, Trouble> {
        let index = self.store.index(relation, order);
        let within = Within::Index { relation, index };
        self.place(here, relation, columns, order, given, within)
    }

    fn place(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        order: &[usize],
        given: usize,
        within: Within,
    ) -> Result<Place, Trouble> {
        let table = &self.program.relations[relation];
        let mut constant = 0;
        let mut parts: Vec<(u8, u8)> = Vec::new();
        for (place, &column) in order[..given].iter().enumerate() {
            let shift = shift(table, order, place);
            let range = table.columns[column].1;
            match columns[column] {
                Slot::Constant(value) => {
                    // Where it is out of bounds, the plan has failed before.
                    let value = value.clamp(range.least, range.most.max(range.least));
                    constant += (value - range.least) << shift;
                }
                Slot::Variable(variable) => {
                    constant -= range.least << shift;
                    parts.push((here.registers[variable], shift as u8));
                }
            }
        }
        while parts.len() > 1 {
            let ((one, one_shift), (two, two_shift)) = (parts[0], parts[1]);
            let dest = here.take(1)?;
            self.emit(Step::Join { dest, one, one_shift, two, two_shift });
            parts.splice(..2, [(dest, 0)]);
        }
        let (register, shift) = parts.first().copied().unwrap_or((0, 0));
        Ok(Place { constant, register, shift, within })
    }
}
