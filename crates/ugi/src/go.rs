//! The limits of `go`, and the time management that follows from them.

use core::time::Duration;
use std::fmt;

use agon_core::{Side, quote};
use agon_search::{Limits, MAX_DEPTH, TimeManager};

use super::UgiRefusal;

/// The limits of one move. Times are in milliseconds. Without any limit, a search runs until
/// `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The remaining time of each side.
    pub time: [Option<u64>; 2],
    /// The increment of each side.
    pub increment: [u64; 2],
    /// The time for this move.
    pub movetime: Option<u64>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to search in the opponent's time: the time limits apply from `ponderhit` on.
    pub ponder: bool,
    /// The only moves to consider; all if there are none.
    pub searchmoves: Vec<String>,
}

/// The words that limits begin with, and that end the moves of `searchmoves`.
const WORDS: [&str; 10] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "searchmoves",
];

/// The part of a fixed time that is reserved for the answer: this much, but at most a tenth.
const ANSWER_MARGIN: Duration = Duration::from_millis(2);

impl Go {
    /// A time for the move, in milliseconds.
    pub fn movetime(milliseconds: u64) -> Go {
        Go { movetime: Some(milliseconds), ..Go::default() }
    }

    /// A clock for both sides: remaining time and increment.
    pub fn clock(time: [u64; 2], increment: [u64; 2]) -> Go {
        Go { time: time.map(Some), increment, ..Go::default() }
    }

    /// A depth limit.
    pub fn depth(plies: u32) -> Go {
        Go { depth: Some(plies), ..Go::default() }
    }

    /// A node limit.
    pub fn nodes(positions: u64) -> Go {
        Go { nodes: Some(positions), ..Go::default() }
    }

    /// Parses the words after `go`. Unknown words are skipped.
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, UgiRefusal> {
        let mut go = Go::default();
        let mut words = words.peekable();
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
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = std::iter::from_fn(|| words.next_if(|word| !WORDS.contains(word)));
                    go.searchmoves.extend(moves.map(String::from));
                }
                _ => (),
            }
        }
        Ok(go)
    }

    /// Whether only `stop` ends the search.
    pub fn is_infinite(&self) -> bool {
        let Go { time, movetime, depth, nodes, infinite, .. } = self;
        *infinite || (time, movetime, depth, nodes) == (&[None; 2], &None, &None, &None)
    }

    /// The limits of the search for so many lines.
    pub fn limits(&self, lines: usize) -> Limits {
        Limits {
            depth: self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            nodes: self.nodes.unwrap_or(u64::MAX).max(1),
            lines,
        }
    }

    /// The time manager of a side; `None` without a time limit.
    pub fn time_manager(&self, side: Side) -> Option<TimeManager> {
        if self.infinite {
            return None;
        }
        let clock = self.time[side.index()].map(|left| {
            let increment = Duration::from_millis(self.increment[side.index()]);
            TimeManager::clock(Duration::from_millis(left), increment)
        });
        let fixed = self.movetime.map(|time| {
            let time = Duration::from_millis(time);
            TimeManager::fixed(time - ANSWER_MARGIN.min(time / 10))
        });
        [clock, fixed].into_iter().flatten().min_by_key(TimeManager::hard)
    }

    /// After how many milliseconds a side loses on time; `None` without a time limit.
    pub fn deadline(&self, side: Side) -> Option<u64> {
        [self.time[side.index()], self.movetime].into_iter().flatten().min()
    }
}

/// Parses the number after a word. A number that is too large is clamped, and a negative time is 0.
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
        let [p1inc, p2inc] = self.increment.map(|added| Some(added).filter(|&added| added > 0));
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
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.is_infinite() {
            f.write_str(" infinite")?;
        }
        match &self.searchmoves[..] {
            [] => Ok(()),
            moves => write!(f, " searchmoves {}", moves.join(" ")),
        }
    }
}
