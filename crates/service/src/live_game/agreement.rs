//! What players agree on: resigning, draws, taking moves back, and the next game.

use agon_core::{Outcome, Side};

use super::LiveGame;
use crate::ServiceRefusal;
use crate::protocol::{Offer, OfferKind};
use crate::seats::Caller;

/// Why a game ended that the rules had not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndingWord {
    Resigned,
    Agreed,
    Time,
}

impl EndingWord {
    /// The word as it is stored, sent and recorded.
    pub(crate) fn word(self) -> &'static str {
        match self {
            EndingWord::Resigned => "resigned",
            EndingWord::Agreed => "agreed",
            EndingWord::Time => "time",
        }
    }

    /// Why a game ended so, by a stored word or the reason of a record.
    fn of(outcome: Outcome, reason: Option<&str>) -> EndingWord {
        // The last is how the records of contests tell it.
        let is_time = |reason: &str| reason == "time" || reason.ends_with(" too long");
        match outcome {
            Outcome::Draw => EndingWord::Agreed,
            Outcome::Win(_) if reason.is_some_and(is_time) => EndingWord::Time,
            Outcome::Win(_) => EndingWord::Resigned,
        }
    }
}

impl LiveGame {
    /// Takes a result that does not follow from the rules, as records and storage tell it.
    pub(crate) fn agree_on(&mut self, result: Option<Outcome>, reason: Option<&str>) {
        let result = result.filter(|_| self.session.outcome().is_none());
        self.agreed = result.map(|outcome| (outcome, EndingWord::of(outcome, reason)));
    }

    /// How the game ended: by the rules, or because somebody resigned, both agreed to a draw, or
    /// time was over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().or(self.agreed.map(|(outcome, _)| outcome))
    }

    /// Why the game ended, if the rules did not decide it.
    pub(super) fn agreed_ending(&self) -> Option<&'static str> {
        let agreed = self.agreed.filter(|_| self.session.outcome().is_none());
        agreed.map(|(_, ending)| ending.word())
    }

    /// How the game ended, as a translation key.
    pub(super) fn ending(&self) -> Option<&'static str> {
        self.agreed_ending().or(self.session.ending())
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
        self.agreed = Some((Outcome::Win(side.opponent()), EndingWord::Resigned));
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
            OfferKind::Rematch | OfferKind::Swap if self.outcome().is_none() => {
                return Err(ServiceRefusal::NotOver);
            }
            _ => (),
        }
        let offer = Offer { what, by: side.into() };
        // Two offers of the same kind agree with each other.
        let is_answer = self.offer.as_ref().is_some_and(|it| it.what == what && it.by != offer.by);
        match is_answer || !self.needs_consent(caller) {
            true => self.agree(what, caller.client),
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
            self.agree(offer.what, caller.client);
        }
        Ok(())
    }

    fn agree(&mut self, what: OfferKind, client: u64) {
        self.offer = None;
        match what {
            OfferKind::Draw => self.agreed = Some((Outcome::Draw, EndingWord::Agreed)),
            OfferKind::Takeback => {
                self.agreed = None;
                self.session.undo();
            }
            OfferKind::Rematch => self.create_next(client, false, None),
            OfferKind::Swap => self.create_next(client, true, None),
        }
    }
}
