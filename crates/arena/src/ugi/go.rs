//! How long to think: what `go` says, and what a search makes of it.

use std::fmt;

use agon_core::{Side, quote};
use agon_search::{Limits, MAX_DEPTH};

use super::UgiRefusal;

/// The limits of one move. Times are in milliseconds. Without any limit, a search goes on
/// until it is told to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The time that is left on the clock of each side.
    pub time: [Option<u64>; 2],
    /// What each side gains with every move.
    pub increment: [u64; 2],
    /// The time for this move.
    pub movetime: Option<u64>,
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// Whether to go on until told to stop, whatever is found.
    pub infinite: bool,
}

/// How long a search may take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// After half of this no deeper look is begun, for it would not be finished.
    pub wanted: u64,
    /// Now it ends, whatever it is at.
    pub most: u64,
}

/// The part of the clock that is kept for what happens between the two programs.
const KEPT: u64 = 30;

/// In how many moves the rest of a clock is thought to be used up.
const MOVES_TO_GO: u64 = 25;

impl Go {
    /// So many milliseconds for the move.
    pub fn movetime(milliseconds: u64) -> Go {
        Go { movetime: Some(milliseconds), ..Go::default() }
    }

    /// A clock for both sides: what is left, and what each move adds.
    pub fn clock(time: [u64; 2], increment: [u64; 2]) -> Go {
        Go { time: time.map(Some), increment, ..Go::default() }
    }

    /// So many plies ahead.
    pub fn depth(plies: u32) -> Go {
        Go { depth: Some(plies), ..Go::default() }
    }

    /// So many positions.
    pub fn nodes(positions: u64) -> Go {
        Go { nodes: Some(positions), ..Go::default() }
    }

    /// Reads the words behind `go`. Words that are not known are skipped.
    pub(super) fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, UgiRefusal> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            let mut number = || read_number(word, words.next());
            match word {
                "p1time" => go.time[0] = Some(number()?),
                "p2time" => go.time[1] = Some(number()?),
                "p1inc" => go.increment[0] = number()?,
                "p2inc" => go.increment[1] = number()?,
                "movetime" => go.movetime = Some(number()?),
                "depth" => go.depth = Some(number()?.try_into().unwrap_or(MAX_DEPTH)),
                "nodes" => go.nodes = Some(number()?),
                "infinite" => go.infinite = true,
                _ => (),
            }
        }
        Ok(go)
    }

    /// Whether only `stop` ends it.
    pub fn is_endless(&self) -> bool {
        self.infinite || *self == Go { increment: self.increment, ..Go::default() }
    }

    /// Where the search of a side ends by itself.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            nodes: self.nodes.unwrap_or(u64::MAX).max(1),
            lines: 1,
        }
    }

    /// How long the search of a side may take; `None` where time does not matter.
    pub fn allowance(&self, side: Side) -> Option<Allowance> {
        if self.infinite {
            return None;
        }
        let share = self.time[side.index()].map(|left| {
            let usable = left.saturating_sub(KEPT).max(1);
            let gained = self.increment[side.index()];
            let wanted = (usable / MOVES_TO_GO).saturating_add(gained / 4 * 3);
            Allowance {
                wanted: wanted.saturating_mul(2).clamp(1, usable),
                most: wanted.saturating_mul(3).clamp(1, (usable / 2).max(1)),
            }
        });
        let fixed = self.movetime.map(|time| Allowance { wanted: time, most: time });
        match (share, fixed) {
            (Some(share), Some(fixed)) => Some(if fixed.most < share.most { fixed } else { share }),
            (share, fixed) => share.or(fixed),
        }
    }

    /// After how many milliseconds a side has lost on time; `None` where no limit speaks of
    /// time.
    pub fn deadline(&self, side: Side) -> Option<u64> {
        [self.time[side.index()], self.movetime].into_iter().flatten().min()
    }
}

/// Reads the number behind a word. What is too large is as large as can be, and a clock
/// that has run out shows 0.
fn read_number(word: &str, text: Option<&str>) -> Result<u64, UgiRefusal> {
    let text = text.unwrap_or_default();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(UgiRefusal::Number { word: word.into(), found: quote(text) });
    }
    Ok(if digits.len() < text.len() { 0 } else { text.parse().unwrap_or(u64::MAX) })
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let [p1time, p2time] = self.time;
        let [p1inc, p2inc] = self.increment.map(|gained| Some(gained).filter(|&gained| gained > 0));
        let depth = self.depth.map(u64::from);
        for (word, number) in [
            ("p1time", p1time),
            ("p2time", p2time),
            ("p1inc", p1inc),
            ("p2inc", p2inc),
            ("movetime", self.movetime),
            ("depth", depth),
            ("nodes", self.nodes),
        ] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        if self.is_endless() { f.write_str(" infinite") } else { Ok(()) }
    }
}
