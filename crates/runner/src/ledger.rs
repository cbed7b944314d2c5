//! The coordinator's book: which items are handed out, which results count, what is stored.
//!
//! It has no clock and no connection, so that everything that can go wrong with messages (lost,
//! twice, late, from nowhere) can be tried in plain code.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::message::{Chunk, Item};
use crate::transport::Token;

/// What a result is to the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It is asked for, and counts.
    New,
    /// It has counted already, and is stored.
    Duplicate,
    /// It has counted already, and is not stored yet.
    Unstored,
    /// Nobody has asked for it.
    Unasked,
}

/// An item whose result has not come.
struct Waiting {
    chunk: u64,
    failures: u32,
}

/// A chunk whose results have not all come.
struct OpenChunk {
    items: Vec<Item>,
    left: usize,
    /// How often it was lost.
    losses: u32,
}

/// Which items are handed out, and what has come of them.
pub struct Ledger {
    run: String,
    task: String,
    next_chunk: u64,
    chunks: BTreeMap<u64, OpenChunk>,
    waiting: HashMap<String, Waiting>,
    /// Items that failed and are handed out again.
    returned: VecDeque<(Item, u32)>,
    /// Items whose result has come and is not stored yet, with the message that brought it.
    unstored: HashMap<String, Token>,
    /// How many items of a message are not stored yet.
    messages: HashMap<Token, usize>,
    /// The hashes of the keys that are stored. Two keys with the same hash do no harm: a stray
    /// result is then called a duplicate.
    stored: HashSet<u64>,
}

impl Ledger {
    /// Nothing is handed out yet.
    pub fn new(run: &str, task: &str) -> Ledger {
        Ledger {
            run: run.into(),
            task: task.into(),
            next_chunk: 0,
            chunks: BTreeMap::new(),
            waiting: HashMap::new(),
            returned: VecDeque::new(),
            unstored: HashMap::new(),
            messages: HashMap::new(),
            stored: HashSet::new(),
        }
    }

    /// How many chunks are out.
    pub fn open_chunks(&self) -> usize {
        self.chunks.len()
    }

    /// How many items are stored.
    pub fn stored(&self) -> u64 {
        self.stored.len() as u64
    }

    /// Whether nothing is handed out, returned or waiting to be stored.
    pub fn is_idle(&self) -> bool {
        self.chunks.is_empty() && self.returned.is_empty() && self.unstored.is_empty()
    }

    /// An item that failed elsewhere and is to be done again, with how often it failed.
    pub fn returned(&mut self) -> Option<(Item, u32)> {
        self.returned.pop_front()
    }

    /// Makes a chunk of items, with how often each has failed.
    pub fn hand_out(&mut self, items: Vec<(Item, u32)>) -> Chunk {
        let number = self.next_chunk;
        self.next_chunk += 1;
        for (item, failures) in &items {
            self.waiting.insert(item.key.clone(), Waiting { chunk: number, failures: *failures });
        }
        let items: Vec<Item> = items.into_iter().map(|(item, _)| item).collect();
        let left = items.len();
        self.chunks.insert(number, OpenChunk { items: items.clone(), left, losses: 0 });
        Chunk { run: self.run.clone(), task: self.task.clone(), number, items }
    }

    /// All chunks that are out, each with the items that are missing.
    pub fn open(&self) -> Vec<Chunk> {
        let chunk = |(&number, open): (&u64, &OpenChunk)| {
            let is_missing = |item: &&Item| {
                self.waiting.get(&item.key).is_some_and(|waiting| waiting.chunk == number)
            };
            let items = open.items.iter().filter(is_missing).cloned().collect();
            Chunk { run: self.run.clone(), task: self.task.clone(), number, items }
        };
        self.chunks.iter().map(chunk).filter(|chunk| !chunk.items.is_empty()).collect()
    }

    /// Counts that all chunks that are out were lost; the most losses of one of them.
    pub fn count_loss(&mut self) -> u32 {
        self.chunks.values_mut().for_each(|chunk| chunk.losses += 1);
        self.chunks.values().map(|chunk| chunk.losses).max().unwrap_or(0)
    }

    /// What a result is.
    pub fn classify(&self, key: &str) -> Received {
        if self.waiting.contains_key(key) {
            Received::New
        } else if self.unstored.contains_key(key) {
            Received::Unstored
        } else if self.stored.contains(&hash(key)) {
            Received::Duplicate
        } else {
            Received::Unasked
        }
    }

    /// Takes the result of an item, which a message brought.
    pub fn accept(&mut self, key: &str, token: &Token) {
        if self.remove(key).is_none() {
            return;
        }
        self.unstored.insert(key.into(), token.clone());
        *self.messages.entry(token.clone()).or_default() += 1;
    }

    /// Takes note that an item failed: it is handed out again. Says how often it has failed.
    pub fn fail(&mut self, key: &str) -> u32 {
        let Some((item, failures)) = self.remove(key) else { return 0 };
        self.returned.push_back((item, failures + 1));
        failures + 1
    }

    fn remove(&mut self, key: &str) -> Option<(Item, u32)> {
        let Waiting { chunk, failures } = self.waiting.remove(key)?;
        let open = self.chunks.get_mut(&chunk)?;
        let item = open.items.iter().find(|item| item.key == key).cloned();
        open.left -= 1;
        if open.left == 0 {
            self.chunks.remove(&chunk);
        }
        Some((item?, failures))
    }

    /// Takes note that an item is stored. The token of its message is returned when all that the
    /// message brought is stored: only then may it be acknowledged.
    pub fn store(&mut self, key: &str) -> Option<Token> {
        self.stored.insert(hash(key));
        let token = self.unstored.remove(key)?;
        let left = self.messages.get_mut(&token)?;
        *left -= 1;
        if *left > 0 {
            return None;
        }
        self.messages.remove(&token);
        Some(token)
    }

    /// How many messages brought something that is not stored yet.
    pub fn held(&self) -> usize {
        self.messages.len()
    }

    /// Whether something that a message brought is not stored yet.
    pub fn is_held(&self, token: &Token) -> bool {
        self.messages.contains_key(token)
    }
}

fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(key: &str) -> (Item, u32) {
        (Item { key: key.into(), body: serde_json::Value::Null }, 0)
    }

    fn token(text: &str) -> Token {
        Token(text.into())
    }

    #[test]
    fn a_result_counts_once_and_only_if_it_was_asked_for() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(vec![item("a"), item("b")]);
        assert_eq!(ledger.classify("c"), Received::Unasked);
        assert_eq!(ledger.classify("a"), Received::New);
        ledger.accept("a", &token("1"));
        assert_eq!(ledger.classify("a"), Received::Unstored);
        ledger.store("a");
        assert_eq!(ledger.classify("a"), Received::Duplicate);
        assert_eq!(ledger.open_chunks(), 1, "b is still out");
        assert_eq!(ledger.open()[0].items, [item("b").0], "and alone is handed out again");
        ledger.accept("b", &token("2"));
        ledger.store("b");
        assert!(ledger.is_idle());
        assert_eq!(ledger.stored(), 2);
    }

    #[test]
    fn a_message_is_acknowledged_when_all_that_it_brought_is_stored() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(vec![item("a"), item("b")]);
        ledger.accept("a", &token("1"));
        ledger.accept("b", &token("1"));
        assert!(ledger.is_held(&token("1")));
        assert_eq!(ledger.store("a"), None);
        assert_eq!(ledger.store("b"), Some(token("1")));
        assert!(!ledger.is_held(&token("1")));
        assert_eq!(ledger.store("b"), None, "once");
    }

    #[test]
    fn an_item_that_fails_is_handed_out_again_and_its_failures_are_counted() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(vec![item("a")]);
        assert_eq!(ledger.fail("a"), 1);
        assert_eq!(ledger.open_chunks(), 0);
        assert!(!ledger.is_idle());
        let again = ledger.returned().unwrap();
        ledger.hand_out(vec![again]);
        assert_eq!(ledger.fail("a"), 2);
        assert_eq!(ledger.fail("b"), 0, "what is not out cannot fail");
    }
}
