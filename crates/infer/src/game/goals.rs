//! How near the sides are to what the rules call a win: the goals of a game, worked out for every
//! place when the file is read, as lists of facts that must hold.
//!
//! `wins(P) :- line(A, B, C), mark(A, P), mark(B, P), mark(C, P)` becomes a goal for each line and
//! side, of three facts. A position is judged by how many facts each goal still lacks. What cannot
//! be worked out in advance, such as `stuck`, is left out.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};

use super::machine::{Machine, Source};
use super::state::{Facts, StateRelation};
use crate::program::{Expression, Head, Literal, LiteralKind, Operand, Program, Rule, Type};
use crate::syntax::{Aggregate, Comparison};

/// The most facts of all goals together, and the most steps to work them out.
const MAX_FACTS: usize = 20_000;
const MAX_STEPS: usize = 2_000_000;

/// How deep relations are followed that rules derive.
const MAX_DEPTH: usize = 4;

/// The goals of both sides.
#[derive(Debug, Default)]
pub(crate) struct Goals {
    sides: [Vec<Vec<Condition>>; 2],
    /// Whether the facts of a state relation stay once they are there.
    stays: Vec<bool>,
}

/// What a goal needs.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    /// The value of a slot, or whether there is one.
    Fact { relation: usize, slot: usize, wanted: Wanted },
    /// So many of these lists of facts.
    Count { of: Vec<Vec<Condition>>, comparison: Comparison, number: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wanted {
    There(bool),
    Value(Comparison, i32),
    /// A value that another condition compares.
    Any,
}

/// How many facts are missing; `None` if they cannot come any more.
type Missing = Option<i32>;

impl Goals {
    /// The goals of a program whose listed relations say who wins and who loses.
    pub(crate) fn new(
        machine: &Machine,
        state: &[StateRelation],
        stays: Vec<bool>,
        [wins, loses]: [usize; 2],
    ) -> Goals {
        let mut goals = Goals { stays, ..Goals::default() };
        let mut steps = 0;
        for (relation, is_loss) in [(wins, 0), (loses, 1)] {
            for side in 0..2 {
                let mut found = Vec::new();
                let mut grounder = Grounder { machine, state, steps: &mut steps, facts: 0 };
                let row = [Some(side)];
                let done = grounder.relation(relation, &row, 0, &mut |_, conditions| {
                    let is_wanted = |condition: &&Condition| match condition {
                        Condition::Fact { wanted, .. } => *wanted != Wanted::Any,
                        Condition::Count { of, number, .. } => !of.is_empty() && *number > 0,
                    };
                    let goal: Vec<Condition> =
                        conditions.iter().filter(is_wanted).cloned().collect();
                    if !goal.is_empty() {
                        found.push(goal);
                    }
                });
                if done.is_break() {
                    return Goals::default();
                }
                goals.sides[side as usize ^ is_loss].extend(found);
            }
        }
        goals
    }

    /// How near a side is to its goals.
    pub(crate) fn nearness(&self, state: &[StateRelation], facts: &Facts, side: usize) -> i32 {
        let at = At { state, facts, stays: &self.stays };
        let points = |goal: &Vec<Condition>| match at.missing_of_all(goal) {
            Some(missing @ 0..=5) => 1 << (2 * (5 - missing)),
            _ => 0,
        };
        self.sides[side].iter().map(points).sum()
    }
}

/// A position whose goals are looked at.
struct At<'a> {
    state: &'a [StateRelation],
    facts: &'a Facts,
    stays: &'a [bool],
}

impl At<'_> {
    fn missing_of_all(&self, conditions: &[Condition]) -> Missing {
        conditions.iter().map(|condition| self.missing(condition)).sum()
    }

    fn missing(&self, condition: &Condition) -> Missing {
        match condition {
            Condition::Fact { relation, slot, wanted } => {
                let stays = self.stays[*relation];
                let relation = &self.state[*relation];
                let code = relation.code(self.facts, *slot);
                match wanted {
                    Wanted::There(wanted) => Some(i32::from((code != 0) != *wanted)),
                    Wanted::Any => Some(0),
                    Wanted::Value(comparison, number) => match relation.value_of(code) {
                        None => Some(1),
                        Some(value) if comparison.holds(value, *number) => Some(0),
                        // A number can grow; another member can stand there for ever.
                        Some(value) => match relation.default {
                            Some(_) => Some(value.abs_diff(*number).max(1) as i32),
                            None => (!stays).then_some(1),
                        },
                    },
                }
            }
            Condition::Count { of, comparison, number } => {
                let of = of.iter().map(|conditions| self.missing_of_all(conditions));
                let (mut count, mut open) = (0, 0);
                for missing in of {
                    count += i32::from(missing == Some(0));
                    open += i32::from(missing.is_some());
                }
                match comparison {
                    _ if comparison.holds(count, *number) => Some(0),
                    Comparison::Equal | Comparison::Greater | Comparison::GreaterEqual
                        if open < *number =>
                    {
                        None
                    }
                    _ => Some(count.abs_diff(*number).max(1) as i32),
                }
            }
        }
    }
}

/// Works out the goals.
struct Grounder<'a> {
    machine: &'a Machine,
    state: &'a [StateRelation],
    steps: &'a mut usize,
    facts: usize,
}

/// What is known of the variables of a rule.
#[derive(Clone)]
struct Known {
    values: Vec<Option<i32>>,
    /// Variables whose value is that of a condition, by its number.
    open: HashMap<usize, usize>,
    conditions: Vec<Condition>,
}

/// Called with a way in which literals can hold, or with a row and what it needs.
type Found<'f> = dyn FnMut(&Known, &Vec<Condition>) + 'f;
type FoundRow<'f> = dyn FnMut(&[Option<i32>], &Vec<Condition>) + 'f;

impl Grounder<'_> {
    fn program(&self) -> &Program {
        &self.machine.program
    }

    /// Calls `found` with the conditions of each row of a derived relation that has these columns.
    fn relation(
        &mut self,
        relation: usize,
        row: &[Option<i32>],
        depth: usize,
        found: &mut FoundRow<'_>,
    ) -> ControlFlow<()> {
        let machine = self.machine;
        for rule in &machine.program.rules {
            let Head::Atom { relation: head, columns } = &rule.head else { continue };
            if *head != relation {
                continue;
            }
            let mut values = vec![None; rule.variables.len()];
            let fits = columns.iter().zip(row).all(|(column, wanted)| match (column, wanted) {
                (_, None) => true,
                (Operand::Constant(value), Some(wanted)) => value == wanted,
                (Operand::Variable(variable), Some(wanted)) => {
                    values[*variable].get_or_insert(*wanted) == wanted
                }
            });
            if !fits {
                continue;
            }
            let known = Known { values, open: HashMap::new(), conditions: Vec::new() };
            self.body(rule, &rule.body, known, depth, &mut |known, conditions| {
                let row = columns.iter().map(|column| value(*column, &known.values));
                found(&row.collect::<Vec<_>>(), conditions);
            })?;
        }
        Continue(())
    }

    /// Calls `found` with each way in which literals can hold.
    fn body(
        &mut self,
        rule: &Rule,
        literals: &[Literal],
        mut known: Known,
        depth: usize,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        // What is known is copied.
        *self.steps += size(&known.conditions) + 1;
        if *self.steps > MAX_STEPS || self.facts > MAX_FACTS {
            return Break(());
        }
        let Some((literal, rest)) = literals.split_first() else {
            self.facts += size(&known.conditions) + 1;
            let conditions = known.conditions.clone();
            found(&known, &conditions);
            return Continue(());
        };
        match &literal.kind {
            LiteralKind::Positive { relation, columns } => {
                self.positive(rule, (*relation, columns), rest, known, depth, found)
            }
            LiteralKind::Negative { relation, columns } => {
                let row: Vec<Option<i32>> = columns
                    .iter()
                    .map(|column| column.and_then(|column| value(column, &known.values)))
                    .collect();
                let is_open = columns.iter().flatten().any(|column| {
                    column.variable().is_some_and(|variable| known.open.contains_key(&variable))
                });
                match self.machine.source(*relation) {
                    Some(Source::Fixed)
                        if !is_open
                            && self.machine.fixed(*relation).iter().any(|one| fits(one, &row)) =>
                    {
                        return Continue(());
                    }
                    Some(Source::State(number)) if !is_open => {
                        let state = &self.state[number];
                        for (slot, keys) in state.keys.iter().enumerate() {
                            if fits(keys, &row[..state.key_columns()]) {
                                let wanted = match state.is_function {
                                    false => Wanted::There(false),
                                    true => match row[state.key_columns()] {
                                        Some(value) => Wanted::Value(Comparison::NotEqual, value),
                                        None => Wanted::There(false),
                                    },
                                };
                                known.conditions.push(Condition::Fact {
                                    relation: number,
                                    slot,
                                    wanted,
                                });
                            }
                        }
                    }
                    _ => (),
                }
                self.body(rule, rest, known, depth, found)
            }
            LiteralKind::Compare(one, comparison, two) => {
                match self.compare(one, *comparison, two, &mut known) {
                    Some(false) => Continue(()),
                    _ => self.body(rule, rest, known, depth, found),
                }
            }
            LiteralKind::Between { of, from, to } => {
                let ends = [from, to].map(|end| compute(end, &known.values));
                let [Some(from), Some(to)] = ends else {
                    return self.body(rule, rest, known, depth, found);
                };
                for number in from..=to {
                    *self.steps += 1;
                    if *self.steps > MAX_STEPS {
                        return Break(());
                    }
                    let mut known = known.clone();
                    if bind(*of, number, &mut known.values) {
                        self.body(rule, rest, known, depth, found)?;
                    }
                }
                Continue(())
            }
            LiteralKind::Aggregate { result, function, body, .. } => {
                if *function == Aggregate::Count {
                    let mut of = Vec::new();
                    let inner = Known { conditions: Vec::new(), ..known.clone() };
                    self.body(rule, body, inner, depth, &mut |_, conditions| {
                        of.push(conditions.clone());
                    })?;
                    known.open.insert(*result, known.conditions.len());
                    let (comparison, number) = (Comparison::GreaterEqual, 0);
                    known.conditions.push(Condition::Count { of, comparison, number });
                }
                self.body(rule, rest, known, depth, found)
            }
        }
    }

    fn positive(
        &mut self,
        rule: &Rule,
        (relation, columns): (usize, &[Operand]),
        rest: &[Literal],
        known: Known,
        depth: usize,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let row: Vec<Option<i32>> =
            columns.iter().map(|&column| value(column, &known.values)).collect();
        let bind_all = |found_row: &[Option<i32>], known: &mut Known| {
            columns.iter().zip(found_row).all(|(&column, &value)| {
                value.is_none_or(|value| bind(column, value, &mut known.values))
            })
        };
        let machine = self.machine;
        match machine.source(relation) {
            Some(Source::Fixed) => {
                let rows = machine.fixed(relation);
                *self.steps += rows.len();
                for fixed in rows.iter().filter(|fixed| fits(fixed, &row)) {
                    let mut known = known.clone();
                    let values: Vec<Option<i32>> = fixed.iter().copied().map(Some).collect();
                    if bind_all(&values, &mut known) {
                        self.body(rule, rest, known, depth, found)?;
                    }
                }
                Continue(())
            }
            Some(Source::State(number)) => {
                let state = &self.state[number];
                let width = state.key_columns();
                for (slot, keys) in state.keys.iter().enumerate() {
                    if !fits(keys, &row[..width]) {
                        continue;
                    }
                    let keys: Vec<Option<i32>> = keys[..width].iter().copied().map(Some).collect();
                    let mut known = known.clone();
                    if !bind_all(&keys, &mut known) {
                        continue;
                    }
                    let fact = |wanted| Condition::Fact { relation: number, slot, wanted };
                    if !state.is_function {
                        known.conditions.push(fact(Wanted::There(true)));
                        self.body(rule, rest, known, depth, found)?;
                        continue;
                    }
                    let operand = columns[width];
                    let is_number = |variable: usize| rule.variables[variable].ty == Type::Number;
                    match (value(operand, &known.values), operand) {
                        (Some(value), _) => {
                            known.conditions.push(fact(Wanted::Value(Comparison::Equal, value)));
                            self.body(rule, rest, known, depth, found)?;
                        }
                        (None, Operand::Variable(variable))
                            if is_number(variable) || rule.occurrences(variable) == 1 =>
                        {
                            let wanted = match state.default {
                                Some(_) => Wanted::Any,
                                None => Wanted::There(true),
                            };
                            known.open.insert(variable, known.conditions.len());
                            known.conditions.push(fact(wanted));
                            self.body(rule, rest, known, depth, found)?;
                        }
                        (None, Operand::Variable(variable)) => {
                            let range = state.ranges[width];
                            for value in range.least..=range.most {
                                let mut known = known.clone();
                                known.values[variable] = Some(value);
                                let wanted = Wanted::Value(Comparison::Equal, value);
                                known.conditions.push(fact(wanted));
                                self.body(rule, rest, known, depth, found)?;
                            }
                        }
                        (None, Operand::Constant(_)) => (),
                    }
                }
                Continue(())
            }
            // Who is to move, and what cannot be known in advance.
            Some(_) => self.body(rule, rest, known, depth, found),
            None if depth >= MAX_DEPTH || self.program().relations[relation].name == "stuck" => {
                self.body(rule, rest, known, depth, found)
            }
            None => {
                let mut ways = Vec::new();
                self.relation(relation, &row, depth + 1, &mut |row, conditions| {
                    ways.push((row.to_vec(), conditions.clone()));
                })?;
                for (row, conditions) in ways {
                    let mut known = known.clone();
                    if bind_all(&row, &mut known) {
                        known.conditions.extend(conditions);
                        self.body(rule, rest, known, depth, found)?;
                    }
                }
                Continue(())
            }
        }
    }

    /// Whether a comparison holds, if that is known in advance. Otherwise it is added to the
    /// condition whose value it compares.
    fn compare(
        &self,
        one: &Expression,
        comparison: Comparison,
        two: &Expression,
        known: &mut Known,
    ) -> Option<bool> {
        let both = [one, two].map(|side| compute(side, &known.values));
        if let [Some(one), Some(two)] = both {
            return Some(comparison.holds(one, two));
        }
        let variable = |side: &Expression| match side {
            Expression::Operand(operand) => operand.variable(),
            Expression::Binary(..) => None,
        };
        let open = |side: &Expression, known: &Known| {
            variable(side).and_then(|variable| known.open.get(&variable).copied())
        };
        match (both, open(one, known), open(two, known)) {
            ([None, Some(number)], Some(at), _) => {
                narrow(&mut known.conditions[at], comparison, number);
            }
            ([Some(number), None], _, Some(at)) => {
                narrow(&mut known.conditions[at], comparison.flipped(), number);
            }
            // Another name of the same.
            ([None, None], Some(at), None) | ([None, None], None, Some(at))
                if comparison == Comparison::Equal =>
            {
                let other = if open(one, known).is_some() { two } else { one };
                if let Some(other) = variable(other) {
                    known.open.insert(other, at);
                }
            }
            ([None, Some(number)], None, _) if comparison == Comparison::Equal => {
                if let Some(variable) = variable(one) {
                    known.values[variable] = Some(number);
                }
            }
            ([Some(number), None], _, None) if comparison == Comparison::Equal => {
                if let Some(variable) = variable(two) {
                    known.values[variable] = Some(number);
                }
            }
            _ => (),
        }
        None
    }
}

/// How many facts conditions have.
fn size(conditions: &[Condition]) -> usize {
    let of = |condition: &Condition| match condition {
        Condition::Fact { .. } => 1,
        Condition::Count { of, .. } => {
            1 + of.iter().map(|conditions| size(conditions)).sum::<usize>()
        }
    };
    conditions.iter().map(of).sum()
}

/// Lets a condition need that its value compares so.
fn narrow(condition: &mut Condition, by: Comparison, than: i32) {
    match condition {
        Condition::Fact { wanted, .. } => *wanted = Wanted::Value(by, than),
        Condition::Count { comparison, number, .. } => (*comparison, *number) = (by, than),
    }
}

fn fits(row: &[i32], wanted: &[Option<i32>]) -> bool {
    row.iter().zip(wanted).all(|(one, two)| two.is_none_or(|two| two == *one))
}

fn value(operand: Operand, values: &[Option<i32>]) -> Option<i32> {
    match operand {
        Operand::Constant(value) => Some(value),
        Operand::Variable(variable) => values[variable],
    }
}

/// Gives an operand a value. Returns whether it can have it.
fn bind(operand: Operand, value: i32, values: &mut [Option<i32>]) -> bool {
    match operand {
        Operand::Constant(constant) => constant == value,
        Operand::Variable(variable) => *values[variable].get_or_insert(value) == value,
    }
}

fn compute(expression: &Expression, values: &[Option<i32>]) -> Option<i32> {
    match expression {
        Expression::Operand(operand) => value(*operand, values),
        Expression::Binary(operator, one, two) => {
            Some(operator.apply(compute(one, values)?, compute(two, values)?))
        }
    }
}
