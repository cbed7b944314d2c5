//! Fair play: while two people play, nobody is helped by a computer unless both agree; and who is
//! there.

use std::collections::BTreeSet;

use agon_core::Side;

use super::LiveGame;
use crate::protocol::{Event, Help, HelpAsked, HelpState, Presence};
use crate::refusal::ServiceRefusal;
use crate::seats::Caller;

/// The most requests for help that a game remembers, the latest.
const MAX_ASKED: usize = 100;

impl LiveGame {
    /// Whether two people in different browsers play now.
    pub(super) fn is_between_people(&self) -> bool {
        self.state.outcome().is_none()
            && self.state.persons() == [true; 2]
            && self.seats.are_two_browsers()
    }

    /// Whether a client may be sent evaluations.
    pub(super) fn may_be_helped(&self, caller: &Caller) -> bool {
        !self.is_between_people() || self.help.is_some() && !self.seats.is_spectator(caller)
    }

    /// Remembers that a player of a game between people asks for help, or refuses it.
    pub(super) fn ask_help(&mut self, caller: &Caller, what: &str) -> Result<(), ServiceRefusal> {
        let claimed = |side: &Side| self.seats.has_claimed(caller, *side);
        let by = Side::BOTH.into_iter().find(claimed).ok_or(ServiceRefusal::FairPlay)?;
        let asked = HelpAsked { by, what: what.into(), ply: self.state.session().ply() };
        let known = self.help.as_mut().ok_or(ServiceRefusal::FairPlay)?;
        if !known.contains(&asked) {
            known.push(asked);
            known.drain(..known.len().saturating_sub(MAX_ASKED));
            self.store();
        }
        Ok(())
    }

    /// Stops the searches whose results would help somebody in a game between people.
    pub(super) fn stop_help(&mut self) {
        for caller in self.watchers.callers() {
            if !self.may_be_helped(&caller) {
                self.stop_awaited(caller.client, |_| true);
            }
        }
    }

    pub(super) fn help_view(&self) -> Help {
        let state = match &self.help {
            _ if !self.is_between_people() => HelpState::Open,
            Some(_) => HelpState::Agreed,
            None => HelpState::Refused,
        };
        Help { state, asked: self.help.clone().unwrap_or_default() }
    }

    pub(super) fn presence(&self) -> Presence {
        let callers = || self.watchers.iter().map(|watcher| &watcher.caller);
        let is_there = |side| callers().any(|caller| self.seats.has_claimed(caller, side));
        let spectators = callers().filter(|caller| self.seats.is_spectator(caller));
        let sessions: BTreeSet<_> = spectators.map(|caller| &caller.session).collect();
        Presence { players: Side::BOTH.map(is_there), spectators: sessions.len() }
    }

    /// Tells the clients who is there, if that has changed.
    pub(super) fn announce_presence(&mut self) {
        let presence = self.presence();
        if presence == self.presence {
            return;
        }
        self.presence = presence;
        for caller in self.watchers.callers() {
            self.outbox.send(caller.client, Event::Presence { game: self.id.clone(), presence });
        }
    }
}
