//! The computers of a game: when they move, and what the one to move does.

use crate::refusal::{ServiceRefusal, check_range};

/// The longest pause between two moves of computers, in milliseconds.
const MAX_PACE: u64 = 5000;

/// The default pause between two moves of computers, in milliseconds.
const DEFAULT_PACE: u64 = 400;

/// What the computer to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    /// It waits until this time.
    Pausing(u64),
    /// Its search is the job with this number.
    Searching(u64),
}

#[derive(Debug)]
pub(super) struct Computer {
    is_running: bool,
    pace: u64,
    state: State,
}

impl Default for Computer {
    fn default() -> Computer {
        Computer { is_running: true, pace: DEFAULT_PACE, state: State::Idle }
    }
}

impl Computer {
    pub(super) fn restored(is_running: bool, pace: u64) -> Computer {
        Computer { is_running, pace, ..Computer::default() }
    }

    /// Whether computers move automatically.
    pub(super) fn is_running(&self) -> bool {
        self.is_running
    }

    /// The pause between two moves of computers, in milliseconds.
    pub(super) fn pace(&self) -> u64 {
        self.pace
    }

    pub(super) fn set_running(
        &mut self,
        is_running: bool,
        pace: Option<u64>,
    ) -> Result<(), ServiceRefusal> {
        let pace = pace.unwrap_or(self.pace);
        check_range("pace", pace as usize, 0, MAX_PACE as usize)?;
        (self.is_running, self.pace) = (is_running, pace);
        Ok(())
    }

    pub(super) fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    pub(super) fn is_searching(&self) -> bool {
        matches!(self.state, State::Searching(_))
    }

    /// Whether its search is the job with this number.
    pub(super) fn is_job(&self, number: u64) -> bool {
        self.state == State::Searching(number)
    }

    pub(super) fn pause_end(&self) -> Option<u64> {
        match self.state {
            State::Pausing(until) => Some(until),
            _ => None,
        }
    }

    pub(super) fn pause(&mut self, now: u64) {
        self.state = State::Pausing(now + self.pace);
    }

    pub(super) fn search(&mut self, number: u64) {
        self.state = State::Searching(number);
    }

    /// Stops it. Returns the number of its job, if it searches.
    pub(super) fn stop(&mut self) -> Option<u64> {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Searching(number) => Some(number),
            _ => None,
        }
    }
}
