//! A handcrafted evaluation, with full knowledge of the maze.

use std::sync::Arc;

use agon_core::{
    DefaultEval, Evaluate, Explain, Game as _, MoveOrdering, Score, Side, Stateless, Term,
};

use super::position::Position;
use super::rules::Theseus;

/// The handcrafted evaluation: loot gathered, and how far it is to the next and to
/// each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

impl MoveOrdering for Theseus {}

impl DefaultEval for Theseus {
    type Eval = Stateless<Handcrafted>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(Handcrafted))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

impl Evaluate<Theseus> for Handcrafted {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Theseus, position: &Position) -> Score {
        let terms = self.explain(game, position);
        Score::estimate(terms.iter().map(Term::points).sum())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<Theseus>> {
        Some(self)
    }
}

impl Explain<Theseus> for Handcrafted {
    fn explain(&self, game: &Theseus, position: &Position) -> Vec<Term> {
        // Each counts for one side alone.
        let term = |name, weight, side: Side, count| match side == game.to_move(position) {
            true => Term { name, weight, mine: count, theirs: 0 },
            false => Term { name, weight, mine: 0, theirs: count },
        };
        vec![
            term("loot gathered", 300, Side::First, game.taken(position) as i32),
            term("steps to the next loot", -3, Side::First, game.steps_to_loot(position) as i32),
            term("steps to Theseus", -2, Side::Second, game.steps_apart(position) as i32),
        ]
    }
}
