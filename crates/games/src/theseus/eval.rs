//! An evaluation by hand, with full knowledge of the maze.

use agon_core::{DefaultEval, Evaluate, Game as _, MoveOrdering, Score, Side, Stateless, Term};

use super::position::Position;
use super::rules::Theseus;

/// The evaluation by hand: loot gathered, and how far it is to the next and to
/// each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

impl MoveOrdering for Theseus {}

impl DefaultEval for Theseus {
    type Own = Stateless<Hand>;
}

impl Evaluate<Theseus> for Hand {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Theseus, position: &Position) -> Score {
        let terms = self.explain(game, position);
        Score::estimate(terms.iter().map(Term::points).sum())
    }

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
