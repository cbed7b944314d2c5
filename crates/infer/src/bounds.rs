//! Which values there can be: of variables, and in the columns of what is concluded.

use crate::check::for_each_variable;
use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Program, Range, Relation, Slot, Sort,
};
use crate::syntax::{Comparison, Fold, Operator};
use crate::trouble::{Trouble, Wrong};

/// The most rows that a relation may have, as a power of two.
const MOST_BITS: u32 = 22;

/// How often the rules of a layer are looked at before its numbers must have stopped
/// growing.
const ROUNDS: usize = 300;

/// Finds the ranges of all variables and of the columns of concluded relations.
pub(crate) fn find(program: &mut Program) -> Result<(), Trouble> {
    let layers = program.layers.clone();
    for layer in &layers {
        for round in 0.. {
            let mut grown = None;
            for number in 0..program.clauses.len() {
                let Some(head) = program.clauses[number].concludes() else { continue };
                if layer.relations.contains(&head) && widen(program, number, head) {
                    grown = Some((number, head));
                }
            }
            let Some((clause, head)) = grown else { break };
            if round >= ROUNDS {
                return Err(endless(program, clause, head));
            }
        }
    }
    for number in 0..program.clauses.len() {
        let mut clause = program.clauses[number].clone();
        narrow(&mut clause, &program.relations);
        program.clauses[number] = clause;
    }
    for relation in program.relations.iter().filter(|relation| relation.is_concluded()) {
        let bits: u32 = relation.columns.iter().map(|(_, range)| range.bits()).sum();
        if bits > MOST_BITS {
            let name = relation.name.clone();
            let span = program
                .clauses
                .iter()
                .find(|clause| {
                    clause.concludes().is_some_and(|head| program.relations[head].name == name)
                })
                .map_or_else(Default::default, |clause| clause.span);
            let wrong = Wrong::TooLarge { name, bits, most: MOST_BITS };
            return Err(Trouble::new(wrong, span)
                .hint("bound its numbers by comparisons, or give it fewer columns"));
        }
    }
    Ok(())
}

fn endless(program: &Program, clause: usize, head: usize) -> Trouble {
    let relation = &program.relations[head];
    let width = |&(sort, range): &(Sort, Range)| {
        if sort == Sort::Number { i64::from(range.most) - i64::from(range.least) } else { 0 }
    };
    let widest = (0..relation.columns.len()).max_by_key(|&column| width(&relation.columns[column]));
    let wrong =
        Wrong::Endless { name: relation.name.clone(), column: widest.map_or(1, |at| at + 1) };
    Trouble::new(wrong, program.clauses[clause].span).hint("bound them in the rule, as by N =< 20")
}

/// Adds what a rule can conclude to the columns of its relation; tells whether that was
/// more than before.
fn widen(program: &mut Program, number: usize, head: usize) -> bool {
    let mut clause = program.clauses[number].clone();
    narrow(&mut clause, &program.relations);
    let Conclusion::Row { columns, .. } = &clause.conclusion else { return false };
    // A condition that cannot hold concludes nothing; one inside a fold does not matter.
    let mut is_possible = true;
    for_each_variable(&clause.body, &mut |variable| {
        is_possible &= !clause.variables[variable].range.is_empty();
    });
    if !is_possible {
        return false;
    }
    let mut grown = false;
    for (column, slot) in columns.iter().enumerate() {
        let range = match slot {
            Slot::Constant(value) => Range::new(*value, *value),
            Slot::Variable(variable) => clause.variables[*variable].range,
        };
        let known = &mut program.relations[head].columns[column].1;
        let wider = known.either(range);
        grown |= wider != *known;
        *known = wider;
    }
    grown
}

/// Finds the ranges of the variables of a clause.
fn narrow(clause: &mut Clause, relations: &[Relation]) {
    for variable in &mut clause.variables {
        variable.range = Range::ALL;
    }
    let body = clause.body.clone();
    // What a later condition says may narrow what an earlier one computes.
    for _ in 0..3 {
        narrow_by(clause, &body, relations);
    }
}

fn narrow_by(clause: &mut Clause, body: &[Goal], relations: &[Relation]) {
    for goal in body {
        match &goal.kind {
            GoalKind::Holds { relation, columns } => {
                for (slot, &(_, range)) in columns.iter().zip(&relations[*relation].columns) {
                    if let Slot::Variable(variable) = slot {
                        meet(clause, *variable, range);
                    }
                }
            }
            GoalKind::Not { .. } => (),
            GoalKind::Compare(one, comparison, two) => {
                let [a, b] = [one, two].map(|side| range_of(&ranges(clause), side));
                if let Expression::Slot(Slot::Variable(variable)) = one {
                    meet(clause, *variable, allowed(*comparison, b));
                }
                if let Expression::Slot(Slot::Variable(variable)) = two {
                    meet(clause, *variable, allowed(comparison.turned(), a));
                }
            }
            GoalKind::Fold { result, fold, of, body, shared } => {
                // What must hold inside says nothing of variables that are known outside.
                let mut inside = clause.clone();
                narrow_by(&mut inside, body, relations);
                let range = fold_range(&inside, *fold, of, body, relations);
                for_each_variable(body, &mut |variable| {
                    if !shared.contains(&variable) {
                        clause.variables[variable].range = inside.variables[variable].range;
                    }
                });
                meet(clause, *result, range);
            }
        }
    }
}

fn ranges(clause: &Clause) -> Vec<Range> {
    clause.variables.iter().map(|variable| variable.range).collect()
}

fn meet(clause: &mut Clause, variable: usize, range: Range) {
    let known = &mut clause.variables[variable].range;
    *known = known.both(range);
}

/// What is allowed to stand before a comparison with something in a range.
pub(crate) fn allowed(comparison: Comparison, range: Range) -> Range {
    match comparison {
        Comparison::Equal => range,
        Comparison::Different => Range::ALL,
        Comparison::Less => Range::new(i32::MIN, range.most.saturating_sub(1)),
        Comparison::AtMost => Range::new(i32::MIN, range.most),
        Comparison::More => Range::new(range.least.saturating_add(1), i32::MAX),
        Comparison::AtLeast => Range::new(range.least, i32::MAX),
    }
}

/// What an expression can be.
pub(crate) fn range_of(ranges: &[Range], expression: &Expression) -> Range {
    match expression {
        Expression::Slot(Slot::Constant(value)) => Range::new(*value, *value),
        Expression::Slot(Slot::Variable(variable)) => ranges[*variable],
        Expression::Compute(operator, one, two) => {
            let (one, two) = (range_of(ranges, one), range_of(ranges, two));
            if one.is_empty() || two.is_empty() {
                return Range::new(0, -1);
            }
            if *operator == Operator::Remainder {
                let most = two.least.saturating_abs().max(two.most.saturating_abs());
                let most = most.saturating_sub(1).max(0);
                let least = if one.least < 0 { -most } else { 0 };
                return Range::new(least, if one.most > 0 { most } else { 0 });
            }
            let mut ends = Vec::new();
            for a in [one.least, one.most] {
                // What is divided is largest for the smallest divisors.
                for b in [two.least, two.most, -1, 1, 0] {
                    if b == two.least || b == two.most || (two.least <= b && b <= two.most) {
                        ends.push(operator.apply(a, b));
                    }
                }
            }
            let (least, most) = (ends.iter().min(), ends.iter().max());
            least.zip(most).map_or(Range::ALL, |(&least, &most)| Range::new(least, most))
        }
    }
}

/// What a fold can be.
fn fold_range(
    clause: &Clause,
    fold: Fold,
    of: &Expression,
    body: &[Goal],
    relations: &[Relation],
) -> Range {
    let mut bits = 0;
    for goal in body {
        if let GoalKind::Holds { relation, .. } = &goal.kind {
            let relation = &relations[*relation];
            bits += relation.columns[..relation.keys()]
                .iter()
                .map(|(_, range)| range.bits())
                .sum::<u32>();
        }
    }
    let count = 1 << bits.min(24);
    let of = range_of(&ranges(clause), of);
    let of = if of.is_empty() { Range::new(0, 0) } else { of };
    match fold {
        Fold::Count => Range::new(0, count),
        Fold::Sum => {
            Range::new(of.least.min(0).saturating_mul(count), of.most.max(0).saturating_mul(count))
        }
        Fold::Least | Fold::Most => of,
    }
}
