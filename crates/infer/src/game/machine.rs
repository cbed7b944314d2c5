//! A program that runs on the facts of a position, and its twin, the reference interpreter.
//!
//! The facts stay in memory: from one position to the next only those are written that differ. What
//! follows from them is derived anew.

use super::maintained::{Maintained, maintain};
use super::state::{Facts, StateRelation};
use crate::bits::bits;
use crate::diagnostic::Diagnostic;
use crate::memory::Memory;
use crate::plan::{Plan, plan};
use crate::program::{Origin, Program};
use crate::reference::Interpreter;
use crate::step::MAX_COLUMNS;
use crate::unfold::unfold;

/// Where the rows of a given relation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// They are the same in every position.
    Fixed,
    /// A relation of the state, by its number.
    State(usize),
    /// The side to move.
    Mover,
    /// The move that is made, if it is of this kind.
    Does(usize),
    /// What has changed for a relation that is maintained.
    Anchors(usize),
}

/// The facts on which a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) facts: Facts,
    pub(crate) mover: i32,
    /// The kind of the move that is made, and its columns.
    pub(crate) does: Option<(usize, [i32; MAX_COLUMNS])>,
}

/// What a program derived last, and from what.
pub(crate) struct Derived {
    memory: Memory,
    given: Option<Given>,
    /// For each relation that is maintained, the anchors that were last renewed, as bits, and those
    /// that what has changed since then concerns.
    renewed: Vec<u64>,
    concerned: Vec<u64>,
}

/// A program that was compiled for the facts of a game.
pub(crate) struct Machine {
    pub(crate) program: Program,
    pub(crate) plan: Plan,
    maintained: Vec<Maintained>,
    sources: Vec<Source>,
    /// The rows of the fixed relations, for the twin.
    fixed: Vec<(usize, Vec<Vec<i32>>)>,
}

/// A row of one column.
fn row(value: i32) -> [i32; MAX_COLUMNS] {
    [value, 0, 0, 0, 0, 0, 0, 0]
}

impl Machine {
    /// Relations with at most `most_uses` uses are unfolded.
    pub(crate) fn new(
        program: Program,
        most_uses: usize,
        rows: &[Vec<Vec<i32>>],
        sources: &[Source],
    ) -> Result<Machine, Diagnostic> {
        let (mut all_rows, mut sources) = (rows.to_vec(), sources.to_vec());
        let plain = Program { keeps_facts: true, ..program.clone() };
        let mut quick = plain.clone();
        unfold(&mut quick, most_uses);
        let maintained = maintain(&mut quick, &mut all_rows, &mut sources);
        let (plan, maintained) = match plan(&quick, &all_rows) {
            Ok(plan) => (plan, maintained),
            Err(_) => (plan(&plain, &rows.to_vec())?, Vec::new()),
        };
        let mut fixed = Vec::new();
        for (relation, table) in program.relations.iter().enumerate() {
            if let Origin::Edb { index, is_fixed: true, .. } = table.origin {
                fixed.push((relation, rows[index].clone()));
            }
        }
        Ok(Machine { program, plan, maintained, sources, fixed })
    }

    /// A memory in which nothing is derived yet.
    pub(crate) fn begin(&self) -> Derived {
        let renewed = vec![0; self.maintained.len()];
        let concerned = self.maintained.iter().map(|one| one.all).collect();
        Derived { memory: self.plan.memory.clone(), given: None, renewed, concerned }
    }

    /// Derives everything that follows from what is given, unless it is there.
    pub(crate) fn run(&self, derived: &mut Derived, state: &[StateRelation], given: Given) {
        if derived.given.as_ref() == Some(&given) {
            return;
        }
        let before = derived.given.take();
        let Derived { memory, renewed, concerned, .. } = derived;
        for (index, insertion) in &self.plan.facts {
            let mut has_changed = false;
            let anchors = match self.sources[*index] {
                Source::Anchors(number) => std::mem::take(&mut concerned[number]),
                _ => 0,
            };
            let mut change = |row: &[i32; MAX_COLUMNS], is_added| {
                has_changed = true;
                for (anchors, one) in concerned.iter_mut().zip(&self.maintained) {
                    *anchors |= one.concerned(*index, row);
                }
                match is_added {
                    true => memory.keep(insertion, row),
                    false => memory.remove(insertion, row),
                }
            };
            match self.sources[*index] {
                Source::Fixed => (),
                Source::State(number) => match &before {
                    None => state[number].rows(&given.facts, |row, _| change(row, true)),
                    Some(before) => {
                        let relation = &state[number];
                        relation.differences(&before.facts, &given.facts, |slot| {
                            for (facts, is_added) in [(&before.facts, false), (&given.facts, true)]
                            {
                                let code = relation.code(facts, slot);
                                let row = relation.row_of(slot, code);
                                row.iter().for_each(|row| change(row, is_added));
                            }
                        });
                    }
                },
                Source::Mover => {
                    if before.is_none_or(|before| before.mover != given.mover) {
                        before.iter().for_each(|before| change(&row(before.mover), false));
                        change(&row(given.mover), true);
                    }
                }
                Source::Does(kind) => {
                    let made = |given: &Given| given.does.filter(|&(made, _)| made == kind);
                    let old = before.as_ref().and_then(made);
                    old.iter().for_each(|(_, row)| change(row, false));
                    made(&given).iter().for_each(|(_, row)| change(row, true));
                }
                Source::Anchors(number) => {
                    let least = self.maintained[number].least;
                    for at in bits(renewed[number] ^ anchors) {
                        change(&row(least + at as i32), anchors >> at & 1 == 1);
                    }
                    renewed[number] = anchors;
                }
            }
            if let (Some(list), true) = (insertion.list, has_changed) {
                memory.clear_list(list);
                self.for_each_row(*index, state, &given, |row, width| {
                    memory.extend_list(list, &row[..width]);
                });
            }
        }
        for (kept, &anchors) in self.plan.maintained.iter().zip(renewed.iter()) {
            bits(anchors).for_each(|at| memory.remove_anchor(kept, at));
        }
        memory.clear(&self.plan.sizes);
        self.plan.run(memory);
        if self.plan.exports.iter().any(|bitmap| bitmap.is_sparse) {
            memory.sort_sparse();
        }
        derived.given = Some(given);
    }

    /// Calls `tell` with the rows of a given relation that is not fixed, and their width.
    fn for_each_row(
        &self,
        index: usize,
        state: &[StateRelation],
        given: &Given,
        mut tell: impl FnMut(&[i32; MAX_COLUMNS], usize),
    ) {
        match self.sources[index] {
            Source::Fixed | Source::Anchors(_) => (),
            Source::State(number) => state[number].rows(&given.facts, tell),
            Source::Mover => tell(&row(given.mover), 1),
            Source::Does(kind) => {
                let made = given.does.iter().filter(|(made, _)| *made == kind);
                let is_given = |table: &&crate::program::Relation| matches!(table.origin, Origin::Edb { index: one, .. } if one == index);
                let table = self.program.relations.iter().find(is_given);
                let width = table.map_or(0, |table| table.columns.len());
                made.for_each(|(_, row)| tell(row, width));
            }
        }
    }

    /// The rows of a listed relation, one after the other. A row without columns is a number of no
    /// meaning.
    pub(crate) fn rows<'m>(
        &self,
        derived: &'m Derived,
        listed: usize,
    ) -> std::slice::Chunks<'m, i32> {
        let width = self.program.relations[self.program.listed[listed]].columns.len();
        derived.memory.list(self.plan.lists[listed]).chunks(width.max(1))
    }

    /// The rows of an exported relation in ascending order, as the numbers of their bits: the last
    /// column has the lowest bits.
    #[inline]
    pub(crate) fn exported(&self, derived: &Derived, export: usize) -> impl Iterator<Item = u32> {
        let words = derived.memory.words(self.plan.exports[export]);
        words.flat_map(|(first, word)| bits(word).map(move |bit| first + bit as u32))
    }

    /// How many rows an exported relation has.
    pub(crate) fn count(&self, derived: &Derived, export: usize) -> usize {
        let words = derived.memory.words(self.plan.exports[export]);
        words.map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// The rows of the exported and of the listed relations, sorted.
    pub(crate) fn all_rows(&self, derived: &Derived) -> Vec<Vec<Vec<i32>>> {
        let exported = self.program.exports.iter().enumerate().map(|(export, &relation)| {
            let columns = &self.program.relations[relation].columns;
            let row = |bit: u32| {
                let mut rest = bit;
                let mut row: Vec<i32> = columns
                    .iter()
                    .rev()
                    .map(|&(_, range)| {
                        let value = rest & ((1 << range.bits()) - 1);
                        rest >>= range.bits();
                        range.least + value as i32
                    })
                    .collect();
                row.reverse();
                row
            };
            self.exported(derived, export).map(row).collect()
        });
        let listed = self.program.listed.iter().enumerate().map(|(listed, &relation)| {
            let width = self.program.relations[relation].columns.len();
            let rows = self.rows(derived, listed).map(|row| row[..width].to_vec());
            let mut rows: Vec<Vec<i32>> = rows.collect();
            rows.sort();
            if width == 0 {
                rows.dedup();
            }
            rows
        });
        exported.chain(listed).collect()
    }

    /// The same rows as the twin derives them: everything is derived the obvious way.
    pub(crate) fn obvious_rows(
        &self,
        state: &[StateRelation],
        given: &Given,
    ) -> Option<Vec<Vec<Vec<i32>>>> {
        let mut twin = self.twin(state, given);
        twin.run();
        if twin.gave_up() {
            return None;
        }
        let read = self.program.exports.iter().chain(&self.program.listed);
        Some(read.map(|&relation| twin.sorted_rows(relation)).collect())
    }

    /// Where the rows of a relation come from; `None` if rules derive them.
    pub(crate) fn source(&self, relation: usize) -> Option<Source> {
        match self.program.relations[relation].origin {
            Origin::Edb { index, .. } => Some(self.sources[index]),
            Origin::Idb => None,
        }
    }

    /// The rows of a fixed relation.
    pub(crate) fn fixed(&self, relation: usize) -> &[Vec<i32>] {
        let found = self.fixed.iter().find(|(known, _)| *known == relation);
        found.map_or(&[], |(_, rows)| rows)
    }

    /// The interpreter with what is given, before it has derived anything.
    pub(crate) fn twin(&self, state: &[StateRelation], given: &Given) -> Interpreter<'_> {
        let mut twin = Interpreter::new(&self.program);
        for (relation, rows) in &self.fixed {
            for row in rows {
                twin.add(*relation, row.clone(), None);
            }
        }
        for (relation, table) in self.program.relations.iter().enumerate() {
            let Origin::Edb { index, .. } = table.origin else { continue };
            self.for_each_row(index, state, given, |row, width| {
                twin.add(relation, row[..width].to_vec(), None);
            });
        }
        twin
    }
}
