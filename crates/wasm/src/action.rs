//! What a host wants done.

use agon_service::{JobId, JobKind, StoredGame};
use serde::Serialize;

/// What is to be done after something has happened.
#[derive(Debug, Default, Serialize)]
pub struct Actions {
    /// What is to be done, in this order.
    pub actions: Vec<Action>,
    /// When [`Host::wake`](crate::Host::wake) is to be called, on the clock of
    /// [`Now`](crate::Now); any earlier wish is void.
    pub wake_at: Option<u64>,
}

/// One thing that is to be done.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Send a message to a page.
    Send {
        /// The page.
        client: u64,
        /// The message.
        text: String,
    },
    /// Disconnect a page, which does not read what it is sent.
    Disconnect {
        /// The page.
        client: u64,
    },
    /// Store a game.
    Save {
        /// The number of this version of the game, which is reported when it is stored.
        version: u64,
        /// The game.
        game: Box<StoredGame>,
    },
    /// Delete a stored game.
    Delete {
        /// The number of this version of the game, which is reported when it is deleted.
        version: u64,
        /// The id of the game.
        id: String,
    },
    /// Run a job.
    Start {
        /// The job.
        job: JobId,
        /// What kind of job it is: jobs of different kinds run beside each other.
        kind: JobKind,
        /// The game whose network [`Engine::supply`](crate::Engine::supply) must have been handed
        /// before.
        network: Option<&'static str>,
        /// What [`Engine::run`](crate::Engine::run) is handed.
        text: String,
    },
    /// End a job.
    Stop {
        /// The job.
        job: JobId,
    },
    /// Fetch a file of exercises for [`Host::fetched`](crate::Host::fetched).
    Fetch {
        /// Its path.
        file: String,
    },
    /// Drop what players know of a game, which is closed.
    Forget {
        /// The id of the game.
        game: String,
    },
}
