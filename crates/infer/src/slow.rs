//! Inference the slow, obvious way: every row is kept, every condition is tried on all of
//! them, and it is remembered how each row was concluded.
//!
//! Explanations and questions are answered by it, and the plan is tested against it.

use std::collections::HashMap;

use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Program, Readiness, Slot, readiness,
};
use crate::syntax::Fold;

/// How many rows are tried at most before it gives up: some seconds of work.
const MOST_TRIES: u64 = 30_000_000;

/// The most rows of a relation, and the most answers.
const MOST_ANSWERS: usize = 200_000;

/// A row of a relation.
pub(crate) type Row = Vec<i32>;

/// How a row was concluded: by which clause, with which values of its variables.
pub(crate) type Origin = Option<(usize, Vec<Option<i32>>)>;

/// All rows that hold.
pub(crate) struct Base<'p> {
    pub(crate) program: &'p Program,
    /// The rows of each relation in the order in which they were found.
    rows: Vec<Vec<(Row, Origin)>>,
    /// The first place of each row.
    places: Vec<HashMap<Row, usize>>,
    /// Whether a number was too large to be computed.
    pub(crate) overflowed: bool,
    /// How many rows may still be tried.
    left: u64,
}

impl<'p> Base<'p> {
    /// Nothing holds yet.
    pub(crate) fn new(program: &'p Program) -> Base<'p> {
        let count = program.relations.len();
        Base {
            program,
            rows: vec![Vec::new(); count],
            places: vec![HashMap::new(); count],
            overflowed: false,
            left: MOST_TRIES,
        }
    }

    /// Whether so much was tried that some conclusions are missing.
    pub(crate) fn gave_up(&self) -> bool {
        self.left == 0
    }

    /// Adds a row; tells whether it is new.
    pub(crate) fn add(&mut self, relation: usize, row: Row, origin: Origin) -> bool {
        let place = self.rows[relation].len();
        let is_new = !self.places[relation].contains_key(&row);
        if is_new {
            self.places[relation].insert(row.clone(), place);
        }
        if self.rows[relation].len() >= MOST_ANSWERS {
            self.left = 0;
        } else if is_new || self.program.counts_proofs {
            self.rows[relation].push((row, origin));
        }
        is_new
    }

    /// How a row was concluded first, if it holds.
    pub(crate) fn origin(&self, relation: usize, row: &Row) -> Option<&Origin> {
        self.places[relation].get(row).map(|&place| &self.rows[relation][place].1)
    }

    /// Concludes all that can be concluded.
    pub(crate) fn conclude(&mut self) {
        for layer in &self.program.layers {
            loop {
                let mut is_new = false;
                for (number, clause) in self.program.clauses.iter().enumerate() {
                    let Conclusion::Row { relation, columns } = &clause.conclusion else {
                        continue;
                    };
                    if !layer.relations.contains(relation) {
                        continue;
                    }
                    for values in self.answers(clause) {
                        let row = columns.iter().map(|&slot| value(slot, &values)).collect();
                        is_new |= self.add(*relation, row, Some((number, values)));
                    }
                }
                if !is_new || !layer.is_recursive || self.gave_up() {
                    break;
                }
            }
        }
    }

    /// The values of the variables for every way in which the conditions of a clause
    /// hold.
    pub(crate) fn answers(&mut self, clause: &Clause) -> Vec<Vec<Option<i32>>> {
        let mut values = vec![None; clause.variables.len()];
        let mut answers = Vec::new();
        self.try_all(&clause.body, &mut values, &mut |base, values| {
            if answers.len() < MOST_ANSWERS {
                answers.push(values.to_vec());
            } else {
                base.left = 0;
            }
        });
        answers
    }

    fn try_all(
        &mut self,
        goals: &[Goal],
        values: &mut Vec<Option<i32>>,
        found: &mut dyn FnMut(&mut Base<'p>, &[Option<i32>]),
    ) {
        let Some((goal, rest)) = goals.split_first() else {
            found(self, values);
            return;
        };
        match &goal.kind {
            GoalKind::Holds { relation, columns } => {
                for place in 0..self.rows[*relation].len() {
                    self.left = self.left.saturating_sub(1);
                    if self.gave_up() {
                        return;
                    }
                    let row = self.rows[*relation][place].0.clone();
                    let before = values.clone();
                    if fits(columns.iter().copied().map(Some), &row, values) {
                        self.try_all(rest, values, found);
                    }
                    *values = before;
                }
            }
            GoalKind::Not { relation, columns } => {
                let is_there = self.rows[*relation]
                    .iter()
                    .any(|(row, _)| fits(columns.iter().copied(), row, &mut values.clone()));
                if !is_there {
                    self.try_all(rest, values, found);
                }
            }
            GoalKind::Compare(one, comparison, two) => {
                let known: Vec<bool> = values.iter().map(Option::is_some).collect();
                if let Readiness::Sets(variable) = readiness(goal, &known) {
                    let side = if *one == variable_of(variable) { two } else { one };
                    values[variable] = Some(self.compute(side, values));
                    self.try_all(rest, values, found);
                    values[variable] = None;
                } else {
                    let (one, two) = (self.compute(one, values), self.compute(two, values));
                    if comparison.holds(one, two) {
                        self.try_all(rest, values, found);
                    }
                }
            }
            GoalKind::Fold { result, fold, of, body, .. } => {
                if let Some(folded) = self.fold(*fold, of, body, values) {
                    let before = values[*result].replace(folded);
                    if before.is_none_or(|before| before == folded) {
                        self.try_all(rest, values, found);
                    }
                    values[*result] = before;
                }
            }
        }
    }

    fn fold(
        &mut self,
        fold: Fold,
        of: &Expression,
        body: &[Goal],
        values: &mut Vec<Option<i32>>,
    ) -> Option<i32> {
        let mut all = Vec::new();
        self.try_all(body, values, &mut |base, values| all.push(base.compute(of, values)));
        match fold {
            Fold::Count | Fold::Sum => {
                Some(all.into_iter().fold(0, |sum: i32, one| sum.saturating_add(one)))
            }
            Fold::Least => all.into_iter().min(),
            Fold::Most => all.into_iter().max(),
        }
    }

    /// What an expression comes to; all its variables must be known.
    pub(crate) fn compute(&mut self, expression: &Expression, values: &[Option<i32>]) -> i32 {
        match expression {
            Expression::Slot(slot) => value(*slot, values),
            Expression::Compute(operator, one, two) => {
                let (one, two) = (self.compute(one, values), self.compute(two, values));
                self.overflowed |= operator.overflows(one, two);
                operator.apply(one, two)
            }
        }
    }
}

fn variable_of(variable: usize) -> Expression {
    Expression::Slot(Slot::Variable(variable))
}

/// The value of a slot, which must be known.
pub(crate) fn value(slot: Slot, values: &[Option<i32>]) -> i32 {
    match slot {
        Slot::Constant(value) => value,
        Slot::Variable(variable) => values[variable].unwrap_or(0),
    }
}

/// Whether a row has what columns say, where `None` stands for anything; gives variables
/// that are not known their values.
fn fits(
    columns: impl Iterator<Item = Option<Slot>>,
    row: &Row,
    values: &mut [Option<i32>],
) -> bool {
    columns.zip(row).all(|(column, &found)| match column {
        None => true,
        Some(Slot::Constant(wanted)) => wanted == found,
        Some(Slot::Variable(variable)) => *values[variable].get_or_insert(found) == found,
    })
}
