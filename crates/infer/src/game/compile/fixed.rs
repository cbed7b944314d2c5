//! Relations that depend on no position: they are derived once.

use std::collections::HashSet;

use agon_core::ColumnType;

use super::{Compiler, Ready, Refused, VERDICTS, refuse};
use crate::diagnostic::{DiagnosticKind, Span};
use crate::game::machine::Source;
use crate::game::syntax::RuleKind;
use crate::plan::plan;
use crate::program::{self, Operand, Origin, Program, Type};
use crate::syntax::Rule;

/// The most rows of a fixed relation.
const MAX_FIXED_ROWS: usize = 200_000;

impl Compiler {
    /// Derives the relations that are the same in every position.
    pub(super) fn fixed_relations(&mut self) -> Result<(), Refused> {
        let (changing, _) = self.changing();
        let mut declared = Vec::new();
        for given in &self.file.givens {
            declared.push((given.name.clone(), self.column_types(given)?));
            if changing.contains(&given.name) {
                let name = given.name.clone();
                return refuse(DiagnosticKind::NotFixed { name }, given.span);
            }
        }
        let is_verdict = |name: &str| {
            name == "show" || name == "again" || VERDICTS.iter().any(|&(known, _)| known == name)
        };
        let is_fixed = |ready: &Ready| {
            ready.kind == RuleKind::Plain
                && !changing.contains(&ready.name)
                && !is_verdict(&ready.name)
        };
        let (fixed, others): (Vec<Ready>, Vec<Ready>) =
            std::mem::take(&mut self.rules).into_iter().partition(is_fixed);
        self.rules = others;
        let mut names: Vec<String> = declared.iter().map(|(name, _)| name.clone()).collect();
        for ready in &fixed {
            if !names.contains(&ready.name) {
                names.push(ready.name.clone());
            }
        }
        let rules = fixed.into_iter().map(|ready| ready.rule).collect();
        let derived = self.derive(rules, &names, declared)?;
        self.schema.declared = Vec::new();
        for (name, (types, rows)) in names.iter().zip(derived) {
            // The last column is a function of the others where it is so in all rows.
            let keys: HashSet<&[i32]> =
                rows.iter().filter_map(|row| row.split_last()).map(|(_, keys)| keys).collect();
            let is_function = types.len() > 1 && !rows.is_empty() && keys.len() == rows.len();
            self.declare(name, types, is_function, true, Source::Fixed, rows);
        }
        Ok(())
    }

    /// Checks rules, and derives all rows of relations that depend on no position: their column
    /// types, and the rows.
    #[allow(clippy::type_complexity)]
    pub(super) fn derive(
        &mut self,
        rules: Vec<Rule>,
        wanted: &[String],
        declared: Vec<(String, Vec<ColumnType>)>,
    ) -> Result<Vec<(Vec<ColumnType>, Vec<Vec<i32>>)>, Refused> {
        self.schema.declared = declared;
        let mut program = self.check(rules, wanted)?;
        let mut given = self.rows.clone();
        take_facts(&mut program, &mut given);
        let plan = plan(&program, &given).map_err(|diagnostic| vec![diagnostic])?;
        let mut memory = plan.memory.clone();
        plan.run(&mut memory);
        let mut derived = Vec::new();
        for (&relation, &list) in program.listed.iter().zip(&plan.lists) {
            let columns = &program.relations[relation].columns;
            let rows = memory.list(list).chunks(columns.len().max(1));
            let rows: Vec<Vec<i32>> = rows.map(|row| row[..columns.len()].to_vec()).collect();
            if rows.len() > MAX_FIXED_ROWS {
                let rule = program.rules.iter().find(|rule| rule.head_relation() == Some(relation));
                let what = "rows of a fixed relation".into();
                let kind = DiagnosticKind::TooMuch { what, most: MAX_FIXED_ROWS };
                return refuse(kind, rule.map_or_else(Span::default, |rule| rule.span));
            }
            let types = columns.iter().enumerate().map(|(at, &(ty, _))| match ty {
                Type::Member(domain) => ColumnType::Member(domain),
                Type::Side | Type::Number => {
                    let values = || rows.iter().map(|row| row[at]);
                    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
                    ColumnType::Number { least, most }
                }
            });
            derived.push((types.collect(), rows));
        }
        Ok(derived)
    }
}

/// Makes given relations of those that have facts and no rules: large boards have many facts, and
/// each would be a step of the plan.
pub(super) fn take_facts(program: &mut Program, given: &mut Vec<Vec<Vec<i32>>>) {
    for relation in 0..program.relations.len() {
        let rules = || program.rules.iter().filter(|rule| rule.head_relation() == Some(relation));
        let row = |rule: &program::Rule| match &rule.head {
            program::Head::Atom { columns, .. } if rule.body.is_empty() => {
                let constant = |column: &Operand| match column {
                    Operand::Constant(value) => Some(*value),
                    Operand::Variable(_) => None,
                };
                columns.iter().map(constant).collect::<Option<Vec<i32>>>()
            }
            _ => None,
        };
        let rows: Option<Vec<Vec<i32>>> = rules().map(row).collect();
        let Some(mut rows) = rows.filter(|rows| !rows.is_empty()) else { continue };
        rows.sort();
        rows.dedup();
        let index = given.len();
        given.push(rows);
        program.relations[relation].origin =
            Origin::Edb { index, is_function: false, is_fixed: true, set_column: None };
        program.rules.retain(|rule| rule.head_relation() != Some(relation));
        program.strata.retain(|stratum| stratum.relations != [relation]);
    }
}
