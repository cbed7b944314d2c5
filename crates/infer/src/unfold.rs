//! Unfolding: a condition on a derived relation is replaced by the conditions of the relation's
//! rule, so that joins can begin with what is known where the relation is used.
//!
//! A relation is unfolded if it has one rule, which derives no row twice, and is used in few
//! places, neither negated nor in an aggregate.

use crate::inline::is_unique;
use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Program, Rule, for_each_dependency,
};
use crate::syntax::Comparison;

/// The most conditions of a rule into which others are unfolded.
const MAX_BODY: usize = 48;

/// Unfolds all relations that can be and have at most this many uses.
pub(crate) fn unfold(program: &mut Program, most_uses: usize) {
    for relation in 0..program.relations.len() {
        if let Some(rule) = unfoldable(program, relation, most_uses) {
            let definition = program.rules.remove(rule);
            for user in &mut program.rules {
                while let Some(at) = use_of(user, relation) {
                    replace(user, at, &definition);
                }
            }
        }
    }
}

/// Where a rule uses a relation.
fn use_of(rule: &Rule, relation: usize) -> Option<usize> {
    rule.body.iter().position(|literal| match literal.kind {
        LiteralKind::Positive { relation: used, .. } => used == relation,
        _ => false,
    })
}

/// The rule of a relation, if it can be unfolded.
fn unfoldable(program: &Program, relation: usize, most_uses: usize) -> Option<usize> {
    let is_recursive = |relation: usize| {
        let mut strata = program.strata.iter();
        strata.any(|stratum| stratum.is_recursive && stratum.relations.contains(&relation))
    };
    if program.is_read(relation) || is_recursive(relation) || !is_unique(program, relation, true) {
        return None;
    }
    let number = program.rules.iter().position(|rule| rule.head_relation() == Some(relation))?;
    let added = program.rules[number].body.len();
    let mut uses = 0;
    for rule in &program.rules {
        let (mut here, mut fits) = (0, true);
        for_each_dependency(&rule.body, false, &mut |used, must_be_complete| {
            here += usize::from(used == relation);
            fits &= used != relation || !must_be_complete;
        });
        if !fits || here > 0 && rule.body.len() + here * added > MAX_BODY {
            return None;
        }
        uses += here;
    }
    (1..=most_uses).contains(&uses).then_some(number)
}

/// Replaces a condition by the conditions of a rule.
fn replace(user: &mut Rule, at: usize, definition: &Rule) {
    let literal = user.body.remove(at);
    let LiteralKind::Positive { columns, .. } = literal.kind else { return };
    let Head::Atom { columns: head, .. } = &definition.head else { return };
    // Each variable of the definition becomes one of the user: that which stands in its column, or
    // a new one.
    let mut renamed: Vec<Option<usize>> = vec![None; definition.variables.len()];
    let mut equations = Vec::new();
    for (&column, &given) in head.iter().zip(&columns) {
        match (column, given) {
            (Operand::Variable(variable), Operand::Variable(known))
                if renamed[variable].is_none() =>
            {
                renamed[variable] = Some(known);
            }
            equation => equations.push(equation),
        }
    }
    let renamed: Vec<usize> = renamed
        .into_iter()
        .zip(&definition.variables)
        .map(|(known, variable)| {
            known.unwrap_or_else(|| {
                user.variables.push(variable.clone());
                user.variables.len() - 1
            })
        })
        .collect();
    let mut added: Vec<Literal> = equations
        .into_iter()
        .map(|(column, given)| {
            let sides = [rename_operand(column, &renamed), given].map(Expression::Operand);
            let [one, two] = sides;
            let kind = LiteralKind::Compare(one, Comparison::Equal, two);
            Literal { kind, span: literal.span }
        })
        .collect();
    added.extend(definition.body.iter().map(|literal| rename(literal, &renamed)));
    user.body.splice(at..at, added);
}

fn rename_operand(operand: Operand, renamed: &[usize]) -> Operand {
    match operand {
        Operand::Variable(variable) => Operand::Variable(renamed[variable]),
        Operand::Constant(_) => operand,
    }
}

fn rename_expression(expression: &Expression, renamed: &[usize]) -> Expression {
    match expression {
        Expression::Operand(operand) => Expression::Operand(rename_operand(*operand, renamed)),
        Expression::Binary(operator, one, two) => Expression::Binary(
            *operator,
            Box::new(rename_expression(one, renamed)),
            Box::new(rename_expression(two, renamed)),
        ),
    }
}

fn rename(literal: &Literal, renamed: &[usize]) -> Literal {
    let operand = |&operand: &Operand| rename_operand(operand, renamed);
    let expression = |one: &Expression| rename_expression(one, renamed);
    let kind = match &literal.kind {
        LiteralKind::Positive { relation, columns } => LiteralKind::Positive {
            relation: *relation,
            columns: columns.iter().map(operand).collect(),
        },
        LiteralKind::Negative { relation, columns } => LiteralKind::Negative {
            relation: *relation,
            columns: columns.iter().map(|column| column.as_ref().map(operand)).collect(),
        },
        LiteralKind::Compare(one, comparison, two) => {
            LiteralKind::Compare(expression(one), *comparison, expression(two))
        }
        LiteralKind::Between { of, from, to } => {
            LiteralKind::Between { of: operand(of), from: expression(from), to: expression(to) }
        }
        LiteralKind::Aggregate { result, function, of, body, shared } => LiteralKind::Aggregate {
            result: renamed[*result],
            function: *function,
            of: expression(of),
            body: body.iter().map(|literal| rename(literal, renamed)).collect(),
            shared: shared.iter().map(|&variable| renamed[variable]).collect(),
        },
    };
    Literal { kind, span: literal.span }
}
