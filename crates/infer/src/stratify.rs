//! Stratification: orders the derived relations so that each is complete before another
//! negates or aggregates it.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{Program, Stratum, for_each_dependency};

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
        let is_cyclic =
            |&(used, must_be_complete): &(usize, bool)| must_be_complete && reaches[used][head];
        if uses[head].iter().any(is_cyclic) {
            let kind = DiagnosticKind::Negative { name: name() };
            return Err(Diagnostic::new(kind, rule.span)
                .hint("break the cycle: one of its rules must do without not or the aggregate"));
        }
        if program.bag_semantics && reaches[head][head] {
            let diagnostic =
                Diagnostic::new(DiagnosticKind::ProofsEndless { name: name() }, rule.span);
            return Err(diagnostic.hint("add (distinct) to the file, so that each row counts once"));
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
