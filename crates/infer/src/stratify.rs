//! Stratification: orders the derived relations so that each is complete before another
//! negates or aggregates it.

use std::collections::VecDeque;

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{Program, Stratum, for_each_dependency};

/// Describes the shortest cycle from a relation through one that it needs complete, and back.
fn describe_cycle(
    program: &Program,
    uses: &[Vec<(usize, bool)>],
    head: usize,
    used: usize,
) -> String {
    // Breadth-first from `used` to `head`; `via` has where each relation was reached from.
    let mut via: Vec<Option<usize>> = vec![None; uses.len()];
    let mut queue = VecDeque::from([used]);
    while let Some(from) = queue.pop_front().filter(|_| via[head].is_none()) {
        for &(to, _) in &uses[from] {
            if via[to].is_none() && to != used {
                via[to] = Some(from);
                queue.push_back(to);
            }
        }
    }
    let mut path = vec![head];
    while let Some(&last) = path.last().filter(|&&last| last != used) {
        match via[last] {
            Some(before) => path.push(before),
            None => break,
        }
    }
    path.push(head);
    path.reverse();
    let name = |relation: usize| &program.relations[relation].name;
    let steps = path.windows(2).enumerate().map(|(place, step)| {
        let (from, to) = (name(step[0]), name(step[1]));
        let how = if place == 0 { "needs all of" } else { "needs" };
        format!("{from} {how} {to}")
    });
    steps.collect::<Vec<_>>().join(", ")
}

/// The strata in evaluation order: the strongly connected components of the dependency graph.
/// Fails if a relation depends on its own negation or on an aggregate over itself.
pub(crate) fn stratify(program: &Program) -> Result<Vec<Stratum>, Diagnostic> {
    let count = program.relations.len();
    // Edges of the dependency graph, and whether they need a complete relation.
    let mut uses: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
    for rule in &program.rules {
        if let Some(head) = rule.head_relation() {
            for_each_dependency(&rule.body, false, &mut |used, must_be_complete| {
                if program.relations[used].is_idb() {
                    uses[head].push((used, must_be_complete));
                }
            });
        }
    }
    // The transitive closure: reaches[a][b] if a depends on b. There are few relations.
    let mut reaches = vec![vec![false; count]; count];
    for (from, used) in uses.iter().enumerate() {
        used.iter().for_each(|&(to, _)| reaches[from][to] = true);
    }
    for middle in 0..count {
        let through = reaches[middle].clone();
        for row in reaches.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&through).for_each(|(there, &further)| *there |= further);
        }
    }
    let are_mutual = |a: usize, b: usize| a == b || reaches[a][b] && reaches[b][a];
    for rule in &program.rules {
        let Some(head) = rule.head_relation() else { continue };
        let name = || program.relations[head].name.clone();
        // The diagnostic names the rule that closes the cycle, not the first rule of its relation.
        let mut cycle = None;
        for_each_dependency(&rule.body, false, &mut |used, must_be_complete| {
            let is_recursive = used == head || reaches[used][head];
            if is_recursive && (must_be_complete || program.bag_semantics) {
                cycle =
                    cycle.take().filter(|&(_, is_not)| is_not).or(Some((used, must_be_complete)));
            }
        });
        match cycle {
            Some((used, true)) => {
                let kind = DiagnosticKind::Negative { name: name() };
                let cycle = describe_cycle(program, &uses, head, used);
                return Err(Diagnostic::new(kind, rule.span).hint(format!(
                    "break the cycle: {cycle}; one of these must do without not or the aggregate"
                )));
            }
            Some((_, false)) => {
                let kind = DiagnosticKind::ProofsEndless { name: name() };
                return Err(Diagnostic::new(kind, rule.span)
                    .hint("add (distinct) to the file, so that each row counts once"));
            }
            None => (),
        }
    }
    let mut strata: Vec<Stratum> = Vec::new();
    let mut left: Vec<usize> =
        (0..count).filter(|&number| program.relations[number].is_idb()).collect();
    while let Some(first) = left
        .iter()
        .copied()
        .find(|&one| left.iter().all(|&other| !reaches[one][other] || are_mutual(one, other)))
    {
        let (relations, rest) = left.iter().partition(|&&other| are_mutual(first, other));
        left = rest;
        strata.push(Stratum { relations, is_recursive: reaches[first][first] });
    }
    Ok(strata)
}
