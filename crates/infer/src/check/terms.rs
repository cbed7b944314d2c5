//! Relations, columns and terms.

use super::{Checker, Scope};
use crate::program::{Expression, Goal, GoalKind, Origin, Slot, Sort};
use crate::syntax::{Atom, Comparison, Term, TermKind};
use crate::trouble::{Span, Trouble, Wrong};

impl Checker<'_> {
    pub(super) fn relation(&mut self, atom: &Atom) -> Option<usize> {
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

    pub(super) fn columns(
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

    pub(super) fn column(
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
    pub(super) fn slot(
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
    pub(super) fn expression(
        &mut self,
        scope: &mut Scope,
        term: &Term,
        sort: Sort,
    ) -> Option<Expression> {
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
                Sort::Side => Some(Sort::Number),
            },
            TermKind::Name(name) => match (name.as_str(), sort) {
                ("me", Sort::Side) => return slot(Slot::Constant(0)),
                ("you", Sort::Side) => return slot(Slot::Constant(1)),
                ("me" | "you", _) => Some(Sort::Side),
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

    pub(super) fn member(&mut self, name: &str, sort: Sort, span: Span) -> Option<Expression> {
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

    pub(super) fn sort_words(&self, sort: Sort) -> String {
        match sort {
            Sort::Side => "a player".into(),
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
