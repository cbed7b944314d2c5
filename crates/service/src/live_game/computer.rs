//! Moves of computers: when one is due, its search, and playing what it chose.

use agon_arena::{ChosenMove, PlayerSpec};
use agon_core::Side;

use super::{Effect, LiveGame};
use crate::ServiceRefusal;
use crate::job::{Job, Work};
use crate::protocol::{Event, RequestError};
use crate::snapshot::Snapshot;

/// What the computer whose turn it is does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Computer {
    Idle,
    /// It waits until this time.
    Pausing(u64),
    /// Its search is the job of this number.
    Searching(u64),
}

impl LiveGame {
    /// Whether a computer is searching.
    pub(super) fn is_searching(&self) -> bool {
        matches!(self.computer, Computer::Searching(_))
    }

    /// Starts the computer whose turn it is, if computers move without being asked, all moves
    /// of the line are made, and somebody watches.
    pub(super) fn start_if_due(&mut self, now: u64) {
        let is_due = self.running && self.is_at_end() && self.waits_for_computer();
        if !is_due || self.watchers.is_empty() || self.computer != Computer::Idle {
            return;
        }
        let no_person = Side::BOTH.iter().all(|&side| !self.session.player(side).is_person());
        if no_person && self.pace > 0 {
            self.computer = Computer::Pausing(now + self.pace);
        } else {
            self.search();
        }
    }

    /// Starts the search of the computer whose turn it is.
    pub(super) fn search(&mut self) {
        let Some(watcher) = self.watchers.values().next() else { return };
        let caller = watcher.caller.clone();
        let job = self.job_at(Work::Move, self.snapshot());
        let threads = job.threads(self.session.to_move());
        self.last_job += 1;
        self.computer = Computer::Searching(self.last_job);
        self.effects.push(Effect::Start(self.last_job, caller, Box::new(job), threads));
        self.announce();
    }

    /// A job in a position.
    pub(super) fn job_at(&self, work: Work, snapshot: Snapshot) -> Job {
        let bytes = Job::bytes(&work, &*self.session);
        Job { work, snapshot, bytes }
    }

    /// Stops the computer, whose move is not wanted any more.
    pub(super) fn stop_computer(&mut self) {
        if let Computer::Searching(number) = self.computer {
            self.effects.push(Effect::Stop(number));
        }
        self.computer = Computer::Idle;
    }

    /// Plays the move that a computer chose. A person takes over from one that failed.
    pub(super) fn play_choice(&mut self, chosen: Result<Option<ChosenMove>, RequestError>) {
        self.computer = Computer::Idle;
        let (ply, mover) = (self.session.ply(), self.session.to_move());
        let played = chosen.and_then(|thought| {
            let thought = thought.ok_or(ServiceRefusal::Failed)?;
            self.session.play(&thought.mv)?;
            Ok(thought)
        });
        match played {
            Ok(thought) => self.thought = Some((ply, mover, thought)),
            Err(error) => {
                let _ = self.session.set_player(mover, PlayerSpec::Person);
                for client in self.watchers.keys().copied().collect::<Vec<u64>>() {
                    let (game, error) = (self.id.clone(), error.clone());
                    self.send(client, Event::Problem { game, error });
                }
            }
        }
        self.changed();
    }

    /// Passes for a person who has no other move.
    pub(super) fn make_forced_passes(&mut self) {
        while self.is_at_end()
            && self.outcome().is_none()
            && self.session.player(self.session.to_move()).is_person()
            && self.session.must_pass()
            && let Some(pass) = self.session.moves().pop()
        {
            // The only legal move cannot be refused.
            let _ = self.session.play(&pass.text);
        }
    }

    /// Whether a computer is to move here.
    pub(super) fn waits_for_computer(&self) -> bool {
        self.outcome().is_none() && !self.session.player(self.session.to_move()).is_person()
    }

    /// Whether all moves of the line are made.
    fn is_at_end(&self) -> bool {
        self.session.ply() == self.session.line().len()
    }
}
