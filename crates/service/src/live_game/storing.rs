//! A live game as it is stored, and restored.

use agon_core::{Outcome, Side};

use super::LiveGame;
use crate::clock::Clock;
use crate::protocol::{OutcomeWord, RequestError, RuleFile};
use crate::refusal::ServiceRefusal;
use crate::resources::Resources;
use crate::seats::Seats;
use crate::stored_game::StoredGame;

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
}
