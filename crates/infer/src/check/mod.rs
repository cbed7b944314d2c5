//! The checker: resolves names and infers types, then stratifies the rules and infers the
//! ranges of their values. Its result is a program, or diagnostics.

mod declaration;
mod relations;
mod rule;
mod terms;
mod types;
mod variables;

pub use declaration::signature;

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::program::{self, Origin, Program, Rule};
use crate::range_analysis::{MAX_ROW_BITS, infer_ranges};
use crate::schema::Schema;
use crate::scope::rename_locals;
use crate::stratify::stratify;
use crate::syntax::{self, Literal, Term, TermKind};
use declaration::Declaration;
use variables::Variables;

/// The most rules and value lines of a file.
const MAX_RULES: usize = 500;

/// The log of the most rows that a relation of a game file may have. Most are derived once.
const MAX_GAME_ROW_BITS: u32 = 24;

/// The most diagnostics that are shown at once.
const MAX_DIAGNOSTICS: usize = 20;

/// Checks a file against what it can ask about.
pub(crate) fn check(file: &syntax::File, schema: &Schema) -> Result<Program, Vec<Diagnostic>> {
    let mut checker = Checker::new(schema);
    if file.rules.len() > MAX_RULES {
        let span = file.rules[MAX_RULES].span;
        let kind = DiagnosticKind::TooMuch { what: "rules".into(), most: MAX_RULES };
        return Err(vec![Diagnostic::new(kind, span)]);
    }
    let scoped: Vec<syntax::Rule> = file.rules.iter().map(rename_locals).collect();
    checker.declare_idb(&scoped);
    checker.infer_types(&scoped);
    let rules: Vec<Rule> = scoped.iter().filter_map(|rule| checker.rule(rule)).collect();
    if !checker.diagnostics.is_empty() {
        checker.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        return Err(checker.diagnostics);
    }
    let finish = |declaration: Declaration| declaration.finish(schema);
    let relations = checker.relations.into_iter().map(finish).collect();
    let bag_semantics = file.bag_semantics;
    let (strata, exports, listed) = (Vec::new(), Vec::new(), Vec::new());
    let (keeps_facts, maintained) = (false, Vec::new());
    let mut program = Program {
        relations,
        rules,
        strata,
        bag_semantics,
        keeps_facts,
        maintained,
        exports,
        listed,
    };
    program.strata = stratify(&program).map_err(|diagnostic| vec![diagnostic])?;
    let most = if schema.has_players { MAX_ROW_BITS } else { MAX_GAME_ROW_BITS };
    infer_ranges(&mut program, most).map_err(|diagnostic| vec![diagnostic])?;
    Ok(program)
}

/// Checks a query: the result is a rule whose solutions are the answers.
pub(crate) fn check_query(
    program: &Program,
    schema: &Schema,
    body: &[Literal],
) -> Result<Rule, Vec<Diagnostic>> {
    let mut checker = Checker::new(schema);
    for relation in program.relations.iter().filter(|relation| relation.is_idb()) {
        let types = relation.columns.iter().map(|&(ty, _)| Some(ty)).collect();
        checker.declare(Declaration { name: relation.name.clone(), types, origin: Origin::Idb });
    }
    let span = match (body.first(), body.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    // The head is a placeholder: the answers are read from the variables.
    let term = |kind| Term { kind, span };
    let head = syntax::Head::Value {
        player: term(TermKind::Name("me".into())),
        points: term(TermKind::Number(1)),
    };
    let rule = syntax::Rule { head, body: body.to_vec(), span };
    match checker.rule(&rename_locals(&rule)) {
        Some(rule) if checker.diagnostics.is_empty() => Ok(rule),
        _ => Err(checker.diagnostics),
    }
}

struct Checker<'v> {
    schema: &'v Schema,
    relations: Vec<Declaration>,
    by_name: HashMap<String, usize>,
    diagnostics: Vec<Diagnostic>,
    /// The variables of the rule that is being checked.
    variables: Variables,
    /// The conditions of its body so far, or of the aggregate in it.
    literals: Vec<program::Literal>,
}

impl<'v> Checker<'v> {
    fn new(schema: &'v Schema) -> Checker<'v> {
        let mut checker = Checker {
            schema,
            relations: Vec::new(),
            by_name: HashMap::new(),
            diagnostics: Vec::new(),
            variables: Variables::default(),
            literals: Vec::new(),
        };
        checker.declare_edb();
        checker
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }
}
