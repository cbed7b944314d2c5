//! The variables of the rule that is being checked.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::program::{Range, Type, Variable};
use crate::scope;

/// The hint for a wildcard that needs a value.
pub(super) const NAME_IT: &str = "give the variable a name instead of _";

/// The variables of a rule, numbered in the order in which they are met.
#[derive(Default)]
pub(super) struct Variables {
    list: Vec<Entry>,
    by_name: HashMap<String, usize>,
    /// How many aggregates were entered so far.
    pub(super) aggregates: usize,
}

struct Entry {
    name: String,
    ty: Option<Type>,
    span: Span,
}

impl Variables {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The variable with this name, which is added if it is new.
    pub(super) fn named(&mut self, name: &str, span: Span) -> usize {
        if let Some(&variable) = self.by_name.get(name) {
            return variable;
        }
        let variable = self.add(name, None, span);
        self.by_name.insert(name.to_string(), variable);
        variable
    }

    /// Adds an anonymous variable.
    pub(super) fn anonymous(&mut self, ty: Type, span: Span) -> usize {
        self.add("_", Some(ty), span)
    }

    fn add(&mut self, name: &str, ty: Option<Type>, span: Span) -> usize {
        self.list.push(Entry { name: name.to_string(), ty, span });
        self.list.len() - 1
    }

    /// The type of a variable, as far as it is known.
    pub(super) fn type_of(&self, variable: usize) -> Option<Type> {
        self.list[variable].ty
    }

    /// Sets the type of a variable, unless it is known already.
    pub(super) fn set_type(&mut self, variable: usize, ty: Type) {
        self.list[variable].ty.get_or_insert(ty);
    }

    /// Whether a variable is local to an aggregate, given by its number.
    pub(super) fn is_local_to(&self, variable: usize, aggregate: usize) -> bool {
        scope::is_local_to(&self.list[variable].name, aggregate)
    }

    /// The diagnostic that nothing binds a variable.
    pub(super) fn unbound(&self, variable: usize) -> Diagnostic {
        let Entry { name, span, .. } = &self.list[variable];
        if name == "_" {
            return Diagnostic::new(DiagnosticKind::Anonymous, *span).hint(NAME_IT);
        }
        let name = scope::source_name(name).to_string();
        let hint = format!("use {name} in a condition on a relation, or set it: {name} = ...");
        Diagnostic::new(DiagnosticKind::Unbound { name }, *span).hint(hint)
    }

    pub(super) fn finish(self) -> Vec<Variable> {
        let variable = |Entry { name, ty, .. }: Entry| Variable {
            name,
            ty: ty.unwrap_or(Type::Number),
            range: Range::ALL,
        };
        self.list.into_iter().map(variable).collect()
    }
}
