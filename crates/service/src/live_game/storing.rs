//! A live game as it is stored and restored, and what follows when it is stored.

use agon_core::{Outcome, Side};

use super::computer::Computer;
use super::{LiveGame, Unacknowledged};
use crate::clock::Clock;
use crate::protocol::{Event, GameReply, OutcomeWord, Reply, RequestError, RuleFile};
use crate::refusal::ServiceRefusal;
use crate::resources::Resources;
use crate::seats::Seats;
use crate::stored_game::{Storage, StoredGame};

impl LiveGame {
    /// A game restored from storage.
    pub fn restored(stored: &StoredGame, resources: Resources) -> Result<LiveGame, RequestError> {
        let unknown = || ServiceRefusal::NoGame { found: stored.game.clone() };
        let entry = agon_arena::find(&stored.game).ok_or_else(unknown)?;
        let session = entry.open(&stored.start)?;
        let seats = Seats {
            owner: stored.owner.clone(),
            owner_key: stored.owner_key.clone(),
            claims: stored.claims.clone(),
            names: stored.names.clone(),
        };
        let mut game = LiveGame::new(stored.id.clone(), entry, session, seats, resources);
        game.session.follow(&stored.line)?;
        game.session.jump(stored.ply);
        let told = stored.outcome.as_deref().and_then(OutcomeWord::of_word);
        game.agree_on(told.map(Outcome::from), stored.ending.as_deref());
        game.clock = stored.clock.as_deref().and_then(Clock::read);
        game.begun = stored.begun;
        game.next = stored.next.as_deref().and_then(|next| serde_json::from_str(next).ok());
        (game.running, game.pace) = (stored.running, stored.pace);
        // Where rules or a player are no longer valid, a person plays the side.
        let files: Vec<(String, String)> = serde_json::from_str(&stored.rules).unwrap_or_default();
        for (name, source) in files {
            let _ = game.load_rules(RuleFile { name, source });
        }
        for (side, player) in Side::BOTH.into_iter().zip(&stored.seats) {
            let _ = game.set_player(side, player);
        }
        Ok(game)
    }

    /// The game as it is stored.
    pub fn to_stored(&self) -> StoredGame {
        let rules: Vec<(&str, &str)> =
            self.rules.iter().map(|file| (file.name.as_str(), file.source.as_str())).collect();
        let session = &self.session;
        let outcome = self.outcome().map(OutcomeWord::from);
        StoredGame {
            id: self.id.clone(),
            game: self.entry.name.into(),
            start: self.start.clone(),
            line: session.line().join(" "),
            ply: session.ply(),
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            rules: serde_json::to_string(&rules).unwrap_or_default(),
            running: self.running,
            pace: self.pace,
            position: session.position(),
            outcome: outcome.map(|outcome| outcome.word().into()),
            changed: 0,
            owner: self.seats.owner.clone(),
            owner_key: self.seats.owner_key.clone(),
            claims: self.seats.claims.clone(),
            names: self.seats.names.clone(),
            ending: self.agreed_ending().map(String::from),
            clock: self.clock.as_ref().map(Clock::to_text),
            begun: self.begun,
            next: self.next.as_ref().and_then(|next| serde_json::to_string(next).ok()),
        }
    }

    /// A version is stored: its requests are acknowledged, and pages are told.
    pub(super) fn saved(&mut self, version: u64, storage: Storage, now: u64) {
        if let Storage::Refused { why } = storage {
            return self.abandon(&ServiceRefusal::Storage { why }.into());
        }
        self.saved = self.saved.max(version);
        self.storage = storage;
        let (done, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.unacknowledged)
            .into_iter()
            .partition(|it| it.version <= version);
        self.unacknowledged = waiting;
        let is_created = done.iter().any(|it| it.wants_game);
        for Unacknowledged { client, re, wants_game, .. } in done {
            let caller = self.watchers.get(&client).map(|watcher| watcher.caller.clone());
            let reply = match caller.filter(|_| wants_game) {
                Some(caller) => {
                    self.start_if_due(now);
                    let view = self.view_for(&caller);
                    view.map(|game| Reply::Game(Box::new(GameReply { game }))).map_err(Into::into)
                }
                None => Ok(Reply::DONE),
            };
            self.reply(client, re, reply);
        }
        if version == self.version && !self.is_removed {
            let was_searching = matches!(self.computer, Computer::Searching(_));
            self.start_if_due(now);
            if was_searching || !matches!(self.computer, Computer::Searching(_)) {
                self.announce();
            }
        }
        // A new game is first shown at its position, then a forced pass is made.
        let ply = self.session.ply();
        if is_created && !self.is_removed {
            self.make_forced_passes();
        }
        if self.session.ply() != ply {
            self.update_clock();
            self.store();
        }
    }

    /// Gives up changes that could not be stored: pages are told, and find the stored game when
    /// they open it again.
    fn abandon(&mut self, error: &RequestError) {
        for Unacknowledged { client, re, .. } in std::mem::take(&mut self.unacknowledged) {
            self.reply(client, re, Err(error.clone()));
        }
        for client in self.watchers.keys().copied().collect::<Vec<u64>>() {
            let (game, error) = (self.id.clone(), error.clone());
            self.send(client, Event::Problem { game, error });
            self.unwatch(client);
        }
        self.saved = self.version;
    }
}
