//! The reference interpreter: naive bottom-up evaluation with nested-loop joins over plain
//! lists of rows, which remembers how each row was derived.
//!
//! Explanations, proofs and queries use it, and the compiled plan is tested against it.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow::{self, Break, Continue};

use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Program, Rule, for_each_dependency,
};
use crate::safety::{Readiness, readiness};
use crate::syntax::Aggregate;

/// How many rows are tried before the interpreter gives up: some seconds of work.
const MAX_ROWS_TRIED: u64 = 30_000_000;

/// The most rows of a relation, and the most solutions of a rule.
const MAX_SOLUTIONS: usize = 200_000;

/// A row of a relation.
pub(crate) type Row = Vec<i32>;

/// How a row was derived: by which rule, and with which values of its variables. `None` for
/// a fact of the game.
pub(crate) type Derivation = Option<(usize, Vec<Option<i32>>)>;

/// Called with every solution; says whether to go on.
type Found<'f, 'p> = dyn FnMut(&mut Interpreter<'p>, &[Option<i32>]) -> ControlFlow<()> + 'f;

/// The interpreter, with all rows that are known to hold.
pub(crate) struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    /// The rows of each relation, in the order in which they were derived.
    rows: Vec<Vec<(Row, Derivation)>>,
    /// The first position of each row in `rows`.
    positions: Vec<HashMap<Row, usize>>,
    /// Whether a computation overflowed.
    pub(crate) overflowed: bool,
    /// How many rows may still be tried.
    budget: u64,
}

impl<'p> Interpreter<'p> {
    /// An interpreter without rows.
    pub(crate) fn new(program: &'p Program) -> Interpreter<'p> {
        let count = program.relations.len();
        Interpreter {
            program,
            rows: vec![Vec::new(); count],
            positions: vec![HashMap::new(); count],
            overflowed: false,
            budget: MAX_ROWS_TRIED,
        }
    }

    /// The same with another budget of rows to try.
    pub(crate) fn with_budget(self, budget: u64) -> Interpreter<'p> {
        Interpreter { budget, ..self }
    }

    /// Whether the budget was spent, so that rows may be missing.
    pub(crate) fn gave_up(&self) -> bool {
        self.budget == 0
    }

    /// Adds a row. Returns whether it is new.
    pub(crate) fn add(&mut self, relation: usize, row: Row, derivation: Derivation) -> bool {
        let position = self.rows[relation].len();
        let is_new = !self.positions[relation].contains_key(&row);
        if is_new {
            self.positions[relation].insert(row.clone(), position);
        }
        if self.rows[relation].len() >= MAX_SOLUTIONS {
            self.budget = 0;
        } else if is_new || self.program.bag_semantics {
            self.rows[relation].push((row, derivation));
        }
        is_new
    }

    /// The rows of a relation, sorted, each once.
    pub(crate) fn sorted_rows(&self, relation: usize) -> Vec<Row> {
        let mut rows: Vec<Row> = self.positions[relation].keys().cloned().collect();
        rows.sort();
        rows
    }

    /// How a row was first derived, if it holds.
    pub(crate) fn derivation(&self, relation: usize, row: &Row) -> Option<&Derivation> {
        self.positions[relation].get(row).map(|&position| &self.rows[relation][position].1)
    }

    /// The rows of a relation, in the order in which they were derived.
    pub(crate) fn rows(&self, relation: usize) -> impl Iterator<Item = &Row> {
        self.rows[relation].iter().map(|(row, _)| row)
    }

    /// Derives all rows, stratum by stratum.
    pub(crate) fn run(&mut self) {
        self.run_strata(|_| true);
    }

    /// Derives the rows of these relations, and of those that they depend on.
    pub(crate) fn run_for(&mut self, relations: impl IntoIterator<Item = usize>) {
        let mut needed: HashSet<usize> = HashSet::new();
        let mut waiting: Vec<usize> = relations.into_iter().collect();
        while let Some(relation) = waiting.pop() {
            if needed.insert(relation) {
                let rules = self.program.rules.iter();
                for rule in rules.filter(|rule| rule.head_relation() == Some(relation)) {
                    for_each_dependency(&rule.body, false, &mut |other, _| waiting.push(other));
                }
            }
        }
        self.run_strata(|relation| needed.contains(&relation));
    }

    fn run_strata(&mut self, is_needed: impl Fn(usize) -> bool) {
        let program = self.program;
        for stratum in &program.strata {
            if !stratum.relations.iter().any(|&relation| is_needed(relation)) {
                continue;
            }
            loop {
                let mut is_new = false;
                for (number, rule) in self.program.rules.iter().enumerate() {
                    let Head::Atom { relation, columns } = &rule.head else {
                        continue;
                    };
                    if !stratum.relations.contains(relation) {
                        continue;
                    }
                    for values in self.solutions(rule) {
                        let row = columns.iter().map(|&operand| value(operand, &values)).collect();
                        is_new |= self.add(*relation, row, Some((number, values)));
                    }
                }
                if !is_new || !stratum.is_recursive || self.gave_up() {
                    break;
                }
            }
        }
    }

    /// All solutions of the body of a rule: the values of its variables.
    pub(crate) fn solutions(&mut self, rule: &Rule) -> Vec<Vec<Option<i32>>> {
        let mut values = vec![None; rule.variables.len()];
        let mut solutions = Vec::new();
        let _ = self.solve(&rule.body, &mut values, &mut |interpreter, values| {
            if solutions.len() < MAX_SOLUTIONS {
                solutions.push(values.to_vec());
                return Continue(());
            }
            interpreter.budget = 0;
            Break(())
        });
        solutions
    }

    /// At most so many solutions of literals that extend some values.
    pub(crate) fn some_solutions(
        &mut self,
        literals: &[Literal],
        values: &[Option<i32>],
        most: usize,
    ) -> Vec<Vec<Option<i32>>> {
        let mut solutions = Vec::new();
        let _ = self.solve(literals, &mut values.to_vec(), &mut |_, values| {
            solutions.push(values.to_vec());
            if solutions.len() < most { Continue(()) } else { Break(()) }
        });
        solutions
    }

    /// Calls `found` for every solution of literals that extends `values`, until it breaks off.
    fn solve(
        &mut self,
        literals: &[Literal],
        values: &mut Vec<Option<i32>>,
        found: &mut Found<'_, 'p>,
    ) -> ControlFlow<()> {
        let Some((literal, rest)) = literals.split_first() else {
            return found(self, values);
        };
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                for position in 0..self.rows[*relation].len() {
                    self.budget = self.budget.saturating_sub(1);
                    if self.gave_up() {
                        return Break(());
                    }
                    let row = self.rows[*relation][position].0.clone();
                    let before = values.clone();
                    if matches_row(columns.iter().copied().map(Some), &row, values) {
                        self.solve(rest, values, found)?;
                    }
                    *values = before;
                }
            }
            LiteralKind::Negative { relation, columns } => {
                let is_there = self.rows[*relation]
                    .iter()
                    .any(|(row, _)| matches_row(columns.iter().copied(), row, &mut values.clone()));
                if !is_there {
                    self.solve(rest, values, found)?;
                }
            }
            LiteralKind::Compare(one, comparison, two) => {
                let known: Vec<bool> = values.iter().map(Option::is_some).collect();
                if let Readiness::Assign(variable) = readiness(literal, &known) {
                    let side = if *one == variable_of(variable) { two } else { one };
                    values[variable] = Some(self.compute(side, values));
                    self.solve(rest, values, found)?;
                    values[variable] = None;
                } else {
                    let (one, two) = (self.compute(one, values), self.compute(two, values));
                    if comparison.holds(one, two) {
                        self.solve(rest, values, found)?;
                    }
                }
            }
            LiteralKind::Between { of, from, to } => {
                let (from, to) = (self.compute(from, values), self.compute(to, values));
                let before = values.clone();
                for number in from..=to {
                    self.budget = self.budget.saturating_sub(1);
                    if self.gave_up() {
                        return Break(());
                    }
                    if matches_row([Some(*of)].into_iter(), &vec![number], values) {
                        self.solve(rest, values, found)?;
                    }
                    values.clone_from(&before);
                }
            }
            LiteralKind::Aggregate { result, function, of, body, .. } => {
                if let Some(aggregated) = self.aggregate(*function, of, body, values) {
                    let before = values[*result].replace(aggregated);
                    if before.is_none_or(|before| before == aggregated) {
                        self.solve(rest, values, found)?;
                    }
                    values[*result] = before;
                }
            }
        }
        Continue(())
    }

    fn aggregate(
        &mut self,
        function: Aggregate,
        of: &Expression,
        body: &[Literal],
        values: &mut Vec<Option<i32>>,
    ) -> Option<i32> {
        let mut all = Vec::new();
        let _ = self.solve(body, values, &mut |interpreter, values| {
            all.push(interpreter.compute(of, values));
            Continue(())
        });
        match function {
            Aggregate::Count | Aggregate::Sum => {
                Some(all.into_iter().fold(0, |sum: i32, one| sum.saturating_add(one)))
            }
            Aggregate::Min => all.into_iter().min(),
            Aggregate::Max => all.into_iter().max(),
        }
    }

    /// The value of an expression whose variables are all bound.
    pub(crate) fn compute(&mut self, expression: &Expression, values: &[Option<i32>]) -> i32 {
        match expression {
            Expression::Operand(operand) => value(*operand, values),
            Expression::Binary(operator, one, two) => {
                let (one, two) = (self.compute(one, values), self.compute(two, values));
                self.overflowed |= operator.overflows(one, two);
                operator.apply(one, two)
            }
        }
    }
}

fn variable_of(variable: usize) -> Expression {
    Expression::Operand(Operand::Variable(variable))
}

/// The value of an operand, which must be bound.
pub(crate) fn value(operand: Operand, values: &[Option<i32>]) -> i32 {
    match operand {
        Operand::Constant(value) => value,
        Operand::Variable(variable) => values[variable].unwrap_or(0),
    }
}

/// Whether a row matches the operands of its columns, where `None` matches everything. Binds
/// variables that are not bound yet.
fn matches_row(
    columns: impl Iterator<Item = Option<Operand>>,
    row: &Row,
    values: &mut [Option<i32>],
) -> bool {
    columns.zip(row).all(|(column, &found)| match column {
        None => true,
        Some(Operand::Constant(wanted)) => wanted == found,
        Some(Operand::Variable(variable)) => *values[variable].get_or_insert(found) == found,
    })
}
