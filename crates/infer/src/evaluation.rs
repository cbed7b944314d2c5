//! A rule file as an evaluation.

use agon_core::{EvalState, Evaluate, Facts, Feature, IncrementalEval, Observer, Score, Side};

use crate::divided_plan::DividedMemory;
use crate::rules::RuleSet;

/// Rules explain themselves line by line ([`RuleSet::explain`]), not in terms: what a line
/// gives need not be a weight times a count. Nor are they symmetric, since they can name
/// squares.
impl<G: Facts> Evaluate<G> for RuleSet {
    fn name(&self) -> &str {
        RuleSet::name(self)
    }

    fn parameters(&self) -> String {
        self.source.clone()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        RuleSet::evaluate_for(self, game, position, game.to_move(position))
    }

    /// The side that is asked about is `me`, also when the other side is to move: in rules, one
    /// side's gain need not be the other's loss.
    fn evaluate_for(&self, game: &G, position: &G::Position, side: Side) -> Score {
        match game.outcome(position) {
            Some(outcome) => outcome.seen_by(side),
            None => RuleSet::evaluate_for(self, game, position, side),
        }
    }

    fn dyn_state<'e>(
        &'e self,
        game: &G,
        position: &G::Position,
    ) -> Option<Box<dyn EvalState<G> + 'e>> {
        Some(Box::new(self.state(game, position)))
    }
}

impl<G: Facts> IncrementalEval<G> for RuleSet {
    type State<'e> = RuleState<'e, G>;

    fn state<'e>(&'e self, _: &G, _: &G::Position) -> RuleState<'e, G> {
        RuleState { rules: self, memory: Some(self.take_memory()), before: None }
    }
}

/// The state of rules in a search: the memory in which a worker evaluates its positions. It does
/// not follow the moves. Instead, a position is compared with the previously evaluated one, and
/// only the differences are evaluated. In a search these are few, whichever moves were made and
/// undone in between.
pub struct RuleState<'e, G: Facts> {
    rules: &'e RuleSet,
    /// `Some` until the state is dropped.
    memory: Option<DividedMemory>,
    /// The position that was evaluated in this memory before.
    before: Option<G::Position>,
}

impl<G: Facts> Drop for RuleState<'_, G> {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.rules.give_back(memory);
        }
    }
}

impl<G: Facts> Observer for RuleState<'_, G> {
    #[inline]
    fn add(&mut self, _: Feature) {}

    #[inline]
    fn remove(&mut self, _: Feature) {}
}

impl<G: Facts> EvalState<G> for RuleState<'_, G> {
    #[inline]
    fn begin_move(&mut self) {}

    #[inline]
    fn end_move(&mut self, _: &G, _: &G::Position) {}

    #[inline]
    fn undo_move(&mut self) {}

    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        let memory = self.memory.get_or_insert_with(|| self.rules.take_memory());
        let (me, before) = (game.to_move(position), &mut self.before);
        self.rules.evaluate_with(memory, game, (position, before), me)
    }
}
