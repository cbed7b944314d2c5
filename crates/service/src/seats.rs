//! The seats of a game: its owner, the browsers that have claimed its sides, and what each may do.

use std::sync::Arc;

use agon_core::Side;

use crate::ServiceRefusal;
use crate::protocol::{Claimant, Rights};
use crate::stored_game::StoredGame;

/// The session of the local user, who owns everything.
pub const LOCAL: &str = "local";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The number of its connection.
    pub client: u64,
    /// The session of its browser; [`LOCAL`] on the machine of the server.
    pub session: Arc<str>,
    /// Whether it has presented the key of the owner's link.
    pub has_key: bool,
}

impl Caller {
    fn is_local(&self) -> bool {
        &*self.session == LOCAL
    }

    /// The account of this client's searches: that of its browser. On the local machine, where all
    /// browsers share a session, each client has its own.
    pub fn account(&self) -> Arc<str> {
        match self.is_local() {
            true => format!("{LOCAL} {}", self.client).into(),
            false => Arc::clone(&self.session),
        }
    }
}

/// The owner of a game, and the players of its sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    owner: Option<String>,
    /// The key of the owner's link.
    owner_key: String,
    /// The sessions that have claimed the sides.
    claims: [Option<String>; 2],
    /// The names of the people who play the sides.
    names: [Option<String>; 2],
}

impl Seats {
    /// The seats of a new game: the owner gets the wanted side, or else the first one that a person
    /// plays, and the other one is free.
    pub fn new(
        owner: &Caller,
        owner_key: String,
        persons: [bool; 2],
        wanted: Option<Side>,
    ) -> Seats {
        let session = owner.session.to_string();
        let (claims, names) = ([None, None], [None, None]);
        let mut seats = Seats { owner: Some(session.clone()), owner_key, claims, names };
        if let Some(side) = Seats::own_side(persons, wanted).filter(|_| !owner.is_local()) {
            seats.claims[side.index()] = Some(session);
        }
        seats
    }

    /// The seats of a game without an owner, with the names of its players.
    pub(crate) fn watched(names: [Option<String>; 2]) -> Seats {
        Seats { owner: None, owner_key: String::new(), claims: [None, None], names }
    }

    pub(crate) fn restored(stored: &StoredGame) -> Seats {
        Seats {
            owner: stored.owner.clone(),
            owner_key: stored.owner_key.clone(),
            claims: stored.claims.clone(),
            names: stored.names.clone(),
        }
    }

    /// Adds the seats to a game to be stored.
    pub(crate) fn store_in(&self, game: StoredGame) -> StoredGame {
        let Seats { owner, owner_key, claims, names } = self.clone();
        StoredGame { owner, owner_key, claims, names, ..game }
    }

    /// The side of the creator of a game.
    pub(crate) fn own_side(persons: [bool; 2], wanted: Option<Side>) -> Option<Side> {
        let is_person = |side: &Side| persons[side.index()];
        wanted.filter(is_person).or_else(|| Side::BOTH.into_iter().find(is_person))
    }

    pub(crate) fn is_key(&self, key: &str) -> bool {
        key == self.owner_key
    }

    /// The names of the people who play.
    pub(crate) fn names(&self) -> &[Option<String>; 2] {
        &self.names
    }

    /// Sets the name of the person who plays a side.
    pub(crate) fn set_name(&mut self, side: Side, name: Option<String>) {
        self.names[side.index()] = name;
    }

    pub(crate) fn vacate(&mut self, side: Side) {
        (self.claims[side.index()], self.names[side.index()]) = (None, None);
    }

    /// Reserves a free side for a client, so that no one else may claim it.
    pub(crate) fn reserve(&mut self, caller: &Caller, side: Side) {
        if !caller.is_local() {
            self.claims[side.index()].get_or_insert_with(|| caller.session.to_string());
        }
    }

    pub fn is_owner(&self, caller: &Caller) -> bool {
        caller.is_local()
            || caller.has_key
            || self.owner.as_deref().is_some_and(|owner| owner == &*caller.session)
    }

    /// Whether a client plays a side that was claimed. A client with the owner's link plays the
    /// owner's side, for example on another device.
    fn has_claimed(&self, caller: &Caller, side: Side) -> bool {
        let claim = self.claims[side.index()].as_deref();
        claim.is_some_and(|claim| claim == &*caller.session)
            || claim.is_some() && caller.has_key && claim == self.owner.as_deref()
    }

    pub fn plays_both(&self, caller: &Caller) -> bool {
        Side::BOTH.into_iter().all(|side| self.has_claimed(caller, side))
    }

    /// Whether a client may move a side that a person plays.
    pub fn may_move(&self, caller: &Caller, side: Side) -> bool {
        match &self.claims[side.index()] {
            _ if caller.is_local() => true,
            Some(_) => self.has_claimed(caller, side),
            None => self.is_owner(caller),
        }
    }

    pub fn is_player(&self, caller: &Caller) -> bool {
        self.is_owner(caller) || Side::BOTH.into_iter().any(|side| self.has_claimed(caller, side))
    }

    /// Whether a client may claim a side. `is_person` says whether a person plays it.
    pub fn may_claim(&self, caller: &Caller, side: Side, is_person: bool) -> bool {
        is_person && !caller.is_local() && self.claims[side.index()].is_none()
    }

    pub fn claim(
        &mut self,
        caller: &Caller,
        side: Side,
        is_person: bool,
    ) -> Result<(), ServiceRefusal> {
        if !self.has_claimed(caller, side) {
            if !self.may_claim(caller, side, is_person) {
                return Err(ServiceRefusal::NotFree);
            }
            self.claims[side.index()] = Some(caller.session.to_string());
        }
        Ok(())
    }

    /// Releases a side, which its player and the owner may do.
    pub fn release(&mut self, caller: &Caller, side: Side) -> Result<(), ServiceRefusal> {
        if !self.has_claimed(caller, side) && !self.is_owner(caller) {
            return Err(ServiceRefusal::OtherSide);
        }
        self.vacate(side);
        Ok(())
    }

    /// The side whose view a client gets of an unfinished game with hidden information. `wanted` is
    /// the requested view, `None` for everything. `persons` says which sides people play.
    ///
    /// A side that is not claimed may still be claimed by another browser, so only its player sees
    /// its view; the owner does not see it, neither before nor after the other player has come.
    pub fn viewer(
        &self,
        caller: &Caller,
        wanted: Option<Side>,
        persons: [bool; 2],
    ) -> Result<Option<Side>, ServiceRefusal> {
        if caller.is_local() || persons == [false, false] {
            return Ok(wanted);
        }
        let side = match Side::BOTH.map(|side| self.has_claimed(caller, side)) {
            [true, true] => return Ok(wanted),
            [true, false] => Side::First,
            [false, true] => Side::Second,
            [false, false] => {
                // A client that may claim a free side sees the view of that side. Any other
                // spectator could pass information on to the players.
                let is_free =
                    |side: &Side| persons[side.index()] && self.claims[side.index()].is_none();
                let free = Side::BOTH.into_iter().find(is_free);
                return free.map(Some).ok_or(ServiceRefusal::Hidden);
            }
        };
        // Against a computer the owner may see everything.
        let may_choose = self.is_owner(caller) && !persons[side.opponent().index()];
        Ok(if may_choose { wanted } else { Some(side) })
    }

    /// What a client may do. `persons` says which sides people play.
    pub fn rights(&self, caller: &Caller, persons: [bool; 2]) -> Rights {
        let is_owner = self.is_owner(caller);
        let claimant = |side: Side| {
            self.claims[side.index()].as_ref().map(|_| match self.has_claimed(caller, side) {
                true => Claimant::You,
                false => Claimant::Other,
            })
        };
        Rights {
            owner: is_owner,
            moves: Side::BOTH.map(|side| persons[side.index()] && self.may_move(caller, side)),
            claims: Side::BOTH.map(claimant),
            claimable: Side::BOTH.map(|side| self.may_claim(caller, side, persons[side.index()])),
            key: is_owner.then(|| self.owner_key.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(session: &str) -> Caller {
        Caller { client: 1, session: session.into(), has_key: false }
    }

    const BOTH: [bool; 2] = [true, true];

    #[test]
    fn the_owner_plays_the_first_side_and_the_second_is_free() {
        let (anna, ben, carl) = (caller("anna"), caller("ben"), caller("carl"));
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        assert_eq!(seats.claims, [Some("anna".into()), None]);
        assert!(seats.may_move(&anna, Side::First) && seats.may_move(&anna, Side::Second));
        assert!(!seats.may_move(&ben, Side::First) && !seats.may_move(&ben, Side::Second));
        assert_eq!(seats.claim(&ben, Side::First, true), Err(ServiceRefusal::NotFree));
        assert_eq!(seats.claim(&ben, Side::Second, true), Ok(()));
        assert!(seats.may_move(&ben, Side::Second) && !seats.may_move(&anna, Side::Second));
        assert_eq!(seats.claim(&carl, Side::Second, true), Err(ServiceRefusal::NotFree));
        assert_eq!(seats.release(&carl, Side::Second), Err(ServiceRefusal::OtherSide));
        assert_eq!(seats.release(&anna, Side::Second), Ok(()), "the owner may");
        assert_eq!(seats.claim(&carl, Side::Second, true), Ok(()));
    }

    #[test]
    fn a_side_of_a_computer_cannot_be_claimed() {
        let anna = caller("anna");
        let mut seats = Seats::new(&anna, "key".into(), [false, true], None);
        assert_eq!(seats.claims, [None, Some("anna".into())]);
        let claimed = seats.claim(&caller("ben"), Side::First, false);
        assert_eq!(claimed, Err(ServiceRefusal::NotFree));
    }

    #[test]
    fn everything_belongs_to_the_local_user() {
        let seats = Seats::new(&caller("anna"), "key".into(), BOTH, None);
        let local = caller(LOCAL);
        assert!(seats.is_owner(&local) && seats.may_move(&local, Side::First));
        assert_eq!(seats.viewer(&local, None, BOTH), Ok(None));
        let own = Seats::new(&local, "key".into(), BOTH, None);
        assert_eq!(own.claims, [None, None]);
        assert!(!own.is_owner(&caller("anna")));
    }

    #[test]
    fn whoever_has_the_key_is_an_owner() {
        let seats = Seats::new(&caller("anna"), "key".into(), BOTH, None);
        assert!(!seats.is_owner(&caller("ben")));
        assert!(seats.is_owner(&Caller { has_key: true, ..caller("ben") }));
        assert_eq!(seats.rights(&caller("ben"), BOTH).key, None);
        assert_eq!(seats.rights(&caller("anna"), BOTH).key.as_deref(), Some("key"));
    }

    #[test]
    fn what_is_hidden_is_shown_by_seat() {
        let (anna, ben, carl) = (caller("anna"), caller("ben"), caller("carl"));
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        let mut both = seats.clone();
        both.claim(&anna, Side::Second, true).unwrap();
        assert_eq!(both.viewer(&anna, None, BOTH), Ok(None), "she plays both sides");
        assert_eq!(
            seats.viewer(&anna, None, BOTH),
            Ok(Some(Side::First)),
            "another player may come"
        );
        assert_eq!(seats.viewer(&ben, None, BOTH), Ok(Some(Side::Second)), "it is free");
        seats.claim(&ben, Side::Second, true).unwrap();
        let elsewhere = Caller { has_key: true, ..caller("anna's phone") };
        assert_eq!(seats.viewer(&elsewhere, None, BOTH), Ok(Some(Side::First)), "the owner's link");
        let mut left = seats.clone();
        left.release(&anna, Side::First).unwrap();
        assert_eq!(left.viewer(&anna, None, BOTH), Ok(Some(Side::First)), "no more than before");
        assert_eq!(seats.viewer(&anna, None, BOTH), Ok(Some(Side::First)));
        assert_eq!(seats.viewer(&ben, Some(Side::First), BOTH), Ok(Some(Side::Second)));
        assert_eq!(seats.viewer(&carl, None, BOTH), Err(ServiceRefusal::Hidden));
        let computers = Seats::new(&anna, "key".into(), [false, false], None);
        assert_eq!(computers.viewer(&carl, None, [false, false]), Ok(None));
        let against = Seats::new(&anna, "key".into(), [true, false], None);
        assert_eq!(against.viewer(&anna, None, [true, false]), Ok(None), "against a computer");
        assert_eq!(against.viewer(&carl, None, [true, false]), Err(ServiceRefusal::Hidden));
    }
}
