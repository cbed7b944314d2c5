//! The network that a game comes with: built into the program, or supplied when it is needed.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::file::{NetworkFile, NetworkRefusal};
use crate::{Network, NetworkInputs};

/// The name of the network that a game comes with.
const NAME: &str = "network";

/// The network that a game comes with. A program has it built in. The page without a server fetches
/// it before the first search; until then a blind network takes its place and its name.
pub struct NetworkSlot<G> {
    built_in: Option<&'static [u8]>,
    network: OnceLock<Arc<Network<G>>>,
    blind: OnceLock<Arc<Network<G>>>,
}

impl<G: NetworkInputs> NetworkSlot<G> {
    /// The slot of a network that is built in, or will be supplied.
    pub const fn new(built_in: Option<&'static [u8]>) -> NetworkSlot<G> {
        NetworkSlot { built_in, network: OnceLock::new(), blind: OnceLock::new() }
    }

    /// The network, which is read when it is first used. While it is missing, a network that rates
    /// all positions equal.
    ///
    /// # Panics
    /// If the network that is built in does not fit the game.
    pub fn get(&self, game: &G) -> Arc<Network<G>> {
        let network = match (self.network.get(), self.built_in) {
            (Some(network), _) => network,
            (None, Some(bytes)) => self.network.get_or_init(|| read(game, bytes)),
            (None, None) => self
                .blind
                .get_or_init(|| fitting(Network::new(game, NAME, NetworkFile::blind(game)))),
        };
        Arc::clone(network)
    }
}

fn read<G: NetworkInputs>(game: &G, bytes: &[u8]) -> Arc<Network<G>> {
    fitting(Network::read(game, NAME, bytes))
}

/// A network that is part of the program.
fn fitting<G>(network: Result<Network<G>, NetworkRefusal>) -> Arc<Network<G>> {
    Arc::new(network.unwrap_or_else(|refusal| panic!("the network that is built in: {refusal}")))
}

/// A slot whose game is not known by its type.
pub trait AnyNetworkSlot: fmt::Debug + Sync {
    /// Whether searches must wait for the network.
    fn is_missing(&self) -> bool;

    /// Supplies the file of the network. Ignored if the network is already there.
    fn supply(&self, bytes: &[u8]) -> Result<(), NetworkRefusal>;
}

impl<G: NetworkInputs> AnyNetworkSlot for NetworkSlot<G> {
    fn is_missing(&self) -> bool {
        self.built_in.is_none() && self.network.get().is_none()
    }

    fn supply(&self, bytes: &[u8]) -> Result<(), NetworkRefusal> {
        let network = Network::read(&G::default(), NAME, bytes)?;
        // The first network stays, because searches may be using it.
        let _ = self.network.set(Arc::new(network));
        Ok(())
    }
}

impl<G: NetworkInputs> fmt::Debug for NetworkSlot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkSlot").field("is_missing", &self.is_missing()).finish()
    }
}
