//! An evaluation by hand, with full knowledge of the maze.

use std::sync::Arc;

use agon_core::{Evaluate, Game as _, Judged, Player, Score, Term};

use super::position::Position;
use super::rules::Theseus;

/// The evaluation by hand: loot gathered, and how far it is to the next and to
/// each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

impl Judged for Theseus {
    fn evaluators() -> Vec<Arc<dyn Evaluate<Theseus>>> {
        vec![Arc::new(Hand)]
    }
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
        let [theseus, minotaur] = position.tiles;
        let steps = |tile| game.maze.distance(theseus, tile) as i32;
        let lying = game.loot.iter().enumerate();
        let lying = lying.filter(|&(number, _)| position.has_loot(number));
        let nearest = lying.map(|(_, &tile)| steps(tile)).min().unwrap_or(0);
        // Each counts for one side alone.
        let term = |name, weight, side: Player, count| match side == game.to_move(position) {
            true => Term { name, weight, mine: count, theirs: 0 },
            false => Term { name, weight, mine: 0, theirs: count },
        };
        vec![
            term("loot gathered", 300, Player::P1, game.taken(position) as i32),
            term("steps to the next loot", -3, Player::P1, nearest),
            term("steps to Theseus", -2, Player::P2, steps(minotaur)),
        ]
    }
}
