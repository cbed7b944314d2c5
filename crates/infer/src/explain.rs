//! Explanations: what each value line contributes to the value of a position, and why.

use agon_core::{Facts, Score, Side};

use crate::program::{Head, Literal, LiteralKind, Operand, Rule, variables};
use crate::reference::{Interpreter, value};
use crate::rules::{RuleSet, estimate};
use crate::scope;

/// How many proofs of a value line are shown.
const MAX_PROOFS: usize = 20;

/// The contributions to the value of a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The value lines, in the order of the file.
    pub lines: Vec<LineReport>,
    /// The value for the side that was asked about.
    pub score: Score,
    /// Whether a number overflowed somewhere, so that the value is only a bound.
    pub saturated: bool,
    /// Whether there were too many rows to list, so that counts and points are incomplete.
    pub is_partial: bool,
}

/// What a value line contributes.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Its source text.
    pub text: String,
    /// The points that it gives each time, if that is a constant.
    pub weight: Option<i32>,
    /// How often it holds for me and for you.
    pub counts: [u64; 2],
    /// How many points that gives me and you.
    pub points: [i64; 2],
    /// The first 20 proofs, if they were asked for.
    pub proofs: Vec<Proof>,
}

/// A proof tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What holds.
    pub conclusion: String,
    /// The proofs of the conditions that it follows from; empty for a fact.
    pub premises: Vec<Proof>,
}

/// How much of a proof tree may still be shown: written out, the proofs of a recursive
/// relation can be exponentially large.
struct ProofBudget {
    steps: usize,
    depth: usize,
}

impl Default for ProofBudget {
    fn default() -> ProofBudget {
        ProofBudget { steps: 500, depth: 50 }
    }
}

impl ProofBudget {
    /// The premises of a step, or `...` if the budget is spent.
    fn descend(&mut self, premises: impl FnOnce(&mut ProofBudget) -> Vec<Proof>) -> Vec<Proof> {
        if self.steps == 0 || self.depth == 0 {
            return vec![Proof { conclusion: "...".into(), premises: Vec::new() }];
        }
        self.steps -= 1;
        self.depth -= 1;
        let premises = premises(self);
        self.depth += 1;
        premises
    }
}

impl RuleSet {
    /// Explains the value of a position, with proofs if they are wanted.
    pub fn explain<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
        proofs: bool,
    ) -> Explanation {
        let mut interpreter = self.interpret(game, position, me);
        let mut lines = Vec::new();
        for rule in &self.program.rules {
            let Head::Value { player, points } = &rule.head else { continue };
            let mut report = LineReport {
                line: self.line_of(rule.span),
                text: self.text_of(rule.span),
                weight: points.constant(),
                counts: [0; 2],
                points: [0; 2],
                proofs: Vec::new(),
            };
            for values in interpreter.solutions(rule) {
                let side = value(*player, &values) as usize % 2;
                let worth = interpreter.compute(points, &values);
                report.counts[side] += 1;
                report.points[side] += i64::from(worth);
                if proofs && report.proofs.len() < MAX_PROOFS {
                    let who = ["me", "you"][side];
                    let budget = &mut ProofBudget::default();
                    let premises = self.premises(&interpreter, rule, &values, budget);
                    report
                        .proofs
                        .push(Proof { conclusion: format!("value({who}, {worth})"), premises });
                }
            }
            lines.push(report);
        }
        let sum = |side: usize| lines.iter().map(|line| line.points[side]).sum::<i64>();
        let value = sum(0).saturating_sub(sum(1));
        let score = estimate(value);
        let saturated = interpreter.overflowed || i64::from(score.points()) != value;
        match interpreter.gave_up() {
            true => {
                let score = self.evaluate_for(game, position, me);
                Explanation { lines, score, saturated, is_partial: true }
            }
            false => Explanation { lines, score, saturated, is_partial: false },
        }
    }

    /// The proofs of the conditions of a rule.
    fn premises(
        &self,
        interpreter: &Interpreter<'_>,
        rule: &Rule,
        values: &[Option<i32>],
        budget: &mut ProofBudget,
    ) -> Vec<Proof> {
        let mut premises = Vec::new();
        for literal in &rule.body {
            match &literal.kind {
                LiteralKind::Positive { relation, columns } => {
                    let row = columns.iter().map(|&operand| value(operand, values)).collect();
                    premises.push(self.proof(interpreter, *relation, &row, budget));
                }
                // Its result is compared in a literal of its own, which is shown.
                LiteralKind::Aggregate { .. } => (),
                _ => premises.push(Proof {
                    conclusion: self.condition(rule, literal, values),
                    premises: Vec::new(),
                }),
            }
        }
        premises
    }

    fn proof(
        &self,
        interpreter: &Interpreter<'_>,
        relation: usize,
        row: &Vec<i32>,
        budget: &mut ProofBudget,
    ) -> Proof {
        let table = &self.program.relations[relation];
        let columns: Vec<String> = row
            .iter()
            .zip(&table.columns)
            .map(|(&value, &(ty, _))| self.show_value(ty, value))
            .collect();
        let conclusion = format!("{}({})", table.name, columns.join(", "));
        // A row is derived from rows that were there before it, so this terminates.
        let premises = match interpreter.derivation(relation, row) {
            Some(Some((rule, values))) => budget.descend(|budget| {
                self.premises(interpreter, &self.program.rules[*rule], values, budget)
            }),
            _ => Vec::new(),
        };
        Proof { conclusion, premises }
    }

    /// A condition as in the source, with the values of its variables.
    fn condition(&self, rule: &Rule, literal: &Literal, values: &[Option<i32>]) -> String {
        let mut shown: Vec<String> = Vec::new();
        for number in variables(std::slice::from_ref(literal)) {
            let variable = &rule.variables[number];
            // Variables that the checker added are not in the source.
            let is_internal = scope::source_name(&variable.name) != variable.name;
            if variable.name.starts_with('_') || is_internal {
                continue;
            }
            let found = value(Operand::Variable(number), values);
            let equation = format!("{} = {}", variable.name, self.show_value(variable.ty, found));
            if !shown.contains(&equation) {
                shown.push(equation);
            }
        }
        let text = self.text_of(literal.span);
        if shown.is_empty() { text } else { format!("{text} ({})", shown.join(", ")) }
    }
}
