//! The ledger of the coordinator: which items are handed out, and which results count.
//!
//! It has no clock and no connection, so that lost, repeated, late and stray messages can be tested
//! without a network.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::message::{Chunk, SentItem};
use crate::rejection::Rejection;
use crate::signing_key::random_token;

pub struct LedgerItem<T> {
    pub item: T,
    /// The item as it is sent.
    pub sent: SentItem,
    /// How often it has failed.
    pub failures: u32,
    /// What a worker has claimed, if the item is done again to check that.
    pub claim: Option<Claim>,
}

/// What a worker says about an item that can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the worker.
    pub worker: u32,
    /// A hash of what must be equal on all machines.
    pub hash: u64,
}

/// A chunk with missing results.
struct OpenChunk {
    token: String,
    keys: Vec<String>,
    left: usize,
    /// How often it was lost.
    losses: u32,
}

/// Which items are handed out, and which are done, by whom.
pub struct Ledger<T> {
    run: String,
    task: String,
    next_chunk: u64,
    chunks: BTreeMap<u64, OpenChunk>,
    /// Items without a result, with the numbers of their chunks.
    waiting: HashMap<String, (u64, LedgerItem<T>)>,
    /// Items that must be handed out again.
    returned: VecDeque<LedgerItem<T>>,
    /// The number of items that are done again as a check, out or returned.
    checks: usize,
    /// The hashes of the keys that are done, and the numbers of the workers.
    done: HashMap<u64, u32>,
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
            checks: 0,
            done: HashMap::new(),
        }
    }

    /// How many chunks have missing results.
    pub fn open_chunks(&self) -> usize {
        self.chunks.len()
    }

    pub fn done(&self) -> u64 {
        self.done.len() as u64
    }

    /// How many items are done again as a check.
    pub fn checks(&self) -> usize {
        self.checks
    }

    /// Whether no item is handed out or returned.
    pub fn is_idle(&self) -> bool {
        self.chunks.is_empty() && self.returned.is_empty()
    }

    /// Takes an item that must be done again; only one that is a check, if `is_check`.
    pub fn take_returned(&mut self, is_check: bool) -> Option<LedgerItem<T>> {
        let place = self.returned.iter().position(|item| !is_check || item.claim.is_some())?;
        let item = self.returned.remove(place)?;
        self.checks -= usize::from(item.claim.is_some());
        Some(item)
    }

    /// Adds an item that must be done again.
    pub fn add_returned(&mut self, item: LedgerItem<T>) {
        self.checks += usize::from(item.claim.is_some());
        self.returned.push_back(item);
    }

    pub fn hand_out(&mut self, items: Vec<LedgerItem<T>>) -> Chunk {
        let number = self.next_chunk;
        self.next_chunk += 1;
        let sent: Vec<SentItem> = items.iter().map(|item| item.sent.clone()).collect();
        let keys: Vec<String> = sent.iter().map(|item| item.key.clone()).collect();
        for item in items {
            // A check of a result that was taken out is no longer needed.
            drop(self.remove(&item.sent.key));
            self.checks += usize::from(item.claim.is_some());
            self.waiting.insert(item.sent.key.clone(), (number, item));
        }
        let open = OpenChunk { token: random_token(), left: keys.len(), keys, losses: 0 };
        let chunk = self.chunk(number, &open, sent);
        self.chunks.insert(number, open);
        chunk
    }

    fn chunk(&self, number: u64, open: &OpenChunk, items: Vec<SentItem>) -> Chunk {
        let (run, task, token) = (self.run.clone(), self.task.clone(), open.token.clone());
        Chunk { run, task, number, token, items }
    }

    /// All chunks with missing results, each with only the missing items.
    pub fn open(&self) -> Vec<Chunk> {
        let chunk = |(&number, open): (&u64, &OpenChunk)| {
            let missing = open.keys.iter().filter_map(|key| self.waiting.get(key));
            let missing = missing.filter(|(chunk, _)| *chunk == number);
            self.chunk(number, open, missing.map(|(_, item)| item.sent.clone()).collect())
        };
        self.chunks.iter().map(chunk).filter(|chunk| !chunk.items.is_empty()).collect()
    }

    /// Counts a loss of all open chunks. Returns the most losses of one of them.
    pub fn count_loss(&mut self) -> u32 {
        self.chunks.values_mut().for_each(|chunk| chunk.losses += 1);
        self.chunks.values().map(|chunk| chunk.losses).max().unwrap_or(0)
    }

    /// Whether results may answer this chunk: it is out, and the token is that of the chunk.
    pub fn check_chunk(&self, number: u64, token: &str) -> Result<(), Rejection> {
        match self.chunks.get(&number) {
            Some(open) if open.token == token => Ok(()),
            Some(_) => Err(Rejection::WrongToken),
            None if number < self.next_chunk => Err(Rejection::Late),
            None => Err(Rejection::WrongToken),
        }
    }

    /// Whether the result of an item of an open chunk counts.
    pub fn check_item(&self, number: u64, key: &str) -> Result<(), Rejection> {
        if self.waiting.get(key).is_some_and(|(chunk, _)| *chunk == number) {
            return Ok(());
        }
        let open = self.chunks.get(&number);
        let was_asked = open.is_some_and(|open| open.keys.iter().any(|known| known == key));
        Err(if was_asked { Rejection::Late } else { Rejection::Unrequested })
    }

    /// The item of a requested result.
    pub fn item(&self, key: &str) -> Option<&LedgerItem<T>> {
        self.waiting.get(key).map(|(_, waiting)| waiting)
    }

    /// Marks an item as done by a worker, and returns it.
    pub fn accept(&mut self, key: &str, worker: u32) -> Option<LedgerItem<T>> {
        let done = self.remove(key)?;
        if done.claim.is_none() {
            self.done.insert(hash(key), worker);
        }
        Some(done)
    }

    /// The number of the worker that has done an item.
    pub fn done_by(&self, key: &str) -> Option<u32> {
        self.done.get(&hash(key)).copied()
    }

    /// Forgets what a worker has done, and the checks of that. Returns how much it was.
    pub fn forget(&mut self, worker: u32) -> u64 {
        let before = self.done.len();
        self.done.retain(|_, by| *by != worker);
        self.recall(|item| item.claim.is_none_or(|claim| claim.worker != worker));
        (before - self.done.len()) as u64
    }

    /// Keeps only some of the items that are out or returned.
    pub fn recall(&mut self, is_kept: impl Fn(&LedgerItem<T>) -> bool) {
        let recalled = self.waiting.values().filter(|(_, item)| !is_kept(item));
        let keys: Vec<String> = recalled.map(|(_, item)| item.sent.key.clone()).collect();
        keys.iter().for_each(|key| drop(self.remove(key)));
        self.returned.retain(is_kept);
        let all = self.waiting.values().map(|(_, item)| item).chain(&self.returned);
        self.checks = all.filter(|item| item.claim.is_some()).count();
    }

    /// Takes all checks, which somebody else makes.
    pub fn take_checks(&mut self) -> Vec<LedgerItem<T>> {
        let checks = self.waiting.values().filter(|(_, item)| item.claim.is_some());
        let keys: Vec<String> = checks.map(|(_, item)| item.sent.key.clone()).collect();
        let out = keys.iter().filter_map(|key| self.remove(key)).collect::<Vec<_>>();
        let returned = std::iter::from_fn(|| self.take_returned(true)).collect::<Vec<_>>();
        out.into_iter().chain(returned).collect()
    }

    /// Returns an item to be handed out again. Returns how often it has failed.
    pub fn fail(&mut self, key: &str) -> u32 {
        let Some(failed) = self.remove(key) else { return 0 };
        let failures = failed.failures + 1;
        self.add_returned(LedgerItem { failures, ..failed });
        failures
    }

    fn remove(&mut self, key: &str) -> Option<LedgerItem<T>> {
        let (number, item) = self.waiting.remove(key)?;
        self.checks -= usize::from(item.claim.is_some());
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
        LedgerItem { item: (), sent, failures: 0, claim: None }
    }

    #[test]
    fn a_result_counts_once_and_only_if_it_was_asked_for() {
        let mut ledger = Ledger::new("r", "t");
        let number = ledger.hand_out(vec![item("a"), item("b")]).number;
        assert_eq!(ledger.check_item(number, "c"), Err(Rejection::Unrequested));
        assert_eq!(ledger.check_item(number, "a"), Ok(()));
        assert!(ledger.accept("a", 0).is_some());
        assert_eq!(ledger.check_item(number, "a"), Err(Rejection::Late));
        assert!(ledger.accept("a", 0).is_none());
        assert_eq!(ledger.open_chunks(), 1, "b is still out");
        assert_eq!(ledger.open()[0].items, [item("b").sent], "and alone is handed out again");
        ledger.accept("b", 0);
        assert!(ledger.is_idle());
        assert_eq!(ledger.done(), 2);
    }

    #[test]
    fn results_answer_a_chunk_that_is_out_with_its_token() {
        let mut ledger = Ledger::new("r", "t");
        let first = ledger.hand_out(vec![item("a")]);
        assert_eq!(ledger.check_chunk(first.number, &first.token), Ok(()));
        assert_eq!(ledger.check_chunk(first.number, ""), Err(Rejection::WrongToken));
        assert_eq!(ledger.check_chunk(first.number + 1, ""), Err(Rejection::WrongToken));
        assert_eq!(ledger.open()[0].token, first.token, "a lost chunk keeps its token");
        ledger.fail("a");
        assert_eq!(ledger.check_chunk(first.number, &first.token), Err(Rejection::Late));
        let returned = ledger.take_returned(false).unwrap();
        let second = ledger.hand_out(vec![returned]);
        assert_ne!(second.token, first.token);
        assert_eq!(ledger.check_chunk(second.number, &first.token), Err(Rejection::WrongToken));
        assert_eq!(ledger.check_item(first.number, "a"), Err(Rejection::Unrequested));
    }

    #[test]
    fn an_item_that_fails_is_handed_out_again_and_its_failures_are_counted() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(vec![item("a")]);
        assert_eq!(ledger.fail("a"), 1);
        assert_eq!(ledger.open_chunks(), 0);
        assert!(!ledger.is_idle());
        let again = ledger.take_returned(false).unwrap();
        ledger.hand_out(vec![again]);
        assert_eq!(ledger.fail("a"), 2);
        assert_eq!(ledger.fail("b"), 0, "what is not out cannot fail");
    }

    #[test]
    fn what_a_worker_has_done_is_forgotten_with_the_checks_of_it() {
        let mut ledger = Ledger::new("r", "t");
        ledger.hand_out(["a", "b", "c"].map(item).into());
        for (key, worker) in [("a", 0), ("b", 1), ("c", 1)] {
            ledger.accept(key, worker);
        }
        for (key, worker) in [("a", 0), ("b", 1)] {
            let claim = Some(Claim { worker, hash: 7 });
            ledger.add_returned(LedgerItem { claim, ..item(key) });
        }
        let out = ledger.take_returned(true).unwrap();
        ledger.hand_out(vec![out]);
        assert_eq!(ledger.checks(), 2);
        assert_eq!(ledger.forget(1), 2);
        assert_eq!((ledger.done(), ledger.done_by("a"), ledger.done_by("b")), (1, Some(0), None));
        assert_eq!(ledger.checks(), 1, "that of a");
        assert_eq!(ledger.take_checks().len(), 1);
        assert!(ledger.is_idle());
        // A check does not make an item done again.
        ledger
            .hand_out(vec![LedgerItem { claim: Some(Claim { worker: 0, hash: 1 }), ..item("z") }]);
        ledger.accept("z", 2);
        assert_eq!((ledger.done_by("z"), ledger.checks()), (None, 0));
    }
}
