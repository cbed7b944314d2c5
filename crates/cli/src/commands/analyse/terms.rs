//! Compares the terms of an evaluation after two moves.

use agon_arena::AnySession;
use agon_core::Side;
use agon_host::Failure;
use agon_inputs::evaluators::OpenedEvaluation;

use crate::commands::explain::shown;

/// The name of a term, and its points for a side.
pub type TermPoints = (String, i64);

/// A term with different points after the move made and after the better one.
pub struct TermChange {
    /// The name. For a rule file: the line number and its text.
    pub name: String,
    /// The points after the move that was made.
    pub made: i64,
    /// The points after the better move.
    pub better: i64,
}

/// Refuses an unknown evaluation.
pub fn check(
    session: &mut dyn AnySession,
    opened: Option<&OpenedEvaluation>,
    eval: &str,
) -> Result<(), Failure> {
    match opened {
        Some(opened) => opened.add_to(session),
        None => match session.evaluate(Some(eval), Side::First) {
            Ok(_) => Ok(()),
            Err(refused) => Err(Failure::Usage(refused.to_string())),
        },
    }
}

/// The terms of an evaluation for a side, in the evaluation's order; its value, if it has no terms.
/// Empty after the end of a game.
pub fn points(
    session: &dyn AnySession,
    eval: &str,
    side: Side,
) -> Result<Vec<TermPoints>, Failure> {
    Ok(agon_arena::evaluation_parts(session, eval, side)?)
}

/// The name of a part with the text of its line cut.
fn short(name: &str) -> String {
    match name.split_once(": ") {
        Some((line, text)) if line.starts_with("line ") => format!("{line}: {}", shown(text)),
        _ => name.into(),
    }
}

/// The terms that differ, largest difference first. Empty if one game is over, because it has no
/// terms.
pub fn changed_terms(made: &[TermPoints], better: &[TermPoints]) -> Vec<TermChange> {
    if made.len() != better.len() {
        return Vec::new();
    }
    let pairs = made.iter().zip(better);
    let change = |((name, made), (_, better)): (&TermPoints, &TermPoints)| TermChange {
        name: short(name),
        made: *made,
        better: *better,
    };
    let mut changes: Vec<TermChange> =
        pairs.map(change).filter(|change| change.made != change.better).collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.made.abs_diff(change.better)));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_differ_come_with_the_largest_difference_first() {
        let terms = |points: [i64; 3]| {
            ["a", "b", "c"].into_iter().map(String::from).zip(points).collect::<Vec<_>>()
        };
        let changes = changed_terms(&terms([1, 5, 2]), &terms([2, 5, -9]));
        let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
        assert_eq!(names, ["c", "a"]);
        assert_eq!((changes[0].made, changes[0].better), (2, -9));
        assert!(changed_terms(&terms([1, 5, 2]), &[]).is_empty());
    }
}
