//! Which relations need not be kept, since every row can be used where it is concluded.

use crate::program::{
    Clause, Conclusion, Goal, GoalKind, Program, Readiness, Slot, for_each_asked, learn, readiness,
};

/// The most clauses that follow a relation at once.
const MOST_CONSUMERS: usize = 12;

/// What follows from what at once.
pub(crate) struct Inlining {
    /// For each clause the relation whose rows it begins with as they are concluded.
    drivers: Vec<Option<usize>>,
    consumers: Vec<Vec<usize>>,
    unique: Vec<bool>,
    needed: Vec<bool>,
}

impl Inlining {
    pub(crate) fn find(program: &Program) -> Inlining {
        let needed = needed(program);
        let mut inlining = Inlining {
            drivers: vec![None; program.clauses.len()],
            consumers: vec![Vec::new(); program.relations.len()],
            unique: (0..program.relations.len()).map(|number| is_unique(program, number)).collect(),
            needed,
        };
        // When the rows of each relation begin to be concluded, and when all are.
        let mut times = vec![(0, 0); program.relations.len()];
        let layers = program.layers.iter().enumerate();
        for (layer, relation) in
            layers.flat_map(|(number, layer)| layer.relations.iter().map(move |&one| (number, one)))
        {
            times[relation] = inlining.time(program, relation, layer + 1, &times);
            if let Some(consumers) = inlining.all_consumers(program, relation, &times) {
                for &clause in &consumers {
                    inlining.drivers[clause] = Some(relation);
                }
                inlining.consumers[relation] = consumers;
            }
        }
        inlining
    }

    /// The relation whose rows a clause begins with as they are concluded.
    pub(crate) fn driver(&self, clause: usize) -> Option<usize> {
        self.drivers[clause]
    }

    /// The clauses that follow a row of a relation at once.
    pub(crate) fn consumers(&self, relation: usize) -> &[usize] {
        &self.consumers[relation]
    }

    /// Whether no row of a relation is concluded twice.
    pub(crate) fn is_unique(&self, relation: usize) -> bool {
        self.unique[relation]
    }

    /// Whether a value depends on a relation.
    pub(crate) fn is_needed(&self, relation: usize) -> bool {
        self.needed[relation]
    }

    /// When the rows of a relation begin to be concluded, and when all are: with those of
    /// its layer, or sooner where they follow others at once.
    fn time(
        &self,
        program: &Program,
        relation: usize,
        layer: usize,
        times: &[(usize, usize)],
    ) -> (usize, usize) {
        let clauses = (0..program.clauses.len())
            .filter(|&number| program.clauses[number].concludes() == Some(relation));
        let mut time = (layer, 0);
        for clause in clauses {
            let (first, last) = self.drivers[clause].map_or((layer, layer), |driver| times[driver]);
            time = (time.0.min(first), time.1.max(last));
        }
        time
    }

    /// All clauses that ask about a relation, if each can begin with its rows.
    fn all_consumers(
        &self,
        program: &Program,
        relation: usize,
        times: &[(usize, usize)],
    ) -> Option<Vec<usize>> {
        let layer_of = |relation: usize| {
            program.layers.iter().position(|layer| layer.relations.contains(&relation))
        };
        let layer = layer_of(relation)?;
        if program.layers[layer].is_recursive {
            return None;
        }
        let mut consumers = Vec::new();
        for (number, clause) in program.clauses.iter().enumerate() {
            if clause.concludes().is_some_and(|head| !self.needed[head]) {
                continue;
            }
            let (mut asked, mut fits) = (0, true);
            for_each_asked(&clause.body, false, &mut |other, whole| {
                asked += usize::from(other == relation);
                fits &= match layer_of(other) {
                    _ if other == relation => !whole,
                    // All that is asked besides must be concluded before.
                    Some(other_layer) => other_layer < layer && times[other].1 < times[relation].0,
                    None => true,
                };
            });
            match asked {
                0 => (),
                1 if fits => consumers.push(number),
                _ => return None,
            }
        }
        (!consumers.is_empty() && consumers.len() <= MOST_CONSUMERS).then_some(consumers)
    }
}

/// The relations that values depend on.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.relations.len()];
    loop {
        let before = needed.clone();
        for clause in &program.clauses {
            if clause.concludes().is_none_or(|head| before[head]) {
                for_each_asked(&clause.body, false, &mut |asked, _| needed[asked] = true);
            }
        }
        if before == needed {
            return needed;
        }
    }
}

/// Whether no row of a relation can be concluded twice: one rule concludes it, and from
/// the columns of a row follow all values of the rule's variables.
fn is_unique(program: &Program, relation: usize) -> bool {
    let mut rules = program.clauses.iter().filter(|clause| clause.concludes() == Some(relation));
    let (Some(rule), None) = (rules.next(), rules.next()) else { return false };
    follows(program, rule)
}

fn follows(program: &Program, rule: &Clause) -> bool {
    let Conclusion::Row { columns, .. } = &rule.conclusion else { return false };
    let mut known = vec![false; rule.variables.len()];
    let mark = |slot: &Slot, known: &mut Vec<bool>| {
        if let Slot::Variable(variable) = slot {
            known[*variable] = true;
        }
    };
    columns.iter().for_each(|slot| mark(slot, &mut known));
    loop {
        let before = known.clone();
        for goal in &rule.body {
            match (&goal.kind, readiness(goal, &known)) {
                (GoalKind::Holds { relation, columns }, Readiness::Walks) => {
                    let keys = program.relations[*relation].keys();
                    let is_known = |slot: &Slot| match slot {
                        Slot::Variable(variable) => known[*variable],
                        Slot::Constant(_) => true,
                    };
                    if columns[..keys].iter().all(is_known) {
                        columns.iter().for_each(|slot| mark(slot, &mut known));
                    }
                }
                (_, Readiness::Sets(_)) => learn(goal, &mut known),
                _ => (),
            }
        }
        if before == known {
            break;
        }
    }
    let all_known = |goal: &Goal| match &goal.kind {
        GoalKind::Holds { columns, .. } => columns.iter().all(|slot| match slot {
            Slot::Variable(variable) => known[*variable],
            Slot::Constant(_) => true,
        }),
        _ => true,
    };
    rule.body.iter().all(all_known)
}
