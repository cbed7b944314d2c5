//! The relations of the state, and the facts of the start.

use agon_core::ColumnType;

use super::rule::rename_head;
use super::{Compiler, Ready, Refused, refuse};
use crate::diagnostic::{DiagnosticKind, Span};
use crate::game::machine::Source;
use crate::game::state::{self, Facts, StateRelation, WORDS};
use crate::game::syntax::{RuleKind, StateDeclaration, visit_names};
use crate::program::Range;
use crate::syntax::TermKind;

impl Compiler {
    /// The relations of the state, and the facts of the start.
    pub(super) fn state(&mut self) -> Result<(Vec<StateRelation>, Facts), Refused> {
        let mut state = Vec::new();
        for StateDeclaration { relation, is_function, default } in self.file.states.clone() {
            let (name, span) = (relation.name.clone(), relation.span);
            let known = self.schema.relations.iter().any(|known| known.name == name);
            if known || state.iter().any(|known: &StateRelation| known.name == name) {
                return refuse(DiagnosticKind::DeclaredTwice { name }, span);
            }
            let columns = self.column_types(&relation)?;
            let ranges: Vec<Range> = columns.iter().map(|&ty| self.schema.range(ty)).collect();
            let keys = columns.len() - usize::from(is_function);
            let slots: u64 = ranges[..keys].iter().map(|range| range.size()).product();
            let most = 64 * WORDS;
            if slots > most as u64 {
                let bits = slots.min(1 << 40) as usize;
                return refuse(DiagnosticKind::StateTooLarge { bits, most }, span);
            }
            let default = match (default, columns.last()) {
                (None, _) => None,
                (Some(term), Some(&ColumnType::Number { least, most })) => {
                    let number = self.number(&term)?;
                    if !(least..=most).contains(&number) {
                        return refuse(DiagnosticKind::RangeOfColumn, span);
                    }
                    Some(number)
                }
                (Some(term), Some(&ColumnType::Member(domain))) => {
                    let members = &self.schema.domains[domain].members;
                    let name = match &term.kind {
                        TermKind::Name(name) => name.clone(),
                        TermKind::Number(number) => number.to_string(),
                        _ => String::new(),
                    };
                    let Some(at) = members.iter().position(|member| *member == name) else {
                        return refuse(DiagnosticKind::UnknownConstant { name }, term.span);
                    };
                    Some(at as i32)
                }
                (Some(term), _) => return refuse(DiagnosticKind::NoNumber, term.span),
            };
            let keys = state::all_keys(&ranges[..keys]);
            state.push(StateRelation {
                name,
                columns,
                ranges,
                is_function,
                default,
                keys,
                first_word: 0,
                bits: 1,
                per_word: 64,
                first_feature: 0,
            });
        }
        let words = state::lay_out(&mut state);
        if words > WORDS {
            let kind = DiagnosticKind::StateTooLarge { bits: 64 * words, most: 64 * WORDS };
            return refuse(
                kind,
                self.file.states.first().map_or_else(Span::default, |one| one.relation.span),
            );
        }
        // The start: what `init` says, over the defaults.
        let mut start: Facts = [0; WORDS];
        for relation in &state {
            for slot in 0..relation.keys.len() {
                relation.set(&mut start, slot, relation.empty_code());
            }
        }
        let (inits, others): (Vec<Ready>, Vec<Ready>) = std::mem::take(&mut self.rules)
            .into_iter()
            .partition(|ready| ready.kind == RuleKind::Init);
        self.rules = others;
        let names: Vec<String> = state.iter().map(|one| format!("init {}", one.name)).collect();
        let declared = state.iter().zip(&names);
        let declared = declared.map(|(one, name)| (name.clone(), one.columns.clone())).collect();
        let mut rules = Vec::new();
        for ready in inits {
            let mut rule = ready.rule;
            let name = rename_head(&mut rule, "init");
            if ready.asks_for_mover {
                return refuse(DiagnosticKind::NotFixed { name: "to_move".into() }, rule.span);
            }
            if !names.contains(&format!("init {name}")) {
                return refuse(DiagnosticKind::UnknownRelation { name }, rule.span);
            }
            let mut bad = None;
            visit_names(&rule.body, &mut |name| {
                let is_known = self.schema.relations.iter().any(|known| known.name == name);
                let is_state = state.iter().any(|known| known.name == name);
                if is_state || name == "to_move" || !is_known && self.changing().0.contains(name) {
                    bad = Some(name.to_string());
                }
            });
            if let Some(name) = bad {
                return refuse(DiagnosticKind::NotFixed { name }, rule.span);
            }
            rules.push(rule);
        }
        let derived = self.derive(rules, &names, declared)?;
        self.schema.declared = Vec::new();
        for (relation, (_, rows)) in state.iter().zip(derived) {
            for row in rows {
                if !relation.add(&mut start, &row) {
                    let span =
                        self.file.states.iter().find(|one| one.relation.name == relation.name);
                    let reason =
                        format!("init {} says a number that is out of its range", relation.name);
                    let span = span.map_or_else(Span::default, |one| one.relation.span);
                    return refuse(DiagnosticKind::Unsound { reason }, span);
                }
            }
        }
        for (number, relation) in state.iter().enumerate() {
            let mut rows = Vec::new();
            relation.rows(&start, |row, width| rows.push(row[..width].to_vec()));
            let (name, columns) = (relation.name.clone(), relation.columns.clone());
            self.declare(&name, columns, relation.is_function, false, Source::State(number), rows);
        }
        Ok((state, start))
    }
}
