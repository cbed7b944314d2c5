//! Steps that compute and compare.

use super::{Here, Planner};
use crate::bounds::{allowed, range_of};
use crate::program::{Expression, Goal, Range, Slot};
use crate::step::Step;
use crate::syntax::{Comparison, Fold, Operator};
use crate::trouble::Trouble;

impl<'p> Planner<'p> {
    pub(super) fn register_of(&mut self, here: &Here<'p>, slot: Slot) -> Result<u8, Trouble> {
        match slot {
            Slot::Constant(value) => self.constant(value),
            Slot::Variable(variable) => Ok(here.registers[variable]),
        }
    }

    /// Gives a variable the value of an expression.
    pub(super) fn assign(
        &mut self,
        here: &mut Here<'p>,
        variable: usize,
        expression: &Expression,
    ) -> Result<(), Trouble> {
        let range = range_of(&here.ranges, expression);
        let register = self.expression(here, expression)?;
        here.know(variable, register, range);
        // What is only another name was found where the other was.
        let mut found_in = 0;
        expression.for_each_variable(&mut |used| found_in = here.found_in[used].max(found_in));
        here.found_in[variable] = found_in;
        Ok(())
    }

    /// Computes an expression: the register of the result.
    pub(super) fn expression(
        &mut self,
        here: &mut Here<'p>,
        expression: &Expression,
    ) -> Result<u8, Trouble> {
        if let Some(value) = expression.constant() {
            return self.constant(value);
        }
        match expression {
            Expression::Slot(slot) => self.register_of(here, *slot),
            Expression::Compute(operator, one, two) => {
                if let Some((constant, terms)) = linear(here, expression) {
                    let dest = here.take(1)?;
                    self.emit(Step::Linear { dest, constant, terms });
                    return Ok(dest);
                }
                let (one, two) = (self.expression(here, one)?, self.expression(here, two)?);
                let dest = here.take(1)?;
                self.emit(Step::Compute { operator: *operator, dest, one, two });
                Ok(dest)
            }
        }
    }

    pub(super) fn compare(
        &mut self,
        here: &mut Here<'p>,
        one: &Expression,
        comparison: Comparison,
        two: &Expression,
    ) -> Result<(), Trouble> {
        let (one, comparison, two) = match one.constant() {
            Some(_) => (two, comparison.turned(), one),
            None => (one, comparison, two),
        };
        let register = self.expression(here, one)?;
        let Some(constant) = two.constant() else {
            let two = self.expression(here, two)?;
            self.emit(Step::Compare { comparison, one: register, two });
            return Ok(());
        };
        self.emit(Step::CompareTo { comparison, one: register, constant });
        if let Expression::Slot(Slot::Variable(variable)) = one {
            let allowed = allowed(comparison, Range::new(constant, constant));
            here.ranges[*variable] = here.ranges[*variable].both(allowed);
        }
        Ok(())
    }

    /// What is made of all ways in which conditions hold.
    pub(super) fn fold(
        &mut self,
        here: &mut Here<'p>,
        result: usize,
        fold: Fold,
        of: &'p Expression,
        body: &'p [Goal],
    ) -> Result<(), Trouble> {
        let dest = here.take(2)?;
        let seen = dest + 1;
        self.emit(Step::Set { dest, value: 0 });
        self.emit(Step::Set { dest: seen, value: 0 });
        self.open();
        self.body(here.clone(), body.iter().collect(), &mut |planner, mut here| {
            let source = planner.expression(&mut here, of)?;
            planner.count(&here);
            planner.emit(Step::Fold { fold, dest, seen, source });
            Ok(())
        })?;
        let steps = self.close();
        self.emit(Step::Block(steps));
        if matches!(fold, Fold::Least | Fold::Most) {
            let comparison = Comparison::Equal;
            self.emit(Step::CompareTo { comparison, one: seen, constant: 1 });
        }
        self.bind(here, Slot::Variable(result), dest, Range::ALL);
        Ok(())
    }
}

/// An expression as a sum of up to three registers, where no part of it can grow too
/// large to be computed.
fn linear(here: &Here<'_>, expression: &Expression) -> Option<(i32, [(u8, i32); 3])> {
    const LARGEST: i64 = 1 << 28;
    let (mut constant, mut terms) = (0, Vec::new());
    add(expression, 1, &mut constant, &mut terms)?;
    let mut largest = constant.saturating_abs();
    for &(variable, times) in &terms {
        let Range { least, most } = here.ranges[variable];
        let most = i64::from(least).abs().max(i64::from(most).abs());
        largest = largest.saturating_add(most.saturating_mul(times.saturating_abs()));
    }
    if terms.len() > 3 || largest > LARGEST {
        return None;
    }
    let mut registers = [(0, 0); 3];
    for (place, (variable, times)) in terms.into_iter().enumerate() {
        registers[place] = (here.registers[variable], times as i32);
    }
    Some((constant as i32, registers))
}

/// Adds an expression, taken so many times, to a sum; `None` if it is not one.
fn add(
    expression: &Expression,
    times: i64,
    constant: &mut i64,
    terms: &mut Vec<(usize, i64)>,
) -> Option<()> {
    match expression {
        Expression::Slot(Slot::Constant(value)) => {
            *constant = constant.checked_add(times.checked_mul(i64::from(*value))?)?;
        }
        Expression::Slot(Slot::Variable(variable)) => terms.push((*variable, times)),
        Expression::Compute(Operator::Add, one, two) => {
            add(one, times, constant, terms)?;
            add(two, times, constant, terms)?;
        }
        Expression::Compute(Operator::Subtract, one, two) => {
            add(one, times, constant, terms)?;
            add(two, times.checked_neg()?, constant, terms)?;
        }
        Expression::Compute(Operator::Multiply, one, two) => {
            let (factor, other) = match (one.constant(), two.constant()) {
                (Some(factor), _) => (factor, two),
                (_, Some(factor)) => (factor, one),
                _ => return None,
            };
            add(other, times.checked_mul(i64::from(factor))?, constant, terms)?;
        }
        Expression::Compute(..) => return None,
    }
    Some(())
}
