//! Which relations must be concluded before which.

use crate::program::{Layer, Program, for_each_asked};
use crate::trouble::{Trouble, Wrong};

/// The concluded relations in layers, each after all that it depends on; or a relation
/// that depends on its own absence.
pub(crate) fn find(program: &Program) -> Result<Vec<Layer>, Trouble> {
    let count = program.relations.len();
    // Who asks about whom, and whether for the whole of it.
    let mut asks: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
    for clause in &program.clauses {
        if let Some(head) = clause.concludes() {
            for_each_asked(&clause.body, false, &mut |asked, whole| {
                if program.relations[asked].is_concluded() {
                    asks[head].push((asked, whole));
                }
            });
        }
    }
    // reaches[a][b]: a depends on b. There are few relations, so this need not be clever.
    let mut reaches = vec![vec![false; count]; count];
    for (from, asked) in asks.iter().enumerate() {
        asked.iter().for_each(|&(to, _)| reaches[from][to] = true);
    }
    for middle in 0..count {
        let through = reaches[middle].clone();
        for row in reaches.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&through).for_each(|(there, &further)| *there |= further);
        }
    }
    let together = |a: usize, b: usize| a == b || reaches[a][b] && reaches[b][a];
    for clause in &program.clauses {
        let Some(head) = clause.concludes() else { continue };
        let name = || program.relations[head].name.clone();
        if let Some(&(_, _)) = asks[head].iter().find(|&&(to, whole)| whole && reaches[to][head]) {
            return Err(Trouble::new(Wrong::Negative { name: name() }, clause.span));
        }
        if program.counts_proofs && reaches[head][head] {
            let trouble = Trouble::new(Wrong::ProofsEndless { name: name() }, clause.span);
            return Err(trouble.hint("say (distinct) to count what is concluded once"));
        }
    }
    let mut layers: Vec<Layer> = Vec::new();
    let mut left: Vec<usize> =
        (0..count).filter(|&number| program.relations[number].is_concluded()).collect();
    while let Some(first) = left
        .iter()
        .copied()
        .find(|&one| left.iter().all(|&other| !reaches[one][other] || together(one, other)))
    {
        let (relations, rest) = left.iter().partition(|&&other| together(first, other));
        left = rest;
        layers.push(Layer { relations, is_recursive: reaches[first][first] });
    }
    Ok(layers)
}
