//! The network inputs and packed positions of games that have them.

use std::sync::Arc;

use agon_core::{Evaluate, Game, Packing, Side};
use agon_network::{Network, NetworkInputs, NetworkRefusal};

/// The networks and packed positions of a game, without the types of either.
pub trait Trainable<G: Game> {
    fn network_inputs(&self) -> usize;

    /// Calls `visit` for every active network input in the view of a side.
    fn visit_inputs(&self, position: &G::Position, side: Side, visit: &mut dyn FnMut(usize));

    fn read_network(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Arc<dyn Evaluate<G>>, NetworkRefusal>;

    /// The size of a packed position in bytes.
    fn packed_size(&self) -> usize;

    /// Unpacks a position. `None` if the bytes are no position.
    fn unpacked(&self, bytes: &[u8]) -> Option<G::Position>;
}

impl<G: NetworkInputs + Packing> Trainable<G> for G {
    fn network_inputs(&self) -> usize {
        self.input_count()
    }

    fn visit_inputs(&self, position: &G::Position, side: Side, visit: &mut dyn FnMut(usize)) {
        self.for_each_input(position, side, visit);
    }

    fn read_network(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Arc<dyn Evaluate<G>>, NetworkRefusal> {
        Ok(Arc::new(Network::read(self, name, bytes)?))
    }

    fn packed_size(&self) -> usize {
        self.packed_bytes()
    }

    fn unpacked(&self, bytes: &[u8]) -> Option<G::Position> {
        self.unpack(bytes)
    }
}
