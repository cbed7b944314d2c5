//! Gives the names of a rule file their meaning, or says what is wrong with them.

mod sorts;
mod terms;

pub(crate) use terms::signature;

use std::collections::HashMap;

use agon_core::{ColumnType, Vocabulary};

use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Origin, Program, Range, Relation, Slot, Sort,
    Variable, in_order,
};
use crate::step::COLUMNS;
use crate::syntax::{self, Comparison, Condition, Head, Literal, Term, TermKind};
use crate::trouble::{Span, Trouble, Wrong};
use crate::{bounds, layers, scope};

/// The most rules and value lines.
const MOST_CLAUSES: usize = 500;

/// The most variables of a clause, those without a name among them.
const MOST_VARIABLES: usize = 60;

/// The most conditions of a clause, and of a fold in it.
const MOST_CONDITIONS: usize = 64;

/// Checks a file against what a game can say.
pub(crate) fn check(file: &syntax::File, vocabulary: &Vocabulary) -> Result<Program, Vec<Trouble>> {
    let mut checker = Checker::new(vocabulary);
    if file.clauses.len() > MOST_CLAUSES {
        let span = file.clauses[MOST_CLAUSES].span;
        let what = "rules".into();
        return Err(vec![Trouble::new(Wrong::TooMuch { what, most: MOST_CLAUSES }, span)]);
    }
    let written: Vec<syntax::Clause> = file.clauses.iter().map(scope::marked).collect();
    checker.declare(&written);
    checker.infer_sorts(&written);
    let clauses: Vec<Clause> = written.iter().filter_map(|clause| checker.clause(clause)).collect();
    if !checker.troubles.is_empty() {
        checker.troubles.sort_by_key(|trouble| trouble.span.start);
        return Err(checker.troubles);
    }
    let finish = |declared: Declared| declared.finish(vocabulary);
    let relations = checker.relations.into_iter().map(finish).collect();
    let mut program =
        Program { relations, clauses, layers: Vec::new(), counts_proofs: file.counts_proofs };
    program.layers = layers::find(&program).map_err(|trouble| vec![trouble])?;
    bounds::find(&mut program).map_err(|trouble| vec![trouble])?;
    Ok(program)
}

/// Checks a question: a clause that concludes a row of all variables with a name.
pub(crate) fn check_question(
    program: &Program,
    vocabulary: &Vocabulary,
    body: &[Literal],
) -> Result<Clause, Vec<Trouble>> {
    let mut checker = Checker::new(vocabulary);
    for relation in program.relations.iter().filter(|relation| relation.is_concluded()) {
        let sorts = relation.columns.iter().map(|&(sort, _)| Some(sort)).collect();
        checker.add(Declared { name: relation.name.clone(), sorts, origin: Origin::Rules });
    }
    let span = match (body.first(), body.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    // What it concludes does not matter: the answers are read from the variables.
    let term = |kind| Term { kind, span };
    let head = Head::Value {
        player: term(TermKind::Name("me".into())),
        points: term(TermKind::Number(1)),
    };
    let clause = syntax::Clause { head, body: body.to_vec(), span };
    match checker.clause(&scope::marked(&clause)) {
        Some(clause) if checker.troubles.is_empty() => Ok(clause),
        _ => Err(checker.troubles),
    }
}

/// A relation whose columns may not all be known yet.
struct Declared {
    name: String,
    sorts: Vec<Option<Sort>>,
    origin: Origin,
}

impl Declared {
    fn finish(self, vocabulary: &Vocabulary) -> Relation {
        let range = |column: usize| match self.origin {
            Origin::Game { place, .. } => match vocabulary.relations[place].columns[column].1 {
                ColumnType::Side => Range::new(0, 1),
                ColumnType::Number { least, most } => Range::new(least, most),
                ColumnType::Member(domain) => {
                    Range::new(0, vocabulary.domains[domain].members.len() as i32 - 1)
                }
            },
            // Nothing is concluded yet.
            Origin::Rules => Range::new(0, -1),
        };
        let sorts = self.sorts.iter().enumerate();
        let columns =
            sorts.map(|(column, sort)| (sort.unwrap_or(Sort::Number), range(column))).collect();
        Relation { name: self.name, columns, origin: self.origin }
    }
}

struct Checker<'v> {
    vocabulary: &'v Vocabulary,
    relations: Vec<Declared>,
    by_name: HashMap<String, usize>,
    troubles: Vec<Trouble>,
}

/// The variables of the clause that is looked at.
#[derive(Default)]
struct Scope {
    by_name: HashMap<String, usize>,
    variables: Vec<(String, Option<Sort>, Span)>,
    /// How many folds were entered.
    folds: usize,
}

impl<'v> Checker<'v> {
    fn new(vocabulary: &'v Vocabulary) -> Checker<'v> {
        let mut checker = Checker {
            vocabulary,
            relations: Vec::new(),
            by_name: HashMap::new(),
            troubles: Vec::new(),
        };
        for (place, relation) in vocabulary.relations.iter().enumerate() {
            let sort = |kind| match kind {
                ColumnType::Side => Sort::Side,
                ColumnType::Number { .. } => Sort::Number,
                ColumnType::Member(domain) => Sort::Member(domain),
            };
            checker.add(Declared {
                name: relation.name.to_string(),
                sorts: relation.columns.iter().map(|&(_, kind)| Some(sort(kind))).collect(),
                origin: Origin::Game {
                    place,
                    is_function: relation.is_function,
                    is_fixed: relation.is_fixed,
                },
            });
        }
        checker
    }

    fn add(&mut self, declared: Declared) {
        self.by_name.insert(declared.name.clone(), self.relations.len());
        self.relations.push(declared);
    }

    fn trouble(&mut self, trouble: Trouble) {
        const MOST: usize = 20;
        if self.troubles.len() < MOST {
            self.troubles.push(trouble);
        }
    }

    /// Declares every relation that is concluded.
    fn declare(&mut self, clauses: &[syntax::Clause]) {
        for clause in clauses {
            let Head::Atom(atom) = &clause.head else { continue };
            let found = atom.columns.len();
            match self.by_name.get(&atom.name).map(|&number| &self.relations[number]) {
                None if found > COLUMNS => {
                    let wrong = Wrong::TooMuch { what: "columns".into(), most: COLUMNS };
                    self.trouble(Trouble::new(wrong, atom.name_span));
                }
                None => self.add(Declared {
                    name: atom.name.clone(),
                    sorts: vec![None; found],
                    origin: Origin::Rules,
                }),
                Some(known) if known.origin != Origin::Rules => {
                    let wrong = Wrong::IsFact { name: atom.name.clone() };
                    self.trouble(Trouble::new(wrong, atom.name_span));
                }
                Some(known) if known.sorts.len() != found => {
                    let wanted = known.sorts.len();
                    let wrong = Wrong::Arity { name: atom.name.clone(), wanted, found };
                    let trouble = Trouble::new(wrong, atom.name_span);
                    self.trouble(trouble.hint("all rules of a relation have the same columns"));
                }
                Some(_) => (),
            }
        }
    }

    /// A clause with its conditions in order, unless something is wrong with it.
    fn clause(&mut self, clause: &syntax::Clause) -> Option<Clause> {
        let mut scope = Scope::default();
        self.read_sorts(&mut scope, clause);
        let mut goals = Vec::new();
        let body = self.body(&mut scope, &clause.body, &mut goals);
        let conclusion = match &clause.head {
            Head::Atom(atom) => self.columns(&mut scope, atom, &mut goals).map(|found| {
                let (relation, columns) = found;
                Conclusion::Row { relation, columns }
            }),
            Head::Value { player, points } => {
                let slot = self.slot(&mut scope, player, Sort::Side, &mut goals);
                let points = self.expression(&mut scope, points, Sort::Number);
                slot.zip(points).map(|(player, points)| Conclusion::Value { player, points })
            }
        };
        body?;
        let conclusion = conclusion?;
        if goals.len() > MOST_CONDITIONS {
            let wrong =
                Wrong::TooMuch { what: "conditions in a rule".into(), most: MOST_CONDITIONS };
            self.trouble(Trouble::new(wrong, clause.span));
            return None;
        }
        if scope.variables.len() > MOST_VARIABLES {
            let wrong = Wrong::TooMuch { what: "variables in a rule".into(), most: MOST_VARIABLES };
            self.trouble(Trouble::new(wrong, clause.span));
            return None;
        }
        let mut known = vec![false; scope.variables.len()];
        let body = match self.ordered(&scope, goals, &mut known) {
            Ok(body) => body,
            Err(trouble) => {
                self.trouble(trouble);
                return None;
            }
        };
        let mut unbound = None;
        let mut ask = |variable: usize| {
            if !known[variable] {
                unbound = unbound.or(Some(variable));
            }
        };
        match &conclusion {
            Conclusion::Row { columns, .. } => columns.iter().for_each(|slot| {
                if let Slot::Variable(variable) = slot {
                    ask(*variable);
                }
            }),
            Conclusion::Value { player, points } => {
                Expression::Slot(*player).for_each_variable(&mut ask);
                points.for_each_variable(&mut ask);
            }
        }
        if let Some(variable) = unbound {
            self.trouble(scope.unbound(variable));
            return None;
        }
        let variable = |(name, sort, _): (String, Option<Sort>, Span)| Variable {
            name,
            sort: sort.unwrap_or(Sort::Number),
            range: Range::ALL,
        };
        let variables = scope.variables.into_iter().map(variable).collect();
        Some(Clause { conclusion, body, variables, span: clause.span })
    }

    fn ordered(
        &self,
        scope: &Scope,
        goals: Vec<Goal>,
        known: &mut [bool],
    ) -> Result<Vec<Goal>, Trouble> {
        let mut goals = in_order(goals, known).map_err(|(goal, variable)| {
            let trouble = scope.unbound(variable);
            match goal.kind {
                GoalKind::Not { .. } => Trouble { span: goal.span, ..trouble }
                    .hint("what is said not to hold must be about something: write _, or name it in a condition that is not negated"),
                _ => trouble,
            }
        })?;
        for goal in &mut goals {
            if let GoalKind::Fold { body, of, shared, .. } = &mut goal.kind {
                let mut inside = vec![false; known.len()];
                shared.iter().for_each(|&variable| inside[variable] = true);
                *body = self.ordered(scope, std::mem::take(body), &mut inside)?;
                let mut unbound = None;
                of.for_each_variable(&mut |variable| {
                    if !inside[variable] {
                        unbound = Some(variable);
                    }
                });
                if let Some(variable) = unbound {
                    return Err(scope.unbound(variable));
                }
            }
        }
        Ok(goals)
    }

    /// Adds the conditions of a body to `goals`.
    fn body(&mut self, scope: &mut Scope, body: &[Literal], goals: &mut Vec<Goal>) -> Option<()> {
        let mut is_right = Some(());
        for literal in body {
            let kind = self.condition(scope, literal, goals);
            match kind {
                Some(kind) if goals.len() <= MOST_CONDITIONS => {
                    goals.push(Goal { kind, span: literal.span });
                }
                Some(_) => (),
                None => is_right = None,
            }
        }
        is_right
    }

    fn condition(
        &mut self,
        scope: &mut Scope,
        literal: &Literal,
        goals: &mut Vec<Goal>,
    ) -> Option<GoalKind> {
        match &literal.condition {
            Condition::Holds(atom) => {
                let (relation, columns) = self.columns(scope, atom, goals)?;
                Some(GoalKind::Holds { relation, columns })
            }
            Condition::Not(atom) => {
                let relation = self.relation(atom)?;
                let mut columns = Vec::new();
                for (column, term) in atom.columns.iter().enumerate() {
                    columns.push(match term.kind {
                        TermKind::Anything => None,
                        _ => Some(self.column(scope, relation, column, term, goals)?),
                    });
                }
                Some(GoalKind::Not { relation, columns })
            }
            Condition::Compare(one, comparison, two) => {
                let sort = self.sort_of(scope, one).or_else(|| self.sort_of(scope, two));
                let equal = matches!(comparison, Comparison::Equal | Comparison::Different);
                let sort = match sort {
                    Some(sort) if equal => sort,
                    _ => Sort::Number,
                };
                let one = self.expression(scope, one, sort);
                let two = self.expression(scope, two, sort);
                Some(GoalKind::Compare(one?, *comparison, two?))
            }
            Condition::Fold { result, fold, of, body } => {
                let result_slot = self.expression(scope, result, Sort::Number)?;
                let number = scope.fresh("_", Some(Sort::Number), result.span);
                let (fold_number, first) = (scope.folds, scope.variables.len());
                scope.folds += 1;
                let mut inside = Vec::new();
                let is_right = self.body(scope, body, &mut inside);
                let of = match of {
                    Some(of) => self.expression(scope, of, Sort::Number),
                    None => Some(Expression::Slot(Slot::Constant(1))),
                };
                is_right?;
                let mut shared = Vec::new();
                let mut share = |variable: usize| {
                    let is_own = variable >= first
                        || scope::belongs_to(&scope.variables[variable].0, fold_number);
                    if !is_own && !shared.contains(&variable) {
                        shared.push(variable);
                    }
                };
                for_each_variable(&inside, &mut share);
                of.as_ref()?.for_each_variable(&mut share);
                let kind =
                    GoalKind::Fold { result: number, fold: *fold, of: of?, body: inside, shared };
                goals.push(Goal { kind, span: literal.span });
                let counted = Expression::Slot(Slot::Variable(number));
                Some(GoalKind::Compare(result_slot, Comparison::Equal, counted))
            }
        }
    }
}

/// Calls `visit` for every variable of conditions.
pub(crate) fn for_each_variable(goals: &[Goal], visit: &mut impl FnMut(usize)) {
    let slot = |slot: &Slot, visit: &mut dyn FnMut(usize)| {
        if let Slot::Variable(variable) = slot {
            visit(*variable);
        }
    };
    for goal in goals {
        match &goal.kind {
            GoalKind::Holds { columns, .. } => columns.iter().for_each(|one| slot(one, visit)),
            GoalKind::Not { columns, .. } => {
                columns.iter().flatten().for_each(|one| slot(one, visit));
            }
            GoalKind::Compare(one, _, two) => {
                one.for_each_variable(visit);
                two.for_each_variable(visit);
            }
            GoalKind::Fold { result, shared, .. } => {
                visit(*result);
                shared.iter().for_each(|&variable| visit(variable));
            }
        }
    }
}

impl Scope {
    /// The variable of a name.
    fn variable(&mut self, name: &str, span: Span) -> usize {
        if let Some(&variable) = self.by_name.get(name) {
            return variable;
        }
        let variable = self.fresh(name, None, span);
        self.by_name.insert(name.to_string(), variable);
        variable
    }

    fn fresh(&mut self, name: &str, sort: Option<Sort>, span: Span) -> usize {
        self.variables.push((name.to_string(), sort, span));
        self.variables.len() - 1
    }

    fn unbound(&self, variable: usize) -> Trouble {
        let (name, _, span) = &self.variables[variable];
        let wrong = match name.as_str() {
            "_" => Wrong::Anonymous,
            _ => Wrong::Unbound { name: scope::written(name).to_string() },
        };
        Trouble::new(wrong, *span)
    }
}
