//! The state of a network in a search.

use agon_core::{EvalState, Feature, Observer, Score};

use crate::accumulator::AccumulatorStack;
use crate::{Network, NetworkInputs};

/// The state of a network in a search worker: the positions from the root to the current one, and
/// their accumulators as far as they were needed.
///
/// Most positions of a search are never evaluated, or evaluated once. So a move only stores its
/// position, and the estimate of a position without an accumulator is computed from that of its
/// parent in one pass that stores nothing.
pub struct NetworkState<'e, G: NetworkInputs> {
    network: &'e Network<G>,
    /// The positions of the line, and beyond `top` some that are overwritten.
    positions: Vec<G::Position>,
    /// The ply of the current position.
    top: usize,
    /// The last ply with an accumulator; all before it have one too.
    computed: usize,
    accumulators: AccumulatorStack<'e>,
}

impl<'e, G: NetworkInputs> NetworkState<'e, G> {
    pub(crate) fn new(network: &'e Network<G>, game: &G, position: &G::Position) -> Self {
        NetworkState {
            network,
            positions: vec![position.clone()],
            top: 0,
            computed: 0,
            accumulators: network.layers.stack(|view| network.accumulate(game, position, view)),
        }
    }
}

/// Features are not needed: positions are compared where an estimate is wanted, which is
/// cheaper than following every change.
impl<G: NetworkInputs> Observer for NetworkState<'_, G> {
    #[inline(always)]
    fn add(&mut self, _: Feature) {}

    #[inline(always)]
    fn remove(&mut self, _: Feature) {}
}

impl<G: NetworkInputs> EvalState<G> for NetworkState<'_, G> {
    #[inline(always)]
    fn begin_move(&mut self) {}

    #[inline]
    fn end_move(&mut self, _: &G, position: &G::Position) {
        self.top += 1;
        match self.positions.get_mut(self.top) {
            Some(free) => free.clone_from(position),
            None => self.positions.push(position.clone()),
        }
    }

    #[inline]
    fn undo_move(&mut self) {
        self.top = self.top.saturating_sub(1);
        self.computed = self.computed.min(self.top);
    }

    #[inline]
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        let mover = game.to_move(position).index();
        if self.computed == self.top {
            return self.network.score(self.accumulators.output(self.top, mover));
        }
        while self.computed + 1 < self.top {
            let ply = self.computed;
            let rows = game.changed_rows(&self.positions[ply], &self.positions[ply + 1]);
            self.accumulators.update(ply, &rows);
            self.computed += 1;
        }
        let parent = self.top - 1;
        let rows = game.changed_rows(&self.positions[parent], position);
        self.network.score(self.accumulators.output_after(parent, &rows, mover))
    }
}
