//! A program that runs on the facts of a position, and its twin, the reference interpreter.

use super::state::{Facts, StateRelation};
use crate::diagnostic::Diagnostic;
use crate::memory::Memory;
use crate::plan::{Plan, plan};
use crate::program::{Origin, Program};
use crate::reference::Interpreter;
use crate::step::MAX_COLUMNS;

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
}

/// The facts on which a program runs.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) mover: i32,
    /// The kind of the move that is made, and its columns.
    pub(crate) does: Option<(usize, &'a [i32; MAX_COLUMNS])>,
}

/// A program that was compiled for the facts of a game.
pub(crate) struct Machine {
    pub(crate) program: Program,
    pub(crate) plan: Plan,
    sources: Vec<Source>,
    /// The rows of the fixed relations, for the twin.
    fixed: Vec<(usize, Vec<Vec<i32>>)>,
}

impl Machine {
    pub(crate) fn new(
        program: Program,
        rows: &[Vec<Vec<i32>>],
        sources: &[Source],
    ) -> Result<Machine, Diagnostic> {
        let plan = plan(&program, &rows.to_vec())?;
        let mut fixed = Vec::new();
        for (relation, table) in program.relations.iter().enumerate() {
            if let Origin::Edb { index, is_fixed: true, .. } = table.origin {
                fixed.push((relation, rows[index].clone()));
            }
        }
        Ok(Machine { program, plan, sources: sources.to_vec(), fixed })
    }

    /// Derives everything that follows from what is given.
    pub(crate) fn run(&self, memory: &mut Memory, state: &[StateRelation], given: Given<'_>) {
        memory.clear(&self.plan.sizes);
        for (index, insertion) in &self.plan.facts {
            match self.sources[*index] {
                Source::Fixed => (),
                Source::State(number) => state[number].rows(given.facts, |row, _| {
                    memory.write(insertion, row);
                }),
                Source::Mover => memory.insert_fact(insertion, &[given.mover], 0),
                Source::Does(kind) => {
                    if let Some((_, row)) = given.does.filter(|&(made, _)| made == kind) {
                        memory.write(insertion, row);
                    }
                }
            }
        }
        self.plan.run(memory);
    }

    /// The rows of a listed relation after a run, one after the other, and how many columns each
    /// has. A row without columns is a number of no meaning.
    pub(crate) fn rows<'m>(
        &self,
        memory: &'m Memory,
        listed: usize,
    ) -> std::slice::Chunks<'m, i32> {
        let width = self.program.relations[self.program.listed[listed]].columns.len();
        memory.list(self.plan.lists[listed]).chunks(width.max(1))
    }

    /// The same rows as the twin derives them, sorted: everything is derived the obvious way.
    pub(crate) fn obvious_rows(
        &self,
        state: &[StateRelation],
        given: Given<'_>,
    ) -> Option<Vec<Vec<Vec<i32>>>> {
        let mut twin = self.twin(state, given);
        twin.run();
        if twin.gave_up() {
            return None;
        }
        let listed = self.program.listed.iter();
        Some(listed.map(|&relation| twin.sorted_rows(relation)).collect())
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
    pub(crate) fn twin(&self, state: &[StateRelation], given: Given<'_>) -> Interpreter<'_> {
        let mut twin = Interpreter::new(&self.program);
        for (relation, rows) in &self.fixed {
            for row in rows {
                twin.add(*relation, row.clone(), None);
            }
        }
        for (relation, table) in self.program.relations.iter().enumerate() {
            let Origin::Edb { index, .. } = table.origin else { continue };
            match self.sources[index] {
                Source::Fixed => (),
                Source::State(number) => state[number].rows(given.facts, |row, width| {
                    twin.add(relation, row[..width].to_vec(), None);
                }),
                Source::Mover => {
                    twin.add(relation, vec![given.mover], None);
                }
                Source::Does(kind) => {
                    if let Some((_, row)) = given.does.filter(|&(made, _)| made == kind) {
                        twin.add(relation, row[..table.columns.len()].to_vec(), None);
                    }
                }
            }
        }
        twin
    }
}
