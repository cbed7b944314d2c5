//! The laws of evaluations.

use super::law;
use crate::{Evaluate, IncrementalEval, Notation, Score};

/// Checks that an estimate kept up to date is the one worked out afresh.
pub(super) fn check_tracking<G: Notation, E: IncrementalEval<G>>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    evaluator: &E,
) {
    let mut kept = evaluator.begin(game, position);
    let mut next = position.clone();
    game.play_observed(&mut next, mv, &mut kept);
    if game.outcome(&next).is_none() {
        law(
            evaluator.read(game, &next, &kept) == evaluator.evaluate(game, &next),
            "an estimate kept up to date equals one worked out afresh",
            game,
            position,
        );
    }
}

/// Checks that an evaluation is an estimate, is explained, and is blind to
/// symmetry.
pub(super) fn check_evaluation<G: Notation>(
    game: &G,
    position: &G::Position,
    evaluator: &dyn Evaluate<G>,
) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let score = evaluator.evaluate(game, position);
    law(score.proven().is_none(), "an evaluation is an estimate, not a proof");
    let points = evaluator.explain(game, position).iter().map(|term| term.points()).sum();
    law(Score::estimate(points) == score, "the terms of an evaluation add up to it");
    for symmetry in 1..game.symmetry_count() {
        let image = game.transform(symmetry, position);
        law(
            evaluator.evaluate(game, &image) == score,
            "positions that play the same are worth the same",
        );
    }
}
