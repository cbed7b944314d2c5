//! The checked program: relations, variables and constants are numbers, and every variable
//! and column has a type.

use crate::diagnostic::Span;
use crate::syntax::{Aggregate, Comparison, Operator};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Side,
    Number,
    /// A member of a domain of the game, by the domain's index.
    Member(usize),
}

/// An interval of possible values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Range {
    pub(crate) const ALL: Range = Range { least: i32::MIN, most: i32::MAX };

    pub(crate) fn new(least: i32, most: i32) -> Range {
        Range { least, most }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.least > self.most
    }

    pub(crate) fn intersection(self, other: Range) -> Range {
        Range::new(self.least.max(other.least), self.most.min(other.most))
    }

    /// The smallest range that contains both.
    pub(crate) fn hull(self, other: Range) -> Range {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Range::new(self.least.min(other.least), self.most.max(other.most)),
        }
    }

    /// How many values there are, 1 at least.
    pub(crate) fn size(self) -> u64 {
        (i64::from(self.most) - i64::from(self.least) + 1).max(1) as u64
    }

    /// How many bits encode a value of the range.
    pub(crate) fn bits(self) -> u32 {
        let count = i64::from(self.most) - i64::from(self.least) + 1;
        if count <= 1 { 0 } else { 64 - ((count - 1) as u64).leading_zeros() }
    }
}

/// A relation.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) name: String,
    pub(crate) columns: Vec<(Type, Range)>,
    pub(crate) origin: Origin,
}

/// Where the rows of a relation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Extensional: the game states the rows. `index` is the relation's index in the game's
    /// vocabulary; in a function the other columns determine the last; a fixed relation has
    /// the same rows in every position; of a relation with a set column, the game tells the
    /// members of this column as sets.
    Edb { index: usize, is_function: bool, is_fixed: bool, set_column: Option<usize> },
    /// Intensional: rules derive the rows.
    Idb,
}

impl Relation {
    /// How many columns, from the first on, identify a row.
    pub(crate) fn key_columns(&self) -> usize {
        match self.origin {
            Origin::Edb { is_function: true, .. } => self.columns.len() - 1,
            _ => self.columns.len(),
        }
    }

    /// How many bits encode a row.
    pub(crate) fn bits(&self) -> u32 {
        self.columns.iter().map(|(_, range)| range.bits()).sum()
    }

    pub(crate) fn is_idb(&self) -> bool {
        self.origin == Origin::Idb
    }

    /// The column whose members the game tells as sets.
    pub(crate) fn set_column(&self) -> Option<usize> {
        match self.origin {
            Origin::Edb { set_column, .. } => set_column,
            Origin::Idb => None,
        }
    }

    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.origin, Origin::Edb { is_fixed: true, .. })
    }
}

/// A variable of a rule or a constant: a term in the sense of Datalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Variable(usize),
    Constant(i32),
}

impl Operand {
    /// The variable, if it is one.
    pub(crate) fn variable(self) -> Option<usize> {
        match self {
            Operand::Variable(variable) => Some(variable),
            Operand::Constant(_) => None,
        }
    }
}

/// The variables among operands.
pub(crate) fn variables_of<'o>(
    operands: impl IntoIterator<Item = &'o Operand>,
) -> impl Iterator<Item = usize> {
    operands.into_iter().filter_map(|operand| operand.variable())
}

/// An arithmetic expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Operand(Operand),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Its variables, as often as they occur.
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Expression::Operand(operand) => operand.variable().into_iter().collect(),
            Expression::Binary(_, one, two) => [one.variables(), two.variables()].concat(),
        }
    }

    /// The first variable for which something holds.
    pub(crate) fn find_variable(&self, holds: impl Fn(usize) -> bool + Copy) -> Option<usize> {
        match self {
            Expression::Operand(operand) => operand.variable().filter(|&variable| holds(variable)),
            Expression::Binary(_, one, two) => {
                one.find_variable(holds).or_else(|| two.find_variable(holds))
            }
        }
    }

    /// The value of an expression without variables.
    pub(crate) fn constant(&self) -> Option<i32> {
        match self {
            Expression::Operand(Operand::Constant(value)) => Some(*value),
            Expression::Operand(Operand::Variable(_)) => None,
            Expression::Binary(operator, one, two) => {
                Some(operator.apply(one.constant()?, two.constant()?))
            }
        }
    }
}

/// A condition in the body of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub(crate) kind: LiteralKind,
    pub(crate) span: Span,
}

impl Literal {
    /// The relation that must or must not have a row, and the columns of the row.
    pub(crate) fn atom(&self) -> Option<(usize, Vec<Option<Operand>>)> {
        match &self.kind {
            LiteralKind::Positive { relation, columns } => {
                Some((*relation, columns.iter().copied().map(Some).collect()))
            }
            LiteralKind::Negative { relation, columns } => Some((*relation, columns.clone())),
            LiteralKind::Compare(..)
            | LiteralKind::Between { .. }
            | LiteralKind::Aggregate { .. } => None,
        }
    }
}

/// The kinds of conditions.
#[derive(Clone, Debug)]
pub(crate) enum LiteralKind {
    Positive {
        relation: usize,
        columns: Vec<Operand>,
    },
    /// No row matches; `None` matches every value.
    Negative {
        relation: usize,
        columns: Vec<Option<Operand>>,
    },
    Compare(Expression, Comparison, Expression),
    /// A number between two others, both ends included.
    Between {
        of: Operand,
        from: Expression,
        to: Expression,
    },
    /// `result` is the aggregate of `of` over all solutions of the body. `shared` are the
    /// variables of the body that are bound outside.
    Aggregate {
        result: usize,
        function: Aggregate,
        of: Expression,
        body: Vec<Literal>,
        shared: Vec<usize>,
    },
}

/// A variable of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name after scoping; `_` for an anonymous variable.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) range: Range,
}

/// The head of a rule: what it derives.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Atom { relation: usize, columns: Vec<Operand> },
    Value { player: Operand, points: Expression },
}

/// A rule or a value line, its body in a safe order.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Head,
    pub(crate) body: Vec<Literal>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) span: Span,
}

impl Head {
    /// Its variables, as often as they occur.
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Head::Atom { columns, .. } => variables_of(columns).collect(),
            Head::Value { player, points } => {
                player.variable().into_iter().chain(points.variables()).collect()
            }
        }
    }
}

impl Rule {
    /// The relation that the rule derives rows of; `None` for a value line.
    pub(crate) fn head_relation(&self) -> Option<usize> {
        match self.head {
            Head::Atom { relation, .. } => Some(relation),
            Head::Value { .. } => None,
        }
    }

    /// Whether a column matters: it is not a variable that occurs nowhere else in the rule.
    pub(crate) fn is_used_elsewhere(&self, operand: Operand) -> bool {
        operand.variable().is_none_or(|variable| self.occurrences(variable) > 1)
    }

    /// How often a variable occurs in the rule.
    pub(crate) fn occurrences(&self, variable: usize) -> usize {
        let mut found = self.head.variables();
        add_occurrences(&self.body, &mut found);
        found.into_iter().filter(|&one| one == variable).count()
    }
}

/// The rows of each EDB relation in the start position: the rows of fixed relations, and
/// row counts for the others.
pub(crate) type StartFacts = Vec<Vec<Vec<i32>>>;

/// A checked program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) relations: Vec<Relation>,
    pub(crate) rules: Vec<Rule>,
    /// The IDB relations, each stratum after those that it depends on.
    pub(crate) strata: Vec<Stratum>,
    /// Whether relations are bags: a row that is derived twice counts twice.
    pub(crate) bag_semantics: bool,
    /// Whether the facts of a position stay in memory: what changes is added and removed.
    pub(crate) keeps_facts: bool,
    /// Derived relations that stay in memory, too, and the column by whose values they are renewed.
    pub(crate) maintained: Vec<(usize, usize)>,
    /// Derived relations whose rows are read from bitmaps after a run.
    pub(crate) exports: Vec<usize>,
    /// Derived relations whose rows are read from lists after a run.
    pub(crate) listed: Vec<usize>,
}

impl Program {
    /// Whether a relation stays in memory and is renewed in parts.
    pub(crate) fn is_maintained(&self, relation: usize) -> bool {
        self.maintained.iter().any(|&(one, _)| one == relation)
    }

    /// Whether the rows of a relation are read after a run.
    pub(crate) fn is_read(&self, relation: usize) -> bool {
        self.exports.contains(&relation) || self.listed.contains(&relation)
    }
}

/// Relations that depend on each other and are evaluated together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stratum {
    pub(crate) relations: Vec<usize>,
    pub(crate) is_recursive: bool,
}

/// Calls `visit` for every relation that literals depend on, and whether the relation must
/// be complete first: it is negated or aggregated. `is_aggregated` is true inside of an
/// aggregate.
pub(crate) fn for_each_dependency(
    body: &[Literal],
    is_aggregated: bool,
    visit: &mut impl FnMut(usize, bool),
) {
    for literal in body {
        match &literal.kind {
            LiteralKind::Positive { relation, .. } => visit(*relation, is_aggregated),
            LiteralKind::Negative { relation, .. } => visit(*relation, true),
            LiteralKind::Compare(..) | LiteralKind::Between { .. } => (),
            LiteralKind::Aggregate { body, .. } => for_each_dependency(body, true, visit),
        }
    }
}

/// The variables of literals, as often as they occur; of an aggregate, only its result and those
/// that are bound outside.
pub(crate) fn variables(literals: &[Literal]) -> Vec<usize> {
    let of_literal = |literal: &Literal| match &literal.kind {
        LiteralKind::Positive { columns, .. } => variables_of(columns).collect(),
        LiteralKind::Negative { columns, .. } => variables_of(columns.iter().flatten()).collect(),
        LiteralKind::Compare(one, _, two) => [one.variables(), two.variables()].concat(),
        LiteralKind::Between { of, from, to } => {
            of.variable().into_iter().chain(from.variables()).chain(to.variables()).collect()
        }
        LiteralKind::Aggregate { result, shared, .. } => [&[*result], &shared[..]].concat(),
    };
    literals.iter().flat_map(of_literal).collect()
}

/// Adds the variables of literals as often as they occur, also inside of aggregates.
fn add_occurrences(literals: &[Literal], found: &mut Vec<usize>) {
    for literal in literals {
        match &literal.kind {
            LiteralKind::Aggregate { result, of, body, .. } => {
                found.push(*result);
                found.extend(of.variables());
                add_occurrences(body, found);
            }
            _ => found.extend(variables(std::slice::from_ref(literal))),
        }
    }
}
