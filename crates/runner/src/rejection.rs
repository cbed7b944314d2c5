//! What a coordinator did not believe, and why: by reason, and by the key that was named.

use std::collections::BTreeMap;
use std::fmt;

use crate::message::short_key;

/// Why a message or a result does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rejection {
    Malformed,
    BadSignature,
    NotAccepted,
    Banned,
    OtherRun,
    WrongToken,
    Unrequested,
    Late,
    Failed,
    Impossible,
    Retracted,
}

impl Rejection {
    /// Whether whole messages are counted, and not single results.
    fn is_of_messages(self) -> bool {
        use Rejection::{BadSignature, Banned, Malformed, NotAccepted, OtherRun, WrongToken};
        matches!(self, Malformed | BadSignature | NotAccepted | Banned | OtherRun | WrongToken)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejection::Malformed => "malformed or not signed",
            Rejection::BadSignature => "not signed by the key that they name",
            Rejection::NotAccepted => "by a worker that is not accepted",
            Rejection::Banned => "by a banned worker",
            Rejection::OtherRun => "of another run or of an earlier version of this one",
            Rejection::WrongToken => "without the token of a chunk",
            Rejection::Unrequested => "not requested",
            Rejection::Late => "late or repeated, as after a lost connection",
            Rejection::Failed => "failures of a worker",
            Rejection::Impossible => "impossible",
            Rejection::Retracted => "taken out again, because their worker gave a false result",
        })
    }
}

/// How many keys are listed, so that an attacker cannot fill the memory: in all, and before
/// messages that anybody can make add no more.
const MAX_KEYS: usize = 1000;
const MAX_STRANGERS: usize = 50;

type Counts = BTreeMap<Rejection, u64>;

/// What was rejected, in numbers.
#[derive(Clone, Debug, Default)]
pub struct Rejections {
    all: Counts,
    by_key: BTreeMap<String, Counts>,
    /// How many rejections name a key that is not listed.
    unlisted: u64,
}

impl Rejections {
    /// Counts a rejection; `key` is the one that the message names, whether or not it is by it.
    pub fn count(&mut self, rejection: Rejection, key: Option<&str>, count: u64) {
        *self.all.entry(rejection).or_default() += count;
        let Some(key) = key else { return };
        let most = match rejection {
            Rejection::NotAccepted | Rejection::BadSignature => MAX_STRANGERS,
            _ => MAX_KEYS,
        };
        match self.by_key.len() < most || self.by_key.contains_key(key) {
            true => {
                let counts = self.by_key.entry(key.into()).or_default();
                *counts.entry(rejection).or_default() += count;
            }
            false => self.unlisted += count,
        }
    }

    pub fn of(&self, rejection: Rejection) -> u64 {
        self.all.get(&rejection).copied().unwrap_or(0)
    }

    /// Lines for people: one for each reason, then one for each key. `name` gives the names of
    /// known workers.
    pub fn lines(&self, name: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let counted = |(rejection, count): (&Rejection, &u64)| {
            let what = if rejection.is_of_messages() { "message" } else { "result" };
            let ending = if *count == 1 { "" } else { "s" };
            format!("{count} {what}{ending} {rejection}")
        };
        let mut lines: Vec<String> =
            self.all.iter().map(|one| format!("rejected: {}", counted(one))).collect();
        for (key, counts) in &self.by_key {
            let parts: Vec<String> = counts.iter().map(counted).collect();
            let who = name(key).map_or("an unknown worker".into(), |name| format!("worker {name}"));
            lines.push(format!(
                "in the name of {who} ({}...): {}",
                short_key(key),
                parts.join(", ")
            ));
        }
        if self.unlisted > 0 {
            lines.push(format!("and {} in the names of further keys", self.unlisted));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_are_told_by_reason_and_by_key_within_bounds() {
        let mut rejections = Rejections::default();
        rejections.count(Rejection::Malformed, None, 1);
        for number in 0..1000 {
            rejections.count(Rejection::NotAccepted, Some(&format!("U{number:04}")), 2);
        }
        let lines = rejections.lines(|key| (key == "U0003").then(|| "ann".into()));
        assert_eq!(lines[0], "rejected: 1 message malformed or not signed");
        assert_eq!(lines[1], "rejected: 2000 messages by a worker that is not accepted");
        assert!(lines[5].starts_with("in the name of worker ann (U0003...): 2 messages"));
        assert_eq!(lines.len(), 2 + MAX_STRANGERS + 1);
        assert_eq!(lines.last().unwrap(), "and 1900 in the names of further keys");
    }
}
