//! The query planner: turns a program into steps, and has them compiled.
//!
//! Strata are planned in order. A rule becomes nested loops over its body in join order
//! (`join_order`); each positive literal becomes a test, a lookup or a scan (`access`).
//! A recursive stratum is repeated until it derives nothing new: a rule with one recursive
//! literal sees only new rows of it in each round (semi-naive evaluation), and a rule with
//! several is evaluated on all rows (naive evaluation).

mod access;
mod arithmetic;
mod context;
mod join_order;

use agon_core::{Facts, Side};
use context::Context;

use crate::codegen::{Code, Compiler};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::inline::Inlining;
use crate::layout::Layout;
use crate::memory::Memory;
use crate::program::{
    Head, Literal, LiteralKind, Operand, Origin, Program, Range, StartFacts, Stratum,
};
use crate::step::{Bitmap, Insertion, KeptRelation, REGISTERS, Step, StorageSizes};

/// The most steps that evaluating a position may take.
const MAX_STEPS: u64 = 1 << 24;

/// The largest memory of a plan, in words.
const MAX_WORDS: usize = 1 << 19;

/// A relation, and the operands of its columns.
type Atom<'a> = (usize, &'a [Operand]);

/// A compiled plan.
pub(crate) struct Plan {
    /// The compiled parts, to be run one after the other.
    parts: Vec<Code>,
    pub(crate) sizes: StorageSizes,
    /// The facts that a position must provide: the relation's index in the game's
    /// vocabulary, and where its rows are stored.
    pub(crate) facts: Vec<(usize, Insertion)>,
    /// A memory that holds only the fixed facts.
    pub(crate) memory: Memory,
    /// Where the rows of each exported relation are after a run.
    pub(crate) exports: Vec<Bitmap>,
    /// The row list of each listed relation.
    pub(crate) lists: Vec<usize>,
    /// The relations that are maintained.
    pub(crate) maintained: Vec<KeptRelation>,
    /// For each rule, an upper bound of the steps that it takes for a position.
    pub(crate) costs: Vec<u64>,
}

impl Plan {
    /// Evaluates a position from scratch: the points of both players, me first.
    #[inline]
    pub(crate) fn evaluate<G: Facts>(
        &self,
        memory: &mut Memory,
        game: &G,
        position: &G::Position,
        me: Side,
    ) -> [i64; 2] {
        self.load_facts(memory, game, position, me);
        self.run(memory)
    }

    /// Replaces the facts in a memory by those of a position.
    #[inline]
    pub(crate) fn load_facts<G: Facts>(
        &self,
        memory: &mut Memory,
        game: &G,
        position: &G::Position,
        me: Side,
    ) {
        memory.clear(&self.sizes);
        let me = me.index() as i32;
        for (relation, insertion) in &self.facts {
            match &insertion.sets {
                Some(sets) => game.fact_sets(position, *relation, |row, members| {
                    memory.insert_set((insertion, sets), row, members, me);
                }),
                None => {
                    game.facts(position, *relation, |row| memory.insert_fact(insertion, row, me));
                }
            }
        }
    }

    /// Whether there is nothing to run.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Runs the plan on the facts in a memory: the points of both players, me first.
    #[inline]
    pub(crate) fn run(&self, memory: &mut Memory) -> [i64; 2] {
        for part in &self.parts {
            part(memory);
        }
        memory.sums
    }
}

/// Plans and compiles a program.
pub(crate) fn plan(program: &Program, start_facts: &StartFacts) -> Result<Plan, Diagnostic> {
    let mut planner = Planner::new(program, start_facts);
    for stratum in &program.strata {
        planner.plan_stratum(stratum)?;
    }
    for (number, rule) in program.rules.iter().enumerate() {
        if rule.head_relation().is_none() && planner.inlining.driver(number).is_none() {
            planner.plan_rule(number)?;
        }
    }
    planner.finish()
}

struct Planner<'p> {
    program: &'p Program,
    start_facts: &'p StartFacts,
    /// About how many rows each relation has.
    expected_rows: Vec<f64>,
    inlining: Inlining,
    layout: Layout<'p>,
    /// The blocks of steps that are being written, the innermost last.
    blocks: Vec<Vec<Step>>,
    /// How many steps were emitted.
    length: usize,
    /// Rows that are derived: the relation, the index that removes duplicates, and the
    /// registers of the columns.
    insertions: Vec<(usize, Option<usize>, Vec<u8>)>,
    constants: Vec<(u8, i32)>,
    cursors: usize,
    /// An upper bound of the steps that evaluating a position takes.
    cost: u64,
    /// The share of each rule.
    costs: Vec<u64>,
    /// The largest summand of the cost, and its rule.
    most_expensive: (u64, usize),
}

impl<'p> Planner<'p> {
    fn new(program: &'p Program, start_facts: &'p StartFacts) -> Planner<'p> {
        let mut layout = Layout::new(program);
        for &relation in &program.exports {
            layout.index(relation, &all_columns(program, relation));
        }
        for &relation in &program.listed {
            layout.list(relation);
        }
        for &(relation, column) in &program.maintained {
            layout.index(relation, &anchored_columns(program, relation, column));
        }
        let expected_rows = (0..program.relations.len())
            .map(|relation| join_order::expected_rows(program, start_facts, relation))
            .collect();
        Planner {
            program,
            start_facts,
            expected_rows,
            inlining: Inlining::find(program),
            layout,
            blocks: vec![Vec::new()],
            length: 0,
            insertions: Vec::new(),
            constants: vec![(0, 0)],
            cursors: 0,
            cost: 0,
            costs: vec![0; program.rules.len()],
            most_expensive: (0, 0),
        }
    }

    fn emit(&mut self, step: Step) {
        self.length += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(step);
        }
    }

    /// The steps that `plan` emits, instead of emitting them.
    fn steps_of(
        &mut self,
        plan: impl FnOnce(&mut Planner<'p>) -> Result<(), Diagnostic>,
    ) -> Result<Vec<Step>, Diagnostic> {
        self.blocks.push(Vec::new());
        plan(self)?;
        Ok(self.blocks.pop().unwrap_or_default())
    }

    /// Emits a block of steps.
    fn emit_block(
        &mut self,
        plan: impl FnOnce(&mut Planner<'p>) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let steps = self.steps_of(plan)?;
        self.emit(Step::Block(steps));
        Ok(())
    }

    /// The register that always holds a constant. They are taken from the end.
    fn constant(&mut self, value: i32) -> Result<u8, Diagnostic> {
        if let Some(&(register, _)) = self.constants.iter().find(|&&(_, held)| held == value) {
            return Ok(register);
        }
        let register = REGISTERS - self.constants.len();
        if register < REGISTERS / 2 {
            let what = "different numbers".into();
            let kind = DiagnosticKind::TooMuch { what, most: REGISTERS / 2 };
            return Err(Diagnostic::new(kind, Default::default()));
        }
        self.constants.push((register as u8, value));
        Ok(register as u8)
    }

    fn begin(&self, number: usize) -> Context<'p> {
        Context::new(number, &self.program.rules[number])
    }

    /// The steps that derive the relations of a stratum.
    fn plan_stratum(&mut self, stratum: &Stratum) -> Result<(), Diagnostic> {
        let rules: Vec<usize> = (0..self.program.rules.len())
            .filter(|&number| {
                let head = self.program.rules[number].head_relation();
                let is_derived_here = |head: usize| {
                    stratum.relations.contains(&head) && self.inlining.is_needed(head)
                };
                head.is_some_and(is_derived_here) && self.inlining.driver(number).is_none()
            })
            .collect();
        if !stratum.is_recursive {
            return rules.into_iter().try_for_each(|number| self.plan_rule(number));
        }
        let first = self.cursors;
        let steps = self.steps_of(|planner| {
            rules.into_iter().try_for_each(|number| planner.plan_recursive_rule(number, stratum))
        })?;
        self.emit(Step::Fixpoint { cursors: first..self.cursors, steps });
        Ok(())
    }

    /// The steps of a rule on all rows.
    fn plan_rule(&mut self, number: usize) -> Result<(), Diagnostic> {
        let context = self.begin(number);
        let literals: Vec<&Literal> = context.rule.body.iter().collect();
        self.emit_block(|planner| planner.order_joins(context, literals, &mut Planner::plan_head))
    }

    /// The steps of a rule of a recursive stratum: semi-naive if it has one recursive
    /// literal, naive otherwise.
    fn plan_recursive_rule(&mut self, number: usize, stratum: &Stratum) -> Result<(), Diagnostic> {
        let is_recursive = |literal: &Literal| match &literal.kind {
            LiteralKind::Positive { relation, .. } => stratum.relations.contains(relation),
            _ => false,
        };
        let mut context = self.begin(number);
        let mut literals: Vec<&Literal> = context.rule.body.iter().collect();
        let recursive: Vec<usize> =
            (0..literals.len()).filter(|&at| is_recursive(literals[at])).collect();
        let [only] = recursive[..] else { return self.plan_rule(number) };
        let LiteralKind::Positive { relation, columns } = &literals.remove(only).kind else {
            return self.plan_rule(number);
        };
        let (list, cursor) = (self.layout.list(*relation), self.cursors);
        self.cursors += 1;
        let dest = context.allocate(columns.len().max(1))?;
        self.emit_block(|planner| {
            planner.emit(Step::DeltaScan { cursor, list, dest, width: columns.len() });
            context.enter_scan(planner.max_rows(*relation, &[]));
            planner.unify_row(&mut context, (*relation, columns), dest);
            planner.order_joins(context, literals, &mut Planner::plan_head)
        })
    }

    /// Adds the work at a point to the cost.
    fn add_cost(&mut self, context: &Context<'p>) {
        self.cost = self.cost.saturating_add(context.times);
        let share = &mut self.costs[context.number];
        *share = share.saturating_add(context.times);
        self.most_expensive = self.most_expensive.max((context.times, context.number));
    }

    /// The steps that derive the head of a rule, and those of the rules that are inlined
    /// after it.
    fn plan_head(&mut self, mut context: Context<'p>) -> Result<(), Diagnostic> {
        self.add_cost(&context);
        let (relation, columns) = match &context.rule.head {
            Head::Value { player, points } => {
                let player = self.register_of(&context, *player)?;
                let points = self.plan_expression(&mut context, points)?;
                self.emit(Step::AddPoints { player, points });
                return Ok(());
            }
            Head::Atom { relation, columns } => (*relation, columns),
        };
        let registers = columns.iter().map(|&operand| self.register_of(&context, operand));
        let registers: Vec<u8> = registers.collect::<Result<_, _>>()?;
        let is_bag = self.program.bag_semantics;
        let breaks = if is_bag { 0 } else { context.redundant_scans(columns) };
        let may_repeat = !is_bag && !self.inlining.is_unique(relation);
        let consumers = self.inlining.consumers(relation).to_vec();
        if may_repeat || consumers.is_empty() {
            let all = all_columns(self.program, relation);
            let dedup = may_repeat.then(|| self.layout.index(relation, &all));
            self.emit(Step::Insert { insertion: self.insertions.len(), breaks });
            self.insertions.push((relation, dedup, registers.clone()));
        }
        for consumer in consumers {
            self.emit_block(|planner| {
                planner.plan_consumer(&context, consumer, (relation, columns), &registers)
            })?;
        }
        self.emit(Step::Break(breaks));
        Ok(())
    }

    /// The steps of an inlined rule, which begins with a row that was just derived.
    fn plan_consumer(
        &mut self,
        context: &Context<'p>,
        consumer: usize,
        (relation, derived): Atom<'_>,
        registers: &[u8],
    ) -> Result<(), Diagnostic> {
        let mut inner = self.begin(consumer);
        (inner.free, inner.times) = (context.free, context.times);
        let mut literals: Vec<&Literal> = inner.rule.body.iter().collect();
        let is_driver = |literal: &&Literal| match &literal.kind {
            LiteralKind::Positive { relation: used, .. } => *used == relation,
            _ => false,
        };
        let Some(driver) = literals.iter().position(is_driver) else { return Ok(()) };
        let LiteralKind::Positive { columns, .. } = &literals.remove(driver).kind else {
            return Ok(());
        };
        for (column, &operand) in columns.iter().enumerate() {
            let range = match derived[column] {
                Operand::Constant(value) => Range::new(value, value),
                Operand::Variable(variable) => context.ranges[variable],
            };
            self.unify(&mut inner, operand, registers[column], range);
        }
        self.order_joins(inner, literals, &mut Planner::plan_head)
    }

    /// Checks the limits, lays out the memory and compiles the steps.
    fn finish(mut self) -> Result<Plan, Diagnostic> {
        if self.cost > MAX_STEPS {
            let span = self.program.rules[self.most_expensive.1].span;
            let kind = DiagnosticKind::TooSlow { steps: self.cost, most: MAX_STEPS };
            return Err(Diagnostic::new(kind, span)
                .hint("let its conditions share variables, or divide it into several rules"));
        }
        let sizes = self.layout.assign_addresses(self.cursors);
        // Four numbers of rows take a word.
        if sizes.words + sizes.counts / 4 > MAX_WORDS || sizes.values > MAX_WORDS {
            let what = "possible rows in all indexes together".into();
            let kind = DiagnosticKind::TooMuch { what, most: 64 * MAX_WORDS };
            return Err(Diagnostic::new(kind, Default::default())
                .hint("give relations fewer columns, or bound their numbers"));
        }
        let insertions = self.insertions.iter().map(|(relation, dedup, registers)| {
            let mut insertion = self.layout.insertion(*relation, *dedup);
            insertion.registers[..registers.len()].copy_from_slice(registers);
            (*relation, insertion)
        });
        let insertions: Vec<(usize, Insertion)> = insertions.collect();
        let steps = self.blocks.pop().unwrap_or_default();
        let compiler = Compiler { layout: &self.layout, insertions: &insertions };
        let parts = steps.into_iter().map(|step| compiler.compile(&[step])).collect();
        let mut memory = Memory::new(&sizes, &self.constants);
        let mut facts = Vec::new();
        for (relation, table) in self.program.relations.iter().enumerate() {
            let Origin::Edb { index, is_fixed, .. } = table.origin else { continue };
            if !self.layout.is_stored(relation) {
                continue;
            }
            let insertion = self.layout.insertion(relation, None);
            match is_fixed {
                true => {
                    let rows = self.start_facts[index].iter();
                    rows.for_each(|row| memory.insert_fact(&insertion, row, 0));
                }
                false => facts.push((index, insertion)),
            }
        }
        let exports = self.program.exports.iter().map(|&relation| {
            let all = all_columns(self.program, relation);
            let index = self.layout.index(relation, &all);
            self.layout.bitmap(relation, index)
        });
        let exports = exports.collect();
        let lists = self.program.listed.iter().map(|&relation| self.layout.list(relation));
        let lists = lists.collect();
        let maintained = self.program.maintained.iter().map(|&(relation, column)| {
            let columns = anchored_columns(self.program, relation, column);
            let index = self.layout.index(relation, &columns);
            self.layout.kept(relation, index)
        });
        let maintained = maintained.collect();
        Ok(Plan { parts, sizes, facts, memory, exports, lists, maintained, costs: self.costs })
    }
}

/// The columns of a relation, that by which it is maintained first.
fn anchored_columns(program: &Program, relation: usize, anchor: usize) -> Vec<usize> {
    let others = all_columns(program, relation).into_iter().filter(|&column| column != anchor);
    [anchor].into_iter().chain(others).collect()
}

fn all_columns(program: &Program, relation: usize) -> Vec<usize> {
    (0..program.relations[relation].columns.len()).collect()
}
