//! Reports about a rule file: its lines, which of them hold, and unused relations.

use agon_core::{Facts, Side};

use crate::division::LineEvaluation;
use crate::lex::{Token, TokenKind, lex};
use crate::lisp_dialect;
use crate::patterns::{PatternTable, PatternUnit};
use crate::program::{Head, Rule, for_each_dependency};
use crate::rules::RuleSet;

/// A rule or a value line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Its source text.
    pub text: String,
    /// Whether it is a value line.
    pub is_value: bool,
}

/// How a line of a file is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedLine {
    /// The line.
    pub line: RuleLine,
    /// How it is evaluated.
    pub evaluation: LineEvaluation,
    /// The most steps that it may take: for a position, or for a pattern if it is cached.
    pub steps: u64,
}

impl RuleSet {
    /// How each of the [`lines`](RuleSet::lines) is evaluated.
    pub fn planned_lines(&self) -> Vec<PlannedLine> {
        let planned = |(number, line): (usize, RuleLine)| {
            let evaluation = self.divided.evaluations[number];
            PlannedLine { line, evaluation, steps: self.divided.steps(&self.plan, number) }
        };
        self.lines().into_iter().enumerate().map(planned).collect()
    }

    /// The tables of cached patterns, for each search thread.
    pub fn pattern_tables(&self) -> Vec<PatternTable> {
        self.divided.units.iter().map(PatternUnit::table).collect()
    }

    /// The text of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// All rules and value lines, in the order of the file.
    pub fn lines(&self) -> Vec<RuleLine> {
        let line = |rule: &Rule| RuleLine {
            line: self.line_of(rule.span),
            text: self.text_of(rule.span),
            is_value: matches!(rule.head, Head::Value { .. }),
        };
        self.program.rules.iter().map(line).collect()
    }

    /// Marks those of the [`lines`](RuleSet::lines) that hold in a position at least once.
    /// Lines that are marked already stay marked.
    pub fn mark<G: Facts>(&self, game: &G, position: &G::Position, me: Side, holding: &mut [bool]) {
        if holding.iter().all(|&holds| holds) {
            return;
        }
        let mut interpreter = self.interpret(game, position, me);
        for (holds, rule) in holding.iter_mut().zip(&self.program.rules) {
            *holds = *holds || !interpreter.solutions(rule).is_empty();
        }
    }

    /// Variables that spell a name of the game, such as `E3` where `e3` is a square: the line of
    /// the first of each, the variable and the name. In the Lisp dialect none can.
    pub fn lookalikes(&self) -> Vec<(usize, String, String)> {
        if lisp_dialect::is_lisp(&self.source) {
            return Vec::new();
        }
        let tokens = lex(&self.source, false).unwrap_or_default();
        let mut found: Vec<(usize, String, String)> = Vec::new();
        for Token { kind, span, .. } in &tokens {
            let TokenKind::Variable(variable) = kind else { continue };
            let members = self.vocabulary.domains.iter().flat_map(|domain| &domain.members);
            // A letter alone is a usual name for a variable.
            let is_like = |member: &&String| {
                member.eq_ignore_ascii_case(variable) && member.chars().count() > 1
            };
            let Some(member) = members.into_iter().find(is_like) else { continue };
            if !found.iter().any(|(_, known, _)| known == variable) {
                found.push((self.line_of(*span), variable.clone(), member.clone()));
            }
        }
        found
    }

    /// The derived relations that no other rule and no value line uses: the line of the
    /// first rule of each, and its name.
    pub fn unused(&self) -> Vec<(usize, String)> {
        let mut is_used = vec![false; self.program.relations.len()];
        for rule in &self.program.rules {
            let own = rule.head_relation();
            for_each_dependency(&rule.body, false, &mut |relation, _| {
                // A recursive use does not count.
                is_used[relation] |= own != Some(relation);
            });
        }
        let mut unused = Vec::new();
        for rule in &self.program.rules {
            let Some(relation) = rule.head_relation() else { continue };
            if !std::mem::replace(&mut is_used[relation], true) {
                let name = self.program.relations[relation].name.clone();
                unused.push((self.line_of(rule.span), name));
            }
        }
        unused
    }
}
