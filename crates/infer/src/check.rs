//! Gives the names of a rule file their meaning, or says what is wrong with them.

use std::collections::HashMap;

use agon_core::{Kind, Vocabulary};

use crate::program::{
    Clause, Conclusion, Expression, Goal, GoalKind, Origin, Program, Range, Relation, Slot, Sort,
    Variable, in_order,
};
use crate::step::COLUMNS;
use crate::syntax::{self, Atom, Comparison, Condition, Head, Literal, Term, TermKind};
use crate::trouble::{Span, Trouble, Wrong};
use crate::{bounds, layers, scope};

/// The most rules and value lines.
const MOST_CLAUSES: usize = 500;

/// The most variables of a clause, those without a name among them.
const MOST_VARIABLES: usize = 60;

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
                Kind::Player => Range::new(0, 1),
                Kind::Number { least, most } => Range::new(least, most),
                Kind::Member(domain) => {
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
                Kind::Player => Sort::Player,
                Kind::Number { .. } => Sort::Number,
                Kind::Member(domain) => Sort::Member(domain),
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

    /// Finds out what the columns of concluded relations hold.
    fn infer_sorts(&mut self, clauses: &[syntax::Clause]) {
        let silent = std::mem::take(&mut self.troubles);
        loop {
            let before: Vec<_> = self.relations.iter().map(|one| one.sorts.clone()).collect();
            for clause in clauses {
                let mut scope = Scope::default();
                self.read_sorts(&mut scope, clause);
                let Head::Atom(atom) = &clause.head else { continue };
                for (column, term) in atom.columns.iter().enumerate() {
                    let sort = self.sort_of(&mut scope, term);
                    let place = self.by_name.get(&atom.name).copied();
                    let known = place.and_then(|place| self.relations[place].sorts.get_mut(column));
                    if let Some(known) = known {
                        *known = known.or(sort);
                    }
                }
            }
            if self.relations.iter().map(|one| &one.sorts).eq(before.iter()) {
                break;
            }
        }
        self.troubles = silent;
    }

    /// Learns from the conditions of a clause what its variables hold.
    fn read_sorts(&mut self, scope: &mut Scope, clause: &syntax::Clause) {
        // What one condition says may be needed to understand one before it.
        for _ in 0..3 {
            if let Head::Atom(atom) = &clause.head {
                self.read_atom_sorts(scope, atom);
            }
            if let Head::Value { player, points } = &clause.head {
                self.settle(scope, player, Sort::Player);
                self.settle(scope, points, Sort::Number);
            }
            self.read_body_sorts(scope, &clause.body);
        }
    }

    fn read_atom_sorts(&mut self, scope: &mut Scope, atom: &Atom) {
        let Some(&relation) = self.by_name.get(&atom.name) else { return };
        for (column, term) in atom.columns.iter().enumerate() {
            match self.relations[relation].sorts.get(column).copied().flatten() {
                Some(sort) => self.settle(scope, term, sort),
                None => {
                    let sort = self.sort_of(scope, term);
                    if let Some(known) = self.relations[relation].sorts.get_mut(column) {
                        *known = known.or(sort);
                    }
                }
            }
        }
    }

    fn read_body_sorts(&mut self, scope: &mut Scope, body: &[Literal]) {
        for literal in body {
            match &literal.condition {
                Condition::Holds(atom) | Condition::Not(atom) => {
                    self.read_atom_sorts(scope, atom);
                }
                Condition::Compare(one, _, two) => {
                    let sort = self.sort_of(scope, one).or_else(|| self.sort_of(scope, two));
                    if let Some(sort) = sort {
                        self.settle(scope, one, sort);
                        self.settle(scope, two, sort);
                    }
                }
                Condition::Fold { result, of, body, .. } => {
                    self.settle(scope, result, Sort::Number);
                    if let Some(of) = of {
                        self.settle(scope, of, Sort::Number);
                    }
                    self.read_body_sorts(scope, body);
                }
            }
        }
    }

    /// What a term holds, as far as it is known.
    fn sort_of(&self, scope: &mut Scope, term: &Term) -> Option<Sort> {
        match &term.kind {
            TermKind::Variable(name) => {
                let variable = scope.variable(name, term.span);
                scope.variables[variable].1
            }
            TermKind::Anything => None,
            TermKind::Number(_) | TermKind::Compute(..) => Some(Sort::Number),
            TermKind::Name(name) if name == "me" || name == "you" => Some(Sort::Player),
            TermKind::Name(name) => {
                let of = |domain: &agon_core::Domain| domain.members.contains(name);
                self.vocabulary.domains.iter().position(of).map(Sort::Member)
            }
        }
    }

    /// Notes that a term holds something, if nothing is known of it yet.
    fn settle(&self, scope: &mut Scope, term: &Term, sort: Sort) {
        match &term.kind {
            TermKind::Variable(name) => {
                let variable = scope.variable(name, term.span);
                let known = &mut scope.variables[variable].1;
                *known = known.or(Some(sort));
            }
            TermKind::Compute(_, one, two) => {
                self.settle(scope, one, Sort::Number);
                self.settle(scope, two, Sort::Number);
            }
            _ => (),
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
                let slot = self.slot(&mut scope, player, Sort::Player, &mut goals);
                let points = self.expression(&mut scope, points, Sort::Number);
                slot.zip(points).map(|(player, points)| Conclusion::Value { player, points })
            }
        };
        body?;
        let conclusion = conclusion?;
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
                Some(kind) => goals.push(Goal { kind, span: literal.span }),
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

    fn relation(&mut self, atom: &Atom) -> Option<usize> {
        if atom.name == "value" {
            self.trouble(Trouble::new(Wrong::ValueInBody, atom.name_span));
            return None;
        }
        let Some(&relation) = self.by_name.get(&atom.name) else {
            let known = self.relations.iter().map(|relation| relation.name.as_str());
            let wrong = Wrong::UnknownRelation { name: atom.name.clone() };
            let trouble = Trouble::new(wrong, atom.name_span).did_you_mean(&atom.name, known);
            self.trouble(trouble);
            return None;
        };
        let (wanted, found) = (self.relations[relation].sorts.len(), atom.columns.len());
        if wanted != found {
            let wrong = Wrong::Arity { name: atom.name.clone(), wanted, found };
            let trouble = Trouble::new(wrong, atom.name_span);
            let place = match self.relations[relation].origin {
                Origin::Game { place, .. } => Some(place),
                Origin::Rules => None,
            };
            let trouble = match place {
                Some(place) => trouble.hint(signature(&self.vocabulary.relations[place])),
                None => trouble,
            };
            self.trouble(trouble);
            return None;
        }
        Some(relation)
    }

    fn columns(
        &mut self,
        scope: &mut Scope,
        atom: &Atom,
        goals: &mut Vec<Goal>,
    ) -> Option<(usize, Vec<Slot>)> {
        let relation = self.relation(atom)?;
        let mut columns = Vec::new();
        for (column, term) in atom.columns.iter().enumerate() {
            columns.push(self.column(scope, relation, column, term, goals));
        }
        Some((relation, columns.into_iter().collect::<Option<Vec<Slot>>>()?))
    }

    fn column(
        &mut self,
        scope: &mut Scope,
        relation: usize,
        column: usize,
        term: &Term,
        goals: &mut Vec<Goal>,
    ) -> Option<Slot> {
        match self.relations[relation].sorts[column] {
            Some(sort) => self.slot(scope, term, sort, goals),
            None => {
                let name = format!("column {} of {}", column + 1, self.relations[relation].name);
                self.trouble(Trouble::new(Wrong::NoKind { name }, term.span));
                None
            }
        }
    }

    /// A term in a column: what must be computed gets a variable of its own.
    fn slot(
        &mut self,
        scope: &mut Scope,
        term: &Term,
        sort: Sort,
        goals: &mut Vec<Goal>,
    ) -> Option<Slot> {
        if matches!(term.kind, TermKind::Anything) {
            return Some(Slot::Variable(scope.fresh("_", Some(sort), term.span)));
        }
        match self.expression(scope, term, sort)? {
            Expression::Slot(slot) => Some(slot),
            computed => {
                if let Some(constant) = computed.constant() {
                    return Some(Slot::Constant(constant));
                }
                let variable = scope.fresh("_", Some(Sort::Number), term.span);
                let slot = Slot::Variable(variable);
                let kind = GoalKind::Compare(Expression::Slot(slot), Comparison::Equal, computed);
                goals.push(Goal { kind, span: term.span });
                Some(slot)
            }
        }
    }

    /// A term that holds something of a sort.
    fn expression(&mut self, scope: &mut Scope, term: &Term, sort: Sort) -> Option<Expression> {
        let slot = |slot| Some(Expression::Slot(slot));
        let found = match &term.kind {
            TermKind::Anything => {
                self.trouble(Trouble::new(Wrong::Anonymous, term.span));
                return None;
            }
            TermKind::Variable(name) => {
                let variable = scope.variable(name, term.span);
                match scope.variables[variable].1 {
                    Some(found) if found != sort => Some(found),
                    _ => return slot(Slot::Variable(variable)),
                }
            }
            TermKind::Number(number) => match sort {
                Sort::Number => return slot(Slot::Constant(*number)),
                // Members may have numbers for names.
                Sort::Member(_) => return self.member(&number.to_string(), sort, term.span),
                Sort::Player => Some(Sort::Number),
            },
            TermKind::Name(name) => match (name.as_str(), sort) {
                ("me", Sort::Player) => return slot(Slot::Constant(0)),
                ("you", Sort::Player) => return slot(Slot::Constant(1)),
                ("me" | "you", _) => Some(Sort::Player),
                (_, Sort::Member(_)) => return self.member(name, sort, term.span),
                _ => self.sort_of(scope, term),
            },
            TermKind::Compute(operator, one, two) => {
                if sort == Sort::Number {
                    let one = self.expression(scope, one, Sort::Number);
                    let two = self.expression(scope, two, Sort::Number);
                    return Some(Expression::Compute(*operator, Box::new(one?), Box::new(two?)));
                }
                Some(Sort::Number)
            }
        };
        let trouble = match (found, &term.kind) {
            (None, TermKind::Name(name)) => {
                let known = ["me", "you"].into_iter();
                let members = self.vocabulary.domains.iter().flat_map(|domain| &domain.members);
                let wrong = Wrong::UnknownConstant { name: name.clone() };
                let trouble = Trouble::new(wrong, term.span);
                match name.to_uppercase() == *name || name.chars().count() == 1 {
                    true => trouble.hint("variables begin with a capital letter"),
                    false => trouble.did_you_mean(name, known.chain(members.map(String::as_str))),
                }
            }
            (found, _) => {
                let found = self.sort_words(found.unwrap_or(Sort::Number));
                let wanted = self.sort_words(sort);
                Trouble::new(Wrong::Kinds { found, wanted }, term.span)
            }
        };
        self.trouble(trouble);
        None
    }

    fn member(&mut self, name: &str, sort: Sort, span: Span) -> Option<Expression> {
        let Sort::Member(domain) = sort else { return None };
        let members = &self.vocabulary.domains[domain].members;
        match members.iter().position(|member| member == name) {
            Some(place) => Some(Expression::Slot(Slot::Constant(place as i32))),
            None => {
                let wrong = Wrong::UnknownConstant { name: name.to_string() };
                let known = members.iter().map(String::as_str);
                let trouble = Trouble::new(wrong, span).did_you_mean(name, known);
                self.trouble(trouble);
                None
            }
        }
    }

    fn sort_words(&self, sort: Sort) -> String {
        match sort {
            Sort::Player => "a player".into(),
            Sort::Number => "a number".into(),
            Sort::Member(domain) => format!("a {}", self.vocabulary.domains[domain].name),
        }
    }
}

/// How a relation of a game is written, as `stack(square -> height)`.
pub(crate) fn signature(relation: &agon_core::Relation) -> String {
    let names: Vec<&str> = relation.columns.iter().map(|&(name, _)| name).collect();
    let columns = match names.split_last() {
        Some((value, keys)) if relation.is_function => match keys.is_empty() {
            true => (*value).to_string(),
            false => format!("{} -> {value}", keys.join(", ")),
        },
        _ => names.join(", "),
    };
    format!("{}({columns})", relation.name)
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
