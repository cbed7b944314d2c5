//! Range analysis: which values variables and the columns of derived relations can have.
//!
//! An abstract interpretation over intervals. The ranges size the bitmap indexes, and a
//! recursion whose numbers have no bound is rejected.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Program, Range, Relation, Rule, Type,
    variables,
};
use crate::syntax::{Aggregate, Comparison, Operator};

/// The log of the most rows that a derived relation may have.
pub(crate) const MAX_ROW_BITS: u32 = 22;

/// How many rounds a stratum may take until its ranges stop growing.
const MAX_ROUNDS: usize = 300;

/// Infers the ranges of all variables and of the columns of derived relations, whose rows have at
/// most so many bits.
pub(crate) fn infer_ranges(program: &mut Program, most: u32) -> Result<(), Diagnostic> {
    let strata = program.strata.clone();
    for stratum in &strata {
        for round in 0.. {
            let mut grown: Option<(usize, usize)> = None;
            for number in 0..program.rules.len() {
                let Some(head) = program.rules[number].head_relation() else { continue };
                if stratum.relations.contains(&head) && widen(program, number, head) {
                    // The diagnostic names a rule that computes rather than one that only passes
                    // rows on.
                    let computes =
                        |&(rule, _): &(usize, usize)| has_arithmetic(&program.rules[rule]);
                    grown = grown.filter(computes).or(Some((number, head)));
                }
            }
            let Some((rule, head)) = grown else { break };
            if round >= MAX_ROUNDS {
                return Err(unbounded(program, rule, head));
            }
        }
    }
    for number in 0..program.rules.len() {
        let mut rule = program.rules[number].clone();
        narrow(&mut rule, &program.relations);
        program.rules[number] = rule;
    }
    for relation in program.relations.iter().filter(|relation| relation.is_idb()) {
        let bits = relation.bits();
        if bits > most {
            let name = relation.name.clone();
            let span = program
                .rules
                .iter()
                .find(|rule| {
                    rule.head_relation().is_some_and(|head| program.relations[head].name == name)
                })
                .map_or_else(Default::default, |rule| rule.span);
            let kind = DiagnosticKind::TooLarge { name, bits, most };
            return Err(Diagnostic::new(kind, span)
                .hint("bound its numbers by comparisons, or give it fewer columns"));
        }
    }
    Ok(())
}

/// Whether a rule computes new numbers.
fn has_arithmetic(rule: &Rule) -> bool {
    rule.body.iter().any(|literal| {
        let is_binary = |side: &Expression| matches!(side, Expression::Binary(..));
        matches!(&literal.kind, LiteralKind::Compare(one, _, two) if is_binary(one) || is_binary(two))
    })
}

/// The diagnostic for a relation whose numbers never stop growing.
fn unbounded(program: &Program, rule: usize, head: usize) -> Diagnostic {
    let relation = &program.relations[head];
    let width = |&(ty, range): &(Type, Range)| {
        if ty == Type::Number { i64::from(range.most) - i64::from(range.least) } else { 0 }
    };
    let widest = (0..relation.columns.len()).max_by_key(|&column| width(&relation.columns[column]));
    let kind = DiagnosticKind::Endless {
        name: relation.name.clone(),
        column: widest.map_or(1, |at| at + 1),
    };
    Diagnostic::new(kind, program.rules[rule].span).hint("add a bound to the rule, such as N =< 20")
}

/// Widens the column ranges of a relation by what a rule can derive. Returns whether they grew.
fn widen(program: &mut Program, number: usize, head: usize) -> bool {
    let mut rule = program.rules[number].clone();
    narrow(&mut rule, &program.relations);
    let Head::Atom { columns, .. } = &rule.head else { return false };
    // A variable without possible values: the rule derives nothing. Variables that are local
    // to an aggregate do not matter.
    let is_impossible = |&variable: &usize| rule.variables[variable].range.is_empty();
    if variables(&rule.body).iter().any(is_impossible) {
        return false;
    }
    let mut grown = false;
    for (column, operand) in columns.iter().enumerate() {
        let range = match operand {
            Operand::Constant(value) => Range::new(*value, *value),
            Operand::Variable(variable) => rule.variables[*variable].range,
        };
        let known = &mut program.relations[head].columns[column].1;
        let wider = known.hull(range);
        grown |= wider != *known;
        *known = wider;
    }
    grown
}

/// Infers the ranges of the variables of a rule.
fn narrow(rule: &mut Rule, relations: &[Relation]) {
    for variable in &mut rule.variables {
        variable.range = Range::ALL;
    }
    let body = rule.body.clone();
    // A literal may narrow the variables of an earlier one.
    for _ in 0..3 {
        narrow_by_body(rule, &body, relations);
    }
}

fn narrow_by_body(rule: &mut Rule, body: &[Literal], relations: &[Relation]) {
    for literal in body {
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                for (operand, &(_, range)) in columns.iter().zip(&relations[*relation].columns) {
                    operand.variable().into_iter().for_each(|one| intersect(rule, one, range));
                }
            }
            LiteralKind::Negative { .. } => (),
            LiteralKind::Compare(one, comparison, two) => {
                let [a, b] = [one, two].map(|side| range_of(&ranges(rule), side));
                if let Expression::Operand(Operand::Variable(variable)) = one {
                    intersect(rule, *variable, allowed(*comparison, b));
                }
                if let Expression::Operand(Operand::Variable(variable)) = two {
                    intersect(rule, *variable, allowed(comparison.flipped(), a));
                }
            }
            LiteralKind::Between { of, from, to } => {
                let [from, to] = [from, to].map(|side| range_of(&ranges(rule), side));
                let range = Range::new(from.least, to.most);
                of.variable().into_iter().for_each(|one| intersect(rule, one, range));
            }
            LiteralKind::Aggregate { result, function, of, body, shared } => {
                // The body need not hold, so it does not narrow variables that are bound
                // outside.
                let mut inside = rule.clone();
                narrow_by_body(&mut inside, body, relations);
                let range = aggregate_range(&inside, *function, of, (body, shared), relations);
                for variable in variables(body) {
                    if !shared.contains(&variable) {
                        rule.variables[variable].range = inside.variables[variable].range;
                    }
                }
                intersect(rule, *result, range);
            }
        }
    }
}

fn ranges(rule: &Rule) -> Vec<Range> {
    rule.variables.iter().map(|variable| variable.range).collect()
}

fn intersect(rule: &mut Rule, variable: usize, range: Range) {
    let known = &mut rule.variables[variable].range;
    *known = known.intersection(range);
}

/// The values whose comparison with some value of a range can hold.
pub(crate) fn allowed(comparison: Comparison, range: Range) -> Range {
    match comparison {
        Comparison::Equal => range,
        Comparison::NotEqual => Range::ALL,
        Comparison::Less => Range::new(i32::MIN, range.most.saturating_sub(1)),
        Comparison::LessEqual => Range::new(i32::MIN, range.most),
        Comparison::Greater => Range::new(range.least.saturating_add(1), i32::MAX),
        Comparison::GreaterEqual => Range::new(range.least, i32::MAX),
    }
}

/// The range of an expression.
pub(crate) fn range_of(ranges: &[Range], expression: &Expression) -> Range {
    match expression {
        Expression::Operand(Operand::Constant(value)) => Range::new(*value, *value),
        Expression::Operand(Operand::Variable(variable)) => ranges[*variable],
        Expression::Binary(operator, one, two) => {
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
            if *operator == Operator::Distance {
                let ends = [one.most.saturating_sub(two.least), two.most.saturating_sub(one.least)];
                let least =
                    if ends.iter().all(|&end| end >= 0) { 0 } else { -ends[0].min(ends[1]) };
                return Range::new(least, ends[0].max(ends[1]));
            }
            let mut ends = Vec::new();
            for a in [one.least, one.most] {
                // A quotient is extreme for the divisors closest to 0.
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

/// The range of an aggregate.
fn aggregate_range(
    rule: &Rule,
    function: Aggregate,
    of: &Expression,
    (body, shared): (&[Literal], &[usize]),
    relations: &[Relation],
) -> Range {
    // What is known outside of the aggregate does not multiply the solutions.
    let is_known = |operand: &Operand| operand.variable().is_none_or(|one| shared.contains(&one));
    let mut count: u64 = 1;
    for literal in body {
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                let relation = &relations[*relation];
                let keys = columns.iter().zip(&relation.columns[..relation.key_columns()]);
                for (_, (_, range)) in keys.filter(|(operand, _)| !is_known(operand)) {
                    count = count.saturating_mul(range.size());
                }
            }
            LiteralKind::Between { of, from, to } if !is_known(of) => {
                let [from, to] = [from, to].map(|side| range_of(&ranges(rule), side));
                count = count.saturating_mul(Range::new(from.least, to.most).size());
            }
            _ => (),
        }
    }
    let count = count.min(1 << 24) as i32;
    let of = range_of(&ranges(rule), of);
    let of = if of.is_empty() { Range::new(0, 0) } else { of };
    match function {
        Aggregate::Count => Range::new(0, count),
        Aggregate::Sum => {
            Range::new(of.least.min(0).saturating_mul(count), of.most.max(0).saturating_mul(count))
        }
        Aggregate::Min | Aggregate::Max => of,
    }
}
