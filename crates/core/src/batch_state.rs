//! The state of an evaluation that is asked about many positions at once.

use crate::{EvalState, Evaluate, Feature, Game, Observer, Score};

/// The state of a stateless evaluation that prefers batches: all children of a position are
/// evaluated together when they are expected, and their estimates kept until others are.
pub struct BatchState<'e, G: Game> {
    evaluation: &'e dyn Evaluate<G>,
    /// The positions from the root to the current one.
    path: Vec<G::Position>,
    /// The position whose children were expected last: a search may come back to it at once,
    /// with another window.
    parent: Option<G::Position>,
    positions: Vec<G::Position>,
    scores: Vec<Score>,
    /// Where the next position probably is: searches ask in the order of the moves.
    next: usize,
}

impl<'e, G: Game> BatchState<'e, G> {
    /// A state at the root, which expects nothing yet.
    pub fn new(evaluation: &'e dyn Evaluate<G>, root: &G::Position) -> BatchState<'e, G> {
        let (positions, scores) = (Vec::new(), Vec::new());
        BatchState {
            evaluation,
            path: vec![root.clone()],
            parent: None,
            positions,
            scores,
            next: 0,
        }
    }

    /// The estimate of a position, if it was expected.
    fn expected(&mut self, position: &G::Position) -> Option<Score> {
        let (before, after) = self.positions.split_at(self.next.min(self.positions.len()));
        let found = after.iter().position(|other| other == position);
        let found = found.map(|index| before.len() + index);
        let found = found.or_else(|| before.iter().position(|other| other == position))?;
        self.next = found + 1;
        self.scores.get(found).copied()
    }
}

impl<G: Game> Observer for BatchState<'_, G> {
    fn add(&mut self, _: Feature) {}

    fn remove(&mut self, _: Feature) {}
}

impl<G: Game> EvalState<G> for BatchState<'_, G> {
    fn begin_move(&mut self) {}

    fn end_move(&mut self, _: &G, position: &G::Position) {
        self.path.push(position.clone());
    }

    fn undo_move(&mut self) {
        self.path.pop();
    }

    fn expect_children(&mut self, game: &G, position: &G::Position) {
        self.next = 0;
        if self.parent.as_ref() == Some(position) {
            return;
        }
        self.parent = Some(position.clone());
        let positions = &mut self.positions;
        positions.clear();
        game.for_each_move(position, |mv| {
            let child = game.after(position, mv);
            if game.outcome(&child).is_none() {
                positions.push(child);
            }
        });
        self.scores = self.evaluation.evaluate_children(game, &self.path, &self.positions);
    }

    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        match self.expected(position) {
            Some(score) => score,
            None => {
                let (_, path) = self.path.split_last().unwrap_or((position, &[]));
                let position = std::slice::from_ref(position);
                let scores = self.evaluation.evaluate_children(game, path, position);
                scores.first().copied().unwrap_or(Score::DRAW)
            }
        }
    }
}
