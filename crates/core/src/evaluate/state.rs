//! Incremental evaluation: a state that follows the moves of a search.
//!
//! A search worker owns one [`EvalState`], made by the evaluation for the root position. The
//! state is told of every move and of every undo, and is asked for an estimate only where the
//! search needs one. That is all a network with an accumulator stack wants: the changes of one
//! move come together, so that it can fuse them; it may put the work off until it is asked; and
//! as the state is the worker's own, its buffers need no lock.

use crate::{Evaluate, Explain, Feature, Game, Observer, Removal, Score};

/// What an evaluation knows of the current position of a search, and of the positions on the
/// way to it.
///
/// A move is played as [`begin_move`](EvalState::begin_move), the features that come and go
/// (in any order, by [`Observer`]), [`end_move`](EvalState::end_move). Moves are undone in
/// reverse order. A state that was left between moves, because a search was stopped, is
/// dropped.
pub trait EvalState<G: Game>: Observer {
    /// A move begins: the features that come and go until [`end_move`](EvalState::end_move)
    /// belong to it.
    fn begin_move(&mut self);

    /// The move is complete, and led to `position`.
    fn end_move(&mut self, game: &G, position: &G::Position);

    /// Takes back the last move that is not taken back yet.
    fn undo_move(&mut self);

    /// The estimate for the side to move in `position`, which is the current position and is
    /// not finished. It equals that of [`Evaluate::evaluate`].
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score;

    /// The children of `position`, the current position, are about to be evaluated, all or
    /// some of them. An evaluation that prefers batches asks for all of them now.
    #[inline]
    fn expect_children(&mut self, _game: &G, _position: &G::Position) {}

    /// Plays a legal move on `position`, the current position, and follows it.
    #[inline]
    fn play_move(&mut self, game: &G, position: &mut G::Position, mv: G::Move) {
        self.begin_move();
        game.play_observed(position, mv, &mut &mut *self);
        self.end_move(game, position);
    }
}

/// An evaluation that can be searched with: it makes the state of a search worker.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{EvalState, Evaluate, IncrementalEval, Notation, Stateless};
///
/// let (game, mut position) = TreeGame::read("a(b:5(1)b(2))").unwrap();
/// let eval = Stateless(Points);
/// let mut state = eval.state(&game, &position);
/// // The state follows the moves of a search.
/// state.play_move(&game, &mut position, 0);
/// assert_eq!(state.evaluate(&game, &position), eval.evaluate(&game, &position));
/// # }
/// ```
pub trait IncrementalEval<G: Game>: Evaluate<G> {
    /// The state of a search worker.
    type State<'e>: EvalState<G>
    where
        Self: 'e;

    /// The state of a search worker at the root, computed from scratch.
    fn state<'e>(&'e self, game: &G, position: &G::Position) -> Self::State<'e>;
}

/// Evaluations whose type is known only at run time are incremental too, by
/// [`Evaluate::dyn_state`].
impl<'d, G: Game> IncrementalEval<G> for dyn Evaluate<G> + 'd {
    type State<'e>
        = DynState<'e, G>
    where
        'd: 'e;

    fn state<'e>(&'e self, game: &G, position: &G::Position) -> DynState<'e, G> {
        DynState { evaluation: self, state: self.dyn_state(game, position) }
    }
}

/// The state of an evaluation whose type is known only at run time.
pub struct DynState<'e, G: Game> {
    evaluation: &'e dyn Evaluate<G>,
    state: Option<Box<dyn EvalState<G> + 'e>>,
}

impl<G: Game> Observer for DynState<'_, G> {
    #[inline]
    fn add(&mut self, feature: Feature) {
        if let Some(state) = &mut self.state {
            state.add(feature);
        }
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        if let Some(state) = &mut self.state {
            state.remove(feature);
        }
    }
}

impl<G: Game> EvalState<G> for DynState<'_, G> {
    #[inline]
    fn begin_move(&mut self) {
        if let Some(state) = &mut self.state {
            state.begin_move();
        }
    }

    #[inline]
    fn end_move(&mut self, game: &G, position: &G::Position) {
        if let Some(state) = &mut self.state {
            state.end_move(game, position);
        }
    }

    #[inline]
    fn undo_move(&mut self) {
        if let Some(state) = &mut self.state {
            state.undo_move();
        }
    }

    #[inline]
    fn expect_children(&mut self, game: &G, position: &G::Position) {
        if let Some(state) = &mut self.state {
            state.expect_children(game, position);
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        match &mut self.state {
            Some(state) => state.evaluate(game, position),
            None => self.evaluation.evaluate(game, position),
        }
    }

    /// One call through the pointer, instead of one for each feature.
    #[inline]
    fn play_move(&mut self, game: &G, position: &mut G::Position, mv: G::Move) {
        match &mut self.state {
            Some(state) => state.play_move(game, position, mv),
            None => game.play_unchecked(position, mv),
        }
    }
}

/// An evaluation that is computed from scratch each time, also where the inner one could be
/// incremental.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{EvalState, IncrementalEval, Notation, Score, Stateless};
///
/// let (game, start) = TreeGame::read("a(b:5(1)1)").unwrap();
/// let evaluation = Stateless(Points);
/// let mut state = evaluation.state(&game, &start);
/// let mut position = start;
/// state.play_move(&game, &mut position, 0);
/// // Five points for the first side, and the second is to move.
/// assert_eq!(state.evaluate(&game, &position), Score::estimate(-5));
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stateless<E>(
    /// The evaluation.
    pub E,
);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Stateless<E> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn parameters(&self) -> String {
        self.0.parameters()
    }

    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        self.0.evaluate(game, position)
    }

    fn evaluate_all(&self, game: &G, positions: &[G::Position]) -> Vec<Score> {
        self.0.evaluate_all(game, positions)
    }

    fn evaluate_children(
        &self,
        game: &G,
        path: &[G::Position],
        positions: &[G::Position],
    ) -> Vec<Score> {
        self.0.evaluate_children(game, path, positions)
    }

    #[inline]
    fn prefers_batches(&self) -> bool {
        self.0.prefers_batches()
    }

    fn has_failed(&self) -> bool {
        self.0.has_failed()
    }

    fn take_failure(&self) -> Option<String> {
        self.0.take_failure()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn explainer(&self) -> Option<&dyn Explain<G>> {
        self.0.explainer()
    }

    fn removals(&self, game: &G, position: &G::Position) -> Option<Vec<Removal>> {
        self.0.removals(game, position)
    }
}

impl<G: Game, E: Evaluate<G>> IncrementalEval<G> for Stateless<E> {
    type State<'e>
        = NoState<'e, E>
    where
        E: 'e;

    #[inline]
    fn state<'e>(&'e self, _: &G, _: &G::Position) -> NoState<'e, E> {
        NoState(&self.0)
    }
}

/// The state of a stateless evaluation: following moves costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoState<'e, E>(&'e E);

impl<E> Observer for NoState<'_, E> {
    #[inline(always)]
    fn add(&mut self, _: Feature) {}

    #[inline(always)]
    fn remove(&mut self, _: Feature) {}
}

impl<G: Game, E: Evaluate<G>> EvalState<G> for NoState<'_, E> {
    #[inline(always)]
    fn begin_move(&mut self) {}

    #[inline(always)]
    fn end_move(&mut self, _: &G, _: &G::Position) {}

    #[inline(always)]
    fn undo_move(&mut self) {}

    #[inline(always)]
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        self.0.evaluate(game, position)
    }
}

/// The simplest accumulator: a sum over the features of the current position, each with its
/// weight for the first side. States of evaluations contain one and pass the moves on to it.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{FeatureSum, Game, Notation};
///
/// let (game, start) = TreeGame::read("a(b(1)b(2))").unwrap();
/// let weights: Vec<i16> = (0..game.feature_count()).map(|feature| feature as i16).collect();
/// let mut position = start;
/// let mut sum = FeatureSum::of(&game, &position, &weights);
/// let before = sum.sum();
/// sum.play_move(&game, &mut position, 1);
/// assert_eq!(sum.sum(), FeatureSum::of(&game, &position, &weights).sum());
/// sum.undo_move();
/// assert_eq!(sum.sum(), before);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct FeatureSum<'e> {
    current: WeightedSum<'e>,
    /// The sums before the moves that led to the current position.
    earlier: Vec<i32>,
}

/// A sum of weights.
#[derive(Clone, Copy, Debug)]
struct WeightedSum<'e> {
    weights: &'e [i16],
    sum: i32,
}

impl<'e> FeatureSum<'e> {
    /// The sum over the features of a position.
    ///
    /// # Panics
    /// If there is a feature without a weight.
    pub fn of<G: Game>(game: &G, position: &G::Position, weights: &'e [i16]) -> FeatureSum<'e> {
        let mut current = WeightedSum { weights, sum: 0 };
        game.features(position, &mut current);
        FeatureSum { current, earlier: Vec::new() }
    }

    /// The sum in the current position, for the first side.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.current.sum
    }

    /// Follows [`EvalState::begin_move`].
    #[inline]
    pub fn begin_move(&mut self) {
        self.earlier.push(self.current.sum);
    }

    /// Follows [`EvalState::undo_move`].
    #[inline]
    pub fn undo_move(&mut self) {
        // A state without a move to undo stays as it is.
        self.current.sum = self.earlier.pop().unwrap_or(self.current.sum);
    }

    /// Follows [`EvalState::play_move`].
    #[inline]
    pub fn play_move<G: Game>(&mut self, game: &G, position: &mut G::Position, mv: G::Move) {
        self.begin_move();
        // A copy of its own stays in registers, which measurably saves instructions.
        let mut current = self.current;
        game.play_observed(position, mv, &mut current);
        self.current = current;
    }
}

impl Observer for FeatureSum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature) {
        self.current.add(feature);
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        self.current.remove(feature);
    }
}

impl Observer for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature) {
        self.sum += i32::from(self.weights[feature as usize]);
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        self.sum -= i32::from(self.weights[feature as usize]);
    }
}
