//! What can be told of a rule file besides what it says of a position.

use agon_core::{Facts, Relation, Side};

use crate::program::{Clause, Conclusion, Goal, GoalKind, Slot};
use crate::rules::RuleSet;
use crate::slow::value;
use crate::{check, scope};

/// A rule or a value line as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// As it is written.
    pub text: String,
    /// Whether it gives points.
    pub is_value: bool,
}

/// How a relation of a game is written, as `stack(square -> height)`.
pub fn signature(relation: &Relation) -> String {
    check::signature(relation)
}

impl RuleSet {
    /// The file as it was read.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// All rules and value lines.
    pub fn lines(&self) -> Vec<RuleLine> {
        let line = |clause: &Clause| RuleLine {
            line: self.line_of(clause.span),
            text: self.text_of(clause.span),
            is_value: matches!(clause.conclusion, Conclusion::Value { .. }),
        };
        self.program.clauses.iter().map(line).collect()
    }

    /// Marks those of the [`lines`](RuleSet::lines) that hold in a position at least once;
    /// says nothing of those that are marked already.
    pub fn mark<G: Facts>(&self, game: &G, position: &G::Position, me: Side, holding: &mut [bool]) {
        if holding.iter().all(|&holds| holds) {
            return;
        }
        let mut base = self.base(game, position, me);
        for (holds, clause) in holding.iter_mut().zip(&self.program.clauses) {
            *holds = *holds || !base.answers(clause).is_empty();
        }
    }

    /// A condition as it is written, with the values that its variables have.
    pub(crate) fn condition(&self, clause: &Clause, goal: &Goal, values: &[Option<i32>]) -> String {
        let mut words: Vec<String> = Vec::new();
        check::for_each_variable(std::slice::from_ref(goal), &mut |number| {
            let variable = &clause.variables[number];
            // Some are not written by people.
            if variable.name.starts_with('_') || scope::written(&variable.name) != variable.name {
                return;
            }
            let found = value(Slot::Variable(number), values);
            let word = format!("{} = {}", variable.name, self.value_words(variable.sort, found));
            if !words.contains(&word) {
                words.push(word);
            }
        });
        let text = self.text_of(goal.span);
        if words.is_empty() { text } else { format!("{text} ({})", words.join(", ")) }
    }

    /// The relations that are concluded, but that no rule and no value line asks for: the
    /// first line that concludes each, and its name.
    pub fn unused(&self) -> Vec<(usize, String)> {
        let mut is_used = vec![false; self.program.relations.len()];
        for clause in &self.program.clauses {
            let own = clause.concludes();
            for_each_relation(&clause.body, &mut |relation| {
                // What only follows from itself is not asked for.
                is_used[relation] |= own != Some(relation);
            });
        }
        let mut unused = Vec::new();
        for clause in &self.program.clauses {
            let Some(relation) = clause.concludes() else { continue };
            if !std::mem::replace(&mut is_used[relation], true) {
                let name = self.program.relations[relation].name.clone();
                unused.push((self.line_of(clause.span), name));
            }
        }
        unused
    }
}

/// Calls `visit` for the relation of every condition.
fn for_each_relation(goals: &[Goal], visit: &mut dyn FnMut(usize)) {
    for goal in goals {
        match &goal.kind {
            GoalKind::Holds { relation, .. } | GoalKind::Not { relation, .. } => visit(*relation),
            GoalKind::Fold { body, .. } => for_each_relation(body, visit),
            GoalKind::Compare(..) => (),
        }
    }
}
