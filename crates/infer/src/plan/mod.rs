//! Makes a plan of a program: in which order conditions are looked at, and by which steps.

mod access;
mod numbers;

use crate::inline::Inlining;
use crate::memory::Memory;
use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Layer, Origin, Program, Range, Readiness, Slot,
    readiness,
};
use crate::step::{Put, REGISTERS, Sizes, Step};
use crate::store::{Store, is_fixed};
use crate::trouble::{Trouble, Wrong};
use crate::weave::{Loom, Run};

/// The most steps that judging a position may take.
const MOST_STEPS: u64 = 1 << 24;

/// The largest memory of a plan, in words.
const MOST_WORDS: usize = 1 << 19;

/// The longest plan.
const LONGEST: usize = 20_000;

/// The rows of each relation of a game in one position: those of facts that never change,
/// and about how many there are of the others.
pub(crate) type Sample = Vec<Vec<Vec<i32>>>;

/// A plan that can be run.
pub(crate) struct Plan {
    /// The parts of the plan, one after the other.
    tasks: Vec<Run>,
    pub(crate) sizes: Sizes,
    /// Where the facts of a game go: the place in its vocabulary, and the put.
    pub(crate) facts: Vec<(usize, Put)>,
    /// Memory with the facts that never change.
    pub(crate) memory: Memory,
}

impl Plan {
    /// Runs the plan on the facts in a memory: the points of both players, me first.
    #[inline]
    pub(crate) fn run(&self, memory: &mut Memory) -> [i64; 2] {
        for task in &self.tasks {
            task(memory);
        }
        memory.sums
    }
}

/// Makes a plan of a program.
pub(crate) fn plan(program: &Program, sample: &Sample) -> Result<Plan, Trouble> {
    let mut planner = Planner::new(program, sample);
    for layer in &program.layers {
        planner.layer(layer)?;
    }
    for (number, clause) in program.clauses.iter().enumerate() {
        if clause.concludes().is_none() && planner.inlining.driver(number).is_none() {
            planner.task(number)?;
        }
    }
    planner.finish()
}

struct Planner<'p> {
    program: &'p Program,
    sample: &'p Sample,
    inlining: Inlining,
    store: Store<'p>,
    /// The lists of steps that are being written, the innermost last.
    lists: Vec<Vec<Step>>,
    /// How many steps were written.
    length: usize,
    /// Rows that are concluded: the relation, the index that tells whether they were there
    /// before, and their registers.
    puts: Vec<(usize, Option<usize>, Vec<u8>)>,
    constants: Vec<(u8, i32)>,
    cursors: usize,
    /// The most steps that may be taken, and the clause that takes most.
    effort: u64,
    heaviest: (u64, usize),
}

/// What is known at a point of a clause.
#[derive(Clone)]
struct Here<'p> {
    clause: &'p Clause,
    number: usize,
    known: Vec<bool>,
    registers: Vec<u8>,
    ranges: Vec<Range>,
    /// How many walks are around this point, and in which each variable was found.
    depth: u32,
    found_in: Vec<u32>,
    /// The first free register.
    free: usize,
    /// How often this point may be reached.
    times: u64,
}

impl Here<'_> {
    /// Notes that a variable is in a register.
    fn know(&mut self, variable: usize, register: u8, range: Range) {
        self.known[variable] = true;
        self.registers[variable] = register;
        self.ranges[variable] = range;
        self.found_in[variable] = self.depth;
    }

    fn is_known(&self, slot: Slot) -> bool {
        match slot {
            Slot::Constant(_) => true,
            Slot::Variable(variable) => self.known[variable],
        }
    }

    /// Goes into a walk of so many rows at most.
    fn enter(&mut self, rows: u64) {
        self.depth += 1;
        self.times = self.times.saturating_mul(rows);
    }

    /// How many walks can be left once a row is concluded, since the other ways to
    /// conclude it do not matter.
    fn spare_walks(&self, columns: &[Slot]) -> u32 {
        let found_in = columns.iter().map(|slot| match slot {
            Slot::Variable(variable) => self.found_in[*variable],
            Slot::Constant(_) => 0,
        });
        self.depth - found_in.max().unwrap_or(0)
    }

    /// So many free registers in a row: the first.
    fn take(&mut self, count: usize) -> Result<u8, Trouble> {
        let first = self.free;
        self.free += count;
        if self.free > REGISTERS / 2 {
            let wrong = Wrong::TooMuch { what: "variables at once".into(), most: REGISTERS / 2 };
            return Err(Trouble::new(wrong, self.clause.span));
        }
        Ok(first as u8)
    }
}

impl<'p> Planner<'p> {
    fn new(program: &'p Program, sample: &'p Sample) -> Planner<'p> {
        Planner {
            program,
            sample,
            inlining: Inlining::find(program),
            store: Store::new(program),
            lists: vec![Vec::new()],
            length: 0,
            puts: Vec::new(),
            constants: vec![(0, 0)],
            cursors: 0,
            effort: 0,
            heaviest: (0, 0),
        }
    }

    fn emit(&mut self, step: Step) {
        self.length += 1;
        if let Some(list) = self.lists.last_mut() {
            list.push(step);
        }
    }

    /// Begins a list of steps of their own.
    fn open(&mut self) {
        self.lists.push(Vec::new());
    }

    /// Ends the list of steps that was begun last.
    fn close(&mut self) -> Vec<Step> {
        self.lists.pop().unwrap_or_default()
    }

    /// The register that always holds a value. They are taken from the end.
    fn constant(&mut self, value: i32) -> Result<u8, Trouble> {
        if let Some(&(register, _)) = self.constants.iter().find(|&&(_, held)| held == value) {
            return Ok(register);
        }
        let register = REGISTERS - self.constants.len();
        if register < REGISTERS / 2 {
            let wrong = Wrong::TooMuch { what: "different numbers".into(), most: REGISTERS / 2 };
            return Err(Trouble::new(wrong, Default::default()));
        }
        self.constants.push((register as u8, value));
        Ok(register as u8)
    }

    /// Concludes the relations of a layer.
    fn layer(&mut self, layer: &Layer) -> Result<(), Trouble> {
        let clauses: Vec<usize> = (0..self.program.clauses.len())
            .filter(|&number| {
                let head = self.program.clauses[number].concludes();
                let is_meant =
                    |head: usize| layer.relations.contains(&head) && self.inlining.is_needed(head);
                head.is_some_and(is_meant) && self.inlining.driver(number).is_none()
            })
            .collect();
        if !layer.is_recursive {
            return clauses.into_iter().try_for_each(|number| self.task(number));
        }
        let first = self.cursors;
        self.open();
        for number in clauses {
            self.task_within(number, layer)?;
        }
        let steps = self.close();
        self.emit(Step::Rounds { cursors: first..self.cursors, steps });
        Ok(())
    }

    /// The steps of a clause by itself.
    fn task(&mut self, number: usize) -> Result<(), Trouble> {
        self.open();
        let here = self.begin(number);
        let goals: Vec<&Goal> = here.clause.body.iter().collect();
        self.body(here, goals, &mut |planner, here| planner.conclude(here))?;
        let steps = self.close();
        self.emit(Step::Block(steps));
        Ok(())
    }

    /// The steps of a clause of relations that depend on themselves.
    fn task_within(&mut self, number: usize, layer: &Layer) -> Result<(), Trouble> {
        let asks_itself = |goal: &Goal| match &goal.kind {
            GoalKind::Holds { relation, .. } => layer.relations.contains(relation),
            _ => false,
        };
        let mut here = self.begin(number);
        let mut goals: Vec<&Goal> = here.clause.body.iter().collect();
        let own: Vec<usize> = (0..goals.len()).filter(|&at| asks_itself(goals[at])).collect();
        let [only] = own[..] else { return self.task(number) };
        let GoalKind::Holds { relation, columns } = &goals.remove(only).kind else {
            return self.task(number);
        };
        // Rows that were there in the round before need not be looked at again.
        self.open();
        let (list, cursor) = (self.store.list(*relation), self.cursors);
        self.cursors += 1;
        let dest = here.take(columns.len().max(1))?;
        self.emit(Step::Fresh { cursor, list, dest, width: columns.len() });
        here.enter(self.most_rows(*relation, &[]));
        self.bind_all(&mut here, *relation, columns, dest);
        self.body(here, goals, &mut |planner, here| planner.conclude(here))?;
        let steps = self.close();
        self.emit(Step::Block(steps));
        Ok(())
    }

    fn begin(&self, number: usize) -> Here<'p> {
        let clause = &self.program.clauses[number];
        let count = clause.variables.len();
        Here {
            clause,
            number,
            known: vec![false; count],
            registers: vec![0; count],
            ranges: vec![Range::ALL; count],
            depth: 0,
            found_in: vec![0; count],
            free: 1,
            times: 1,
        }
    }

    /// The steps of conditions, and then what follows.
    fn body(
        &mut self,
        mut here: Here<'p>,
        mut goals: Vec<&'p Goal>,
        then: &mut dyn FnMut(&mut Planner<'p>, Here<'p>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        if self.length > LONGEST {
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
                    self.assign(&mut here, variable, if is_one { two } else { one })?;
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
                self.expected_rows(here, *relation, columns)
            }
        };
        let costs = goals.iter().map(|goal| cost(goal)).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
    }

    /// About how many rows of a relation fit what is known.
    fn expected_rows(&self, here: &Here<'p>, relation: usize, columns: &[Slot]) -> f64 {
        let table = &self.program.relations[relation];
        if columns[..table.keys()].iter().all(|&slot| here.is_known(slot)) {
            return 0.2;
        }
        let size = |column: usize| f64::from(1 << table.columns[column].1.bits().min(30));
        let rows = match table.origin {
            Origin::Game { place, .. } => self.sample[place].len().max(1) as f64,
            Origin::Rules => (0..columns.len()).map(size).product::<f64>().sqrt(),
        };
        let known = (0..columns.len()).filter(|&column| here.is_known(columns[column]));
        let expected = known.fold(rows, |expected, column| expected / size(column).max(1.0));
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

    /// Notes how often a point may be reached.
    fn count(&mut self, here: &Here<'p>) {
        self.effort = self.effort.saturating_add(here.times);
        self.heaviest = self.heaviest.max((here.times, here.number));
    }

    /// What a clause concludes, and what follows from it at once.
    fn conclude(&mut self, mut here: Here<'p>) -> Result<(), Trouble> {
        self.count(&here);
        let (relation, columns) = match &here.clause.conclusion {
            Conclusion::Value { player, points } => {
                let player = self.register_of(&here, *player)?;
                let points = self.expression(&mut here, points)?;
                self.emit(Step::Give { player, points });
                return Ok(());
            }
            Conclusion::Row { relation, columns } => (*relation, columns),
        };
        let registers: Vec<u8> =
            columns.iter().map(|&slot| self.register_of(&here, slot)).collect::<Result<_, _>>()?;
        let counts_proofs = self.program.counts_proofs;
        let leave = if counts_proofs { 0 } else { here.spare_walks(columns) };
        let may_repeat = !counts_proofs && !self.inlining.is_unique(relation);
        let consumers = self.inlining.consumers(relation).to_vec();
        if may_repeat || consumers.is_empty() {
            let all: Vec<usize> = (0..columns.len()).collect();
            let once = may_repeat.then(|| self.store.index(relation, &all));
            self.emit(Step::Insert { put: self.puts.len(), leave });
            self.puts.push((relation, once, registers.clone()));
        }
        for consumer in consumers {
            self.open();
            self.consume(&here, consumer, relation, columns, &registers)?;
            let steps = self.close();
            self.emit(Step::Block(steps));
        }
        self.emit(Step::Leave(leave));
        Ok(())
    }

    /// The steps of a clause that begins with a row that was just concluded.
    fn consume(
        &mut self,
        here: &Here<'p>,
        consumer: usize,
        relation: usize,
        concluded: &[Slot],
        registers: &[u8],
    ) -> Result<(), Trouble> {
        let mut inner = self.begin(consumer);
        (inner.free, inner.times) = (here.free, here.times);
        let mut goals: Vec<&Goal> = inner.clause.body.iter().collect();
        let is_driver = |goal: &&Goal| match &goal.kind {
            GoalKind::Holds { relation: asked, .. } => *asked == relation,
            _ => false,
        };
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

    fn finish(mut self) -> Result<Plan, Trouble> {
        if self.effort > MOST_STEPS {
            let span = self.program.clauses[self.heaviest.1].span;
            let wrong = Wrong::TooSlow { steps: self.effort, most: MOST_STEPS };
            return Err(Trouble::new(wrong, span)
                .hint("join its conditions by more variables, or divide it into several rules"));
        }
        let sizes = self.store.settle(self.cursors);
        if sizes.words > MOST_WORDS || sizes.values > MOST_WORDS {
            let wrong = Wrong::TooMuch {
                what: "rows that must be told apart".into(),
                most: 64 * MOST_WORDS,
            };
            return Err(Trouble::new(wrong, Default::default())
                .hint("give relations fewer columns, or bound their numbers"));
        }
        let puts: Vec<(usize, Put)> = self
            .puts
            .iter()
            .map(|(relation, once, registers)| {
                let mut put = self.store.put(*relation, *once);
                put.registers[..registers.len()].copy_from_slice(registers);
                (*relation, put)
            })
            .collect();
        let steps = self.lists.pop().unwrap_or_default();
        let loom = Loom { store: &self.store, puts: &puts, constants: &self.constants };
        let tasks = steps.into_iter().map(|step| loom.weave(&[step])).collect();
        let mut memory = Memory::new(&sizes, &self.constants);
        let mut facts = Vec::new();
        for (relation, table) in self.program.relations.iter().enumerate() {
            let Origin::Game { place, is_fixed, .. } = table.origin else { continue };
            if !self.store.is_kept(relation) {
                continue;
            }
            let put = self.store.put(relation, None);
            match is_fixed {
                true => self.sample[place].iter().for_each(|row| memory.put(&put, row, 0)),
                false => facts.push((place, put)),
            }
        }
        Ok(Plan { tasks, sizes, facts, memory })
    }
}
