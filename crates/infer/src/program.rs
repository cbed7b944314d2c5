//! Rules whose names have a meaning: relations, variables and constants by number.

use crate::syntax::{Comparison, Fold, Operator};
use crate::trouble::Span;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Side,
    Number,
    Member(usize),
}

/// The values that there can be, both ends included.
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

    pub(crate) fn both(self, other: Range) -> Range {
        Range::new(self.least.max(other.least), self.most.min(other.most))
    }

    pub(crate) fn either(self, other: Range) -> Range {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Range::new(self.least.min(other.least), self.most.max(other.most)),
        }
    }

    /// How many bits tell its values apart.
    pub(crate) fn bits(self) -> u32 {
        let count = i64::from(self.most) - i64::from(self.least) + 1;
        if count <= 1 { 0 } else { 64 - ((count - 1) as u64).leading_zeros() }
    }
}

/// A relation.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) name: String,
    pub(crate) columns: Vec<(Sort, Range)>,
    /// Where its rows come from.
    pub(crate) origin: Origin,
}

/// Where the rows of a relation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The game tells them, by the place in its vocabulary.
    Game { place: usize, is_function: bool, is_fixed: bool },
    /// Rules conclude them.
    Rules,
}

impl Relation {
    /// How many columns tell rows apart.
    pub(crate) fn keys(&self) -> usize {
        match self.origin {
            Origin::Game { is_function: true, .. } => self.columns.len() - 1,
            _ => self.columns.len(),
        }
    }

    pub(crate) fn is_concluded(&self) -> bool {
        self.origin == Origin::Rules
    }
}

/// A column of a condition or a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Variable(usize),
    Constant(i32),
}

/// How a value is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Slot(Slot),
    Compute(Operator, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Calls `visit` for every variable in it.
    pub(crate) fn for_each_variable(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Expression::Slot(Slot::Variable(variable)) => visit(*variable),
            Expression::Slot(Slot::Constant(_)) => (),
            Expression::Compute(_, one, two) => {
                one.for_each_variable(visit);
                two.for_each_variable(visit);
            }
        }
    }

    pub(crate) fn constant(&self) -> Option<i32> {
        match self {
            Expression::Slot(Slot::Constant(value)) => Some(*value),
            Expression::Slot(Slot::Variable(_)) => None,
            Expression::Compute(operator, one, two) => {
                Some(operator.apply(one.constant()?, two.constant()?))
            }
        }
    }
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) kind: GoalKind,
    pub(crate) span: Span,
}

/// What must hold.
#[derive(Clone, Debug)]
pub(crate) enum GoalKind {
    Holds {
        relation: usize,
        columns: Vec<Slot>,
    },
    /// There is no such row; `None` stands for anything.
    Not {
        relation: usize,
        columns: Vec<Option<Slot>>,
    },
    Compare(Expression, Comparison, Expression),
    /// The variable is what is made of all ways in which the body holds.
    Fold {
        result: usize,
        fold: Fold,
        of: Expression,
        body: Vec<Goal>,
        shared: Vec<usize>,
    },
}

/// A variable of a clause.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// As it was written; `_` for one without a name.
    pub(crate) name: String,
    pub(crate) sort: Sort,
    pub(crate) range: Range,
}

/// What a clause concludes.
#[derive(Clone, Debug)]
pub(crate) enum Conclusion {
    Row { relation: usize, columns: Vec<Slot> },
    Value { player: Slot, points: Expression },
}

/// A rule or a value line, its conditions in an order in which they can be looked at.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) conclusion: Conclusion,
    pub(crate) body: Vec<Goal>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) span: Span,
}

impl Clause {
    /// The relation that it concludes rows of.
    pub(crate) fn concludes(&self) -> Option<usize> {
        match self.conclusion {
            Conclusion::Row { relation, .. } => Some(relation),
            Conclusion::Value { .. } => None,
        }
    }
}

/// A rule file that can be run.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) relations: Vec<Relation>,
    pub(crate) clauses: Vec<Clause>,
    /// The concluded relations, those that depend on each other together, each after all
    /// that it depends on.
    pub(crate) layers: Vec<Layer>,
    pub(crate) counts_proofs: bool,
}

/// Relations that are concluded together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) relations: Vec<usize>,
    /// Whether they depend on themselves.
    pub(crate) is_recursive: bool,
}

/// Calls `visit` for every relation that conditions ask about, and whether it is asked
/// for as a whole: its absence or a fold.
pub(crate) fn for_each_asked(body: &[Goal], whole: bool, visit: &mut impl FnMut(usize, bool)) {
    for goal in body {
        match &goal.kind {
            GoalKind::Holds { relation, .. } => visit(*relation, whole),
            GoalKind::Not { relation, .. } => visit(*relation, true),
            GoalKind::Compare(..) => (),
            GoalKind::Fold { body, .. } => for_each_asked(body, true, visit),
        }
    }
}

/// What can be done with a condition, once some variables are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// All its variables are known.
    Test,
    /// It gives this variable its value.
    Sets(usize),
    /// It goes through rows and gives variables their values.
    Walks,
    /// Others must be known first; this is one of them.
    Waits(usize),
}

/// What can be done with a condition, once some variables are known.
pub(crate) fn readiness(goal: &Goal, known: &[bool]) -> Readiness {
    let unknown_in = |expression: &Expression| {
        let mut unknown = None;
        expression.for_each_variable(&mut |variable| {
            if !known[variable] {
                unknown = unknown.or(Some(variable));
            }
        });
        unknown
    };
    let unknown = |slot: &Slot| match slot {
        Slot::Variable(variable) if !known[*variable] => Some(*variable),
        _ => None,
    };
    match &goal.kind {
        GoalKind::Holds { columns, .. } => match columns.iter().find_map(unknown) {
            None => Readiness::Test,
            Some(_) => Readiness::Walks,
        },
        GoalKind::Not { columns, .. } => {
            let waits = columns.iter().flatten().find_map(unknown);
            waits.map_or(Readiness::Test, Readiness::Waits)
        }
        GoalKind::Compare(one, comparison, two) => match (unknown_in(one), unknown_in(two)) {
            (None, None) => Readiness::Test,
            (Some(variable), None)
                if *comparison == Comparison::Equal
                    && *one == Expression::Slot(Slot::Variable(variable)) =>
            {
                Readiness::Sets(variable)
            }
            (None, Some(variable))
                if *comparison == Comparison::Equal
                    && *two == Expression::Slot(Slot::Variable(variable)) =>
            {
                Readiness::Sets(variable)
            }
            (one, two) => Readiness::Waits(one.or(two).unwrap_or(0)),
        },
        GoalKind::Fold { result, shared, .. } => {
            match shared.iter().find(|&&variable| !known[variable]) {
                Some(&variable) => Readiness::Waits(variable),
                None if known[*result] => Readiness::Test,
                None => Readiness::Sets(*result),
            }
        }
    }
}

/// Marks the variables that a condition gives values to.
pub(crate) fn learn(goal: &Goal, known: &mut [bool]) {
    match (&goal.kind, readiness(goal, known)) {
        (GoalKind::Holds { columns, .. }, _) => {
            for slot in columns {
                if let Slot::Variable(variable) = slot {
                    known[*variable] = true;
                }
            }
        }
        (_, Readiness::Sets(variable)) => known[variable] = true,
        _ => (),
    }
}

/// Puts conditions into an order in which they can be looked at: what can be tested or
/// computed first, and rows in the order in which they were written. The error is a
/// condition that can never be looked at, and a variable that it waits for.
pub(crate) fn in_order(
    mut goals: Vec<Goal>,
    known: &mut [bool],
) -> Result<Vec<Goal>, (Goal, usize)> {
    let mut ordered = Vec::new();
    while !goals.is_empty() {
        let is_quick =
            |goal: &Goal| matches!(readiness(goal, known), Readiness::Test | Readiness::Sets(_));
        let walks = |goal: &Goal| readiness(goal, known) == Readiness::Walks;
        let next = goals.iter().position(is_quick).or_else(|| goals.iter().position(walks));
        let Some(next) = next else {
            let goal = goals.swap_remove(0);
            let Readiness::Waits(variable) = readiness(&goal, known) else { return Ok(ordered) };
            return Err((goal, variable));
        };
        let goal = goals.remove(next);
        learn(&goal, known);
        ordered.push(goal);
    }
    Ok(ordered)
}

/// Whether a column matters: it is not a variable that occurs nowhere else in a clause.
pub(crate) fn is_wanted(clause: &Clause, slot: Slot) -> bool {
    fn count(goals: &[Goal], slot: Slot) -> usize {
        let mut found = 0;
        for goal in goals {
            match &goal.kind {
                GoalKind::Holds { columns, .. } => {
                    found += columns.iter().filter(|&&column| column == slot).count();
                }
                GoalKind::Not { columns, .. } => {
                    found += columns.iter().flatten().filter(|&&column| column == slot).count();
                }
                GoalKind::Compare(one, _, two) => found += within(one, slot) + within(two, slot),
                GoalKind::Fold { result, of, body, .. } => {
                    found += usize::from(slot == Slot::Variable(*result));
                    found += within(of, slot) + count(body, slot);
                }
            }
        }
        found
    }
    fn within(expression: &Expression, slot: Slot) -> usize {
        let mut found = 0;
        expression.for_each_variable(&mut |variable| {
            found += usize::from(slot == Slot::Variable(variable));
        });
        found
    }
    let concluded = match &clause.conclusion {
        Conclusion::Row { columns, .. } => columns.iter().filter(|&&one| one == slot).count(),
        Conclusion::Value { player, points } => usize::from(*player == slot) + within(points, slot),
    };
    matches!(slot, Slot::Constant(_)) || concluded + count(&clause.body, slot) > 1
}
