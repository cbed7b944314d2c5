//! Items that are done again, to find false results.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use crate::ledger::Claim;
use crate::signing_key::one_in;

/// How many of a new worker's first results are checked more often, and how often: one in so many.
const NEW: u64 = 8;
const NEW_RATE: u32 = 2;

/// How many checks wait for this machine before others make them.
const HERE: usize = 4;

/// How many checks wait for this machine at most. Further ones are left out, and counted.
const MAX_WAITING: usize = 32;

/// An item that is done again on this machine.
pub struct Check<I> {
    pub item: I,
    /// What workers say about it, of whom at least one is wrong if they differ.
    pub claims: Vec<Claim>,
}

/// The checks of a run.
pub struct Replays<I, O> {
    /// One in this many results is checked; none, if it is 0.
    rate: u32,
    waiting: VecDeque<Check<I>>,
    /// The check that is made now.
    current: Option<Check<I>>,
    /// Where items are sent; `None` when no more are done.
    requests: Option<Sender<I>>,
    answers: Receiver<Option<O>>,
    pub done: u64,
    /// How many were chosen and not made.
    pub left_out: u64,
}

impl<I: Clone, O> Replays<I, O> {
    /// Items are sent to `requests`; whoever receives them sends their outputs to `answers`.
    pub fn new(rate: u32, requests: Sender<I>, answers: Receiver<Option<O>>) -> Replays<I, O> {
        let (requests, waiting, current) = (Some(requests), VecDeque::new(), None);
        Replays { rate, waiting, current, requests, answers, done: 0, left_out: 0 }
    }

    /// Whether a result of a worker is checked, which has had so many before.
    pub fn choose(&self, before: u64) -> bool {
        let rate = if before < NEW { self.rate.min(NEW_RATE) } else { self.rate };
        one_in(rate)
    }

    /// Whether another machine should make the next check.
    pub fn is_busy(&self) -> bool {
        self.waiting.len() >= HERE
    }

    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.current.is_none()
    }

    /// Adds a check. One that decides between two workers is always made, and first.
    pub fn add(&mut self, check: Check<I>) {
        if check.claims.len() > 1 {
            self.waiting.push_front(check);
        } else if self.waiting.len() < MAX_WAITING {
            self.waiting.push_back(check);
        } else {
            self.left_out += 1;
        }
        self.begin();
    }

    /// Sends no more items. What waits is left out.
    pub fn close(&mut self) {
        self.left_out += (self.waiting.len() + usize::from(self.current.is_some())) as u64;
        self.waiting.clear();
        (self.requests, self.current) = (None, None);
    }

    fn begin(&mut self) {
        if self.current.is_none() {
            self.current = self.waiting.pop_front();
            if let (Some(check), Some(requests)) = (&self.current, &self.requests) {
                // If nobody receives it, the run is over.
                let _ = requests.send(check.item.clone());
            }
        }
    }

    /// The checks that were made since the last call, with their outputs.
    pub fn answers(&mut self) -> Vec<(Check<I>, O)> {
        let mut answers = Vec::new();
        while let Ok(output) = self.answers.try_recv() {
            if let Some(check) = self.current.take() {
                match output {
                    Some(output) => {
                        self.done += 1;
                        answers.push((check, output));
                    }
                    None => self.left_out += 1,
                }
            }
            self.begin();
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn replays(rate: u32) -> Replays<u32, u32> {
        Replays::new(rate, channel().0, channel().1)
    }

    #[test]
    fn new_workers_are_checked_more_often_and_none_if_the_rate_is_zero() {
        let chosen = |rate, before| (0..2000).filter(|_| replays(rate).choose(before)).count();
        assert!((850..1150).contains(&chosen(20, 0)));
        assert!((50..160).contains(&chosen(20, NEW)));
        assert_eq!(
            [chosen(0, 0), chosen(0, NEW), chosen(1, 0), chosen(1, NEW)],
            [0, 0, 2000, 2000]
        );
    }

    #[test]
    fn too_many_checks_are_left_out_but_never_those_that_decide() {
        let mut replays = replays(1);
        let claim = Claim { worker: 0, hash: 0 };
        for item in 0..40 {
            replays.add(Check { item, claims: vec![claim] });
        }
        assert_eq!((replays.waiting.len(), replays.left_out), (MAX_WAITING, 40 - 33));
        replays.add(Check { item: 99, claims: vec![claim; 2] });
        assert_eq!(replays.waiting.front().map(|check| check.item), Some(99));
    }
}
