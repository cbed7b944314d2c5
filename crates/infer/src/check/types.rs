//! Type inference: whether variables and columns hold players, numbers or members of a
//! domain.

use super::{Checker, Variables};
use crate::program::Type;
use crate::schema::SchemaDomain;
use crate::syntax::{self, Atom, Term, TermKind};

impl Checker<'_> {
    /// Infers the column types of the derived relations: propagates types through the rules
    /// until nothing changes.
    pub(super) fn infer_types(&mut self, rules: &[syntax::Rule]) {
        loop {
            let before: Vec<_> = self.relations.iter().map(|one| one.types.clone()).collect();
            for rule in rules {
                self.collect_types(rule);
                let syntax::Head::Atom(atom) = &rule.head else { continue };
                for (column, term) in atom.columns.iter().enumerate() {
                    let ty = self.type_of(term);
                    let relation = self.by_name.get(&atom.name).copied();
                    let known = relation.and_then(|at| self.relations[at].types.get_mut(column));
                    if let Some(known) = known {
                        *known = known.or(ty);
                    }
                }
            }
            if self.relations.iter().map(|one| &one.types).eq(before.iter()) {
                return;
            }
        }
    }

    /// Collects the variables of a rule and their types.
    pub(super) fn collect_types(&mut self, rule: &syntax::Rule) {
        self.variables = Variables::default();
        // A literal may say something about the variables of an earlier one.
        for _ in 0..3 {
            match &rule.head {
                syntax::Head::Atom(atom) => self.collect_atom_types(atom),
                syntax::Head::Value { player, points } => {
                    self.set_type(player, Type::Side);
                    self.set_type(points, Type::Number);
                }
            }
            self.collect_body_types(&rule.body);
        }
    }

    fn collect_atom_types(&mut self, atom: &Atom) {
        let Some(&relation) = self.by_name.get(&atom.name) else { return };
        for (column, term) in atom.columns.iter().enumerate() {
            match self.relations[relation].types.get(column).copied().flatten() {
                Some(ty) => self.set_type(term, ty),
                None => {
                    let ty = self.type_of(term);
                    if let Some(known) = self.relations[relation].types.get_mut(column) {
                        *known = known.or(ty);
                    }
                }
            }
        }
    }

    fn collect_body_types(&mut self, body: &[syntax::Literal]) {
        for literal in body {
            match &literal.kind {
                syntax::LiteralKind::Positive(atom) | syntax::LiteralKind::Negative(atom) => {
                    self.collect_atom_types(atom);
                }
                syntax::LiteralKind::Compare(one, _, two) => {
                    if let Some(ty) = self.type_of(one).or_else(|| self.type_of(two)) {
                        self.set_type(one, ty);
                        self.set_type(two, ty);
                    }
                }
                syntax::LiteralKind::Between { of, from, to } => {
                    [of, from, to].into_iter().for_each(|term| self.set_type(term, Type::Number));
                }
                syntax::LiteralKind::Aggregate { result, of, body, .. } => {
                    self.set_type(result, Type::Number);
                    if let Some(of) = of {
                        self.set_type(of, Type::Number);
                    }
                    self.collect_body_types(body);
                }
            }
        }
    }

    /// The type of a term, as far as it is known.
    pub(super) fn type_of(&mut self, term: &Term) -> Option<Type> {
        match &term.kind {
            TermKind::Variable(name) => {
                let variable = self.variables.named(name, term.span);
                self.variables.type_of(variable)
            }
            TermKind::Wildcard => None,
            TermKind::Number(_) | TermKind::Binary(..) => Some(Type::Number),
            TermKind::Name(name) if self.schema.has_players && (name == "me" || name == "you") => {
                Some(Type::Side)
            }
            TermKind::Name(name) => {
                let contains = |domain: &SchemaDomain| domain.members.contains(name);
                self.schema.domains.iter().position(contains).map(Type::Member)
            }
        }
    }

    /// Sets the type of the variables of a term, where it is not known yet.
    fn set_type(&mut self, term: &Term, ty: Type) {
        match &term.kind {
            TermKind::Variable(name) => {
                let variable = self.variables.named(name, term.span);
                self.variables.set_type(variable, ty);
            }
            TermKind::Binary(_, one, two) => {
                self.set_type(one, Type::Number);
                self.set_type(two, Type::Number);
            }
            _ => (),
        }
    }
}
