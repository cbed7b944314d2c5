//! Makes a plan of a program: in which order conditions are looked at, and by which steps.

use crate::bounds::range_of;
use crate::inline::Inlining;
use crate::machine::{Place, Plan, REGISTERS, SLOTS, Step};
use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Layer, Origin, Program, Range, Readiness, Slot,
    is_wanted, readiness,
};
use crate::store::{Store, is_fixed, shift};
use crate::syntax::{Comparison, Fold, Operator};
use crate::trouble::{Trouble, Wrong};

/// The widest sets of bits that are walked through; where there could be more rows, they
/// are listed.
const WIDEST_WALK: u32 = 10;

/// The most steps that judging a position may take.
const MOST_STEPS: u64 = 1 << 24;

/// The longest plan.
const LONGEST: usize = 20_000;

/// How many rows the relations of a game have, from a look at one position: for each
/// relation its rows.
pub(crate) type Sample = Vec<Vec<Vec<i32>>>;

/// Makes a plan of a program.
pub(crate) fn plan(program: &Program, sample: &Sample) -> Result<Plan, Trouble> {
    let mut planner = Planner::new(program, sample);
    let layers = program.layers.clone();
    for layer in &layers {
        planner.layer(layer)?;
    }
    for (number, clause) in program.clauses.iter().enumerate() {
        let is_value = clause.concludes().is_none();
        if is_value && planner.inlining.driver(number).is_none() {
            planner.task(number)?;
        }
    }
    planner.emit(Step::End);
    planner.finish()
}

/// A place in the plan that may not be known yet.
type Label = u32;

struct Planner<'p> {
    program: &'p Program,
    sample: &'p Sample,
    inlining: Inlining,
    store: Store<'p>,
    steps: Vec<Step>,
    /// What the labels in steps stand for.
    labels: Vec<Option<u32>>,
    /// Steps whose place is that of an index or of the values of a relation.
    places: Vec<(usize, Lies)>,
    puts: Vec<(usize, Option<usize>, Vec<u8>)>,
    constants: Vec<(u8, i32)>,
    /// The first register that is free, from the constants at the end downwards.
    last_free: usize,
    cursors: u8,
    /// Walks whose rows might be added all at once: the step, and where the rows go.
    whole_inserts: Vec<(usize, usize)>,
    /// The most steps that may be taken, and the clause that takes most.
    effort: u64,
    heaviest: (u64, usize),
}

/// What a step looks at.
#[derive(Clone, Copy)]
enum Lies {
    Index { relation: usize, index: usize },
    Values { relation: usize },
}

/// What is known at a point of a clause.
#[derive(Clone)]
struct Here<'c> {
    clause: &'c Clause,
    number: usize,
    known: Vec<bool>,
    registers: Vec<u8>,
    ranges: Vec<Range>,
    /// Where to go on when this fails: at the next round of the last walk.
    fail: Label,
    /// Where each walk goes on, from the outermost on, after the place to go to when all
    /// is done; and in which of them each variable was found.
    walks: Vec<Label>,
    found_in: Vec<usize>,
    /// The first free register and slot.
    free: usize,
    slots: u8,
    /// How often this point may be reached.
    times: u64,
}

impl Here<'_> {
    /// Goes into a walk that goes on at a label.
    fn enter(&mut self, again: Label) {
        self.fail = again;
        self.walks.push(again);
    }

    /// Where to go on once a row is concluded: the other ways to conclude it do not
    /// matter.
    fn after(&self, columns: &[Slot]) -> Label {
        let depth = columns.iter().map(|slot| match slot {
            Slot::Variable(variable) => self.found_in[*variable],
            Slot::Constant(_) => 0,
        });
        self.walks[depth.max().unwrap_or(0)]
    }
}

impl<'p> Planner<'p> {
    fn new(program: &'p Program, sample: &'p Sample) -> Planner<'p> {
        Planner {
            program,
            sample,
            inlining: Inlining::find(program),
            store: Store::new(program),
            steps: Vec::new(),
            labels: Vec::new(),
            places: Vec::new(),
            puts: Vec::new(),
            constants: vec![(0, 0)],
            last_free: REGISTERS - 1,
            cursors: 0,
            whole_inserts: Vec::new(),
            effort: 0,
            heaviest: (0, 0),
        }
    }

    fn emit(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// A step that looks at a relation.
    fn emit_at(&mut self, step: Step, lies: Lies) {
        self.places.push((self.steps.len(), lies));
        self.steps.push(step);
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    fn set_label(&mut self, label: Label) {
        self.labels[label as usize] = Some(self.steps.len() as u32);
    }

    /// The register that always holds a value.
    fn constant(&mut self, value: i32) -> Result<u8, Trouble> {
        if let Some(&(register, _)) = self.constants.iter().find(|&&(_, held)| held == value) {
            return Ok(register);
        }
        let register = self.last_free;
        self.last_free -= 1;
        if self.last_free < REGISTERS / 2 {
            let wrong = Wrong::TooMuch { what: "different numbers".into(), most: REGISTERS / 2 };
            return Err(Trouble::new(wrong, Default::default()));
        }
        self.constants.push((register as u8, value));
        Ok(register as u8)
    }

    fn layer(&mut self, layer: &Layer) -> Result<(), Trouble> {
        let clauses: Vec<usize> = (0..self.program.clauses.len())
            .filter(|&number| {
                let head = self.program.clauses[number].concludes();
                head.is_some_and(|head| {
                    layer.relations.contains(&head) && self.inlining.is_needed(head)
                }) && self.inlining.driver(number).is_none()
            })
            .collect();
        if !layer.is_recursive {
            return clauses.into_iter().try_for_each(|number| self.task(number));
        }
        let first_cursor = self.cursors;
        let first = self.steps.len();
        let top = self.label();
        self.set_label(top);
        self.emit(Step::Round);
        for number in clauses {
            self.task_within(number, layer)?;
        }
        self.emit(Step::Repeat { to: top });
        // What was seen of the lists must be forgotten before the first round.
        let resets: Vec<Step> =
            (first_cursor..self.cursors).map(|cursor| Step::ResetCursor { cursor }).collect();
        let count = resets.len();
        self.steps.splice(first..first, resets);
        for label in self.labels.iter_mut().flatten() {
            *label += if *label as usize >= first { count as u32 } else { 0 };
        }
        for (step, _) in self.places.iter_mut().filter(|(step, _)| *step >= first) {
            *step += count;
        }
        for (step, _) in self.whole_inserts.iter_mut().filter(|(step, _)| *step >= first) {
            *step += count;
        }
        Ok(())
    }

    /// The steps of a clause by itself.
    fn task(&mut self, number: usize) -> Result<(), Trouble> {
        let end = self.label();
        let here = self.begin(number, end);
        let goals: Vec<&Goal> = here.clause.body.iter().collect();
        self.body(here, goals, &mut |planner, here| planner.conclude(here))?;
        self.set_label(end);
        Ok(())
    }

    /// The steps of a clause of relations that depend on themselves.
    fn task_within(&mut self, number: usize, layer: &Layer) -> Result<(), Trouble> {
        let clause = &self.program.clauses[number];
        let asks_itself = |goal: &&Goal| match &goal.kind {
            GoalKind::Holds { relation, .. } => layer.relations.contains(relation),
            _ => false,
        };
        let mut goals: Vec<&Goal> = clause.body.iter().collect();
        let own: Vec<usize> = (0..goals.len()).filter(|&at| asks_itself(&goals[at])).collect();
        let [only] = own[..] else { return self.task(number) };
        if self.cursors as usize >= SLOTS {
            return self.task(number);
        }
        // What was concluded before need not be looked at again.
        let end = self.label();
        let mut here = self.begin(number, end);
        let goal = goals.remove(only);
        let GoalKind::Holds { relation, columns } = &goal.kind else { return Ok(()) };
        let cursor = self.cursors;
        self.cursors += 1;
        let list = self.store.list(*relation);
        let dest = self.registers(&mut here, columns.len().max(1))?;
        let again = self.label();
        self.set_label(again);
        let width = columns.len() as u8;
        self.emit(Step::Fresh { cursor, list, dest, width, exit: here.fail });
        here.enter(again);
        here.times = here.times.saturating_mul(self.most_rows(*relation, &[]));
        self.bind_columns(&mut here, *relation, columns, dest)?;
        self.body(here, goals, &mut |planner, here| planner.conclude(here))?;
        self.set_label(end);
        Ok(())
    }

    fn begin(&self, number: usize, fail: Label) -> Here<'p> {
        let clause = &self.program.clauses[number];
        let count = clause.variables.len();
        Here {
            clause,
            number,
            known: vec![false; count],
            registers: vec![0; count],
            ranges: vec![Range::ALL; count],
            fail,
            walks: vec![fail],
            found_in: vec![0; count],
            free: 1,
            slots: 0,
            times: 1,
        }
    }

    /// So many free registers in a row: the first.
    fn registers(&self, here: &mut Here<'p>, count: usize) -> Result<u8, Trouble> {
        let first = here.free;
        here.free += count;
        if here.free > REGISTERS / 2 {
            let wrong = Wrong::TooMuch { what: "variables at once".into(), most: REGISTERS / 2 };
            return Err(Trouble::new(wrong, here.clause.span));
        }
        Ok(first as u8)
    }

    fn slot(&self, here: &mut Here<'p>) -> Result<u8, Trouble> {
        here.slots += 1;
        if usize::from(here.slots) > SLOTS {
            let wrong = Wrong::TooMuch { what: "relations in a rule".into(), most: SLOTS };
            return Err(Trouble::new(wrong, here.clause.span));
        }
        Ok(here.slots - 1)
    }

    /// Notes that a variable is in a register.
    fn know(&self, here: &mut Here<'p>, variable: usize, register: u8, range: Range) {
        here.known[variable] = true;
        here.registers[variable] = register;
        here.ranges[variable] = range;
        here.found_in[variable] = here.walks.len() - 1;
    }

    fn register_of(&mut self, here: &Here<'p>, slot: Slot) -> Result<u8, Trouble> {
        match slot {
            Slot::Constant(value) => self.constant(value),
            Slot::Variable(variable) => Ok(here.registers[variable]),
        }
    }

    /// The steps of conditions, and then what follows.
    fn body(
        &mut self,
        mut here: Here<'p>,
        mut goals: Vec<&'p Goal>,
        then: &mut dyn FnMut(&mut Planner<'p>, Here<'p>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        if self.steps.len() > LONGEST {
            let wrong = Wrong::TooMuch { what: "steps in the plan".into(), most: LONGEST };
            return Err(Trouble::new(wrong, here.clause.span));
        }
        while let Some(next) = self.cheapest(&here, &goals) {
            let goal = goals.remove(next);
            match (&goal.kind, readiness(goal, &here.known)) {
                (GoalKind::Holds { relation, columns }, _) => {
                    self.holds(&mut here, *relation, columns, &mut goals)?;
                }
                (GoalKind::Not { relation, columns }, _) => {
                    self.absent(&mut here, *relation, columns)?;
                }
                (GoalKind::Compare(one, _, two), Readiness::Sets(variable)) => {
                    let is_one = *one == Expression::Slot(Slot::Variable(variable));
                    let side = if is_one { two } else { one };
                    let range = self.range(&here, side);
                    let register = self.expression(&mut here, side)?;
                    self.know(&mut here, variable, register, range);
                }
                (GoalKind::Compare(one, comparison, two), _) => {
                    self.compare(&mut here, one, *comparison, two)?;
                }
                (GoalKind::Fold { result, fold, of, body, .. }, _) => {
                    self.fold(&mut here, *result, *fold, of, body)?;
                }
            }
        }
        then(self, here)
    }

    /// The condition to be looked at next.
    fn cheapest(&self, here: &Here<'p>, goals: &[&Goal]) -> Option<usize> {
        let cost = |goal: &Goal| match (readiness(goal, &here.known), &goal.kind) {
            (Readiness::Waits(_), _) => f64::INFINITY,
            (_, GoalKind::Compare(..)) => 0.0,
            (_, GoalKind::Not { .. }) => 0.1,
            (_, GoalKind::Fold { .. }) => 0.9,
            (_, GoalKind::Holds { relation, columns }) => {
                self.expected_rows(*relation, columns, &here.known)
            }
        };
        let costs = goals.iter().map(|goal| cost(goal)).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
    }

    /// About how many rows of a relation fit what is known.
    fn expected_rows(&self, relation: usize, columns: &[Slot], known: &[bool]) -> f64 {
        let table = &self.program.relations[relation];
        let is_known = |column: usize| match columns[column] {
            Slot::Constant(_) => true,
            Slot::Variable(variable) => known[variable],
        };
        if (0..table.keys()).all(is_known) {
            return 0.2;
        }
        let size = |column: usize| f64::from(1 << table.columns[column].1.bits().min(30));
        let rows = match table.origin {
            Origin::Game { place, .. } => self.sample[place].len().max(1) as f64,
            Origin::Rules => (0..columns.len()).map(size).product::<f64>().sqrt(),
        };
        let mut expected = rows;
        for column in (0..columns.len()).filter(|&column| is_known(column)) {
            expected /= size(column).max(1.0);
        }
        expected.max(0.3) + 0.3
    }

    /// The most rows of a relation that agree in some columns.
    fn most_rows(&self, relation: usize, known: &[usize]) -> u64 {
        let table = &self.program.relations[relation];
        if let (true, Origin::Game { place, .. }) = (is_fixed(table), table.origin) {
            let mut counts = std::collections::HashMap::new();
            for row in &self.sample[place] {
                let key: Vec<i32> = known.iter().map(|&column| row[column]).collect();
                *counts.entry(key).or_insert(0) += 1;
            }
            return counts.into_values().max().unwrap_or(1);
        }
        let unknown = (0..table.keys()).filter(|column| !known.contains(column));
        let size = |column: usize| {
            let range = table.columns[column].1;
            (i64::from(range.most) - i64::from(range.least) + 1).max(1) as u64
        };
        unknown.map(size).fold(1, u64::saturating_mul)
    }

    /// Rows of a relation: tested, looked up, walked through or listed.
    fn holds(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &'p [Slot],
        goals: &mut Vec<&'p Goal>,
    ) -> Result<(), Trouble> {
        let table = &self.program.relations[relation];
        let is_known = |here: &Here<'p>, column: usize| match columns[column] {
            Slot::Constant(_) => true,
            Slot::Variable(variable) => here.known[variable],
        };
        let keys: Vec<usize> = (0..table.keys()).collect();
        let is_function = keys.len() < columns.len();
        let all: Vec<usize> = (0..columns.len()).collect();
        if self.program.counts_proofs && table.is_concluded() {
            return self.scan(here, relation, columns);
        }
        if keys.iter().all(|&column| is_known(here, column)) {
            return match is_function {
                true => self.lookup(here, relation, columns),
                false => {
                    let index = self.store.index(relation, &all);
                    let fail = here.fail;
                    self.within(here, relation, columns, &all, fail)?;
                    let place = self.place(here, relation, columns, &all)?;
                    let lies = Lies::Index { relation, index };
                    self.emit_at(Step::Test { place, is_set: true, fail }, lies);
                    Ok(())
                }
            };
        }
        // What is known comes first in the index, and what is not is walked through.
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&column| is_known(here, column));
        let unknown: Vec<usize> =
            unknown.into_iter().filter(|&column| column < table.keys()).collect();
        let bits: u32 = unknown.iter().map(|&column| table.columns[column].1.bits()).sum();
        if bits > WIDEST_WALK {
            return self.scan(here, relation, columns);
        }
        here.times = here.times.saturating_mul(self.most_rows(relation, &known));
        let order: Vec<usize> = known.iter().chain(&unknown).copied().collect();
        let index = self.store.index(relation, &order);
        let fail = here.fail;
        self.within(here, relation, columns, &known, fail)?;
        let place = self.place_in(here, relation, columns, &order, known.len())?;
        let (slot, dest) = (self.slot(here)?, self.registers(here, 1)?);
        let lies = Lies::Index { relation, index };
        let again = self.label();
        if bits <= 6 {
            self.emit_at(Step::Walk { place, log: bits as u8, slot }, lies);
            let single = match (&unknown[..], columns.get(unknown[0])) {
                ([column], Some(Slot::Variable(variable))) => Some((*column, *variable)),
                _ => None,
            };
            let mut loaded = Vec::new();
            if let Some((column, variable)) = single {
                let least = table.columns[column].1.least;
                loaded = self.also(here, variable, least, slot, goals)?;
                self.set_label(again);
                self.emit(Step::Again { slot, dest, least, exit: fail });
                here.enter(again);
                self.know(here, variable, dest, table.columns[column].1);
            } else {
                self.set_label(again);
                self.emit(Step::Again { slot, dest, least: 0, exit: fail });
                here.enter(again);
                self.split(here, relation, columns, &unknown, dest)?;
            }
            self.walked_value(here, relation, columns, &order, dest)?;
            for (relation, columns) in loaded {
                self.value(here, relation, columns)?;
            }
            return Ok(());
        }
        let words = 1 << (bits - 6);
        self.emit_at(Step::WalkWide { place, words, slot }, lies);
        self.set_label(again);
        self.emit(Step::AgainWide { slot, dest, exit: fail });
        here.enter(again);
        self.split(here, relation, columns, &unknown, dest)?;
        self.walked_value(here, relation, columns, &order, dest)
    }

    /// The value of a function whose keys were walked through in this order, if it is
    /// wanted.
    fn walked_value(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        order: &[usize],
        dest: u8,
    ) -> Result<(), Trouble> {
        let keys: Vec<usize> = (0..self.program.relations[relation].keys()).collect();
        if keys.len() == columns.len() || order.len() == columns.len() {
            return Ok(());
        }
        // Where all keys were walked through, the number of the bit is that of the value.
        let all_walked = order == keys
            && !matches!(self.steps.last(), Some(Step::Again { .. }))
            && keys.len() > 1;
        match all_walked && is_wanted(here.clause, columns[keys.len()]) {
            true => {
                let place = Place { constant: 0, register: dest, shift: 0 };
                self.lookup_at(here, relation, columns, place)
            }
            false => self.value(here, relation, columns),
        }
    }

    /// The value of a function that has one, if it is wanted.
    fn value(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
    ) -> Result<(), Trouble> {
        match is_wanted(here.clause, columns[columns.len() - 1]) {
            true => self.lookup(here, relation, columns),
            false => Ok(()),
        }
    }

    /// Takes other conditions on the variable that is about to be walked through into the
    /// walk, where they are sets of bits too. Gives the functions whose values are still
    /// to be looked up.
    fn also(
        &mut self,
        here: &mut Here<'p>,
        variable: usize,
        least: i32,
        slot: u8,
        goals: &mut Vec<&'p Goal>,
    ) -> Result<Vec<(usize, &'p [Slot])>, Trouble> {
        let mut loaded = Vec::new();
        let mut place = 0;
        while place < goals.len() {
            let goal = goals[place];
            let GoalKind::Holds { relation, columns } = &goal.kind else {
                place += 1;
                continue;
            };
            let table = &self.program.relations[*relation];
            let of_variable: Vec<usize> = (0..columns.len())
                .filter(|&column| columns[column] == Slot::Variable(variable))
                .collect();
            let others = (0..columns.len()).filter(|column| !of_variable.contains(column));
            let mut known: Vec<usize> = Vec::new();
            let mut unknown: Vec<usize> = Vec::new();
            for column in others {
                match columns[column] {
                    Slot::Variable(other) if !here.known[other] => unknown.push(column),
                    _ => known.push(column),
                }
            }
            let is_value = |column: &usize| *column >= table.keys();
            let fits = of_variable.len() == 1
                && !is_value(&of_variable[0])
                && unknown.iter().all(is_value)
                && table.columns[of_variable[0]].1.least == least
                && table.columns[of_variable[0]].1.bits() <= 6
                && !(self.program.counts_proofs && table.is_concluded());
            if !fits {
                place += 1;
                continue;
            }
            // A value that is known already needs an index of its own; looking it up
            // afterwards costs as much as that saves, unless it comes for nothing.
            let order: Vec<usize> = known.iter().chain(&of_variable).copied().collect();
            let index = self.store.index(*relation, &order);
            let fail = here.fail;
            self.within(here, *relation, columns, &known, fail)?;
            let at = self.place_in(here, *relation, columns, &order, known.len())?;
            let log = table.columns[of_variable[0]].1.bits() as u8;
            let lies = Lies::Index { relation: *relation, index };
            self.emit_at(Step::Also { place: at, log, slot }, lies);
            if !unknown.is_empty() {
                loaded.push((*relation, &columns[..]));
            }
            goals.remove(place);
        }
        Ok(loaded)
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
            let range = table.columns[column].1;
            let dest = self.registers(here, 1)?;
            let mask = ((1_u64 << range.bits()) - 1) as u32;
            let shift = shift(table, walked, place) as u8;
            self.emit(Step::Split { source, dest, shift, mask, least: range.least });
            self.bind(here, columns[column], dest, range);
        }
        Ok(())
    }

    /// Gives a variable a register, or compares it with what it is already.
    fn bind(&mut self, here: &mut Here<'p>, slot: Slot, register: u8, range: Range) {
        let fail = here.fail;
        match slot {
            Slot::Constant(constant) => self.emit(Step::EqualTo { one: register, constant, fail }),
            Slot::Variable(variable) if here.known[variable] => {
                let two = here.registers[variable];
                self.emit(Step::Equal { one: register, two, fail });
                here.ranges[variable] = here.ranges[variable].both(range);
            }
            Slot::Variable(variable) => self.know(here, variable, register, range),
        }
    }

    fn bind_columns(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        first: u8,
    ) -> Result<(), Trouble> {
        for (column, &slot) in columns.iter().enumerate() {
            let range = self.program.relations[relation].columns[column].1;
            self.bind(here, slot, first + column as u8, range);
        }
        Ok(())
    }

    /// All rows of a relation, one after the other.
    fn scan(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
    ) -> Result<(), Trouble> {
        let list = self.store.list(relation);
        let (slot, dest) = (self.slot(here)?, self.registers(here, columns.len().max(1))?);
        let again = self.label();
        self.emit(Step::Scan { slot });
        self.set_label(again);
        let width = columns.len() as u8;
        self.emit(Step::AgainScan { slot, list, dest, width, exit: here.fail });
        here.enter(again);
        here.times = here.times.saturating_mul(self.most_rows(relation, &[]));
        self.bind_columns(here, relation, columns, dest)
    }

    /// The value of a function whose keys are known.
    fn lookup(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
    ) -> Result<(), Trouble> {
        let keys: Vec<usize> = (0..columns.len() - 1).collect();
        let fail = here.fail;
        self.within(here, relation, columns, &keys, fail)?;
        let place = self.place(here, relation, columns, &keys)?;
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
        let (dest, fail) = (self.registers(here, 1)?, here.fail);
        self.emit_at(Step::Lookup { place, dest, fail }, Lies::Values { relation });
        let range = self.program.relations[relation].columns[columns.len() - 1].1;
        self.bind(here, columns[columns.len() - 1], dest, range);
        Ok(())
    }

    /// There must be no such row.
    fn absent(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Option<Slot>],
    ) -> Result<(), Trouble> {
        let given: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].is_some()).collect();
        let slots: Vec<Slot> =
            columns.iter().map(|slot| slot.unwrap_or(Slot::Constant(0))).collect();
        let index = self.store.index(relation, &given);
        // What is out of bounds is not there.
        let fine = self.label();
        let ranges = here.ranges.clone();
        self.within(here, relation, &slots, &given, fine)?;
        let place = self.place(here, relation, &slots, &given)?;
        let lies = Lies::Index { relation, index };
        self.emit_at(Step::Test { place, is_set: false, fail: here.fail }, lies);
        here.ranges = ranges;
        self.set_label(fine);
        Ok(())
    }

    /// Goes to `out` where a variable or a constant cannot stand in a column.
    fn within(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        given: &[usize],
        out: Label,
    ) -> Result<(), Trouble> {
        for &column in given {
            let range = self.program.relations[relation].columns[column].1;
            let Range { least, most } = range;
            match columns[column] {
                Slot::Constant(value) if value < least || value > most => {
                    self.emit(Step::Jump { to: out });
                }
                Slot::Constant(_) => (),
                Slot::Variable(variable) => {
                    let known = here.ranges[variable];
                    if known.least < least || known.most > most {
                        let register = here.registers[variable];
                        self.emit(Step::Inside { register, least, most, out });
                        here.ranges[variable] = known.both(range);
                    }
                }
            }
        }
        Ok(())
    }

    /// The place of a bit or a value by columns that are all known.
    fn place(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        order: &[usize],
    ) -> Result<Place, Trouble> {
        self.place_in(here, relation, columns, order, order.len())
    }

    /// The first place of an index by columns of which the first few are known.
    fn place_in(
        &mut self,
        here: &mut Here<'p>,
        relation: usize,
        columns: &[Slot],
        order: &[usize],
        given: usize,
    ) -> Result<Place, Trouble> {
        let table = &self.program.relations[relation];
        let mut constant = 0_i32;
        let mut parts: Vec<(u8, u8)> = Vec::new();
        for (place, &column) in order[..given].iter().enumerate() {
            let shift = shift(table, order, place);
            let range = table.columns[column].1;
            constant = constant.wrapping_sub(range.least.wrapping_shl(shift));
            match columns[column] {
                Slot::Constant(value) => {
                    let value = value.clamp(range.least, range.most.max(range.least));
                    constant = constant.wrapping_add(value.wrapping_shl(shift));
                }
                Slot::Variable(variable) => parts.push((here.registers[variable], shift as u8)),
            }
        }
        while parts.len() > 1 {
            let ((one, one_shift), (two, two_shift)) = (parts[0], parts[1]);
            let dest = self.registers(here, 1)?;
            self.emit(Step::Join { dest, one, one_shift, two, two_shift });
            parts.splice(..2, [(dest, 0)]);
        }
        let (register, shift) = parts.first().copied().unwrap_or((0, 0));
        Ok(Place { constant, register, shift })
    }

    fn range(&self, here: &Here<'p>, expression: &Expression) -> Range {
        let mut clause = here.clause.clone();
        for (variable, range) in clause.variables.iter_mut().zip(&here.ranges) {
            variable.range = *range;
        }
        range_of(&clause, expression)
    }

    /// Computes an expression: the register of the result.
    fn expression(&mut self, here: &mut Here<'p>, expression: &Expression) -> Result<u8, Trouble> {
        if let Some(value) = expression.constant() {
            return self.constant(value);
        }
        match expression {
            Expression::Slot(slot) => self.register_of(here, *slot),
            Expression::Compute(operator, one, two) => {
                if let Some((constant, terms)) = self.linear(here, expression) {
                    let dest = self.registers(here, 1)?;
                    self.emit(Step::Linear { dest, constant, terms });
                    return Ok(dest);
                }
                let (one, two) = (self.expression(here, one)?, self.expression(here, two)?);
                let dest = self.registers(here, 1)?;
                self.emit(Step::Compute { operator: *operator, dest, one, two });
                Ok(dest)
            }
        }
    }

    /// An expression as a sum of up to three registers, where no part of it can grow too
    /// large to be computed.
    fn linear(&self, here: &Here<'p>, expression: &Expression) -> Option<(i32, [(u8, i8); 3])> {
        const LARGEST: i32 = 1 << 28;
        fn add(
            expression: &Expression,
            factor: i32,
            constant: &mut i32,
            terms: &mut Vec<(usize, i32)>,
        ) -> Option<()> {
            match expression {
                Expression::Slot(Slot::Constant(value)) => {
                    *constant = constant.checked_add(value.checked_mul(factor)?)?;
                }
                Expression::Slot(Slot::Variable(variable)) => terms.push((*variable, factor)),
                Expression::Compute(Operator::Add, one, two) => {
                    add(one, factor, constant, terms)?;
                    add(two, factor, constant, terms)?;
                }
                Expression::Compute(Operator::Subtract, one, two) => {
                    add(one, factor, constant, terms)?;
                    add(two, factor.checked_neg()?, constant, terms)?;
                }
                Expression::Compute(Operator::Multiply, one, two) => {
                    match (one.constant(), two.constant()) {
                        (Some(times), _) => add(two, factor.checked_mul(times)?, constant, terms)?,
                        (_, Some(times)) => add(one, factor.checked_mul(times)?, constant, terms)?,
                        _ => return None,
                    }
                }
                Expression::Compute(..) => return None,
            }
            Some(())
        }
        let (mut constant, mut terms) = (0_i32, Vec::new());
        add(expression, 1, &mut constant, &mut terms)?;
        let mut largest = i64::from(constant).abs();
        for &(variable, factor) in &terms {
            let Range { least, most } = here.ranges[variable];
            let most = i64::from(least).abs().max(i64::from(most).abs());
            largest = largest.saturating_add(most.saturating_mul(i64::from(factor).abs()));
        }
        if terms.len() > 3 || largest > i64::from(LARGEST) {
            return None;
        }
        let mut registers = [(0, 0); 3];
        for (place, (variable, factor)) in terms.into_iter().enumerate() {
            registers[place] = (here.registers[variable], i8::try_from(factor).ok()?);
        }
        Some((constant, registers))
    }

    fn compare(
        &mut self,
        here: &mut Here<'p>,
        one: &Expression,
        comparison: Comparison,
        two: &Expression,
    ) -> Result<(), Trouble> {
        let fail = here.fail;
        let (one, comparison, two) = match one.constant() {
            Some(_) => (two, comparison.turned(), one),
            None => (one, comparison, two),
        };
        let register = self.expression(here, one)?;
        match two.constant() {
            Some(constant) => {
                self.emit(compare_to(comparison, register, constant, fail));
                if let Expression::Slot(Slot::Variable(variable)) = one {
                    here.ranges[*variable] = here.ranges[*variable]
                        .both(crate::bounds::allowed(comparison, Range::new(constant, constant)));
                }
            }
            None => {
                let two = self.expression(here, two)?;
                self.emit(compare(comparison, register, two, fail));
            }
        }
        Ok(())
    }

    fn fold(
        &mut self,
        here: &mut Here<'p>,
        result: usize,
        fold: Fold,
        of: &'p Expression,
        body: &'p [Goal],
    ) -> Result<(), Trouble> {
        let first = self.registers(here, 2)?;
        let (dest, seen) = (first, first + 1);
        self.emit(Step::Set { dest, value: 0 });
        self.emit(Step::Set { dest: seen, value: 0 });
        let done = self.label();
        let mut inside = here.clone();
        inside.enter(done);
        self.body(inside, body.iter().collect(), &mut |planner, mut here| {
            let source = planner.expression(&mut here, of)?;
            planner.count(&here);
            let walk = match fold {
                Fold::Count | Fold::Sum => planner.last_walk(&here, &[source]),
                _ => None,
            };
            planner.emit(match walk {
                Some((slot, next)) => Step::FoldEach { dest, source, slot, next },
                None => Step::Fold { fold, dest, seen, source, next: here.fail },
            });
            Ok(())
        })?;
        self.set_label(done);
        if matches!(fold, Fold::Least | Fold::Most) {
            self.emit(Step::EqualTo { one: seen, constant: 1, fail: here.fail });
        }
        self.bind(here, Slot::Variable(result), dest, Range::ALL);
        Ok(())
    }

    /// Takes back the walk that has just begun, if none of these registers depends on it,
    /// so that its bits can be counted instead: its slot, and where it leads at its end.
    fn last_walk(&mut self, here: &Here<'p>, registers: &[u8]) -> Option<(u8, Label)> {
        let Some(&Step::Again { slot, dest, exit, .. }) = self.steps.last() else { return None };
        let is_around = self.labels[here.fail as usize] == Some(self.steps.len() as u32 - 1);
        if !is_around || registers.contains(&dest) {
            return None;
        }
        self.steps.pop();
        Some((slot, exit))
    }

    /// Notes how often a point may be reached.
    fn count(&mut self, here: &Here<'p>) {
        self.effort = self.effort.saturating_add(here.times);
        self.heaviest = self.heaviest.max((here.times, here.number));
    }

    /// What a clause concludes, and what follows from it at once.
    fn conclude(&mut self, mut here: Here<'p>) -> Result<(), Trouble> {
        self.count(&here);
        match &here.clause.conclusion {
            Conclusion::Value { player, points } => {
                let player = self.register_of(&here, *player)?;
                let points = self.expression(&mut here, points)?;
                match self.last_walk(&here, &[player, points]) {
                    Some((slot, next)) => self.emit(Step::GiveEach { player, points, slot, next }),
                    None => self.emit(Step::Give { player, points, next: here.fail }),
                }
            }
            Conclusion::Row { relation, columns } => {
                let mut registers = Vec::new();
                for &slot in columns {
                    registers.push(self.register_of(&here, slot)?);
                }
                let consumers = self.inlining.consumers(*relation).to_vec();
                let next = match self.program.counts_proofs {
                    true => here.fail,
                    false => here.after(columns),
                };
                let may_repeat = !self.program.counts_proofs && !self.inlining.is_unique(*relation);
                if may_repeat || consumers.is_empty() {
                    let once = may_repeat.then(|| {
                        let all: Vec<usize> = (0..columns.len()).collect();
                        self.store.index(*relation, &all)
                    });
                    self.note_whole_insert(&here, *relation, &registers, self.steps.len());
                    self.emit(Step::Insert { put: self.puts.len() as u16, fail: next });
                    self.puts.push((*relation, once, registers.clone()));
                }
                for consumer in consumers {
                    let end = self.label();
                    self.consume(&here, consumer, *relation, columns, &registers, end)?;
                    self.set_label(end);
                }
                self.emit(Step::Jump { to: next });
            }
        }
        Ok(())
    }

    /// Notes that rows which differ in what is just being walked through might be added
    /// all at once, if they are kept as bits in the same order.
    fn note_whole_insert(
        &mut self,
        here: &Here<'p>,
        relation: usize,
        registers: &[u8],
        insert: usize,
    ) {
        let is_recursive = self
            .program
            .layers
            .iter()
            .any(|layer| layer.is_recursive && layer.relations.contains(&relation));
        let Some(&Step::Again { dest, least, .. }) = self.steps.last() else { return };
        let is_around = self.labels[here.fail as usize] == Some(insert as u32 - 1);
        let Some((&last, others)) = registers.split_last() else { return };
        let column = self.program.relations[relation].columns[registers.len() - 1].1;
        let others_vary = others.iter().any(|other| {
            *other == dest || !self.constants.iter().any(|(constant, _)| constant == other)
        });
        let is_alone = self.inlining.consumers(relation).is_empty();
        if is_around
            && last == dest
            && !others_vary
            && is_alone
            && !is_recursive
            && column.least == least
        {
            self.whole_inserts.push((insert - 1, self.puts.len()));
        }
    }

    /// Adds rows all at once where that can be done.
    fn insert_whole(&mut self) {
        for &(step, put) in &self.whole_inserts {
            let (relation, _, registers) = &self.puts[put];
            let constant = |register: &u8| {
                let held = self.constants.iter().find(|(constant, _)| constant == register);
                held.map_or(0, |&(_, value)| value)
            };
            let others = &registers[..registers.len() - 1];
            let values: Vec<i32> = others.iter().map(constant).collect();
            let Some(start) = self.store.only_bits(*relation, &values) else { continue };
            if let Step::Again { slot, exit, .. } = self.steps[step] {
                let place = Place { constant: start, register: 0, shift: 0 };
                self.steps[step] = Step::InsertEach { place, slot, next: exit };
            }
        }
    }

    /// The steps of a clause that begins with a row that was just concluded.
    fn consume(
        &mut self,
        here: &Here<'p>,
        consumer: usize,
        relation: usize,
        concluded: &[Slot],
        registers: &[u8],
        end: Label,
    ) -> Result<(), Trouble> {
        let mut inner = self.begin(consumer, end);
        (inner.free, inner.slots, inner.times) = (here.free, here.slots, here.times);
        let mut goals: Vec<&Goal> = inner.clause.body.iter().collect();
        let is_driver = |goal: &&Goal| matches!(&goal.kind, GoalKind::Holds { relation: asked, .. } if *asked == relation);
        let Some(driver) = goals.iter().position(is_driver) else { return Ok(()) };
        let GoalKind::Holds { columns, .. } = &goals.remove(driver).kind else { return Ok(()) };
        for (column, &slot) in columns.iter().enumerate() {
            let range = match concluded[column] {
                Slot::Constant(value) => Range::new(value, value),
                Slot::Variable(variable) => here.ranges[variable],
            };
            self.bind(&mut inner, slot, registers[column], range);
        }
        self.body(inner, goals, &mut |planner, here| planner.conclude(here))
    }

    /// The step that a label stands for, past jumps that only lead on.
    fn target(&self, mut label: usize) -> u32 {
        for _ in 0..self.labels.len() {
            let target = self.labels[label].unwrap_or(0);
            match self.steps.get(target as usize) {
                Some(Step::Jump { to }) => label = *to as usize,
                _ => return target,
            }
        }
        self.labels[label].unwrap_or(0)
    }

    fn finish(mut self) -> Result<Plan, Trouble> {
        if self.effort > MOST_STEPS {
            let (steps, clause) = self.heaviest;
            let span = self.program.clauses[clause].span;
            let wrong = Wrong::TooSlow { steps: self.effort.max(steps), most: MOST_STEPS };
            return Err(Trouble::new(wrong, span)
                .hint("join its conditions by more variables, or divide it into several rules"));
        }
        let sizes = self.store.settle();
        self.insert_whole();
        for (step, lies) in &self.places {
            let start = match *lies {
                Lies::Index { relation, index } => self.store.start(relation, index),
                Lies::Values { relation } => self.store.first_value(relation),
            } as i32;
            match &mut self.steps[*step] {
                Step::Walk { place, .. }
                | Step::Also { place, .. }
                | Step::WalkWide { place, .. }
                | Step::Test { place, .. }
                | Step::Lookup { place, .. } => place.constant += start,
                _ => (),
            }
        }
        let labels: Vec<u32> = (0..self.labels.len()).map(|label| self.target(label)).collect();
        let mut steps = self.steps;
        steps.iter_mut().for_each(|step| resolve(step, &labels));
        let (mut facts, mut fixed) = (Vec::new(), Vec::new());
        for (relation, table) in self.program.relations.iter().enumerate() {
            if let Origin::Game { place, is_fixed, .. } = table.origin
                && self.store.is_kept(relation)
            {
                let to = if is_fixed { &mut fixed } else { &mut facts };
                to.push((place, self.store.put(relation, None)));
            }
        }
        let puts = self.puts.iter().map(|(relation, once, registers)| {
            let mut put = self.store.put(*relation, *once);
            put.registers[..registers.len()].copy_from_slice(registers);
            put
        });
        Ok(Plan {
            puts: puts.collect(),
            steps,
            facts,
            fixed,
            words: sizes.words,
            cleared: sizes.cleared,
            values: sizes.values,
            values_cleared: sizes.values_cleared,
            lists: sizes.lists,
            fixed_lists: self.store.fixed_lists(),
            constants: self.constants,
        })
    }
}

fn compare(comparison: Comparison, one: u8, two: u8, fail: Label) -> Step {
    match comparison {
        Comparison::Equal => Step::Equal { one, two, fail },
        Comparison::Different => Step::Different { one, two, fail },
        Comparison::Less => Step::Less { one, two, fail },
        Comparison::AtMost => Step::AtMost { one, two, fail },
        Comparison::More => Step::Less { one: two, two: one, fail },
        Comparison::AtLeast => Step::AtMost { one: two, two: one, fail },
    }
}

fn compare_to(comparison: Comparison, one: u8, constant: i32, fail: Label) -> Step {
    match (comparison, constant) {
        (Comparison::Equal, _) => Step::EqualTo { one, constant, fail },
        (Comparison::Different, _) => Step::DifferentTo { one, constant, fail },
        (Comparison::AtMost, _) => Step::AtMostTo { one, constant, fail },
        (Comparison::AtLeast, _) => Step::AtLeastTo { one, constant, fail },
        // Nothing is less than the least number, or more than the largest.
        (Comparison::Less, i32::MIN) | (Comparison::More, i32::MAX) => Step::Jump { to: fail },
        (Comparison::Less, _) => Step::AtMostTo { one, constant: constant - 1, fail },
        (Comparison::More, _) => Step::AtLeastTo { one, constant: constant + 1, fail },
    }
}

/// Puts the places that labels stand for into a step.
fn resolve(step: &mut Step, labels: &[u32]) {
    match step {
        Step::Again { exit: to, .. }
        | Step::AgainWide { exit: to, .. }
        | Step::AgainScan { exit: to, .. }
        | Step::Fresh { exit: to, .. }
        | Step::Test { fail: to, .. }
        | Step::Lookup { fail: to, .. }
        | Step::Inside { out: to, .. }
        | Step::Equal { fail: to, .. }
        | Step::Different { fail: to, .. }
        | Step::Less { fail: to, .. }
        | Step::AtMost { fail: to, .. }
        | Step::EqualTo { fail: to, .. }
        | Step::DifferentTo { fail: to, .. }
        | Step::AtMostTo { fail: to, .. }
        | Step::AtLeastTo { fail: to, .. }
        | Step::FoldEach { next: to, .. }
        | Step::Give { next: to, .. }
        | Step::GiveEach { next: to, .. }
        | Step::Insert { fail: to, .. }
        | Step::InsertEach { next: to, .. }
        | Step::Fold { next: to, .. }
        | Step::Jump { to }
        | Step::Repeat { to } => *to = labels[*to as usize],
        Step::Walk { .. }
        | Step::Also { .. }
        | Step::WalkWide { .. }
        | Step::Scan { .. }
        | Step::Split { .. }
        | Step::Join { .. }
        | Step::Compute { .. }
        | Step::Linear { .. }
        | Step::Set { .. }
        | Step::Round
        | Step::ResetCursor { .. }
        | Step::End => (),
    }
}
