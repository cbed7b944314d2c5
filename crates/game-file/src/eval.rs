//! What can be said of a position of any game: who has more moves, and who is nearer to a win.

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, Facts, MoveOrdering, Score, Stateless};
use agon_infer::GamePosition;

use crate::DatalogGame;

/// Counts the moves of both sides, as if each were to move, and how many of the conditions hold
/// under which either wins.
#[derive(Clone, Copy, Debug)]
pub struct RuleEval {
    name: &'static str,
    /// The points of a move, and of 1,024 points of nearness.
    weights: [i32; 2],
}

impl RuleEval {
    /// Who has more moves.
    pub const MOBILITY: RuleEval = RuleEval { name: "mobility", weights: [4, 0] };

    /// Who is nearer to a win.
    pub const GOALS: RuleEval = RuleEval { name: "goals", weights: [0, 128] };

    /// Both.
    pub const BOTH: RuleEval = RuleEval { name: "both", weights: [4, 128] };
}

impl Evaluate<DatalogGame> for RuleEval {
    fn name(&self) -> &str {
        self.name
    }

    fn evaluate(&self, game: &DatalogGame, position: &GamePosition) -> Score {
        let sides = [position.to_move(), position.to_move().opponent()];
        let rules = game.rules();
        let [of_move, of_goals] = self.weights;
        let mut points = 0;
        if of_move != 0 {
            let [mine, yours] = sides.map(|side| rules.mobility(position, side) as i32);
            points += of_move * (mine - yours);
        }
        if of_goals != 0 {
            let [mine, yours] = sides.map(|side| i64::from(rules.nearness(position, side)));
            points += (i64::from(of_goals) * (mine - yours) / 1_024) as i32;
        }
        Score::estimate(points.clamp(-10_000, 10_000))
    }
}

/// Nothing is known of the moves.
impl MoveOrdering for DatalogGame {}

impl DefaultEval for DatalogGame {
    type Eval = Stateless<RuleEval>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(RuleEval::BOTH))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }

    fn evaluators(&self) -> Vec<Arc<dyn Evaluate<Self>>> {
        vec![self.default_eval(), Arc::new(RuleEval::MOBILITY), Arc::new(RuleEval::GOALS)]
    }
}

/// Rule files cannot ask about its positions yet.
impl Facts for DatalogGame {}
