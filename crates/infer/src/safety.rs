//! Range restriction (safety): an evaluation order of a body in which every variable is
//! bound before a literal needs its value.
//!
//! Only positive literals, equations and aggregates bind variables. A negated literal, an
//! arithmetic term or an ordering comparison needs all its variables bound.

use crate::program::{Expression, Literal, LiteralKind, Operand, variables_of};
use crate::syntax::Comparison;

/// How a literal can be evaluated while some variables are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// All its variables are bound: it holds or does not hold.
    Test,
    /// It binds this variable to one value.
    Assign(usize),
    /// It enumerates rows and binds variables to their columns.
    Scan,
    /// It needs other variables bound first; this is one of them.
    Blocked(usize),
}

/// How a literal can be evaluated while some variables are bound.
pub(crate) fn readiness(literal: &Literal, bound: &[bool]) -> Readiness {
    let unbound_in = |side: &Expression| side.find_variable(|variable| !bound[variable]);
    let unbound = |operand: &Operand| operand.variable().filter(|&variable| !bound[variable]);
    match &literal.kind {
        LiteralKind::Positive { columns, .. } => match columns.iter().find_map(unbound) {
            None => Readiness::Test,
            Some(_) => Readiness::Scan,
        },
        LiteralKind::Negative { columns, .. } => {
            let blocked = columns.iter().flatten().find_map(unbound);
            blocked.map_or(Readiness::Test, Readiness::Blocked)
        }
        LiteralKind::Compare(one, comparison, two) => match (unbound_in(one), unbound_in(two)) {
            (None, None) => Readiness::Test,
            (in_one, in_two) => {
                let variable = in_one.or(in_two).unwrap_or(0);
                let side = if in_one.is_some() { one } else { two };
                let is_alone = in_one.is_none() || in_two.is_none();
                let is_side = *side == Expression::Operand(Operand::Variable(variable));
                match is_alone && is_side && *comparison == Comparison::Equal {
                    true => Readiness::Assign(variable),
                    false => Readiness::Blocked(variable),
                }
            }
        },
        LiteralKind::Between { of, from, to } => {
            match (unbound_in(from).or(unbound_in(to)), unbound(of)) {
                (Some(variable), _) => Readiness::Blocked(variable),
                (None, Some(_)) => Readiness::Scan,
                (None, None) => Readiness::Test,
            }
        }
        LiteralKind::Aggregate { result, shared, .. } => {
            match shared.iter().find(|&&variable| !bound[variable]) {
                Some(&variable) => Readiness::Blocked(variable),
                None if bound[*result] => Readiness::Test,
                None => Readiness::Assign(*result),
            }
        }
    }
}

/// Marks the variables that a literal binds.
pub(crate) fn bind(literal: &Literal, bound: &mut [bool]) {
    match (&literal.kind, readiness(literal, bound)) {
        (LiteralKind::Positive { columns, .. }, _) => {
            variables_of(columns).for_each(|variable| bound[variable] = true);
        }
        (LiteralKind::Between { of, .. }, Readiness::Scan) => {
            of.variable().into_iter().for_each(|variable| bound[variable] = true);
        }
        (_, Readiness::Assign(variable)) => bound[variable] = true,
        _ => (),
    }
}

/// Orders literals so that each can be evaluated after those before it: tests and
/// assignments as soon as possible, scans in the order of the source. The error is a literal
/// that can never be evaluated, and an unbound variable of it.
pub(crate) fn safe_order(
    mut literals: Vec<Literal>,
    bound: &mut [bool],
) -> Result<Vec<Literal>, (Literal, usize)> {
    let mut ordered = Vec::new();
    while !literals.is_empty() {
        let is_quick = |literal: &Literal| {
            matches!(readiness(literal, bound), Readiness::Test | Readiness::Assign(_))
        };
        let is_scan = |literal: &Literal| readiness(literal, bound) == Readiness::Scan;
        let next = literals.iter().position(is_quick);
        let Some(next) = next.or_else(|| literals.iter().position(is_scan)) else {
            let literal = literals.swap_remove(0);
            let Readiness::Blocked(variable) = readiness(&literal, bound) else {
                return Ok(ordered);
            };
            return Err((literal, variable));
        };
        let literal = literals.remove(next);
        bind(&literal, bound);
        ordered.push(literal);
    }
    Ok(ordered)
}
