//! The seats of a game: its owner, the browsers that have claimed its sides, and what each may do.

use std::sync::Arc;

use agon_core::Side;

use crate::ServiceRefusal;
use crate::protocol::{Claimant, Rights};
use crate::shares::Account;
use crate::stored_game::StoredGame;

/// The session of the local user, who owns everything.
pub const LOCAL: &str = "local";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The number of its connection.
    pub client: u64,
    /// The session of its browser; [`LOCAL`] on the machine of the server.
    pub session: Arc<str>,
    /// The address that it comes from.
    pub address: Arc<str>,
    /// Whether it has presented the key of the owner's link.
    pub has_key: bool,
    /// The invitation by which it was let in, if it has no other right on the server.
    pub invitation: Option<Arc<str>>,
}

impl Caller {
    fn is_local(&self) -> bool {
        &*self.session == LOCAL
    }

    /// A client on the machine of the server, or in a page without one.
    pub fn local(client: u64) -> Caller {
        let (session, address) = (LOCAL.into(), "".into());
        Caller { client, session, address, has_key: false, invitation: None }
    }

    /// The account of this client's requests and searches: that of its browser. On the local
    /// machine, where all browsers share a session, each client has its own.
    pub fn account(&self) -> Account {
        let session = match self.is_local() {
            true => format!("{LOCAL} {}", self.client).into(),
            false => Arc::clone(&self.session),
        };
        Account { address: Arc::clone(&self.address), session }
    }
}

/// How long a player must be away before the owner may free the side, in milliseconds.
pub(crate) const AWAY: u64 = 3_600_000;

/// How long an invitation is valid, in milliseconds.
pub const INVITATION_TIME: u64 = 24 * 3_600_000;

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
    /// The sessions that have last given up the sides. What they have seen stays theirs: of an
    /// unfinished game with hidden information nobody else sees or takes such a side.
    former: [Option<String>; 2],
    /// The sides that the owner has freed because their players were away.
    deserted: [bool; 2],
    /// The secret of the invitation, and when it was made, in milliseconds since 1970.
    invitation: Option<(String, u64)>,
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
        let mut seats =
            Seats { owner: Some(session.clone()), owner_key, ..Seats::watched([None, None]) };
        if let Some(side) = Seats::own_side(persons, wanted).filter(|_| !owner.is_local()) {
            seats.claims[side.index()] = Some(session);
        }
        seats
    }

    /// The seats of a game without an owner, with the names of its players.
    pub(crate) fn watched(names: [Option<String>; 2]) -> Seats {
        Seats {
            owner: None,
            owner_key: String::new(),
            claims: [None, None],
            names,
            former: [None, None],
            deserted: [false; 2],
            invitation: None,
        }
    }

    pub fn restored(stored: &StoredGame) -> Seats {
        Seats {
            owner: stored.owner.clone(),
            owner_key: stored.owner_key.clone(),
            claims: stored.claims.clone(),
            names: stored.names.clone(),
            former: stored.former.clone(),
            deserted: stored.deserted,
            invitation: stored.invitation.clone().zip(stored.invited.map(|at| at as u64)),
        }
    }

    /// Adds the seats to a game to be stored.
    pub(crate) fn store_in(&self, game: StoredGame) -> StoredGame {
        let Seats { owner, owner_key, claims, names, former, deserted, invitation } = self.clone();
        let (invitation, invited) = invitation.map(|(key, at)| (key, at as i64)).unzip();
        StoredGame {
            owner,
            owner_key,
            claims,
            names,
            former,
            deserted,
            invitation,
            invited,
            ..game
        }
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

    /// Frees a side. What its player has seen stays hidden from others.
    fn vacate(&mut self, side: Side) {
        let claim = self.claims[side.index()].take();
        self.names[side.index()] = None;
        self.former[side.index()] = claim.or(self.former[side.index()].take());
    }

    /// Gives a side to a computer. A side that another browser plays cannot be given away.
    pub(crate) fn replace_person(
        &mut self,
        caller: &Caller,
        side: Side,
    ) -> Result<(), ServiceRefusal> {
        if self.is_others(caller, side) {
            return Err(ServiceRefusal::OtherSide);
        }
        self.vacate(side);
        Ok(())
    }

    /// Whether another browser has played a side and given it up.
    fn was_others(&self, caller: &Caller, side: Side) -> bool {
        let former = self.former[side.index()].as_deref();
        former.is_some_and(|former| {
            former != &*caller.session && !(caller.has_key && self.owner.as_deref() == Some(former))
        })
    }

    /// Makes an invitation with this secret, or returns the one that there is.
    pub(crate) fn invite(&mut self, secret: String, now: u64) {
        if self.invitation.as_ref().is_none_or(|(_, at)| now >= at + INVITATION_TIME) {
            self.invitation = Some((secret, now));
        }
    }

    /// Ends the invitation. Those who play already go on.
    pub(crate) fn revoke(&mut self) {
        self.invitation = None;
    }

    /// Whether a client may see the game at all: a guest needs its invitation, or plays it.
    pub fn admits(&self, caller: &Caller, now: u64) -> bool {
        let Some(given) = &caller.invitation else { return true };
        let is_invited =
            |(secret, at): &(String, u64)| **secret == **given && now < at + INVITATION_TIME;
        self.invitation.as_ref().is_some_and(is_invited)
            || Side::BOTH.into_iter().any(|side| self.has_claimed(caller, side))
    }

    /// Whether it belongs to the user of this machine.
    pub(crate) fn is_of_local_user(&self) -> bool {
        self.owner.as_deref() == Some(LOCAL)
    }

    /// Whether different browsers have played the sides last. A side that was given up is still its
    /// former player's, who may come back.
    pub(crate) fn are_two_browsers(&self) -> bool {
        let [one, two] =
            [0, 1].map(|side| self.claims[side].as_ref().or(self.former[side].as_ref()));
        one.is_some() && two.is_some() && one != two
    }

    /// Whether a client plays neither side.
    pub(crate) fn is_spectator(&self, caller: &Caller) -> bool {
        !caller.is_local() && !Side::BOTH.into_iter().any(|side| self.has_claimed(caller, side))
    }

    /// Whether another browser has claimed a side.
    pub(crate) fn is_others(&self, caller: &Caller, side: Side) -> bool {
        self.claims[side.index()].is_some() && !self.has_claimed(caller, side)
    }

    /// Whether somebody was invited, or has come.
    pub(crate) fn has_guests(&self) -> bool {
        let owner = self.owner.as_deref();
        let is_other = |claim: &Option<String>| claim.is_some() && claim.as_deref() != owner;
        self.invitation.is_some() || self.claims.iter().chain(&self.former).any(is_other)
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
    pub(crate) fn has_claimed(&self, caller: &Caller, side: Side) -> bool {
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

    /// Whether a client may claim a side. `is_person` says whether a person plays it, and
    /// `is_hidden` whether the game has hidden information now.
    pub fn may_claim(&self, caller: &Caller, side: Side, is_person: bool, is_hidden: bool) -> bool {
        is_person
            && !caller.is_local()
            && self.claims[side.index()].is_none()
            && !(is_hidden && self.was_others(caller, side))
    }

    pub fn claim(
        &mut self,
        caller: &Caller,
        side: Side,
        is_person: bool,
        is_hidden: bool,
    ) -> Result<(), ServiceRefusal> {
        if !self.has_claimed(caller, side) {
            if !self.may_claim(caller, side, is_person, is_hidden) {
                return Err(ServiceRefusal::NotFree);
            }
            self.claims[side.index()] = Some(caller.session.to_string());
        }
        Ok(())
    }

    /// Releases a side, which its player may do, and the owner if the player `is_away`. Then the
    /// game is marked.
    pub fn release(
        &mut self,
        caller: &Caller,
        side: Side,
        is_away: bool,
    ) -> Result<(), ServiceRefusal> {
        if !self.has_claimed(caller, side) {
            if !self.is_owner(caller) {
                return Err(ServiceRefusal::OtherSide);
            }
            if self.claims[side.index()].is_some() && !is_away {
                return Err(ServiceRefusal::NotAway { minutes: AWAY / 60_000 });
            }
            self.deserted[side.index()] |= self.claims[side.index()].is_some();
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
        let was_others = Side::BOTH.map(|side| self.was_others(caller, side));
        if caller.is_local() || persons == [false, false] && was_others == [false, false] {
            return Ok(wanted);
        }
        let side = match Side::BOTH.map(|side| self.has_claimed(caller, side)) {
            [true, true] => return Ok(wanted),
            [true, false] => Side::First,
            [false, true] => Side::Second,
            [false, false] => {
                // A client that may claim a free side sees the view of that side. Any other
                // spectator could pass information on to the players.
                let is_free = |side: &Side| {
                    let place = side.index();
                    persons[place] && self.claims[place].is_none() && !was_others[place]
                };
                let free = Side::BOTH.into_iter().find(is_free);
                return free.map(Some).ok_or(ServiceRefusal::Hidden);
            }
        };
        // Against a computer the owner may see everything.
        let other = side.opponent().index();
        let may_choose = self.is_owner(caller) && !persons[other] && !was_others[other];
        Ok(if may_choose { wanted } else { Some(side) })
    }

    /// What a client may do. `persons` says which sides people play, and `is_hidden` whether the
    /// game has hidden information now.
    pub fn rights(&self, caller: &Caller, persons: [bool; 2], is_hidden: bool) -> Rights {
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
            claimable: Side::BOTH
                .map(|side| self.may_claim(caller, side, persons[side.index()], is_hidden)),
            deserted: self.deserted,
            key: is_owner.then(|| self.owner_key.clone()),
            invitation: self.invitation.as_ref().filter(|_| is_owner).map(|(key, _)| key.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(session: &str) -> Caller {
        Caller { session: session.into(), ..Caller::local(1) }
    }

    const BOTH: [bool; 2] = [true, true];

    #[test]
    fn the_owner_plays_the_first_side_and_the_second_is_free() {
        let (anna, ben, carl) = (caller("anna"), caller("ben"), caller("carl"));
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        assert_eq!(seats.claims, [Some("anna".into()), None]);
        assert!(seats.may_move(&anna, Side::First) && seats.may_move(&anna, Side::Second));
        assert!(!seats.may_move(&ben, Side::First) && !seats.may_move(&ben, Side::Second));
        assert_eq!(seats.claim(&ben, Side::First, true, false), Err(ServiceRefusal::NotFree));
        assert_eq!(seats.claim(&ben, Side::Second, true, false), Ok(()));
        assert!(seats.may_move(&ben, Side::Second) && !seats.may_move(&anna, Side::Second));
        assert_eq!(seats.claim(&carl, Side::Second, true, false), Err(ServiceRefusal::NotFree));
        assert_eq!(seats.release(&carl, Side::Second, true), Err(ServiceRefusal::OtherSide));
        let not_away = ServiceRefusal::NotAway { minutes: 60 };
        assert_eq!(seats.release(&anna, Side::Second, false), Err(not_away));
        assert_eq!(seats.replace_person(&anna, Side::Second), Err(ServiceRefusal::OtherSide));
        assert_eq!(seats.rights(&anna, BOTH, false).deserted, [false, false]);
        assert_eq!(seats.release(&anna, Side::Second, true), Ok(()), "the owner may");
        assert_eq!(seats.rights(&carl, BOTH, false).deserted, [false, true], "and all see it");
        assert_eq!(seats.claim(&carl, Side::Second, true, false), Ok(()));
    }

    #[test]
    fn a_side_of_a_computer_cannot_be_claimed() {
        let anna = caller("anna");
        let mut seats = Seats::new(&anna, "key".into(), [false, true], None);
        assert_eq!(seats.claims, [None, Some("anna".into())]);
        let claimed = seats.claim(&caller("ben"), Side::First, false, false);
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
        assert_eq!(seats.rights(&caller("ben"), BOTH, false).key, None);
        assert_eq!(seats.rights(&caller("anna"), BOTH, false).key.as_deref(), Some("key"));
    }

    #[test]
    fn what_is_hidden_is_shown_by_seat() {
        let (anna, ben, carl) = (caller("anna"), caller("ben"), caller("carl"));
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        let mut both = seats.clone();
        both.claim(&anna, Side::Second, true, true).unwrap();
        assert_eq!(both.viewer(&anna, None, BOTH), Ok(None), "she plays both sides");
        assert_eq!(
            seats.viewer(&anna, None, BOTH),
            Ok(Some(Side::First)),
            "another player may come"
        );
        assert_eq!(seats.viewer(&ben, None, BOTH), Ok(Some(Side::Second)), "it is free");
        seats.claim(&ben, Side::Second, true, true).unwrap();
        let elsewhere = Caller { has_key: true, ..caller("anna's phone") };
        assert_eq!(seats.viewer(&elsewhere, None, BOTH), Ok(Some(Side::First)), "the owner's link");
        let mut left = seats.clone();
        left.release(&anna, Side::First, false).unwrap();
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

    #[test]
    fn a_side_that_a_person_gave_up_is_shown_to_nobody_else() {
        let (anna, ben, second) = (caller("anna"), caller("ben"), caller("anna's second browser"));
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        assert_eq!(seats.viewer(&second, None, BOTH), Ok(Some(Side::Second)), "nobody has seen it");
        seats.claim(&ben, Side::Second, true, true).unwrap();
        assert_eq!(seats.viewer(&second, None, BOTH), Err(ServiceRefusal::Hidden));
        for is_by_owner in [false, true] {
            let mut freed = seats.clone();
            let by = if is_by_owner { &anna } else { &ben };
            freed.release(by, Side::Second, true).unwrap();
            assert_eq!(freed.viewer(&second, None, BOTH), Err(ServiceRefusal::Hidden));
            let claimed = freed.claim(&second, Side::Second, true, true);
            assert_eq!(claimed, Err(ServiceRefusal::NotFree));
            assert!(!freed.rights(&second, BOTH, true).claimable[1]);
            for persons in [BOTH, [true, false]] {
                let view = freed.viewer(&anna, None, persons);
                assert_eq!(view, Ok(Some(Side::First)), "also beside a computer");
            }
            let computers = freed.viewer(&second, None, [false, false]);
            assert_eq!(computers, Err(ServiceRefusal::Hidden));
            assert_eq!(freed.viewer(&ben, None, BOTH), Ok(Some(Side::Second)));
            assert_eq!(freed.claim(&ben, Side::Second, true, true), Ok(()), "he comes back");
            let mut open = seats.clone();
            open.release(by, Side::Second, true).unwrap();
            assert_eq!(open.claim(&second, Side::Second, true, false), Ok(()), "nothing is hidden");
        }
    }

    #[test]
    fn an_invitation_lets_guests_in_until_it_is_revoked_or_too_old() {
        let anna = caller("anna");
        let guest = |session: &str, secret: &str| Caller {
            invitation: Some(secret.into()),
            ..caller(session)
        };
        let mut seats = Seats::new(&anna, "key".into(), BOTH, None);
        let (ben, carl) = (guest("ben", "secret"), guest("carl", "secret"));
        assert!(seats.admits(&anna, 0) && !seats.admits(&ben, 0), "nobody is invited");
        seats.invite("secret".into(), 1000);
        seats.invite("another".into(), 2000);
        assert!(seats.admits(&ben, 3000) && !seats.admits(&guest("ben", "another"), 3000));
        assert_eq!(seats.rights(&anna, BOTH, false).invitation.as_deref(), Some("secret"));
        assert_eq!(seats.rights(&ben, BOTH, false).invitation, None);
        seats.claim(&ben, Side::Second, true, false).unwrap();
        assert!(!seats.admits(&carl, 1000 + INVITATION_TIME));
        assert!(seats.admits(&ben, 1000 + INVITATION_TIME), "he plays");
        seats.revoke();
        assert!(!seats.admits(&carl, 3000) && seats.admits(&ben, 3000));
    }
}
