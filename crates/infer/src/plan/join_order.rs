//! Join ordering: in which order the literals of a body are evaluated.
//!
//! The order is chosen greedily. Of the literals that can be evaluated, the one with the
//! fewest expected rows comes next; tests and assignments come as soon as possible. Row
//! counts of EDB relations are those of the start position, so the order is fixed when the
//! file is compiled.

use std::collections::HashMap;

use super::access::MAX_SCAN_BITS;
use super::{Context, Planner};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Origin, Program, Range, Rule, StartFacts, Type,
};
use crate::safety::{Readiness, readiness};
use crate::step::Step;

/// The most steps of a plan.
const MAX_PLAN_LENGTH: usize = 20_000;

/// The log of the values of a function that are looped over.
const MAX_ENUMERATED_BITS: u32 = 3;

/// The least cost of a literal that is scanned.
const SCAN_COST: f64 = 0.3;

impl<'p> Planner<'p> {
    /// Emits the steps of a body in join order, and then those of `then`, which run for
    /// each solution.
    pub(super) fn order_joins(
        &mut self,
        mut context: Context<'p>,
        mut literals: Vec<&'p Literal>,
        then: &mut dyn FnMut(&mut Planner<'p>, Context<'p>) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        if self.length > MAX_PLAN_LENGTH {
            let what = "steps in the plan".into();
            let kind = DiagnosticKind::TooMuch { what, most: MAX_PLAN_LENGTH };
            return Err(Diagnostic::new(kind, context.rule.span));
        }
        while let Some((next, cost)) = self.cheapest_literal(&context, &literals) {
            let enumerated = self
                .side_to_enumerate(&context, &literals)
                .or_else(|| self.value_to_enumerate(&context, &literals))
                .filter(|_| cost >= SCAN_COST);
            if let Some((variable, range)) = enumerated {
                let dest = context.allocate(1)?;
                self.emit(Step::Each { dest, least: range.least, most: range.most });
                context.enter_scan(range.size());
                context.bind(variable, dest, range);
                continue;
            }
            let literal = literals.remove(next);
            match (&literal.kind, readiness(literal, &context.bound)) {
                (LiteralKind::Positive { relation, columns }, _) => {
                    self.plan_positive(&mut context, (*relation, columns), &mut literals)?;
                }
                (LiteralKind::Negative { relation, columns }, _) => {
                    self.plan_negative(&mut context, *relation, columns)?;
                }
                (LiteralKind::Compare(one, _, two), Readiness::Assign(variable)) => {
                    let is_one = *one == Expression::Operand(Operand::Variable(variable));
                    self.plan_assignment(&mut context, variable, if is_one { two } else { one })?;
                }
                (LiteralKind::Compare(one, comparison, two), _) => {
                    self.plan_comparison(&mut context, one, *comparison, two)?;
                }
                (LiteralKind::Between { of, from, to }, _) => {
                    self.plan_between(&mut context, *of, from, to)?;
                }
                (LiteralKind::Aggregate { result, function, of, body, .. }, _) => {
                    self.plan_aggregate(&mut context, *result, *function, of, body)?;
                }
            }
        }
        then(self, context)
    }

    /// The literal with the lowest cost at this point.
    fn cheapest_literal(
        &self,
        context: &Context<'p>,
        literals: &[&Literal],
    ) -> Option<(usize, f64)> {
        let cost = |literal: &Literal| match (readiness(literal, &context.bound), &literal.kind) {
            (Readiness::Blocked(_), _) => f64::INFINITY,
            (_, LiteralKind::Compare(..)) => 0.0,
            (_, LiteralKind::Negative { .. }) => 0.1,
            (Readiness::Test, LiteralKind::Between { .. }) => 0.0,
            (_, LiteralKind::Between { .. }) => 2.0,
            (_, LiteralKind::Aggregate { .. }) => 0.9,
            (_, LiteralKind::Positive { relation, columns }) => {
                self.estimated_rows(context, *relation, columns)
            }
        };
        let costs = literals.iter().map(|literal| cost(literal)).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// A variable to loop over both sides with, before anything is scanned: so each literal that
    /// has it becomes a bitmap with a bit for each value of one other variable. Such bitmaps are
    /// intersected, counted and copied as a whole.
    fn side_to_enumerate(
        &self,
        context: &Context<'p>,
        literals: &[&Literal],
    ) -> Option<(usize, Range)> {
        let positive = || {
            literals.iter().filter_map(|literal| match &literal.kind {
                LiteralKind::Positive { relation, columns } => Some((*relation, &columns[..])),
                _ => None,
            })
        };
        let is_side = |&variable: &usize| {
            let is_free = context.rule.variables[variable].ty == Type::Side;
            is_free && !context.bound[variable]
        };
        (0..context.bound.len()).filter(is_side).find_map(|variable| {
            let side = Operand::Variable(variable);
            let uses = || positive().filter(|(_, columns)| columns.contains(&side));
            let free = |&(relation, columns): &(usize, &[Operand])| {
                let keys = 0..self.program.relations[relation].key_columns();
                let is_free =
                    |&column: &usize| columns[column] != side && !context.is_bound(columns[column]);
                keys.filter(is_free).count()
            };
            let is_bitmap = |used: &(usize, &[Operand])| {
                let table = &self.program.relations[used.0];
                let is_bag = self.program.bag_semantics && table.is_idb();
                free(used) <= 1 && table.bits() <= MAX_SCAN_BITS && !is_bag
            };
            let pays = uses().any(|used| free(&used) == 1) && uses().all(|used| is_bitmap(&used));
            let range = |(relation, columns): (usize, &[Operand])| {
                let column = columns.iter().position(|&operand| operand == side)?;
                Some(self.program.relations[relation].columns[column].1)
            };
            let ranges = uses().filter_map(range);
            let range = ranges.reduce(Range::intersection).filter(|_| pays)?;
            Some((variable, range))
        })
    }

    /// A variable to loop over all values of a function with, if what has such a value is then
    /// only counted: instead of looking up the height of each cell, the cells of each height are
    /// counted.
    fn value_to_enumerate(
        &self,
        context: &Context<'p>,
        literals: &[&Literal],
    ) -> Option<(usize, Range)> {
        literals.iter().find_map(|literal| {
            let LiteralKind::Positive { relation, columns } = &literal.kind else { return None };
            let table = &self.program.relations[*relation];
            let (&last, keys) = columns.split_last()?;
            let Operand::Variable(value) = last else { return None };
            let range = table.columns[keys.len()].1;
            if table.key_columns() == columns.len()
                || context.bound[value]
                || !context.rule.is_used_elsewhere(last)
                || range.bits() > MAX_ENUMERATED_BITS
                || table.bits() > MAX_SCAN_BITS
            {
                return None;
            }
            let mut free = keys.iter().filter(|&&key| !context.is_bound(key));
            let (Some(&counted), None) = (free.next(), free.next()) else { return None };
            // All that is asked of what is counted must be bitmaps.
            let is_bitmap = |literal: &&&Literal| {
                let LiteralKind::Positive { relation, columns } = &literal.kind else {
                    return false;
                };
                let table = &self.program.relations[*relation];
                let others = columns.iter().filter(|&&column| column != counted);
                let is_known = |&column: &Operand| context.is_bound(column) || column == last;
                columns.len() == others.clone().count() + 1
                    && others.copied().all(|column| is_known(&column))
                    && columns[..table.key_columns()].contains(&counted)
                    && !(self.program.bag_semantics && table.is_idb())
            };
            let bitmaps = literals.iter().filter(is_bitmap).count();
            (bitmaps > 1
                && counted.variable().is_some_and(|one| context.rule.occurrences(one) == bitmaps))
            .then(|| (value, range.intersection(context.rule.variables[value].range)))
        })
    }

    /// About how many rows of a relation match the operands that are bound.
    fn estimated_rows(&self, context: &Context<'p>, relation: usize, columns: &[Operand]) -> f64 {
        let table = &self.program.relations[relation];
        if columns[..table.key_columns()].iter().all(|&operand| context.is_bound(operand)) {
            return 0.2;
        }
        let size = |column: usize| f64::from(1 << table.columns[column].1.bits().min(30));
        let rows = self.expected_rows[relation];
        let bound = (0..columns.len()).filter(|&column| context.is_bound(columns[column]));
        let expected = bound.fold(rows, |expected, column| expected / size(column).max(1.0));
        expected.max(0.3) + 0.3
    }

    /// An upper bound of the rows of a relation that agree in the bound columns.
    pub(super) fn max_rows(&self, relation: usize, bound: &[usize]) -> u64 {
        let table = &self.program.relations[relation];
        if let (true, Origin::Edb { index, .. }) = (table.is_fixed(), table.origin) {
            let mut counts = HashMap::new();
            for row in &self.start_facts[index] {
                let key: Vec<i32> = bound.iter().map(|&column| row[column]).collect();
                *counts.entry(key).or_insert(0) += 1;
            }
            return counts.into_values().max().unwrap_or(1);
        }
        let free = (0..table.key_columns()).filter(|column| !bound.contains(column));
        let size = |column: usize| table.columns[column].1.size();
        free.map(size).fold(1, u64::saturating_mul)
    }
}

/// About how many rows a relation has.
pub(super) fn expected_rows(program: &Program, start_facts: &StartFacts, relation: usize) -> f64 {
    let table = &program.relations[relation];
    let size = |&column: &usize| f64::from(1 << table.columns[column].1.bits().min(30));
    let all = |columns: Vec<usize>| columns.iter().map(size).product::<f64>();
    let rows_of = |index: usize| start_facts.get(index).map_or(1, |rows| rows.len().max(1)) as f64;
    if let Origin::Edb { index, .. } = table.origin {
        return rows_of(index);
    }
    let guess = all((0..table.columns.len()).collect()).sqrt();
    // A relation that is maintained has a condition that says nothing of how many rows it has.
    if !program.keeps_facts || program.is_maintained(relation) {
        return guess;
    }
    // A condition on few facts, such as those of the move, leaves few rows.
    let rules = program.rules.iter().filter(|rule| rule.head_relation() == Some(relation));
    let of_rule = |rule: &Rule| {
        let Head::Atom { columns: head, .. } = &rule.head else { return guess };
        let by_literal = rule.body.iter().filter_map(|literal| {
            let LiteralKind::Positive { relation, columns } = &literal.kind else {
                return None;
            };
            let Origin::Edb { index, .. } = program.relations[*relation].origin else {
                return None;
            };
            let is_open = |&column: &usize| match head[column] {
                Operand::Constant(_) => false,
                variable => !columns.contains(&variable),
            };
            let open = (0..head.len()).filter(is_open).collect();
            Some(rows_of(index) * all(open))
        });
        by_literal.fold(guess, f64::min)
    };
    rules.map(of_rule).sum::<f64>().min(guess)
}
