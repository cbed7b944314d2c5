//! The messages between coordinator and workers, as JSON, and their bounds.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The largest message in bytes; the default limit of a NATS server is 1 MiB.
pub const MAX_MESSAGE: usize = 1 << 20;

/// The longest key or name.
const MAX_NAME: usize = 200;

/// How many letters of a public key are shown.
const SHORT_KEY: usize = 12;

/// The most items of a chunk.
const MAX_ITEMS: usize = 1000;

/// An item as it is sent, for example a game or a hand-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentItem {
    /// A key that is unique in the run. Its result counts once.
    pub key: String,
    /// The data that the task needs.
    pub body: Value,
}

/// Items that one worker does in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub run: String,
    /// The hash of the task, which says how items are done.
    pub task: String,
    /// Its number in the run.
    pub number: u64,
    /// A random text, by which results show that they answer this chunk.
    pub token: String,
    pub items: Vec<SentItem>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemOutcome {
    /// It was done; the text is its result.
    Done(String),
    /// It could not be done; the text is the reason.
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemResult {
    pub key: String,
    pub outcome: ItemOutcome,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// The results of a chunk, or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    pub run: String,
    /// The hash of the task.
    pub task: String,
    /// The number and the token of the chunk that they answer.
    pub chunk: u64,
    pub token: String,
    /// The speed of the worker in nodes per second, by the reference bench.
    pub speed: u64,
    #[serde(rename = "answers")]
    pub items: Vec<ItemResult>,
}

/// What must be equal on all machines so that they play the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    pub version: String,
    /// The fingerprint of the program's searches and evaluations.
    pub fingerprint: String,
}

/// A coordinator's announcement of its run, repeated regularly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunNotice {
    /// The public key of the run, which signs its notices and chunks.
    pub run: String,
    /// A description for people.
    pub title: String,
    /// The hash of the task.
    pub task: String,
    /// The identity that workers must have.
    pub identity: ProgramIdentity,
    /// Its share of the workers, relative to other runs.
    pub weight: u32,
    /// The minimum speed of a worker in nodes per second.
    pub min_speed: u64,
    /// The first letters of the keys of accepted workers ([`short_key`]); all, if there is none.
    pub accepted: Option<Vec<String>>,
    /// The keys of workers that get no more of its chunks.
    #[serde(rename = "aside")]
    pub banned: Vec<String>,
    pub done: u64,
    /// The score or the standings so far, for people.
    pub progress: String,
    pub is_over: bool,
}

/// A worker's report about itself, repeated regularly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerReport {
    /// The name of the worker, for people. Its key is its identity.
    pub worker: String,
    /// A random name of this process: several may have the same key.
    pub instance: String,
    /// The number of this report. An earlier one that comes again is ignored.
    pub number: u64,
    pub identity: ProgramIdentity,
    /// How many items it does at once.
    pub slots: u32,
    pub busy: u32,
    pub done: u64,
    /// The items that failed.
    pub failed: u64,
    /// Its speed in nodes per second, by the reference bench.
    pub speed: u64,
    /// Its recent rate of items, in hundredths per second.
    pub centi_rate: u64,
    /// The runs that it refuses, with the reasons.
    pub refused: Vec<(String, String)>,
    /// Its clock, in seconds since 1970.
    pub unix_time: u64,
    pub is_leaving: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageRefusal {
    TooLong(usize),
    Malformed(String),
    /// It is not signed by the key that it names.
    BadSignature,
}

impl fmt::Display for MessageRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageRefusal::TooLong(bytes) => {
                write!(f, "a message of {bytes} bytes, more than {MAX_MESSAGE}")
            }
            MessageRefusal::Malformed(what) => write!(f, "not a message of agon: {what}"),
            MessageRefusal::BadSignature => f.write_str("not signed by the key that it names"),
        }
    }
}

/// A message whose size is checked when it is read.
pub trait Message: Serialize + DeserializeOwned {
    /// The kind of message, which is signed with it.
    const KIND: &'static str;

    /// Whether the owner of this key may send it.
    fn may_be_by(&self, key: &str) -> bool {
        let _ = key;
        true
    }

    /// Whether names and lists are within their bounds.
    fn is_bounded(&self) -> bool;

    fn to_bytes(&self) -> Vec<u8> {
        // These types have no maps with keys other than text, so this cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

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

/// Whether a text is a name that can be shown to people: 1 to 50 letters, digits, - and _.
pub fn is_worker_name(text: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    (1..=50).contains(&text.len()) && text.chars().all(is_fine)
}

/// The first letters of a public key, for lists and for people. Two keys with the same ones are
/// unlikely, and only whole keys decide what counts.
pub fn short_key(key: &str) -> &str {
    key.get(..SHORT_KEY).unwrap_or(key)
}

impl Message for Chunk {
    const KIND: &'static str = "agon chunk";

    fn may_be_by(&self, key: &str) -> bool {
        self.run == key
    }

    fn is_bounded(&self) -> bool {
        is_name(&self.run)
            && is_name(&self.task)
            && is_name(&self.token)
            && (1..=MAX_ITEMS).contains(&self.items.len())
            && self.items.iter().all(|item| is_name(&item.key))
    }
}

impl Message for Results {
    const KIND: &'static str = "agon results";

    fn is_bounded(&self) -> bool {
        is_name(&self.run)
            && is_name(&self.token)
            && self.items.len() <= MAX_ITEMS
            && self.items.iter().all(|item| is_name(&item.key))
    }
}

impl Message for RunNotice {
    const KIND: &'static str = "agon run";

    fn may_be_by(&self, key: &str) -> bool {
        self.run == key
    }

    fn is_bounded(&self) -> bool {
        is_name(&self.run) && is_name(&self.task) && self.banned.len() <= MAX_ITEMS
    }
}

impl Message for WorkerReport {
    const KIND: &'static str = "agon worker";

    fn is_bounded(&self) -> bool {
        is_worker_name(&self.worker)
            && is_worker_name(&self.instance)
            && self.slots <= 4096
            && self.refused.len() <= MAX_ITEMS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back_and_garbage_is_refused_with_a_reason() {
        let answer =
            ItemResult { key: "1.1.1".into(), outcome: ItemOutcome::Done("x".into()), millis: 5 };
        let results = Results {
            run: "r".into(),
            task: "t".into(),
            chunk: 1,
            token: "x".into(),
            speed: 1,
            items: vec![answer],
        };
        let bytes = results.to_bytes();
        assert_eq!(Results::read(&bytes), Ok(results.clone()));
        for garbage in [&b""[..], b"\xff\xfe", b"{}", b"[1,2]", &bytes[..bytes.len() - 1]] {
            assert!(matches!(Results::read(garbage), Err(MessageRefusal::Malformed(_))));
        }
        let long = vec![b' '; MAX_MESSAGE + 1];
        assert_eq!(Results::read(&long), Err(MessageRefusal::TooLong(MAX_MESSAGE + 1)));
        let nameless = Results { token: String::new(), ..results };
        assert!(matches!(
            Results::read(&nameless.to_bytes()),
            Err(MessageRefusal::Malformed(what)) if what.contains("too long")
        ));
    }
}
