//! What can be said of a position of any game: who has more moves.

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, Facts, MoveOrdering, Score, Stateless};
use agon_infer::GamePosition;

use crate::DatalogGame;

/// Counts the moves of both sides, as if each were to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluate<DatalogGame> for Mobility {
    fn name(&self) -> &str {
        "mobility"
    }

    fn evaluate(&self, game: &DatalogGame, position: &GamePosition) -> Score {
        let mover = position.to_move();
        let rules = game.rules();
        let [mine, yours] =
            [mover, mover.opponent()].map(|side| rules.mobility(position, side) as i32);
        Score::estimate(4 * (mine - yours))
    }
}

/// Nothing is known of the moves.
impl MoveOrdering for DatalogGame {}

impl DefaultEval for DatalogGame {
    type Eval = Stateless<Mobility>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(Mobility))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

/// Rule files cannot ask about its positions yet.
impl Facts for DatalogGame {}
