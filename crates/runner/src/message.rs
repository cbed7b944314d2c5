//! The messages between coordinator and workers, as JSON, and their bounds.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The largest message in bytes; a NATS server takes 1 MiB unless it is told otherwise.
pub const MAX_MESSAGE: usize = 1 << 20;

/// The longest key or name.
const MAX_NAME: usize = 200;

/// The most items of a chunk.
const MAX_ITEMS: usize = 1000;

/// One thing to be done, as it is sent: a game, a hand-in, a game of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentItem {
    /// Its key, which no other item of the run has. Its result counts once.
    pub key: String,
    /// What the task needs to know about it.
    pub body: Value,
}

/// Items that one worker does one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// The run that it belongs to.
    pub run: String,
    /// The hash of the task, which says how items are done.
    pub task: String,
    /// Its number in the run.
    pub number: u64,
    /// The items.
    pub items: Vec<SentItem>,
}

/// What came of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemOutcome {
    /// It was done; the text is what the task makes of it.
    Done(String),
    /// It could not be done, for a reason.
    Failed(String),
}

/// The result of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The key of the item.
    pub key: String,
    /// What came of it.
    pub outcome: ItemOutcome,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// The results of a chunk, or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The run.
    pub run: String,
    /// The hash of the task.
    pub task: String,
    /// The worker.
    pub worker: String,
    /// The speed of the worker in nodes per second, by the reference bench.
    pub speed: u64,
    /// The results.
    pub answers: Vec<Answer>,
}

/// What must be the same on all machines so that they play the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    /// The version of the program.
    pub version: String,
    /// The fingerprint of its searches and evaluations.
    pub fingerprint: String,
}

/// What a coordinator tells about its run, again and again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunNotice {
    /// The run.
    pub run: String,
    /// What it is, for people.
    pub title: String,
    /// The hash of the task.
    pub task: String,
    /// What workers must have in common with the coordinator.
    pub identity: ProgramIdentity,
    /// Its share of the workers, compared with other runs.
    pub weight: u32,
    /// The least speed of a worker in nodes per second.
    pub min_speed: u64,
    /// The workers that get no more of its chunks, because their results were refused.
    #[serde(rename = "aside")]
    pub banned: Vec<String>,
    /// How many items are done.
    pub done: u64,
    /// What is known so far, for people: the score or the standings.
    pub progress: String,
    /// Whether the run is over.
    pub is_over: bool,
}

/// What a worker tells about itself, again and again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerReport {
    /// The worker, by a name that no other has.
    pub worker: String,
    /// What it has in common with others.
    pub identity: ProgramIdentity,
    /// How many items it does at once.
    pub slots: u32,
    /// How many of them are busy.
    pub busy: u32,
    /// The items that it has done.
    pub done: u64,
    /// The items that it could not do.
    pub failed: u64,
    /// Its speed in nodes per second, by the reference bench.
    pub speed: u64,
    /// The items that it did per second, in hundredths, lately.
    pub centi_rate: u64,
    /// The runs that it takes no part in, with the reasons.
    pub refused: Vec<(String, String)>,
    /// What time it has, in seconds since 1970.
    pub unix_time: u64,
    /// Whether it is leaving.
    pub is_leaving: bool,
}

/// Why a message is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageRefusal {
    /// It has too many bytes.
    TooLong(usize),
    /// It is not what it should be.
    Malformed(String),
}

impl fmt::Display for MessageRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageRefusal::TooLong(bytes) => {
                write!(f, "a message of {bytes} bytes, more than {MAX_MESSAGE}")
            }
            MessageRefusal::Malformed(what) => write!(f, "not a message of agon: {what}"),
        }
    }
}

/// A message that is read with its bounds.
pub trait Message: Serialize + DeserializeOwned {
    /// Whether names and lists are within their bounds.
    fn is_bounded(&self) -> bool;

    /// The message as bytes.
    fn to_bytes(&self) -> Vec<u8> {
        // Maps with keys that are not text cannot occur in these types.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a message.
    fn read(bytes: &[u8]) -> Result<Self, MessageRefusal> {
        if bytes.len() > MAX_MESSAGE {
            return Err(MessageRefusal::TooLong(bytes.len()));
        }
        let read: Self = serde_json::from_slice(bytes)
            .map_err(|error| MessageRefusal::Malformed(error.to_string()))?;
        match read.is_bounded() {
            true => Ok(read),
            false => Err(MessageRefusal::Malformed("a name or a list is too long".into())),
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_NAME
}

impl Message for Chunk {
    fn is_bounded(&self) -> bool {
        is_name(&self.run)
            && is_name(&self.task)
            && (1..=MAX_ITEMS).contains(&self.items.len())
            && self.items.iter().all(|item| is_name(&item.key))
    }
}

impl Message for Results {
    fn is_bounded(&self) -> bool {
        is_name(&self.run)
            && is_name(&self.worker)
            && self.answers.len() <= MAX_ITEMS
            && self.answers.iter().all(|answer| is_name(&answer.key))
    }
}

impl Message for RunNotice {
    fn is_bounded(&self) -> bool {
        is_name(&self.run) && is_name(&self.task) && self.banned.len() <= MAX_ITEMS
    }
}

impl Message for WorkerReport {
    fn is_bounded(&self) -> bool {
        is_name(&self.worker) && self.slots <= 4096 && self.refused.len() <= MAX_ITEMS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back_and_garbage_is_refused_with_a_reason() {
        let answer =
            Answer { key: "1.1.1".into(), outcome: ItemOutcome::Done("x".into()), millis: 5 };
        let results = Results {
            run: "r".into(),
            task: "t".into(),
            worker: "w".into(),
            speed: 1,
            answers: vec![answer],
        };
        let bytes = results.to_bytes();
        assert_eq!(Results::read(&bytes), Ok(results.clone()));
        for garbage in [&b""[..], b"\xff\xfe", b"{}", b"[1,2]", &bytes[..bytes.len() - 1]] {
            assert!(matches!(Results::read(garbage), Err(MessageRefusal::Malformed(_))));
        }
        let long = vec![b' '; MAX_MESSAGE + 1];
        assert_eq!(Results::read(&long), Err(MessageRefusal::TooLong(MAX_MESSAGE + 1)));
        let nameless = Results { worker: String::new(), ..results };
        assert!(matches!(
            Results::read(&nameless.to_bytes()),
            Err(MessageRefusal::Malformed(what)) if what.contains("too long")
        ));
    }
}
