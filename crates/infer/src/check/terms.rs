//! Terms: columns of atoms and arithmetic expressions, resolved and type-checked.

use super::Checker;
use super::variables::NAME_IT;
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::program::{Expression, Literal, LiteralKind, Operand, Type};
use crate::syntax::{Atom, Comparison, Term, TermKind};

impl Checker<'_> {
    /// The relation and the columns of an atom.
    pub(super) fn columns(&mut self, atom: &Atom) -> Option<(usize, Vec<Operand>)> {
        let relation = self.resolve_relation(atom)?;
        let mut columns = Vec::new();
        for (column, term) in atom.columns.iter().enumerate() {
            columns.push(self.column(relation, column, term));
        }
        Some((relation, columns.into_iter().collect::<Option<Vec<Operand>>>()?))
    }

    pub(super) fn column(
        &mut self,
        relation: usize,
        column: usize,
        term: &Term,
    ) -> Option<Operand> {
        match self.relations[relation].types[column] {
            Some(ty) => self.operand(term, ty),
            None => {
                let name = format!("column {} of `{}`", column + 1, self.relations[relation].name);
                let diagnostic = Diagnostic::new(DiagnosticKind::NoKind { name }, term.span);
                self.report(diagnostic.hint("at least one rule must derive the column from facts"));
                None
            }
        }
    }

    /// A term in a column. An arithmetic term becomes a variable, with an equation among the
    /// literals.
    pub(super) fn operand(&mut self, term: &Term, ty: Type) -> Option<Operand> {
        if matches!(term.kind, TermKind::Wildcard) {
            return Some(Operand::Variable(self.variables.anonymous(ty, term.span)));
        }
        match self.expression(term, ty)? {
            Expression::Operand(operand) => Some(operand),
            computed => {
                if let Some(constant) = computed.constant() {
                    return Some(Operand::Constant(constant));
                }
                let operand = Operand::Variable(self.variables.anonymous(Type::Number, term.span));
                let left = Expression::Operand(operand);
                let kind = LiteralKind::Compare(left, Comparison::Equal, computed);
                self.literals.push(Literal { kind, span: term.span });
                Some(operand)
            }
        }
    }

    /// A term that must have this type.
    pub(super) fn expression(&mut self, term: &Term, ty: Type) -> Option<Expression> {
        let operand = |operand| Some(Expression::Operand(operand));
        let players = self.schema.has_players;
        let found = match &term.kind {
            TermKind::Wildcard => {
                let diagnostic = Diagnostic::new(DiagnosticKind::Anonymous, term.span);
                self.report(diagnostic.hint(NAME_IT));
                return None;
            }
            TermKind::Variable(name) => {
                let variable = self.variables.named(name, term.span);
                match self.variables.type_of(variable) {
                    Some(found) if found != ty => Some(found),
                    _ => return operand(Operand::Variable(variable)),
                }
            }
            TermKind::Number(number) => match ty {
                Type::Number => return operand(Operand::Constant(*number)),
                // The name of a member may be a number.
                Type::Member(domain) => return self.member(&number.to_string(), domain, term.span),
                Type::Side => Some(Type::Number),
            },
            TermKind::Name(name) => match (name.as_str(), ty) {
                ("me", Type::Side) if players => return operand(Operand::Constant(0)),
                ("you", Type::Side) if players => return operand(Operand::Constant(1)),
                ("me" | "you", _) if players => Some(Type::Side),
                (_, Type::Member(domain)) => return self.member(name, domain, term.span),
                _ => self.type_of(term),
            },
            TermKind::Binary(operator, one, two) => {
                if ty == Type::Number {
                    let one = self.expression(one, Type::Number);
                    let two = self.expression(two, Type::Number);
                    return Some(Expression::Binary(*operator, Box::new(one?), Box::new(two?)));
                }
                Some(Type::Number)
            }
        };
        let diagnostic = match (found, &term.kind) {
            (None, TermKind::Name(name)) => self.unknown_name(name, term.span),
            (found, _) => {
                let found = self.type_name(found.unwrap_or(Type::Number));
                let wanted = self.type_name(ty);
                Diagnostic::new(DiagnosticKind::Kinds { found, wanted }, term.span)
            }
        };
        self.report(diagnostic);
        None
    }

    /// The diagnostic for a name that is no player and no member of any domain.
    fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        let kind = DiagnosticKind::UnknownConstant { name: name.to_string() };
        let diagnostic = Diagnostic::new(kind, span);
        // A single letter was probably meant as a variable.
        if name.to_uppercase() == name || name.chars().count() == 1 {
            return diagnostic.hint("a variable begins with a capital letter");
        }
        let members = self.schema.domains.iter().flat_map(|domain| &domain.members);
        let players = ["me", "you"].into_iter().filter(|_| self.schema.has_players);
        diagnostic.did_you_mean(name, players.chain(members.map(String::as_str)))
    }

    /// A member of a domain by its name.
    fn member(&mut self, name: &str, domain: usize, span: Span) -> Option<Expression> {
        let members = &self.schema.domains[domain].members;
        match members.iter().position(|member| member == name) {
            Some(number) => Some(Expression::Operand(Operand::Constant(number as i32))),
            None => {
                let kind = DiagnosticKind::UnknownConstant { name: name.to_string() };
                let known = members.iter().map(String::as_str);
                let diagnostic = Diagnostic::new(kind, span).did_you_mean(name, known);
                let is_letter = name.chars().count() == 1 && name.chars().all(char::is_alphabetic);
                let of = &self.schema.domains[domain].name;
                self.report(match (&diagnostic.hint, members.as_slice()) {
                    (None, _) if is_letter => {
                        diagnostic.hint("a variable begins with a capital letter")
                    }
                    (None, [first, .., last]) if !self.schema.has_players => {
                        let hint = format!("it is none of {of}: these are {first} to {last}");
                        diagnostic.hint(hint)
                    }
                    _ => diagnostic,
                });
                None
            }
        }
    }

    fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Side => "a player".into(),
            Type::Number => "a number".into(),
            Type::Member(domain) => format!("a {}", self.schema.domains[domain].name),
        }
    }
}
