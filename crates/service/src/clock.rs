//! The clock of a game, from numbers alone: the time control, and what each side has left.

use agon_core::Side;
use serde::{Deserialize, Serialize};

use crate::protocol::{ClockView, SideName, TimeControl};
use crate::refusal::{ServiceRefusal, check_range};

/// The shortest and the longest initial time, and time for a move, in milliseconds.
const INITIAL: (u64, u64) = (1000, 24 * HOUR);
const PER_MOVE: (u64, u64) = (1000, 14 * 24 * HOUR);
/// The longest increment.
const INCREMENT: u64 = HOUR / 6;
const HOUR: u64 = 3_600_000;

/// The clock of a game. Times are in milliseconds, points of time since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    /// What each side had left when the clock that runs was started.
    left: [u64; 2],
    /// The side whose clock runs, and since when.
    running: Option<(SideName, u64)>,
    /// What both sides had left when each ply was reached; the last is the present one.
    history: Vec<[u64; 2]>,
}

impl TimeControl {
    /// Refuses times that are out of range.
    pub(crate) fn check(self) -> Result<(), ServiceRefusal> {
        let check = |what: &str, time: u64, (least, most): (u64, u64)| {
            let [time, least, most] =
                [time, least, most].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
            check_range(what, time, least, most)
        };
        match self {
            TimeControl::Fischer { initial, increment } => {
                check("initial", initial, INITIAL)?;
                check("increment", increment, (0, INCREMENT))
            }
            TimeControl::Move { time } => check("time", time, PER_MOVE),
        }
    }

    /// What a side has at the start.
    fn initial(self) -> u64 {
        match self {
            TimeControl::Fischer { initial, .. } => initial,
            TimeControl::Move { time } => time,
        }
    }
}

impl Clock {
    /// The clock of a game of which this many plies are made. It does not run yet.
    pub fn new(control: TimeControl, plies: usize) -> Clock {
        let left = [control.initial(); 2];
        Clock { control, left, running: None, history: vec![left; plies + 1] }
    }

    /// The clock of a text of [`Clock::to_text`].
    pub fn read(text: &str) -> Option<Clock> {
        serde_json::from_str(text).ok()
    }

    /// The clock as text.
    pub fn to_text(&self) -> String {
        // Plain numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The same time control for another game.
    pub fn fresh(&self) -> Clock {
        Clock::new(self.control, 0)
    }

    /// When the time of the side whose clock runs is over.
    pub fn deadline(&self) -> Option<u64> {
        let (side, since) = self.running?;
        Some(since.saturating_add(self.left[Side::from(side).index()]))
    }

    /// The side whose time is over.
    pub fn loser(&self, now: u64) -> Option<Side> {
        let (side, _) = self.running?;
        self.deadline().filter(|&deadline| now >= deadline).map(|_| side.into())
    }

    /// Follows the game: `movers` made its moves so far, and the clock of `runs` runs from now on.
    /// A move costs its side the time since its clock was started, and adds the increment. A move
    /// that is taken back gives both sides what they had before it.
    pub fn follow(&mut self, movers: &[Side], runs: Option<Side>, now: u64) {
        let before = self.history.len().saturating_sub(1);
        if movers.len() < before {
            self.history.truncate(movers.len() + 1);
            self.left = self.history.last().copied().unwrap_or(self.left);
            self.running = None;
        } else if let Some(&mover) = movers.get(before) {
            let did_run = self.running.is_some_and(|(side, _)| Side::from(side) == mover);
            self.stop(now);
            if let TimeControl::Fischer { increment, .. } = self.control
                && did_run
            {
                self.left[mover.index()] += increment;
            }
            self.history.resize(movers.len() + 1, self.left);
        }
        if self.running.map(|(side, _)| Side::from(side)) == runs {
            return;
        }
        self.stop(now);
        if let (TimeControl::Move { time }, Some(side)) = (self.control, runs) {
            self.left[side.index()] = time;
        }
        self.running = runs.map(|side| (side.into(), now));
    }

    /// Stops the clock that runs, whose side has used its time.
    fn stop(&mut self, now: u64) {
        self.left = self.left_at(now);
        self.running = None;
    }

    /// What each side has left.
    fn left_at(&self, now: u64) -> [u64; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let left = &mut left[Side::from(side).index()];
            *left = left.saturating_sub(now.saturating_sub(since));
        }
        left
    }

    /// The clock as pages see it; only people have one.
    pub fn view(&self, persons: [bool; 2], now: u64) -> ClockView {
        let left = self.left_at(now);
        ClockView {
            control: self.control,
            left: Side::BOTH.map(|side| persons[side.index()].then(|| left[side.index()])),
            running: self.running.map(|(side, _)| side),
        }
    }

    /// The time control as records tell it: `300+5` seconds, or `30/move`.
    pub fn control_text(&self) -> String {
        let seconds = |time: u64| time as f64 / 1000.0;
        match self.control {
            TimeControl::Fischer { initial, increment } => {
                format!("{}+{}", seconds(initial), seconds(increment))
            }
            TimeControl::Move { time } => format!("{}/move", seconds(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Side = Side::First;
    const SECOND: Side = Side::Second;

    fn left(clock: &Clock, now: u64) -> [u64; 2] {
        clock.view([true, true], now).left.map(Option::unwrap)
    }

    #[test]
    fn a_move_costs_its_time_and_adds_the_increment() {
        let control = TimeControl::Fischer { initial: 10_000, increment: 2000 };
        let mut clock = Clock::new(control, 0);
        clock.follow(&[FIRST], None, 500);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 1000);
        assert_eq!((left(&clock, 4000), clock.deadline()), ([7000, 10_000], Some(11_000)));
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 4000);
        assert_eq!(left(&clock, 5000), [9000, 9000]);
        assert_eq!((clock.loser(13_999), clock.loser(14_000)), (None, Some(SECOND)));
        assert_eq!(left(&clock, 99_000), [9000, 0]);
        // Nothing that is not a move starts it anew.
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 6000);
        assert_eq!(clock.deadline(), Some(14_000));
    }

    #[test]
    fn a_move_that_is_taken_back_gives_its_time_back() {
        let control = TimeControl::Fischer { initial: 10_000, increment: 0 };
        let mut clock = Clock::new(control, 2);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 0);
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 3000);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 5000);
        assert_eq!(left(&clock, 6000), [9000, 10_000]);
        clock.follow(&[FIRST, SECOND, FIRST], None, 6000);
        assert_eq!((left(&clock, 9000), clock.deadline()), ([9000, 10_000], None));
    }

    #[test]
    fn every_move_has_its_time_where_time_is_per_move() {
        let mut clock = Clock::new(TimeControl::Move { time: 5000 }, 2);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 0);
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 4000);
        clock.follow(&[FIRST, SECOND, FIRST, SECOND], Some(FIRST), 5000);
        assert_eq!((left(&clock, 5000)[0], clock.deadline()), (5000, Some(10_000)));
        assert_eq!(clock.control_text(), "5/move");
        assert_eq!(Clock::read(&clock.to_text()), Some(clock));
    }

    #[test]
    fn times_have_bounds() {
        for control in [
            TimeControl::Fischer { initial: 0, increment: 0 },
            TimeControl::Fischer { initial: u64::MAX, increment: 0 },
            TimeControl::Fischer { initial: 1000, increment: u64::MAX },
            TimeControl::Move { time: 999 },
        ] {
            assert!(matches!(control.check(), Err(ServiceRefusal::Bound { .. })), "{control:?}");
        }
        assert_eq!(TimeControl::Fischer { initial: 180_000, increment: 2000 }.check(), Ok(()));
    }
}
