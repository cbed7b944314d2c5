//! Evaluations: what a position looks worth without searching.

pub(crate) mod state;

use std::sync::Arc;

use crate::{EvalState, Game, IncrementalEval, MoveOrdering, Score, Side};

/// An evaluation: an engine's estimate of a position, not a rule of the game.
///
/// Only a name and [`evaluate`](Evaluate::evaluate) are required. What an evaluation can do
/// besides (explain itself, update its value move by move, see through symmetries) it
/// claims by the other methods, and the conformance battery checks the claims.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Evaluate, Game, Notation, Score, Side};
///
/// /// Likes to have many moves.
/// struct Mobility;
///
/// impl Evaluate<TreeGame> for Mobility {
///     fn name(&self) -> &str {
///         "mobility"
///     }
///
///     fn evaluate(&self, game: &TreeGame, position: &<TreeGame as Game>::Position) -> Score {
///         Score::estimate(game.count_moves(position) as i32)
///     }
/// }
///
/// let (game, start) = TreeGame::read("a(1b(2)=)").unwrap();
/// assert_eq!(Mobility.evaluate(&game, &start), Score::estimate(3));
/// assert_eq!(Mobility.evaluate_for(&game, &start, Side::Second), Score::estimate(-3));
/// // A finished game is worth its result.
/// let over = game.after(&start, 0);
/// assert_eq!(Mobility.evaluate_for(&game, &over, Side::Second), Score::lose_in(0));
/// # }
/// ```
pub trait Evaluate<G: Game>: Send + Sync {
    /// The name by which the evaluation is chosen.
    fn name(&self) -> &str;

    /// Text that differs between evaluations of the same name with different values: their
    /// weights, or the rules they were read from. Searches keep their results apart by it.
    fn parameters(&self) -> String {
        String::new()
    }

    /// An estimate for the side to move, in a position that is not finished.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// What a position, finished or not, is worth to `side`.
    fn evaluate_for(&self, game: &G, position: &G::Position, side: Side) -> Score {
        match game.outcome(position) {
            Some(outcome) => outcome.seen_by(side),
            None => self.evaluate(game, position).absolute(game.to_move(position)).seen_by(side),
        }
    }

    /// Estimates of several positions that are not finished, each for its side to move: those of
    /// [`evaluate`](Evaluate::evaluate), in the order of the positions.
    fn evaluate_all(&self, game: &G, positions: &[G::Position]) -> Vec<Score> {
        positions.iter().map(|position| self.evaluate(game, position)).collect()
    }

    /// The same, for positions that a search has reached by one move each from the end of `path`:
    /// the positions from its root on. An evaluation that must be told games move by move finds
    /// the moves there.
    fn evaluate_children(
        &self,
        game: &G,
        _path: &[G::Position],
        positions: &[G::Position],
    ) -> Vec<Score> {
        self.evaluate_all(game, positions)
    }

    /// Whether asking is so expensive that many positions should be asked for at once, by
    /// [`evaluate_children`](Evaluate::evaluate_children), even if some of the answers are not
    /// needed.
    fn prefers_batches(&self) -> bool {
        false
    }

    /// Whether it has failed since [`take_failure`](Evaluate::take_failure): its estimates
    /// since then are worthless, and a search with it must stop.
    fn has_failed(&self) -> bool {
        false
    }

    /// Why it has failed, if it has and there is something to report. After that it may be
    /// asked again.
    fn take_failure(&self) -> Option<String> {
        None
    }

    /// Whether symmetric positions have exactly the same value. Networks do not promise it.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// The evaluation as one that explains its values in terms, or `None` where it cannot.
    fn explainer(&self) -> Option<&dyn Explain<G>> {
        None
    }

    /// What each thing in a position that is not finished adds to the estimate for the side to
    /// move: the estimate less that without the thing. These do not add up. `None` where the
    /// evaluation does not explain itself in this way.
    fn removals(&self, _game: &G, _position: &G::Position) -> Option<Vec<Removal>> {
        None
    }

    /// The state of [`IncrementalEval::state`] behind a pointer, so that a search through
    /// `dyn Evaluate` is incremental too; `None` for a stateless evaluation.
    ///
    /// An evaluation that implements [`IncrementalEval`] with a state of its own overrides
    /// this.
    fn dyn_state<'e>(
        &'e self,
        _game: &G,
        _position: &G::Position,
    ) -> Option<Box<dyn EvalState<G> + 'e>> {
        None
    }
}

/// An evaluation that is a sum of terms, and can tell them.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Evaluate, Explain, Notation, Term};
///
/// let (game, start) = TreeGame::read("a:5(1=)").unwrap();
/// let terms = Points.explain(&game, &start);
/// let sum: i32 = terms.iter().map(Term::points).sum();
/// assert_eq!(sum, Points.evaluate(&game, &start).points());
/// # }
/// ```
pub trait Explain<G: Game>: Evaluate<G> {
    /// The terms of the estimate, for the side to move in a position that is not finished.
    /// Their points add up to [`evaluate`](Evaluate::evaluate).
    fn explain(&self, game: &G, position: &G::Position) -> Vec<Term>;
}

/// A game that comes with evaluations.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{DefaultEval, Evaluate, Notation, Score};
///
/// let (game, start) = TreeGame::read("a:5(1=)").unwrap();
/// assert_eq!(game.default_eval().evaluate(&game, &start), Score::estimate(5));
/// assert_eq!(game.evaluators()[0].name(), "points");
/// # }
/// ```
pub trait DefaultEval: MoveOrdering {
    /// The type of the evaluation that lessons use when none is named.
    type Eval: IncrementalEval<Self> + 'static;

    /// The type of the evaluation that the engine uses when none is named. For small games it is
    /// `dyn Evaluate<Self>`, so that the engine is compiled once for all their evaluations.
    type EngineEval: IncrementalEval<Self> + ?Sized + 'static;

    /// The evaluation that is used when none is named, but by the engine: one that explains
    /// itself. Its weights may be known only at run time.
    fn default_eval(&self) -> Arc<Self::Eval>;

    /// The evaluation that the engine uses when none is named: the strongest.
    fn engine_eval(&self) -> Arc<Self::EngineEval>;

    /// What the engine uses instead, where that is stronger with the parameters of the game.
    fn engine_eval_here(&self) -> Option<Arc<dyn Evaluate<Self>>> {
        None
    }

    /// The evaluations to choose from, the default first.
    fn evaluators(&self) -> Vec<Arc<dyn Evaluate<Self>>> {
        vec![self.default_eval()]
    }
}

/// A part of an evaluation: something counted for the side that is asked about
/// and for the other, and what one of it is worth.
///
/// ```
/// use agon_core::Term;
///
/// let term = Term { name: "pawns on height 2", weight: 55, mine: 0, theirs: 1 };
/// assert_eq!(term.points(), -55);
/// ```
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

/// Something in a position, and what the estimate loses without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// What is taken away.
    pub name: String,
    /// How much larger the estimate is with it, in points.
    pub points: i32,
}
