//! Steps for expressions, assignments, comparisons and aggregates.

use super::{Context, Planner};
use crate::diagnostic::Diagnostic;
use crate::program::{Expression, Literal, Operand, Range};
use crate::range_analysis::{allowed, range_of};
use crate::step::Step;
use crate::syntax::{Aggregate, Comparison, Operator};

impl<'p> Planner<'p> {
    pub(super) fn register_of(
        &mut self,
        context: &Context<'p>,
        operand: Operand,
    ) -> Result<u8, Diagnostic> {
        match operand {
            Operand::Constant(value) => self.constant(value),
            Operand::Variable(variable) => Ok(context.registers[variable]),
        }
    }

    /// Binds a variable to the value of an expression.
    pub(super) fn plan_assignment(
        &mut self,
        context: &mut Context<'p>,
        variable: usize,
        expression: &Expression,
    ) -> Result<(), Diagnostic> {
        let range = range_of(&context.ranges, expression);
        let register = self.plan_expression(context, expression)?;
        context.bind(variable, register, range);
        // The scans that determine its variables determine it too.
        let depths = expression.variables().into_iter().map(|used| context.depth_of[used]);
        context.depth_of[variable] = depths.max().unwrap_or(0);
        Ok(())
    }

    /// Computes an expression into a register.
    pub(super) fn plan_expression(
        &mut self,
        context: &mut Context<'p>,
        expression: &Expression,
    ) -> Result<u8, Diagnostic> {
        if let Some(value) = expression.constant() {
            return self.constant(value);
        }
        match expression {
            Expression::Operand(operand) => self.register_of(context, *operand),
            Expression::Binary(operator, one, two) => {
                if let Some((constant, terms)) = linear(context, expression) {
                    let dest = context.allocate(1)?;
                    self.emit(Step::Linear { dest, constant, terms });
                    return Ok(dest);
                }
                let (one, two) =
                    (self.plan_expression(context, one)?, self.plan_expression(context, two)?);
                let dest = context.allocate(1)?;
                self.emit(Step::Compute { operator: *operator, dest, one, two });
                Ok(dest)
            }
        }
    }

    /// Continues only if a comparison holds.
    pub(super) fn plan_comparison(
        &mut self,
        context: &mut Context<'p>,
        one: &Expression,
        comparison: Comparison,
        two: &Expression,
    ) -> Result<(), Diagnostic> {
        let (one, comparison, two) = match one.constant() {
            Some(_) => (two, comparison.flipped(), one),
            None => (one, comparison, two),
        };
        let register = self.plan_expression(context, one)?;
        let Some(constant) = two.constant() else {
            let two = self.plan_expression(context, two)?;
            self.emit(Step::Compare { comparison, one: register, two });
            return Ok(());
        };
        self.emit(Step::CompareConstant { comparison, one: register, constant });
        if let Expression::Operand(Operand::Variable(variable)) = one {
            let allowed = allowed(comparison, Range::new(constant, constant));
            context.ranges[*variable] = context.ranges[*variable].intersection(allowed);
        }
        Ok(())
    }

    /// Loops over the numbers between two others, or tests that one is among them.
    pub(super) fn plan_between(
        &mut self,
        context: &mut Context<'p>,
        of: Operand,
        from: &'p Expression,
        to: &'p Expression,
    ) -> Result<(), Diagnostic> {
        if context.is_bound(of) {
            let of = Expression::Operand(of);
            self.plan_comparison(context, &of, Comparison::GreaterEqual, from)?;
            return self.plan_comparison(context, &of, Comparison::LessEqual, to);
        }
        let Operand::Variable(variable) = of else { return Ok(()) };
        let [least, most] = [from, to].map(|side| range_of(&context.ranges, side));
        let range = Range::new(least.least, most.most);
        let range = range.intersection(context.rule.variables[variable].range);
        match (from.constant(), to.constant()) {
            (Some(least), Some(most)) => {
                let dest = context.allocate(1)?;
                self.emit(Step::Each { dest, least, most });
                context.enter_scan(Range::new(least, most).size());
                context.bind(variable, dest, Range::new(least, most));
            }
            _ => {
                let from = self.plan_expression(context, from)?;
                let to = self.plan_expression(context, to)?;
                let dest = context.allocate(1)?;
                self.emit(Step::Between { dest, from, to });
                context.enter_scan(range.size());
                context.bind(variable, dest, Range::new(least.least, most.most));
            }
        }
        Ok(())
    }

    /// Computes an aggregate over all solutions of a body.
    pub(super) fn plan_aggregate(
        &mut self,
        context: &mut Context<'p>,
        result: usize,
        function: Aggregate,
        of: &'p Expression,
        body: &'p [Literal],
    ) -> Result<(), Diagnostic> {
        let dest = context.allocate(2)?;
        let seen = dest + 1;
        self.emit(Step::LoadConstant { dest, value: 0 });
        self.emit(Step::LoadConstant { dest: seen, value: 0 });
        let mut inside = context.clone();
        inside.counts_solutions = true;
        let literals = body.iter().collect();
        self.emit_block(|planner| {
            planner.order_joins(inside, literals, &mut |planner, mut context| {
                let source = planner.plan_expression(&mut context, of)?;
                planner.add_cost(&context);
                planner.emit(Step::Accumulate { function, dest, seen, source });
                Ok(())
            })
        })?;
        if matches!(function, Aggregate::Min | Aggregate::Max) {
            let comparison = Comparison::Equal;
            self.emit(Step::CompareConstant { comparison, one: seen, constant: 1 });
        }
        self.unify(context, Operand::Variable(result), dest, Range::ALL);
        Ok(())
    }
}

/// An expression as a linear combination of up to three registers, if no intermediate result
/// can overflow.
fn linear(context: &Context<'_>, expression: &Expression) -> Option<(i32, [(u8, i32); 3])> {
    const MAX_MAGNITUDE: i64 = 1 << 28;
    let (mut constant, mut terms) = (0, Vec::new());
    add(expression, 1, &mut constant, &mut terms)?;
    let mut largest = constant.saturating_abs();
    for &(variable, times) in &terms {
        let Range { least, most } = context.ranges[variable];
        let most = i64::from(least).abs().max(i64::from(most).abs());
        largest = largest.saturating_add(most.saturating_mul(times.saturating_abs()));
    }
    if terms.len() > 3 || largest > MAX_MAGNITUDE {
        return None;
    }
    let mut registers = [(0, 0); 3];
    for (number, (variable, times)) in terms.into_iter().enumerate() {
        registers[number] = (context.registers[variable], times as i32);
    }
    Some((constant as i32, registers))
}

/// Adds a multiple of an expression to a linear combination; `None` if it is not linear.
fn add(
    expression: &Expression,
    times: i64,
    constant: &mut i64,
    terms: &mut Vec<(usize, i64)>,
) -> Option<()> {
    match expression {
        Expression::Operand(Operand::Constant(value)) => {
            *constant = constant.checked_add(times.checked_mul(i64::from(*value))?)?;
        }
        Expression::Operand(Operand::Variable(variable)) => terms.push((*variable, times)),
        Expression::Binary(Operator::Add, one, two) => {
            add(one, times, constant, terms)?;
            add(two, times, constant, terms)?;
        }
        Expression::Binary(Operator::Subtract, one, two) => {
            add(one, times, constant, terms)?;
            add(two, times.checked_neg()?, constant, terms)?;
        }
        Expression::Binary(Operator::Multiply, one, two) => {
            let (factor, other) = match (one.constant(), two.constant()) {
                (Some(factor), _) => (factor, two),
                (_, Some(factor)) => (factor, one),
                _ => return None,
            };
            add(other, times.checked_mul(i64::from(factor))?, constant, terms)?;
        }
        Expression::Binary(..) => return None,
    }
    Some(())
}
