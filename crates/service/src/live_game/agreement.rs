//! What players agree on: resigning, draws, and taking moves back.

use agon_core::{Outcome, Side};

use super::LiveGame;
use crate::ServiceRefusal;
use crate::protocol::{Offer, OfferKind};
use crate::seats::Caller;

impl LiveGame {
    /// Takes a result that does not follow from the rules, as records and storage tell it.
    pub(crate) fn agree_on(&mut self, result: Option<Outcome>) {
        self.agreed = result.filter(|_| self.session.outcome().is_none());
    }

    /// How the game ended: by the rules, or because somebody resigned or both agreed to a draw.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().or(self.agreed)
    }

    /// How the game ended, as a translation key.
    pub(super) fn ending(&self) -> Option<&'static str> {
        match (self.session.outcome(), self.agreed) {
            (None, Some(Outcome::Draw)) => Some("agreed"),
            (None, Some(Outcome::Win(_))) => Some("resigned"),
            _ => self.session.ending(),
        }
    }

    /// The side for which a page speaks: the only one that it moves, or else the one to move.
    fn speaks_for(&self, caller: &Caller) -> Result<Side, ServiceRefusal> {
        let rights = self.seats.rights(caller, self.persons());
        match rights.moves {
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [true, true] => Ok(self.session.to_move()),
            [false, false] => Err(ServiceRefusal::NotPlayer),
        }
    }

    /// Whether another browser plays against this page, so that it must agree.
    pub(super) fn needs_consent(&self, caller: &Caller) -> bool {
        let [one, two] = self.seats.rights(caller, self.persons()).moves;
        one != two && self.persons() == [true, true]
    }

    /// Ends the game with the loss of the page's side.
    pub(super) fn resign(&mut self, caller: &Caller) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        if self.outcome().is_some() {
            return Err(ServiceRefusal::Over);
        }
        self.agreed = Some(Outcome::Win(side.opponent()));
        Ok(())
    }

    /// Offers something to the opponent; whoever plays both sides agrees at once.
    pub(super) fn offer(&mut self, caller: &Caller, what: OfferKind) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        match what {
            OfferKind::Draw if self.outcome().is_some() => return Err(ServiceRefusal::Over),
            OfferKind::Draw if !self.session.can_be_drawn() || self.persons() != [true, true] => {
                return Err(ServiceRefusal::NoDraw);
            }
            OfferKind::Takeback if !self.session.can_undo() => return Err(ServiceRefusal::NoMove),
            _ => (),
        }
        let offer = Offer { what, by: side.into() };
        // Two offers of the same kind agree with each other.
        let is_answer = self.offer.as_ref().is_some_and(|it| it.what == what && it.by != offer.by);
        match is_answer || !self.needs_consent(caller) {
            true => self.agree(what),
            false => self.offer = Some(offer),
        }
        Ok(())
    }

    /// Accepts or declines what the opponent offers; the one who offered may withdraw it.
    pub(super) fn answer_offer(
        &mut self,
        caller: &Caller,
        accept: bool,
    ) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        let offer = self.offer.take().ok_or(ServiceRefusal::NoOffer)?;
        if accept && Side::from(offer.by) == side && self.needs_consent(caller) {
            self.offer = Some(offer);
            return Err(ServiceRefusal::NoOffer);
        }
        if accept {
            self.agree(offer.what);
        }
        Ok(())
    }

    fn agree(&mut self, what: OfferKind) {
        self.offer = None;
        match what {
            OfferKind::Draw => self.agreed = Some(Outcome::Draw),
            OfferKind::Takeback => {
                self.agreed = None;
                self.session.undo();
            }
        }
    }
}
