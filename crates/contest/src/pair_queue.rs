//! The work queue of a match: pairs of games in chunks, with results reported in order.
//!
//! A worker takes a chunk, and submits the result of each pair. The chunk of a lost worker is
//! queued again; a pair that is submitted twice counts once. Results are reported in the order
//! of the pairs, so that a match ends alike however many workers there are.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Some pairs of a match, by number.
pub type Chunk = Range<u64>;

/// The pairs of a match: which are still to be played, and the results.
#[derive(Debug)]
pub struct PairQueue<T> {
    pairs: u64,
    size: u64,
    next: u64,
    returned: VecDeque<Chunk>,
    /// Results that wait for an earlier pair.
    early: BTreeMap<u64, T>,
    reported: u64,
    is_closed: bool,
}

impl<T> PairQueue<T> {
    /// This many pairs, in chunks of a size.
    pub fn new(pairs: u64, size: u64) -> PairQueue<T> {
        PairQueue {
            pairs,
            size: size.max(1),
            next: 0,
            returned: VecDeque::new(),
            early: BTreeMap::new(),
            reported: 0,
            is_closed: false,
        }
    }

    /// The next chunk to be played; `None` if none is left.
    pub fn next_chunk(&mut self) -> Option<Chunk> {
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

    /// Queues the chunk of a lost worker again; results of it that were submitted stay.
    pub fn requeue(&mut self, chunk: Chunk) {
        self.returned.push_back(chunk);
    }

    /// Whether the result of a pair was submitted.
    pub fn is_done(&self, pair: u64) -> bool {
        pair < self.reported || self.early.contains_key(&pair)
    }

    /// Takes the result of a pair, and reports to `report` all results that are next in order,
    /// until that returns `false`. `false` if the pair is not part of the match or was
    /// submitted before: then it does not count.
    pub fn submit(&mut self, pair: u64, result: T, mut report: impl FnMut(T) -> bool) -> bool {
        if pair >= self.pairs || self.is_done(pair) {
            return false;
        }
        self.early.insert(pair, result);
        while !self.is_closed
            && let Some(result) = self.early.remove(&self.reported)
        {
            self.reported += 1;
            self.is_closed = !report(result);
        }
        true
    }

    /// Lets no more chunks be played, nor results be reported.
    pub fn close(&mut self) {
        self.is_closed = true;
    }

    /// How many results were reported.
    pub fn reported(&self) -> u64 {
        self.reported
    }

    /// Whether the match is over: all results were reported, or no more are wanted.
    pub fn is_over(&self) -> bool {
        self.is_closed || self.reported == self.pairs
    }
}
