//! Actions that a host requests.

use agon_service::{JobId, JobKind, StoredGame};
use serde::Serialize;

/// The response of a host to an event.
#[derive(Debug, Default, Serialize)]
pub struct Actions {
    /// In order.
    pub actions: Vec<Action>,
    /// When to call [`Host::wake`](crate::Host::wake), on the clock of [`Now`](crate::Now).
    /// Replaces any earlier time.
    pub wake_at: Option<u64>,
}

/// A request to the script that runs the host.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Send a message to a client.
    Send {
        client: u64,
        text: String,
    },
    /// Disconnect a client that does not read its messages.
    Disconnect {
        client: u64,
    },
    /// Store a game.
    Save {
        /// The version to report once the game is stored.
        version: u64,
        game: Box<StoredGame>,
    },
    Delete {
        /// The version to report once the game is deleted.
        version: u64,
        id: String,
    },
    Start {
        job: JobId,
        /// Jobs of different kinds may run at the same time.
        kind: JobKind,
        /// The game whose network [`Engine::supply`](crate::Engine::supply) must get first.
        network: Option<&'static str>,
        /// The argument for [`Engine::run`](crate::Engine::run).
        text: String,
    },
    Stop {
        job: JobId,
    },
    /// Fetch a file of exercises for [`Host::fetched`](crate::Host::fetched).
    Fetch {
        file: String,
    },
    /// Drop the players of a closed game.
    Forget {
        game: String,
    },
}
