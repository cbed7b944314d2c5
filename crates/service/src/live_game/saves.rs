//! The versions of a game: which are stored, and which requests wait for that.

use crate::protocol::RequestId;
use crate::stored_game::Storage;

/// A request whose reply waits until its change is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unacknowledged {
    version: u64,
    pub(super) client: u64,
    pub(super) re: RequestId,
    pub(super) wants_game: bool,
}

#[derive(Debug)]
pub(super) struct Saves {
    version: u64,
    /// The last stored version.
    saved: u64,
    storage: Storage,
    unacknowledged: Vec<Unacknowledged>,
    is_removed: bool,
}

impl Default for Saves {
    fn default() -> Saves {
        let (storage, unacknowledged) = (Storage::Disk, Vec::new());
        Saves { version: 0, saved: 0, storage, unacknowledged, is_removed: false }
    }
}

impl Saves {
    /// Counts a change. Returns the number of the version.
    pub(super) fn change(&mut self) -> u64 {
        self.version += 1;
        self.version
    }

    /// Counts the change that removes the game.
    pub(super) fn remove(&mut self) -> u64 {
        self.is_removed = true;
        self.change()
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn is_removed(&self) -> bool {
        self.is_removed
    }

    /// Whether the last version is stored.
    pub(super) fn is_saved(&self) -> bool {
        self.saved == self.version
    }

    pub(super) fn is_on_disk(&self) -> bool {
        self.storage == Storage::Disk
    }

    pub(super) fn storage(&self) -> Storage {
        self.storage.clone()
    }

    pub(super) fn set_storage(&mut self, storage: Storage) {
        self.storage = storage;
    }

    /// Makes a request wait until the current version is stored.
    pub(super) fn wait(&mut self, client: u64, re: RequestId, wants_game: bool) {
        let version = self.version;
        self.unacknowledged.push(Unacknowledged { version, client, re, wants_game });
    }

    /// Marks a version as stored. Returns the requests that waited for it.
    pub(super) fn saved(&mut self, version: u64, storage: Storage) -> Vec<Unacknowledged> {
        self.saved = self.saved.max(version);
        self.storage = storage;
        let all = std::mem::take(&mut self.unacknowledged).into_iter();
        let (done, waiting) = all.partition(|it| it.version <= version);
        self.unacknowledged = waiting;
        done
    }

    /// Drops all versions that are not stored. Returns the requests that waited for them.
    pub(super) fn abandon(&mut self) -> Vec<Unacknowledged> {
        self.saved = self.version;
        std::mem::take(&mut self.unacknowledged)
    }
}
