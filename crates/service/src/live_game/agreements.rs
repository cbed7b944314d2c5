//! Agreements between the players of a game: draws, taking back moves, and the next game.

use agon_core::{Outcome, Side};

use super::LiveGame;
use super::effect::Effect;
use crate::ending::EndingWord;
use crate::protocol::{Offer, OfferKind};
use crate::refusal::ServiceRefusal;
use crate::seats::Caller;
use crate::stored_game::StoredGame;

impl LiveGame {
    /// The side that a client speaks for: the only one that it moves, or else the one to move.
    pub(super) fn speaks_for(&self, caller: &Caller) -> Result<Side, ServiceRefusal> {
        match self.rights(caller).moves {
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [true, true] => Ok(self.state.session().to_move()),
            [false, false] => Err(ServiceRefusal::NotPlayer),
        }
    }

    /// Whether another browser plays against this client, so that it must agree.
    pub(super) fn needs_consent(&self, caller: &Caller) -> bool {
        let [one, two] = self.rights(caller).moves;
        one != two && self.state.persons() == [true, true]
    }

    /// Offers something to the opponent. A client that plays both sides agrees at once.
    pub(super) fn offer(&mut self, caller: &Caller, what: OfferKind) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        let is_over = self.state.outcome().is_some();
        let session = self.state.session();
        match what {
            OfferKind::Draw if is_over => return Err(ServiceRefusal::Over),
            OfferKind::Draw if !session.can_be_drawn() || self.state.persons() != [true; 2] => {
                return Err(ServiceRefusal::NoDraw);
            }
            OfferKind::Help if !self.is_between_people() || !self.needs_consent(caller) => {
                return Err(ServiceRefusal::NoHelp);
            }
            OfferKind::Takeback if !session.can_undo() => return Err(ServiceRefusal::NoMove),
            OfferKind::Rematch | OfferKind::Swap if !is_over => {
                return Err(ServiceRefusal::NotOver);
            }
            _ => (),
        }
        let offer = Offer { what, by: side };
        // Two offers of the same kind agree with each other.
        let is_answer = self.offer.as_ref().is_some_and(|it| it.what == what && it.by != offer.by);
        match is_answer || !self.needs_consent(caller) {
            true => self.agree(what, caller.client),
            false => self.offer = Some(offer),
        }
        Ok(())
    }

    /// Accepts or declines the opponent's offer; the side that offered may withdraw it.
    pub(super) fn answer_offer(
        &mut self,
        caller: &Caller,
        accept: bool,
    ) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        let offer = self.offer.take().ok_or(ServiceRefusal::NoOffer)?;
        if accept && offer.by == side && self.needs_consent(caller) {
            self.offer = Some(offer);
            return Err(ServiceRefusal::NoOffer);
        }
        if accept {
            self.agree(offer.what, caller.client);
        }
        Ok(())
    }

    fn agree(&mut self, what: OfferKind, client: u64) {
        self.offer = None;
        match what {
            OfferKind::Draw => self.state.end(Outcome::Draw, EndingWord::Agreed),
            OfferKind::Takeback => self.state.undo(),
            OfferKind::Help => self.help = Some(self.help.take().unwrap_or_default()),
            OfferKind::Rematch => self.create_next(client, false, None),
            OfferKind::Swap => self.create_next(client, true, None),
        }
    }

    /// Starts the next game, or offers it to the player in another browser.
    pub(super) fn rematch(
        &mut self,
        caller: &Caller,
        swap: bool,
        seats: Option<[String; 2]>,
    ) -> Result<(), ServiceRefusal> {
        if self.state.outcome().is_none() {
            return Err(ServiceRefusal::NotOver);
        }
        if self.needs_consent(caller) {
            let what = if swap { OfferKind::Swap } else { OfferKind::Rematch };
            return self.offer(caller, what);
        }
        if !self.seats.is_player(caller) {
            return Err(ServiceRefusal::NotPlayer);
        }
        self.create_next(caller.client, swap, seats);
        Ok(())
    }

    /// Requests the creation of the next game. The answer is [`GameInput::Next`].
    fn create_next(&mut self, client: u64, swap: bool, seats: Option<[String; 2]>) {
        let mut next = StoredGame {
            running: self.computer.is_running(),
            pace: self.computer.pace(),
            follows: self.follows().map(String::from),
            ..self.seats.store_in(self.state.to_next())
        };
        (next.owner_key, next.former, next.deserted) = Default::default();
        if swap {
            next.seats.reverse();
            next.claims.reverse();
            next.names.reverse();
        }
        next.seats = seats.unwrap_or(next.seats);
        self.outbox.push(Effect::CreateNext(client, swap, Box::new(next)));
    }
}
