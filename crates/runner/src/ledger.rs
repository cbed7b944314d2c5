//! The ledger of the coordinator: which items are handed out, and which results count.
//!
//! It has no clock and no connection, so that lost, repeated, late and stray messages can be tested
//! without a network.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::message::{Chunk, SentItem};

/// How a result relates to the items that are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It was requested, and counts.
    New,
    /// It has counted already.
    Duplicate,
    /// It was not requested.
    Unrequested,
}

pub struct LedgerItem<T> {
    pub item: T,
    /// The item as it is sent.
    pub sent: SentItem,
    /// How often it has failed.
    pub failures: u32,
}

/// A chunk with missing results.
struct OpenChunk {
    keys: Vec<String>,
    left: usize,
    /// How often it was lost.
    losses: u32,
}

/// Which items are handed out, and which are done.
pub struct Ledger<T> {
    run: String,
    task: String,
    next_chunk: u64,
    chunks: BTreeMap<u64, OpenChunk>,
    /// Items without a result, with the numbers of their chunks.
    waiting: HashMap<String, (u64, LedgerItem<T>)>,
    /// Items that failed and must be handed out again.
    returned: VecDeque<LedgerItem<T>>,
    /// The hashes of the keys that are done. A collision does no harm: it makes a stray result a
    /// duplicate.
    done: HashSet<u64>,
}

impl<T> Ledger<T> {
    pub fn new(run: &str, task: &str) -> Ledger<T> {
        Ledger {
            run: run.into(),
            task: task.into(),
            next_chunk: 0,
            chunks: BTreeMap::new(),
            waiting: HashMap::new(),
            returned: VecDeque::new(),
            done: HashSet::new(),
        }
    }

    /// How many chunks have missing results.
    pub fn open_chunks(&self) -> usize {
        self.chunks.len()
    }

    pub fn done(&self) -> u64 {
        self.done.len() as u64
    }

    /// Whether no item is handed out or returned.
    pub fn is_idle(&self) -> bool {
        self.chunks.is_empty() && self.returned.is_empty()
    }

    /// Takes an item that failed and must be done again.
    pub fn returned(&mut self) -> Option<LedgerItem<T>> {
        self.returned.pop_front()
    }

    pub fn hand_out(&mut self, items: Vec<LedgerItem<T>>) -> Chunk {
        let number = self.next_chunk;
        self.next_chunk += 1;
        let sent: Vec<SentItem> = items.iter().map(|item| item.sent.clone()).collect();
        let keys: Vec<String> = sent.iter().map(|item| item.key.clone()).collect();
        self.chunks.insert(number, OpenChunk { left: keys.len(), keys, losses: 0 });
        for item in items {
            self.waiting.insert(item.sent.key.clone(), (number, item));
        }
        self.chunk(number, sent)
    }

    fn chunk(&self, number: u64, items: Vec<SentItem>) -> Chunk {
        Chunk { run: self.run.clone(), task: self.task.clone(), number, items }
    }

    /// All chunks with missing results, each with only the missing items.
    pub fn open(&self) -> Vec<Chunk> {
        let chunk = |(&number, open): (&u64, &OpenChunk)| {
            let missing = open.keys.iter().filter_map(|key| self.waiting.get(key));
            let missing = missing.filter(|(chunk, _)| *chunk == number);
            self.chunk(number, missing.map(|(_, item)| item.sent.clone()).collect())
        };
        self.chunks.iter().map(chunk).filter(|chunk| !chunk.items.is_empty()).collect()
    }

    /// Counts a loss of all open chunks. Returns the most losses of one of them.
    pub fn count_loss(&mut self) -> u32 {
        self.chunks.values_mut().for_each(|chunk| chunk.losses += 1);
        self.chunks.values().map(|chunk| chunk.losses).max().unwrap_or(0)
    }

    pub fn classify(&self, key: &str) -> Received {
        if self.waiting.contains_key(key) {
            Received::New
        } else if self.done.contains(&hash(key)) {
            Received::Duplicate
        } else {
            Received::Unrequested
        }
    }

    /// The item of a requested result.
    pub fn item(&self, key: &str) -> Option<&T> {
        self.waiting.get(key).map(|(_, waiting)| &waiting.item)
    }

    /// Marks an item as done, and returns it.
    pub fn accept(&mut self, key: &str) -> Option<T> {
        let done = self.remove(key)?;
        self.done.insert(hash(key));
        Some(done.item)
    }

    /// Returns an item to be handed out again. Returns how often it has failed.
    pub fn fail(&mut self, key: &str) -> u32 {
        let Some(failed) = self.remove(key) else { return 0 };
        let failures = failed.failures + 1;
        self.returned.push_back(LedgerItem { failures, ..failed });
        failures
    }

    fn remove(&mut self, key: &str) -> Option<LedgerItem<T>> {
        let (number, item) = self.waiting.remove(key)?;
        let open = self.chunks.get_mut(&number)?;
        open.left -= 1;
        if open.left == 0 {
            self.chunks.remove(&number);
        }
        Some(item)
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

    fn item(key: &str) -> LedgerItem<()> {
        let sent = SentItem { key: key.into(), body: serde_json::Value::Null };
        LedgerItem { item: (), sent, failures: 0 }
    }

    #[test]
    fn a_result_counts_once_and_only_if_it_was_asked_for() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(vec![item("a"), item("b")]);
        assert_eq!(ledger.classify("c"), Received::Unrequested);
        assert_eq!(ledger.classify("a"), Received::New);
        assert_eq!(ledger.accept("a"), Some(()));
        assert_eq!((ledger.classify("a"), ledger.accept("a")), (Received::Duplicate, None));
        assert_eq!(ledger.open_chunks(), 1, "b is still out");
        assert_eq!(ledger.open()[0].items, [item("b").sent], "and alone is handed out again");
        ledger.accept("b");
        assert!(ledger.is_idle());
        assert_eq!(ledger.done(), 2);
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
