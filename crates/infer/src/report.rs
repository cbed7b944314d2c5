//! What can be told of a rule file besides what it says of a position.

use agon_core::{Facts, Player, Relation};

use crate::check;
use crate::program::{Conclusion, Goal, GoalKind};
use crate::rules::RuleSet;

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
        let line = |clause: &crate::program::Clause| RuleLine {
            line: self.line_of(clause.span),
            text: self.text_of(clause.span),
            is_value: matches!(clause.conclusion, Conclusion::Value { .. }),
        };
        self.program.clauses.iter().map(line).collect()
    }

    /// Marks those of the [`lines`](RuleSet::lines) that hold in a position at least once;
    /// says nothing of those that are marked already.
    pub fn mark<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Player,
        holding: &mut [bool],
    ) {
        if holding.iter().all(|&holds| holds) {
            return;
        }
        let mut base = self.base(game, position, me);
        for (holds, clause) in holding.iter_mut().zip(&self.program.clauses) {
            *holds = *holds || !base.answers(clause).is_empty();
        }
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
