//! An evaluation of NIM: the proven result by the closed form.

use std::sync::Arc;

use agon_core::{
    DefaultEval, Evaluate, Exact as _, Explain, MoveOrdering, Score, Stateless, Term, Verdict,
};

use super::rules::{Nim, Position};

/// The evaluation by the closed form: 100 points for the side that wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByTheory;

impl MoveOrdering for Nim {}

impl DefaultEval for Nim {
    type Eval = Stateless<ByTheory>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(ByTheory))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

impl Evaluate<Nim> for ByTheory {
    fn name(&self) -> &str {
        "theory"
    }

    fn evaluate(&self, game: &Nim, position: &Position) -> Score {
        Score::estimate(self.explain(game, position).iter().map(Term::points).sum())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<Nim>> {
        Some(self)
    }
}

impl Explain<Nim> for ByTheory {
    fn explain(&self, game: &Nim, position: &Position) -> Vec<Term> {
        let wins = game.exact(game, position).is_some_and(|known| known.verdict == Verdict::Win);
        let [mine, theirs] = [wins, !wins].map(i32::from);
        vec![Term { name: "won by theory", weight: 100, mine, theirs }]
    }
}
