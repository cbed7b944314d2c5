//! Work handed out in chunks of pairs of games, whose results come back in any order.
//!
//! Whoever works takes a chunk, and brings back the result of each pair. A chunk whose
//! worker is lost is handed out again; a pair that comes back twice counts once. Pairs are
//! told on in the order of their numbers, so that a match says the same whoever was quick.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Some pairs of a match, by number.
pub type Chunk = Range<u64>;

/// The pairs of a match: which are to be handed out, and what came back.
#[derive(Debug)]
pub struct Chunks<T> {
    pairs: u64,
    size: u64,
    next: u64,
    returned: VecDeque<Chunk>,
    /// What came back too early to be told.
    early: BTreeMap<u64, T>,
    told: u64,
    is_closed: bool,
}

impl<T> Chunks<T> {
    /// So many pairs, in chunks of a size.
    pub fn new(pairs: u64, size: u64) -> Chunks<T> {
        Chunks {
            pairs,
            size: size.max(1),
            next: 0,
            returned: VecDeque::new(),
            early: BTreeMap::new(),
            told: 0,
            is_closed: false,
        }
    }

    /// The next chunk to be played; `None` where none is left.
    pub fn take(&mut self) -> Option<Chunk> {
        if self.is_closed {
            return None;
        }
        if let Some(chunk) = self.returned.pop_front() {
            return Some(chunk);
        }
        let chunk = self.next..self.pairs.min(self.next.saturating_add(self.size));
        self.next = chunk.end;
        (!chunk.is_empty()).then_some(chunk)
    }

    /// Hands a chunk out again, whose worker was lost; what came back of it stays.
    pub fn give_back(&mut self, chunk: Chunk) {
        self.returned.push_back(chunk);
    }

    /// Whether the result of a pair has come back.
    pub fn is_done(&self, pair: u64) -> bool {
        pair < self.told || self.early.contains_key(&pair)
    }

    /// Takes the result of a pair, and tells `each` the results that now follow on those
    /// told before, in order, until it says that it is enough. `false` if the pair was no
    /// part of the work or has come back before: then it does not count.
    pub fn bring(&mut self, pair: u64, result: T, mut each: impl FnMut(T) -> bool) -> bool {
        if pair >= self.pairs || self.is_done(pair) {
            return false;
        }
        self.early.insert(pair, result);
        while !self.is_closed
            && let Some(result) = self.early.remove(&self.told)
        {
            self.told += 1;
            self.is_closed = !each(result);
        }
        true
    }

    /// How many results were told.
    pub fn told(&self) -> u64 {
        self.told
    }

    /// Whether nothing more is to come: all was told, or it was enough.
    pub fn is_over(&self) -> bool {
        self.is_closed || self.told == self.pairs
    }
}
