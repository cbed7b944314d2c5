//! The programs of a game: for the moves and the result of a position, and for what a move changes.

use std::collections::HashSet;

use agon_core::ColumnType;

use super::rule::{named_variables, rename_head};
use super::{Compiler, NUMBER, Refused, VERDICTS, missing, refuse};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::game::machine::Source;
use crate::game::state::{Facts, StateRelation};
use crate::game::syntax::{RuleKind, visit_names};
use crate::game::{Compiled, GamePosition};
use crate::program::{Range, Type};
use crate::syntax::{Atom, Head, Literal, LiteralKind, Rule, Term, TermKind};

/// The most uses of a relation that is unfolded in the program of what a move changes.
const MAX_USES_IN_CHANGE: usize = 8;

impl Compiler {
    /// The programs of the game.
    pub(super) fn finish(
        mut self,
        name: String,
        sides: [String; 2],
        state: Vec<StateRelation>,
        start: Facts,
    ) -> Result<Compiled, Refused> {
        let (_, of_move) = self.changing();
        self.check_verdicts()?;
        // The kinds of moves, in the order of the file.
        let mut kinds: Vec<(String, usize, Span)> = Vec::new();
        for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Legal) {
            let Head::Atom(atom) = &ready.rule.head else { continue };
            if !kinds.iter().any(|(known, ..)| *known == atom.name) {
                kinds.push((atom.name.clone(), atom.columns.len(), atom.name_span));
            }
        }
        if kinds.is_empty() {
            return missing("which moves are legal", "write a rule: legal place(S) :- ...");
        }
        for ready in &self.rules {
            let mut unknown = None;
            visit_names(&ready.rule.body, &mut |name| {
                let mv = name.strip_prefix("legal ").or(name.strip_prefix("does "));
                unknown = unknown.take().or(mv
                    .filter(|mv| !kinds.iter().any(|(known, ..)| known == mv))
                    .map(String::from));
            });
            if let Some(name) = unknown {
                let known = kinds.iter().map(|(known, ..)| known.as_str());
                let kind = DiagnosticKind::UnknownMove { name: name.clone() };
                return Err(vec![
                    Diagnostic::new(kind, ready.rule.span).did_you_mean(&name, known),
                ]);
            }
        }
        // What follows from a position.
        let mut rules = vec![stuck(&kinds)];
        for ready in &self.rules {
            let is_shown = ready.name == "show" || ready.name == "again";
            match ready.kind {
                RuleKind::Plain if !of_move.contains(&ready.name) && !is_shown => {
                    rules.push(ready.rule.clone());
                }
                RuleKind::Legal => {
                    let mut rule = ready.rule.clone();
                    rename_head(&mut rule, "legal");
                    rules.push(rule);
                }
                _ => (),
            }
        }
        let verdicts = VERDICTS.iter().map(|&(name, columns)| (name.to_string(), columns.to_vec()));
        let verdicts: Vec<(String, Vec<ColumnType>)> = verdicts.collect();
        let mut wanted: Vec<String> =
            kinds.iter().map(|(name, ..)| format!("legal {name}")).collect();
        wanted.extend(VERDICTS.iter().map(|&(name, _)| name.to_string()));
        self.schema.declared = verdicts.clone();
        let mut program = self.check(rules.clone(), &wanted)?;
        // Moves are read from bitmaps, in their order.
        program.exports = program.listed.drain(..kinds.len()).collect();
        let columns_of = |name: &str| -> Vec<(ColumnType, Range)> {
            let relation = program.relations.iter().find(|relation| relation.name == name);
            let columns = relation.map(|relation| relation.columns.clone()).unwrap_or_default();
            columns
                .into_iter()
                .map(|(ty, range)| match ty {
                    Type::Member(domain) => (ColumnType::Member(domain), range),
                    _ => {
                        let range = if range.is_empty() { Range::new(0, 0) } else { range };
                        let (least, most) = (range.least, range.most);
                        (ColumnType::Number { least, most }, range)
                    }
                })
                .collect()
        };
        let kinds_columns: Vec<Vec<(ColumnType, Range)>> =
            kinds.iter().map(|(name, ..)| columns_of(&format!("legal {name}"))).collect();
        let turn = self.machine(program, 1)?;
        // What a move changes.
        for (kind, ((name, ..), columns)) in kinds.iter().zip(&kinds_columns).enumerate() {
            let row = columns.iter().map(|(_, range)| range.least).collect();
            let types = columns.iter().map(|&(ty, _)| ty).collect();
            self.declare(
                &format!("does {name}"),
                types,
                false,
                false,
                Source::Does(kind),
                vec![row],
            );
        }
        let mut declared: Vec<(String, Vec<ColumnType>)> = vec![("again".into(), Vec::new())];
        declared.extend(verdicts);
        let mut wanted = vec!["again".to_string()];
        for word in ["add", "del"] {
            for relation in &state {
                let name = format!("{word} {}", relation.name);
                declared.push((name.clone(), relation.columns.clone()));
                wanted.push(name);
            }
        }
        let mut increments = Vec::new();
        for ready in &self.rules {
            let mut rule = ready.rule.clone();
            match ready.kind {
                RuleKind::Plain if of_move.contains(&ready.name) || ready.name == "again" => {
                    rules.push(rule);
                }
                RuleKind::Add | RuleKind::Del | RuleKind::Inc => {
                    let name = rename_head(&mut rule, ready.kind.word());
                    let Some(at) = state.iter().position(|one| one.name == name) else {
                        let kind = DiagnosticKind::UnknownRelation { name: name.clone() };
                        let known = state.iter().map(|one| one.name.as_str());
                        return Err(vec![
                            Diagnostic::new(kind, rule.span).did_you_mean(&name, known),
                        ]);
                    };
                    let Head::Atom(atom) = &mut rule.head else { continue };
                    let (wanted_columns, found) = (state[at].columns.len(), atom.columns.len());
                    if wanted_columns != found {
                        let kind = DiagnosticKind::Arity { name, wanted: wanted_columns, found };
                        return refuse(kind, atom.name_span);
                    }
                    if ready.kind == RuleKind::Inc {
                        if !state[at].is_function
                            || !matches!(state[at].columns.last(), Some(ColumnType::Number { .. }))
                        {
                            let wanted = "a relation with a number after ->".into();
                            return refuse(DiagnosticKind::Form { wanted }, atom.name_span);
                        }
                        // Each solution counts once: all variables are columns.
                        let mut own = state[at].columns.clone();
                        if let Some(last) = own.last_mut() {
                            *last = NUMBER;
                        }
                        atom.name = format!("inc {name} {}", increments.len());
                        let mut types = own.into_iter().map(Some).collect::<Vec<_>>();
                        let variables = named_variables(&ready.rule);
                        for (variable, span) in variables {
                            let kind = TermKind::Variable(variable);
                            let is_there = |term: &Term| match (&term.kind, &kind) {
                                (TermKind::Variable(one), TermKind::Variable(two)) => one == two,
                                _ => false,
                            };
                            if !atom.columns.iter().any(is_there) {
                                atom.columns.push(Term { kind, span });
                                types.push(None);
                            }
                        }
                        wanted.push(atom.name.clone());
                        increments.push(at);
                    }
                    rules.push(rule);
                }
                _ => (),
            }
        }
        self.schema.declared = declared;
        let program = self.check(rules, &wanted)?;
        // A move asks few rows of what follows from the position.
        let change = self.machine(program, MAX_USES_IN_CHANGE)?;
        // The picture.
        let (shows, places) = self.picture(&of_move, &kinds)?;
        let moves = self.moves(&kinds, kinds_columns)?;
        let plies = match self.file.plies.clone() {
            None => None,
            Some((term, span)) => match self.number(&term)? {
                number @ 1..=10_000 => Some(number as u16),
                _ => {
                    let wanted = "a number of plies from 1 to 10000".into();
                    return refuse(DiagnosticKind::Form { wanted }, span);
                }
            },
        };
        let has_measure = self.rules.iter().any(|ready| ready.name == "measure");
        if plies.is_none() && !has_measure {
            return missing(
                "why a game ends",
                "say after how many plies it is drawn: plies 200. Or give a number that is never \
                 negative and falls with every move: measure(N) :- N = count { cell(S, _, _), not mark(S, _) }.",
            );
        }
        Ok(Compiled {
            title: self.file.title.clone().unwrap_or_else(|| spoken(&name)),
            name,
            sides,
            domains: self.schema.domains.clone(),
            state,
            start: GamePosition::first(start),
            moves,
            turn,
            change,
            increments,
            shows,
            places,
            plies,
            has_measure,
        })
    }

    /// Refuses verdicts that ask for the side to move.
    pub(super) fn check_verdicts(&self) -> Result<(), Refused> {
        let mut used: HashSet<String> =
            VERDICTS.iter().map(|&(name, _)| name.to_string()).chain(["show".into()]).collect();
        self.close_over(&mut used);
        let asking = self.rules.iter().find(|ready| {
            ready.kind == RuleKind::Plain && ready.asks_for_mover && used.contains(&ready.name)
        });
        match asking {
            None => Ok(()),
            Some(ready) => {
                let kind = DiagnosticKind::MoverAfterMove { name: ready.name.clone() };
                Err(vec![Diagnostic::new(kind, ready.rule.span)
                    .hint("name a side with a variable: wins(P) :- line(P). stuck(P) holds for the side to move if it has no move")])
            }
        }
    }
}

/// `stuck(P)`: the side to move has no legal move.
pub(super) fn stuck(kinds: &[(String, usize, Span)]) -> Rule {
    let span = kinds[0].2;
    let term = |kind| Term { kind, span };
    let me = || term(TermKind::Variable("me".into()));
    let atom = |name: &str, columns| Atom { name: name.into(), name_span: span, columns };
    let literal = |kind| Literal { kind, span };
    let mut body = vec![literal(LiteralKind::Positive(atom("to_move", vec![me()])))];
    for (name, arity, _) in kinds {
        let columns = (0..*arity).map(|_| term(TermKind::Wildcard)).collect();
        body.push(literal(LiteralKind::Negative(atom(&format!("legal {name}"), columns))));
    }
    Rule { head: Head::Atom(atom("stuck", vec![me()])), body, span }
}

/// A name as a title: `connect_four` is `Connect four`.
fn spoken(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}
