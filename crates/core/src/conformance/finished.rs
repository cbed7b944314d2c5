//! The laws of results: those of the finished positions that a game declares, and those with which
//! its games end.

use super::{Case, TrialMoves};
use crate::{Notation, Outcome, Present};

/// Checks that the declared positions are finished, with the declared results.
pub(super) fn check_declared<G: Notation + TrialMoves>(start: &Case<G>) {
    start.law("a game declares finished positions", !G::finished().is_empty(), || {
        "TrialMoves::finished is empty: add a won position for each side, and a drawn one if there \
         are draws, each with its result as the rules say it"
            .into()
    });
    for &(text, declared) in G::finished() {
        start.about(format!("{text:?} in TrialMoves::finished"));
        match G::read(text) {
            Ok((game, position)) => Case::new(&game, &[position], &[]).guard(|case| {
                case.about(format!("{text:?} in TrialMoves::finished"));
                case.equal_law(
                    "a declared finished position has the declared result",
                    "outcome (does it name the right winner?)",
                    game.outcome(case.position),
                    Some(declared),
                );
            }),
            Err(refusal) => start.law("a declared finished position is read", false, || {
                format!("it is refused: {refusal}")
            }),
        }
    }
}

/// Checks that the result of a finished game is among the declared ones.
pub(super) fn check_result<G: Notation + TrialMoves>(case: &Case<G>) {
    let Some(outcome) = case.game.outcome(case.position) else { return };
    let is_declared = G::finished().iter().any(|&(_, declared)| declared == outcome);
    case.law("every result of a game is declared", is_declared, || {
        format!(
            "no position in TrialMoves::finished ends as {outcome:?}; {}",
            to_add(case, outcome)
        )
    });
}

/// Checks that the way in which a finished game ended is among the declared ones, with its result.
pub(super) fn check_ending<G: Notation + Present + TrialMoves>(case: &Case<G>) {
    let Some(outcome) = case.game.outcome(case.position) else { return };
    let ending = case.game.ending(case.position);
    let is_declared = G::finished().iter().any(|&(text, declared)| {
        let ends_so = |(game, position): (G, _)| game.ending(&position) == ending;
        declared == outcome && G::read(text).is_ok_and(ends_so)
    });
    case.law("every way to end a game is declared", is_declared, || {
        let words = ending.unwrap_or("no words");
        format!(
            "no position in TrialMoves::finished ends as {outcome:?} with the ending {words:?}; {}",
            to_add(case, outcome)
        )
    });
}

fn to_add<G: Notation>(case: &Case<G>, outcome: Outcome) -> String {
    let text = case.game.write(case.position);
    let outcome = match outcome {
        Outcome::Win(side) => format!("Win(Side::{side:?})"),
        Outcome::Draw => "Draw".into(),
    };
    format!("if that is how it ended by the rules, add ({text:?}, Outcome::{outcome})")
}
