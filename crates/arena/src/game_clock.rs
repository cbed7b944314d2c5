//! Time controls, and the clock of a game. They read no time: they are told it, in microseconds.

use std::fmt;
use std::str::FromStr;

use agon_core::Side;

/// How much time a side has, in microseconds; files and messages of the page have milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TimeControl {
    /// A time for the whole game, to which every move adds an increment.
    Fischer {
        /// The time at the start.
        #[cfg_attr(feature = "serde", serde(with = "milliseconds"))]
        #[cfg_attr(feature = "typescript", ts(as = "u64"))]
        initial: u64,
        /// What a move adds.
        #[cfg_attr(feature = "serde", serde(with = "milliseconds"))]
        #[cfg_attr(feature = "typescript", ts(as = "u64"))]
        increment: u64,
    },
    /// A time for every move.
    Move {
        /// That time.
        #[cfg_attr(feature = "serde", serde(with = "milliseconds"))]
        #[cfg_attr(feature = "typescript", ts(as = "u64"))]
        time: u64,
    },
}

impl TimeControl {
    /// The longest time that can be written, in seconds.
    const MAX_SECONDS: f64 = 86_400.0;

    /// A time for the whole game and what every move adds.
    pub const fn fischer([initial, increment]: [u64; 2]) -> TimeControl {
        TimeControl::Fischer { initial, increment }
    }

    /// The time for the whole game and what every move adds, if it is for the game.
    pub const fn as_fischer(self) -> Option<[u64; 2]> {
        match self {
            TimeControl::Fischer { initial, increment } => Some([initial, increment]),
            TimeControl::Move { .. } => None,
        }
    }

    /// What a side has at the start.
    pub const fn initial(self) -> u64 {
        match self {
            TimeControl::Fischer { initial, .. } => initial,
            TimeControl::Move { time } => time,
        }
    }

    /// What a move adds.
    pub const fn increment(self) -> u64 {
        match self {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Move { .. } => 0,
        }
    }
}

/// Seconds for the game and what a move adds, as `10+0.1`, or seconds for a move, as `30/move`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |micros: u64| micros as f64 / 1e6;
        match *self {
            TimeControl::Fischer { initial, increment } => {
                write!(f, "{}+{}", seconds(initial), seconds(increment))
            }
            TimeControl::Move { time } => write!(f, "{}/move", seconds(time)),
        }
    }
}

/// Reads the time for a game in seconds, as `10`, or with what a move adds, as `10+0.1`.
///
/// ```
/// use agon_arena::TimeControl;
/// let control: TimeControl = "10+0.1".parse().unwrap();
/// assert_eq!(control.as_fischer(), Some([10_000_000, 100_000]));
/// assert_eq!(control.to_string(), "10+0.1");
/// assert!("0+1".parse::<TimeControl>().is_err());
/// ```
impl FromStr for TimeControl {
    type Err = ();

    fn from_str(text: &str) -> Result<TimeControl, ()> {
        let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
        let micros = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok();
            let seconds = seconds.filter(|time| (0.0..=TimeControl::MAX_SECONDS).contains(time));
            seconds.map(|seconds| (seconds * 1e6).round() as u64).ok_or(())
        };
        let (initial, increment) = (micros(initial)?, micros(increment)?);
        if initial == 0 { Err(()) } else { Ok(TimeControl::Fischer { initial, increment }) }
    }
}

/// The clock of a game: what each side has left of its time.
///
/// ```
/// use agon_arena::{GameClock, TimeControl};
/// use agon_core::Side;
///
/// let control = TimeControl::fischer([10_000_000, 500_000]);
/// let mut clock = GameClock::new([Some(control); 2], 0);
/// clock.charge(Side::First, 3_000_000);
/// clock.add_increment(Side::First);
/// assert_eq!(clock.left(), [7_500_000, 10_000_000]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "StoredClock", into = "StoredClock"))]
pub struct GameClock {
    controls: [Option<TimeControl>; 2],
    /// What each side had left when the clock that runs was started.
    left: [u64; 2],
    /// The side whose clock runs, and since when.
    running: Option<(Side, u64)>,
    /// What both sides had left when each ply was reached; the last is the present one.
    history: Vec<[u64; 2]>,
}

impl GameClock {
    /// The clock of a game of which this many plies are made. It does not run yet. A side without
    /// a time control has no time limit.
    pub fn new(controls: [Option<TimeControl>; 2], plies: usize) -> GameClock {
        let left = controls.map(|control| control.map_or(0, TimeControl::initial));
        GameClock { controls, left, running: None, history: vec![left; plies + 1] }
    }

    /// The same time controls for another game.
    pub fn fresh(&self) -> GameClock {
        GameClock::new(self.controls, 0)
    }

    /// The time control of a side.
    pub fn control(&self, side: Side) -> Option<TimeControl> {
        self.controls[side.index()]
    }

    /// What each side had left when the clock that runs was started.
    pub fn left(&self) -> [u64; 2] {
        self.left
    }

    /// What each side has left at a time.
    pub fn left_at(&self, now: u64) -> [u64; 2] {
        let mut clock = self.clone();
        clock.stop(now);
        clock.left
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// When the time of the side whose clock runs is over.
    pub fn deadline(&self) -> Option<u64> {
        self.running.map(|(side, since)| since.saturating_add(self.left[side.index()]))
    }

    /// The side whose time is over.
    pub fn loser(&self, now: u64) -> Option<Side> {
        self.deadline().filter(|&deadline| now >= deadline).and(self.running())
    }

    /// Begins a turn of a side, which has all of its time again where that is for a move.
    pub fn begin_turn(&mut self, side: Side) {
        if let Some(TimeControl::Move { time }) = self.control(side) {
            self.left[side.index()] = time;
        }
    }

    /// Takes time from a side.
    pub fn charge(&mut self, side: Side, spent: u64) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(spent);
    }

    /// Adds the increment of a move.
    pub fn add_increment(&mut self, side: Side) {
        let added = self.control(side).map_or(0, TimeControl::increment);
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(added);
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
            if self.stop(now) == Some(mover) {
                self.add_increment(mover);
            }
            self.history.resize(movers.len() + 1, self.left);
        }
        if self.running() == runs {
            return;
        }
        self.stop(now);
        if let Some(side) = runs {
            self.begin_turn(side);
        }
        self.running = runs.map(|side| (side, now));
    }

    /// Stops the clock that runs, whose side has used its time; says which.
    fn stop(&mut self, now: u64) -> Option<Side> {
        let (side, since) = self.running.take()?;
        self.charge(side, now.saturating_sub(since));
        Some(side)
    }
}

/// A clock as it is stored: both sides have the time control of the first. Times are in
/// milliseconds.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredClock {
    #[serde(deserialize_with = "serde::Deserialize::deserialize")]
    control: Option<TimeControl>,
    left: [u64; 2],
    running: Option<(Side, u64)>,
    history: Vec<[u64; 2]>,
}

#[cfg(feature = "serde")]
impl From<GameClock> for StoredClock {
    fn from(clock: GameClock) -> StoredClock {
        let stored = |times: [u64; 2]| times.map(|time| time / 1000);
        StoredClock {
            control: clock.controls[0],
            left: stored(clock.left),
            running: clock.running.map(|(side, since)| (side, since / 1000)),
            history: clock.history.into_iter().map(stored).collect(),
        }
    }
}

#[cfg(feature = "serde")]
impl From<StoredClock> for GameClock {
    fn from(clock: StoredClock) -> GameClock {
        let read = |times: [u64; 2]| times.map(|time| time.saturating_mul(1000));
        GameClock {
            controls: [clock.control; 2],
            left: read(clock.left),
            running: clock.running.map(|(side, since)| (side, since.saturating_mul(1000))),
            history: clock.history.into_iter().map(read).collect(),
        }
    }
}

/// Microseconds that are written as milliseconds.
#[cfg(feature = "serde")]
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        (time / 1000).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        Ok(u64::deserialize(from)?.saturating_mul(1000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Side = Side::First;
    const SECOND: Side = Side::Second;

    fn clock(control: TimeControl, plies: usize) -> GameClock {
        GameClock::new([Some(control); 2], plies)
    }

    #[test]
    fn a_move_costs_its_time_and_adds_the_increment() {
        let mut clock = clock(TimeControl::fischer([10_000, 2000]), 0);
        clock.follow(&[FIRST], None, 500);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 1000);
        assert_eq!((clock.left_at(4000), clock.deadline()), ([7000, 10_000], Some(11_000)));
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 4000);
        assert_eq!(clock.left_at(5000), [9000, 9000]);
        assert_eq!((clock.loser(13_999), clock.loser(14_000)), (None, Some(SECOND)));
        assert_eq!(clock.left_at(99_000), [9000, 0]);
        // Nothing that is not a move starts it anew.
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 6000);
        assert_eq!(clock.deadline(), Some(14_000));
    }

    #[test]
    fn a_move_that_is_taken_back_gives_its_time_back() {
        let mut clock = clock(TimeControl::fischer([10_000, 0]), 2);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 0);
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 3000);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 5000);
        assert_eq!(clock.left_at(6000), [9000, 10_000]);
        clock.follow(&[FIRST, SECOND, FIRST], None, 6000);
        assert_eq!((clock.left_at(9000), clock.deadline()), ([9000, 10_000], None));
    }

    #[test]
    fn every_move_has_its_time_where_time_is_per_move() {
        let mut clock = clock(TimeControl::Move { time: 5000 }, 2);
        clock.follow(&[FIRST, SECOND], Some(FIRST), 0);
        clock.follow(&[FIRST, SECOND, FIRST], Some(SECOND), 4000);
        clock.follow(&[FIRST, SECOND, FIRST, SECOND], Some(FIRST), 5000);
        assert_eq!((clock.left_at(5000)[0], clock.deadline()), (5000, Some(10_000)));
        let control = TimeControl::Move { time: 5_000_000 };
        assert_eq!(control.to_string(), "5/move");
    }
}
