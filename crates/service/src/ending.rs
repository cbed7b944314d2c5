//! Why a game ended that the rules had not decided.

use agon_core::Outcome;

/// Why a game ended that the rules had not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndingWord {
    Resigned,
    Agreed,
    Time,
}

impl EndingWord {
    /// The word as it is stored, sent and recorded.
    pub(crate) fn word(self) -> &'static str {
        match self {
            EndingWord::Resigned => "resigned",
            EndingWord::Agreed => "agreed",
            EndingWord::Time => "time",
        }
    }

    /// Why a game ended so, by a stored word or the reason of a record.
    pub(crate) fn of(outcome: Outcome, reason: Option<&str>) -> EndingWord {
        // The last is how the records of contests tell it.
        let is_time = |reason: &str| reason == "time" || reason.ends_with(" too long");
        match outcome {
            Outcome::Draw => EndingWord::Agreed,
            Outcome::Win(_) if reason.is_some_and(is_time) => EndingWord::Time,
            Outcome::Win(_) => EndingWord::Resigned,
        }
    }
}
