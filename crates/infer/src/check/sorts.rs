//! What variables and columns hold: players, numbers or members of a domain.

use super::{Checker, Scope};
use crate::program::Sort;
use crate::syntax::{self, Atom, Condition, Head, Literal, Term, TermKind};

impl Checker<'_> {
    /// Finds out what the columns of concluded relations hold.
    pub(super) fn infer_sorts(&mut self, clauses: &[syntax::Clause]) {
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
    pub(super) fn read_sorts(&mut self, scope: &mut Scope, clause: &syntax::Clause) {
        // What one condition says may be needed to understand one before it.
        for _ in 0..3 {
            if let Head::Atom(atom) = &clause.head {
                self.read_atom_sorts(scope, atom);
            }
            if let Head::Value { player, points } = &clause.head {
                self.settle(scope, player, Sort::Side);
                self.settle(scope, points, Sort::Number);
            }
            self.read_body_sorts(scope, &clause.body);
        }
    }

    pub(super) fn read_atom_sorts(&mut self, scope: &mut Scope, atom: &Atom) {
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

    pub(super) fn read_body_sorts(&mut self, scope: &mut Scope, body: &[Literal]) {
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
    pub(super) fn sort_of(&self, scope: &mut Scope, term: &Term) -> Option<Sort> {
        match &term.kind {
            TermKind::Variable(name) => {
                let variable = scope.variable(name, term.span);
                scope.variables[variable].1
            }
            TermKind::Anything => None,
            TermKind::Number(_) | TermKind::Compute(..) => Some(Sort::Number),
            TermKind::Name(name) if name == "me" || name == "you" => Some(Sort::Side),
            TermKind::Name(name) => {
                let of = |domain: &agon_core::Domain| domain.members.contains(name);
                self.vocabulary.domains.iter().position(of).map(Sort::Member)
            }
        }
    }

    /// Notes that a term holds something, if nothing is known of it yet.
    pub(super) fn settle(&self, scope: &mut Scope, term: &Term, sort: Sort) {
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
}
