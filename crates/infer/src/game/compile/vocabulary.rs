//! The words of a file: numbers with names, domains, relations and the types of their columns.

use std::collections::HashSet;

use agon_core::ColumnType;

use super::{Compiler, Refused, SIDE, refuse};
use crate::diagnostic::{Diagnostic, DiagnosticKind, MAX_RANGE};
use crate::game::machine::Source;
use crate::game::syntax::{Column, Columns, visit_rule};
use crate::schema::{SchemaDomain, SchemaRelation};
use crate::step::MAX_COLUMNS;
use crate::syntax::{Head, Rule, Term, TermKind};

impl Compiler {
    /// The value of a term without variables.
    pub(super) fn number(&self, term: &Term) -> Result<i32, Refused> {
        match &term.kind {
            TermKind::Number(number) => Ok(*number),
            TermKind::Name(name) if self.constants.contains_key(name) => Ok(self.constants[name]),
            TermKind::Binary(operator, one, two) => {
                Ok(operator.apply(self.number(one)?, self.number(two)?))
            }
            _ => refuse(DiagnosticKind::NoNumber, term.span),
        }
    }

    /// The numbers with names. One may be computed from those before it.
    pub(super) fn constants(&mut self) -> Result<(), Refused> {
        for (name, term, _) in self.file.constants.clone() {
            let number = self.number(&term)?;
            self.constants.insert(name, number);
        }
        Ok(())
    }

    /// Puts numbers in the places of their names.
    pub(super) fn with_numbers(&self, rule: &mut Rule) {
        visit_rule(rule, &mut |term| {
            if let TermKind::Name(name) = &term.kind
                && let Some(&number) = self.constants.get(name)
            {
                term.kind = TermKind::Number(number);
            }
        });
    }

    /// The domains: sides, sets without members yet, and all other names.
    pub(super) fn domains(&mut self, sides: &[String; 2]) {
        self.schema.domains.push(SchemaDomain { name: "side".into(), members: sides.to_vec() });
        for set in &self.file.sets {
            let name = match &set.rule.head {
                Head::Atom(atom) => atom.name.clone(),
                Head::Value { .. } => String::new(),
            };
            self.schema.domains.push(SchemaDomain { name, members: Vec::new() });
        }
        let mut words: Vec<String> = Vec::new();
        let mut seen: HashSet<String> = sides.iter().cloned().collect();
        seen.extend(["me".to_string(), "you".to_string()]);
        seen.extend(self.constants.keys().cloned());
        let rules = self.file.rules.iter().map(|rule| &rule.rule);
        for rule in rules.chain(self.file.sets.iter().map(|set| &set.rule)) {
            visit_rule(&mut rule.clone(), &mut |term| {
                if let TermKind::Name(name) = &term.kind
                    && seen.insert(name.clone())
                {
                    words.push(name.clone());
                }
            });
        }
        self.schema.domains.push(SchemaDomain { name: "name".into(), members: words });
        let other = vec![vec![0, 1], vec![1, 0]];
        self.declare("side", vec![SIDE], false, true, Source::Fixed, vec![vec![0], vec![1]]);
        self.declare("other", vec![SIDE; 2], true, true, Source::Fixed, other);
        self.declare("to_move", vec![SIDE], true, false, Source::Mover, vec![vec![0]]);
    }

    pub(super) fn declare(
        &mut self,
        name: &str,
        columns: Vec<ColumnType>,
        is_function: bool,
        is_fixed: bool,
        source: Source,
        rows: Vec<Vec<i32>>,
    ) {
        let named = |&ty: &ColumnType| {
            let name = match ty {
                ColumnType::Member(domain) => self.schema.domains[domain].name.clone(),
                _ => "number".into(),
            };
            (name, ty)
        };
        let columns = columns.iter().map(named).collect();
        let name = name.to_string();
        let relation = SchemaRelation { name, columns, is_function, is_fixed, set_column: None };
        self.schema.relations.push(relation);
        self.rows.push(rows);
        self.sources.push(source);
    }

    /// The type that a declaration gives a column.
    pub(super) fn column_type(&self, column: &Column) -> Result<ColumnType, Refused> {
        match column {
            Column::Set(name, span) => {
                let known = self.schema.domains.iter().position(|domain| domain.name == *name);
                let Some(domain) = known else {
                    let kind = DiagnosticKind::UnknownSet { name: name.clone() };
                    let names = self.schema.domains.iter().map(|domain| domain.name.as_str());
                    return Err(vec![Diagnostic::new(kind, *span).did_you_mean(name, names)]);
                };
                Ok(ColumnType::Member(domain))
            }
            Column::Range(from, to, span) => {
                let (least, most) = (self.number(from)?, self.number(to)?);
                if most < least || most.saturating_sub(least) > MAX_RANGE {
                    return refuse(DiagnosticKind::RangeOfColumn, *span);
                }
                Ok(ColumnType::Number { least, most })
            }
        }
    }

    pub(super) fn column_types(&self, columns: &Columns) -> Result<Vec<ColumnType>, Refused> {
        if columns.columns.len() > MAX_COLUMNS {
            let kind = DiagnosticKind::TooMuch { what: "columns".into(), most: MAX_COLUMNS };
            return refuse(kind, columns.span);
        }
        columns.columns.iter().map(|column| self.column_type(column)).collect()
    }

    /// A value as rules write it.
    pub(super) fn show(&self, ty: ColumnType, value: i32) -> String {
        match ty {
            ColumnType::Member(domain) => {
                let members = &self.schema.domains[domain].members;
                members.get(value as usize).cloned().unwrap_or_default()
            }
            _ => value.to_string(),
        }
    }
}
