//! The clock of a live game: when it runs, and what happens when time is over.

use agon_core::{Outcome, Side};

use super::computer::Computer;
use super::{Effect, EndingWord, LiveGame};

impl LiveGame {
    /// The side whose clock runs now: the person to move, from the second move of that side on,
    /// so that nobody loses time before both have come.
    fn runs(&self, movers: &[Side]) -> Option<Side> {
        let mover = self.session.to_move();
        let is_running = self.outcome().is_none()
            && self.session.player(mover).is_person()
            && movers.contains(&mover);
        is_running.then_some(mover)
    }

    /// Tells the clock what has happened to the game.
    pub(super) fn update_clock(&mut self) {
        if self.clock.is_none() {
            return;
        }
        let mut movers = self.session.movers();
        movers.truncate(self.session.ply());
        let runs = self.runs(&movers);
        if let Some(clock) = &mut self.clock {
            clock.follow(&movers, runs, self.now);
        }
    }

    /// Ends the game if the time of a side is over.
    pub(super) fn check_time(&mut self) {
        let loser = self.clock.as_ref().and_then(|clock| clock.loser(self.now));
        let Some(loser) = loser.filter(|_| self.outcome().is_none() && !self.is_removed) else {
            return;
        };
        self.agreed = Some((Outcome::Win(loser.opponent()), EndingWord::Time));
        self.offer = None;
        self.changed();
    }

    /// Asks to be woken when a computer's pause or the time of a side is over.
    pub(super) fn schedule_wake(&mut self) {
        let pause = match self.computer {
            Computer::Pausing(until) => Some(until),
            _ => None,
        };
        let is_over = self.is_removed || self.outcome().is_some();
        let clock = self.clock.as_ref().filter(|_| !is_over);
        let deadline = clock.and_then(|clock| clock.deadline());
        let next = [pause, deadline].into_iter().flatten().min();
        if next != self.wake_at {
            self.wake_at = next;
            self.effects.extend(next.map(Effect::WakeAt));
        }
    }
}
