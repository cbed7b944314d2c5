//! The picture of a position, and where the members of sets lie on it.

use std::collections::{BTreeMap, HashSet};

use super::programs::stuck;
use super::rule::{rename_head, variable_name};
use super::{Compiler, Refused, VERDICTS};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::game::Place;
use crate::game::machine::Machine;
use crate::game::syntax::{RuleKind, visit_term};
use crate::syntax::{Atom, Head, Literal, LiteralKind, Rule, Term};

impl Compiler {
    /// The program of the picture, and where the members of sets lie on it.
    #[allow(clippy::type_complexity)]
    pub(super) fn picture(
        &mut self,
        of_move: &HashSet<String>,
        kinds: &[(String, usize, Span)],
    ) -> Result<(Machine, BTreeMap<(usize, i32), Place>), Refused> {
        let mut rules = vec![stuck(kinds)];
        let mut wanted = Vec::new();
        let mut place_rules = Vec::new();
        let mut place_sets = Vec::new();
        for ready in &self.rules {
            let mut rule = ready.rule.clone();
            match ready.kind {
                RuleKind::Legal => drop(rename_head(&mut rule, "legal")),
                RuleKind::Plain if ready.name == "show" => {
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    let [row, column, _] = &atom.columns[..] else {
                        let (wanted, found) = (3, atom.columns.len());
                        let kind = DiagnosticKind::Arity { name: "show".into(), wanted, found };
                        return Err(vec![
                            Diagnostic::new(kind, rule.span)
                                .hint("write it as show(Row, Column, What)"),
                        ]);
                    };
                    let (row, column) = (row.clone(), column.clone());
                    for (number, set) in self.file.sets.iter().enumerate() {
                        let Head::Atom(set) = &set.rule.head else { continue };
                        let Some((member, body)) = place_of(&rule.body, &set.name, [&row, &column])
                        else {
                            continue;
                        };
                        let span = rule.span;
                        let name = format!("place {}", place_rules.len());
                        let head = Atom {
                            name: name.clone(),
                            name_span: span,
                            columns: vec![member, row.clone(), column.clone()],
                        };
                        place_rules.push(Rule { head: Head::Atom(head), body, span });
                        place_sets.push((name, number + 1));
                    }
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    atom.name = format!("show {}", wanted.len());
                    wanted.push(atom.name.clone());
                }
                RuleKind::Plain if of_move.contains(&ready.name) || ready.name == "again" => {
                    continue;
                }
                RuleKind::Plain => (),
                _ => continue,
            }
            rules.push(rule);
        }
        self.schema.declared =
            VERDICTS.iter().map(|&(name, columns)| (name.to_string(), columns.to_vec())).collect();
        let program = self.check(rules, &wanted)?;
        let shows = self.machine(program, 0)?;
        let names: Vec<String> = place_sets.iter().map(|(name, _)| name.clone()).collect();
        let derived = self.derive(place_rules, &names, Vec::new())?;
        let mut places = BTreeMap::new();
        for ((_, domain), (_, rows)) in place_sets.iter().zip(derived) {
            for row in rows {
                places.entry((*domain, row[0])).or_insert(Place { row: row[1], column: row[2] });
            }
        }
        Ok((shows, places))
    }
}

/// A condition on a set that says where its members lie: the member, and the condition.
fn place_of(body: &[Literal], set: &str, head: [&Term; 2]) -> Option<(Term, Vec<Literal>)> {
    let mut wanted = Vec::new();
    for term in head {
        visit_term(&mut term.clone(), &mut |term| wanted.extend(variable_name(term)));
    }
    let fits = |literal: &&Literal| match &literal.kind {
        LiteralKind::Positive(atom) if atom.name == set => {
            let names: Vec<String> =
                atom.columns.iter().skip(1).filter_map(variable_name).collect();
            !wanted.is_empty()
                && wanted.iter().all(|name| names.contains(name))
                && atom.columns.first().is_some_and(|first| variable_name(first).is_some())
        }
        _ => false,
    };
    let literal = body.iter().find(fits)?;
    let LiteralKind::Positive(atom) = &literal.kind else { return None };
    Some((atom.columns[0].clone(), vec![literal.clone()]))
}
