//! Why a game ended, if not by the rules.

use agon_core::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndingWord {
    Resigned,
    Agreed,
    Time,
}

impl EndingWord {
    /// The word in storage, messages and records.
    pub(crate) fn word(self) -> &'static str {
        match self {
            EndingWord::Resigned => "resigned",
            EndingWord::Agreed => "agreed",
            EndingWord::Time => "time",
        }
    }

    /// The ending by a stored word or the reason of a record.
    pub(crate) fn of(outcome: Outcome, reason: Option<&str>) -> EndingWord {
        // The second form is that of records of contests.
        let is_time = |reason: &str| reason == "time" || reason.ends_with(" too long");
        match outcome {
            Outcome::Draw => EndingWord::Agreed,
            Outcome::Win(_) if reason.is_some_and(is_time) => EndingWord::Time,
            Outcome::Win(_) => EndingWord::Resigned,
        }
    }
}
