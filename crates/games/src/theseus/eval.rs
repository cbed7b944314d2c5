//! An evaluation by hand, with full knowledge of the maze.

use agon_core::{Afresh, Evaluate, Game as _, Judged, Player, Score, Term};

use super::position::Position;
use super::rules::Theseus;

/// The evaluation by hand: loot gathered, and how far it is to the next and to
/// each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

impl Judged for Theseus {
    type Own = Afresh<Hand>;
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
        let term = |name, weight, side: Player, count| match side == game.to_move(position) {
            true => Term { name, weight, mine: count, theirs: 0 },
            false => Term { name, weight, mine: 0, theirs: count },
        };
        vec![
            term("loot gathered", 300, Player::P1, game.taken(position) as i32),
            term("steps to the next loot", -3, Player::P1, game.steps_to_loot(position) as i32),
            term("steps to Theseus", -2, Player::P2, game.steps_apart(position) as i32),
        ]
    }
}
