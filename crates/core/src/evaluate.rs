//! Judging a position without looking ahead.

use std::sync::Arc;

use crate::{Feature, Game, MoveOrdering, Observer, Score, Side};

/// An evaluation: an engine's opinion of a position, not a rule of the game.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The name by which the evaluation is chosen.
    fn name(&self) -> &str;

    /// An estimate for the side to move, in a position that is not finished.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// What a position, finished or not, is worth to `side`.
    fn judge(&self, game: &G, position: &G::Position, side: Side) -> Score {
        match game.outcome(position) {
            Some(outcome) => outcome.seen_by(side),
            None => self.evaluate(game, position).absolute(game.to_move(position)).seen_by(side),
        }
    }

    /// What the estimate is made of, for the side to move. The terms add up to
    /// [`evaluate`](Evaluate::evaluate).
    fn explain(&self, game: &G, position: &G::Position) -> Vec<Term>;
}

/// An evaluation that may be kept up to date along a line of play: it is told which
/// features come and go, and reads its estimate from what it has made of them.
///
/// The estimate is the one that [`Evaluate::evaluate`] works out afresh.
pub trait IncrementalEval<G: Game>: Evaluate<G> {
    /// What is kept up to date: `()` for an evaluation that keeps nothing.
    type Accumulator<'e>: Observer + Clone + Send
    where
        Self: 'e;

    /// What is to be kept of a position, worked out afresh.
    fn begin<'e>(&'e self, game: &G, position: &G::Position) -> Self::Accumulator<'e>;

    /// An estimate for the side to move, in a position that is not finished.
    fn read(&self, game: &G, position: &G::Position, kept: &Self::Accumulator<'_>) -> Score;
}

/// Evaluations that are known only when the program runs keep nothing.
impl<G: Game> IncrementalEval<G> for dyn Evaluate<G> {
    type Accumulator<'e> = ();

    fn begin(&self, _: &G, _: &G::Position) {}

    fn read(&self, game: &G, position: &G::Position, (): &()) -> Score {
        self.evaluate(game, position)
    }
}

/// An evaluation that keeps nothing and is worked out afresh each time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stateless<E>(
    /// The evaluation.
    pub E,
);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Stateless<E> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        self.0.evaluate(game, position)
    }

    fn explain(&self, game: &G, position: &G::Position) -> Vec<Term> {
        self.0.explain(game, position)
    }
}

impl<G: Game, E: Evaluate<G>> IncrementalEval<G> for Stateless<E> {
    type Accumulator<'e>
        = ()
    where
        E: 'e;

    fn begin(&self, _: &G, _: &G::Position) {}

    fn read(&self, game: &G, position: &G::Position, (): &()) -> Score {
        self.evaluate(game, position)
    }
}

/// A sum over the features of a position, each with what it is worth to the first
/// player: the simplest thing to keep up to date.
#[derive(Clone, Copy, Debug)]
pub struct FeatureSum<'e> {
    worths: &'e [i16],
    sum: i32,
}

impl<'e> FeatureSum<'e> {
    /// The sum over the features of a position.
    ///
    /// # Panics
    /// If there is a feature without a worth.
    pub fn of<G: Game>(game: &G, position: &G::Position, worths: &'e [i16]) -> FeatureSum<'e> {
        let mut sum = FeatureSum { worths, sum: 0 };
        game.features(position, &mut sum);
        sum
    }

    /// The sum, for the first player.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.sum
    }
}

impl Observer for FeatureSum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature) {
        self.sum += i32::from(self.worths[feature as usize]);
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        self.sum -= i32::from(self.worths[feature as usize]);
    }
}

/// A game that comes with evaluations.
pub trait DefaultEval: MoveOrdering {
    /// The evaluation that is taken when none is named.
    type Own: IncrementalEval<Self> + Default + 'static;

    /// The evaluations to choose from, the game's own first.
    fn evaluators() -> Vec<Arc<dyn Evaluate<Self>>> {
        vec![Arc::new(Self::Own::default())]
    }
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
