//! The sets of a file: their members, worked out from the rules, with their names.

use std::collections::HashSet;

use agon_core::ColumnType;

use super::rule::variable_name;
use super::{Compiler, Ready, Refused, letter, missing, refuse};
use crate::diagnostic::DiagnosticKind;
use crate::game::machine::Source;
use crate::game::syntax::{Part, RuleKind, visit_names};
use crate::syntax::Head;

/// The most members of a set.
const MAX_MEMBERS: usize = 1_000;

impl Compiler {
    /// Works the members of the sets out.
    pub(super) fn sets(&mut self) -> Result<(), Refused> {
        for (number, set) in self.file.sets.clone().into_iter().enumerate() {
            let domain = number + 1;
            let Head::Atom(atom) = &set.rule.head else { continue };
            let (name, span) = (atom.name.clone(), atom.name_span);
            if self.schema.relations.iter().any(|relation| relation.name == name) {
                return refuse(DiagnosticKind::DeclaredTwice { name }, span);
            }
            let mut rule = set.rule.clone();
            self.with_numbers(&mut rule);
            let names: Vec<Option<String>> = atom.columns.iter().map(variable_name).collect();
            if let Head::Atom(atom) = &mut rule.head {
                atom.name = format!("set {name}");
            }
            // The relations that the set is made from.
            let mut used = HashSet::new();
            visit_names(&rule.body, &mut |name| used.extend([name.to_string()]));
            self.close_over(&mut used);
            let mut rules = vec![rule];
            let of_set =
                |ready: &&Ready| ready.kind == RuleKind::Plain && used.contains(&ready.name);
            rules.extend(self.rules.iter().filter(of_set).map(|ready| ready.rule.clone()));
            let derived = self.derive(rules, &[format!("set {name}")], Vec::new())?;
            let (types, rows) = derived.into_iter().next().unwrap_or_default();
            let mut rows = rows;
            rows.sort();
            if rows.is_empty() || rows.len() > MAX_MEMBERS {
                let what = format!("members of {name}");
                return match rows.is_empty() {
                    true => missing(&format!("what is in the set {name}"), "it has no members"),
                    false => refuse(DiagnosticKind::TooMuch { what, most: MAX_MEMBERS }, span),
                };
            }
            let mut members = Vec::new();
            for row in &rows {
                let mut member = String::new();
                for part in &set.named {
                    member += &match part {
                        Part::Text(text) => text.clone(),
                        Part::Variable(variable, span) | Part::Letter(variable, span) => {
                            let at = names.iter().position(|name| name.as_ref() == Some(variable));
                            let Some(at) = at else {
                                let name = variable.clone();
                                return refuse(DiagnosticKind::Unbound { name }, *span);
                            };
                            match part {
                                Part::Letter(..) => letter(row[at]),
                                _ => self.show(types[at], row[at]),
                            }
                        }
                    };
                }
                members.push(member);
            }
            let different: HashSet<&String> = members.iter().collect();
            let is_name = |member: &String| {
                !member.is_empty()
                    && member.len() <= 20
                    && member.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '\'')
            };
            if different.len() < members.len() || !members.iter().all(is_name) {
                let reason = format!("the members of {name} need different names without spaces");
                return refuse(DiagnosticKind::MoveText { reason }, set.span);
            }
            self.schema.domains[domain].members = members;
            let columns = [&[ColumnType::Member(domain)], &types[..]].concat();
            let rows = rows.into_iter().zip(0..).map(|(row, at)| [&[at], &row[..]].concat());
            let rows = rows.collect();
            self.declare(&name, columns, false, true, Source::Fixed, rows);
        }
        Ok(())
    }
}
