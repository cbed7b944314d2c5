//! Queries: conditions whose solutions in a position are listed or counted.

use agon_core::{Facts, Side};

use crate::diagnostic::{Diagnostic, DiagnosticKind, Diagnostics};
use crate::program::{Operand, Type};
use crate::reference::value;
use crate::rules::{RuleSet, with_dialect_hints};
use crate::schema::Schema;
use crate::syntax::Query;
use crate::{check, lisp_dialect, parse, scope};

/// The answers to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The names of the variables in the query.
    pub names: Vec<String>,
    /// Which of them are numbers; the others are players or things of the game.
    pub are_numbers: Vec<bool>,
    /// Their values, one row for each answer.
    pub rows: Vec<Vec<String>>,
    /// Whether only the number of rows was asked for.
    pub only_count: bool,
}

impl RuleSet {
    /// The answers to a query, which may be written in either dialect.
    pub fn query<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
        query: &str,
    ) -> Result<Answers, Diagnostics> {
        let refuse = |list| Diagnostics {
            name: "query".to_string(),
            source: query.to_string(),
            list: with_dialect_hints(list, lisp_dialect::is_lisp(query)),
        };
        let Query { body, only_count } =
            parse_query(query).map_err(|diagnostic| refuse(vec![diagnostic]))?;
        let rule = check::check_query(&self.program, &Schema::from(&self.vocabulary), &body)
            .map_err(refuse)?;
        let is_named = |&variable: &usize| {
            let name = &rule.variables[variable].name;
            !name.starts_with('_') && scope::source_name(name) == name
        };
        let named: Vec<usize> = (0..rule.variables.len()).filter(is_named).collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut interpreter = self.interpret(game, position, me);
        let solutions = interpreter.solutions(&rule);
        if interpreter.gave_up() {
            return Err(refuse(vec![Diagnostic::new(DiagnosticKind::TooManyAnswers, rule.span)]));
        }
        for values in solutions {
            let show = |&variable: &usize| {
                let found = value(Operand::Variable(variable), &values);
                self.show_value(rule.variables[variable].ty, found)
            };
            let row: Vec<String> = named.iter().map(show).collect();
            // A count is that of a value line: solutions that only differ in `_` count too.
            if only_count || self.program.bag_semantics || !rows.contains(&row) {
                rows.push(row);
            }
        }
        let names = named.iter().map(|&variable| rule.variables[variable].name.clone());
        let is_number = |&variable: &usize| rule.variables[variable].ty == Type::Number;
        let are_numbers = named.iter().map(is_number).collect();
        Ok(Answers { names: names.collect(), are_numbers, rows, only_count })
    }
}

/// Parses a query in either dialect. In the plain dialect a comparison may begin with a
/// parenthesis too, so what is no list may still be a query.
fn parse_query(source: &str) -> Result<Query, Diagnostic> {
    let plain = || Ok(Query { body: parse::query(source)?, only_count: false });
    match lisp_dialect::is_lisp(source) {
        true => lisp_dialect::query(source)
            .or_else(|diagnostic| plain().map_err(|_: Diagnostic| diagnostic)),
        false => plain(),
    }
}
