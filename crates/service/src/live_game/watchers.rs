//! The clients that follow a game.

use std::collections::BTreeMap;

use agon_core::Side;

use crate::seats::Caller;

#[derive(Clone, Debug)]
pub(super) struct Watcher {
    pub(super) caller: Caller,
    /// The side whose view it wants; `None` for everything.
    pub(super) viewer: Option<Side>,
    /// How many lines of analysis it wants.
    pub(super) lines: usize,
    /// The moves to the position that it looks at; `None` follows the game.
    pub(super) look: Option<Vec<String>>,
}

/// The clients that follow a game, by the number of their connection.
#[derive(Debug, Default)]
pub(super) struct Watchers(BTreeMap<u64, Watcher>);

impl Watchers {
    /// Adds a client, or updates it.
    pub(super) fn add(&mut self, caller: Caller) -> &mut Watcher {
        let new = Watcher { caller: caller.clone(), viewer: None, lines: 0, look: None };
        let watcher = self.0.entry(caller.client).or_insert(new);
        watcher.caller = caller;
        watcher
    }

    /// Removes a client. Returns whether it was there.
    pub(super) fn remove(&mut self, client: u64) -> bool {
        self.0.remove(&client).is_some()
    }

    pub(super) fn get(&self, client: u64) -> Option<&Watcher> {
        self.0.get(&client)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Watcher> {
        self.0.values()
    }

    /// The clients as of their last request.
    pub(super) fn callers(&self) -> Vec<Caller> {
        self.iter().map(|watcher| watcher.caller.clone()).collect()
    }
}
