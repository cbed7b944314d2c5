//! The next game between the same players.

use super::{Effect, LiveGame};
use crate::ServiceRefusal;
use crate::protocol::{NextGame, OfferKind, RequestError};
use crate::seats::Caller;
use crate::stored_game::StoredGame;

impl LiveGame {
    /// Starts the next game, or offers it to the player of another browser.
    pub(super) fn rematch(
        &mut self,
        caller: &Caller,
        swap: bool,
        seats: Option<[String; 2]>,
    ) -> Result<(), RequestError> {
        if self.outcome().is_none() {
            return Err(ServiceRefusal::NotOver.into());
        }
        if self.needs_consent(caller) {
            let what = if swap { OfferKind::Swap } else { OfferKind::Rematch };
            return Ok(self.offer(caller, what)?);
        }
        if !self.seats.is_player(caller) {
            return Err(ServiceRefusal::NotPlayer.into());
        }
        self.create_next(caller.client, swap, seats);
        Ok(())
    }

    /// Wants the next game created; the answer is [`super::GameInput::Next`].
    pub(super) fn create_next(&mut self, client: u64, swap: bool, seats: Option<[String; 2]>) {
        let mut stored = self.to_stored();
        if swap {
            stored.seats.reverse();
            stored.claims.reverse();
            stored.names.reverse();
        }
        if let Some(seats) = seats {
            stored.seats = seats;
        }
        let next = StoredGame {
            id: String::new(),
            owner_key: String::new(),
            line: String::new(),
            ply: 0,
            position: self.start.clone(),
            outcome: None,
            ending: None,
            clock: self.clock.as_ref().map(|clock| clock.fresh().to_text()),
            begun: None,
            next: None,
            ..stored
        };
        self.effects.push(Effect::CreateNext(client, swap, Box::new(next)));
    }

    /// The next game is there: everybody who plays is brought along.
    pub(super) fn has_next(&mut self, game: String, swapped: bool) {
        self.next = Some(NextGame { game, swapped });
        self.store();
    }
}
