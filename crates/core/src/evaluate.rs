//! Judging a position without looking ahead.

use std::sync::Arc;

use crate::{Game, Player, Score};

/// An evaluation: an engine's opinion of a position, not a rule of the game.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The name by which the evaluation is chosen.
    fn name(&self) -> &str;

    /// An estimate for the side to move, in a position that is not finished.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// What a position, finished or not, is worth to `side`.
    fn judge(&self, game: &G, position: &G::Position, side: Player) -> Score {
        match game.outcome(position) {
            Some(outcome) => outcome.seen_by(side),
            None => self.evaluate(game, position).absolute(game.to_move(position)).seen_by(side),
        }
    }

    /// What the estimate is made of, for the side to move. The terms add up to
    /// [`evaluate`](Evaluate::evaluate).
    fn explain(&self, game: &G, position: &G::Position) -> Vec<Term>;
}

/// A game that comes with evaluations.
pub trait Judged: Game {
    /// The evaluations to choose from; the first is taken when none is named.
    fn evaluators() -> Vec<Arc<dyn Evaluate<Self>>>;
}

/// A part of an evaluation: something counted for the side that is asked about
/// and for the other, and what one of it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub name: &'static str,
    /// The points that one of it is worth.
    pub weight: i32,
    /// How much of it the side has.
    pub mine: i32,
    /// How much of it the other side has.
    pub theirs: i32,
}

impl Term {
    /// The same term for the other side.
    pub fn for_opponent(self) -> Term {
        Term { mine: self.theirs, theirs: self.mine, ..self }
    }

    /// What the term adds to the estimate for the side.
    pub fn points(&self) -> i32 {
        self.weight.saturating_mul(self.mine.saturating_sub(self.theirs))
    }
}
