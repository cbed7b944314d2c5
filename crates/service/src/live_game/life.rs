//! The life of a game: when a change of it is stored and acknowledged, who was there, and when it
//! is closed.

use agon_core::Side;

use super::LiveGame;
use super::effect::Effect;
use super::saves::Unacknowledged;
use crate::protocol::{Event, Reply, RequestError};
use crate::refusal::ServiceRefusal;
use crate::seats::{AWAY, Caller};
use crate::stored_game::Storage;

/// How long a game that is not stored waits after its last client has left, in milliseconds.
const UNPLAYED_TIME: u64 = 600_000;

impl LiveGame {
    /// Closes the game if it is stored, or was left long ago. Returns when it will be closed.
    pub(super) fn close_if_left(&mut self) -> Option<u64> {
        self.left_at = match self.watchers.is_empty() {
            true => self.left_at.or(Some(self.now)),
            false => None,
        };
        // A game that is not stored waits for clients that come back.
        let wait = if self.is_kept || self.contest.is_some() { 0 } else { UNPLAYED_TIME };
        let closes_at = self.left_at.map(|left| left + wait);
        if closes_at.is_some_and(|at| self.now >= at) && self.saves.is_saved() {
            self.outbox.push(Effect::Close);
        }
        closes_at
    }

    /// Whether the player of a side has been away so long that the owner may free it. With a clock,
    /// time decides.
    pub(super) fn is_away(&self, side: Side) -> bool {
        let since = self.seen[side.index()];
        self.state.clock_view(self.now).is_none() && self.now >= since + AWAY
    }

    /// Remembers that the players who follow the game are there.
    pub(super) fn see_players(&mut self) {
        let callers = self.watchers.callers();
        for side in Side::BOTH {
            let is_there = callers.iter().any(|caller| self.seats.has_claimed(caller, side));
            if is_there || self.seen[side.index()] == 0 {
                self.seen[side.index()] = self.now;
            }
        }
    }

    /// Stores a game that begins now, unless a record has its date.
    pub(super) fn begin(&mut self) {
        self.state.begin(i64::try_from(self.now).ok());
        self.state.update_clock(self.now);
        self.store();
    }

    /// Counts a change, makes forced passes, and stores the game.
    pub(super) fn changed(&mut self) {
        self.outbox.stop(self.computer.stop());
        self.state.make_forced_passes();
        self.state.update_clock(self.now);
        self.store();
        self.stop_help();
        self.update_analyses();
    }

    /// Counts a change, and stores it unless the game is not stored yet.
    pub(super) fn store(&mut self) {
        let version = self.saves.change();
        let has_begun = || {
            let state = &self.state;
            !state.session().line().is_empty()
                || !state.annotated().is_empty()
                || self.seats.has_guests()
        };
        self.is_kept = self.is_kept || self.seats.is_of_local_user() || has_begun();
        if self.is_kept {
            self.outbox.push(Effect::Save(version, Box::new(self.to_stored())));
        }
    }

    pub(super) fn remove(&mut self) {
        // What was not stored need not be deleted, but the answer comes the same way.
        self.is_kept = true;
        self.outbox.stop(self.computer.stop());
        self.outbox.push(Effect::Delete(self.saves.remove()));
        for Caller { client, .. } in self.watchers.callers() {
            self.outbox.send(client, Event::Removed { game: self.id.clone() });
            self.unwatch(client);
        }
    }

    /// A version is stored: acknowledges its requests, and informs clients.
    pub(super) fn saved(&mut self, version: u64, storage: Storage) {
        if let Storage::Refused { why } = storage {
            return self.abandon(&ServiceRefusal::Storage { why }.into());
        }
        let done = self.saves.saved(version, storage);
        let is_created = done.iter().any(|it| it.wants_game);
        for Unacknowledged { client, re, wants_game, .. } in done {
            let watcher = self.watchers.get(client).filter(|_| wants_game);
            let reply = match watcher.map(|watcher| watcher.caller.clone()) {
                Some(caller) => {
                    self.start_if_due();
                    self.game_reply(&caller)
                }
                None => Ok(Reply::DONE),
            };
            self.outbox.reply(client, re, reply);
        }
        if version == self.saves.version() && !self.saves.is_removed() {
            let was_searching = self.computer.is_searching();
            self.start_if_due();
            if was_searching || !self.computer.is_searching() {
                self.announce();
            }
        }
        // A new game is first shown at its start, then a forced pass is made.
        let ply = self.state.session().ply();
        if is_created && !self.saves.is_removed() {
            self.state.make_forced_passes();
        }
        if self.state.session().ply() != ply {
            self.state.update_clock(self.now);
            self.store();
        }
    }

    /// Drops changes that could not be stored. Clients are informed, and get the stored game when
    /// they open it again.
    fn abandon(&mut self, error: &RequestError) {
        for Unacknowledged { client, re, .. } in self.saves.abandon() {
            self.outbox.reply(client, re, Err(error.clone()));
        }
        for Caller { client, .. } in self.watchers.callers() {
            self.send_problem(client, error.clone());
            self.unwatch(client);
        }
    }
}
