//! Numbered results that arrive in any order and are reported in order.

use std::collections::{BTreeMap, BTreeSet};

/// Hands out numbers in order, and reports their results in the same order, so that the outcome
/// does not depend on the number of workers.
#[derive(Debug)]
pub struct InOrder<T> {
    count: u64,
    next: u64,
    /// Numbers that are handed out again.
    again: BTreeSet<u64>,
    /// Results that wait for an earlier one.
    early: BTreeMap<u64, T>,
    reported: u64,
    is_closed: bool,
}

impl<T> InOrder<T> {
    /// Hands out the numbers below `count`.
    pub fn below(count: u64) -> InOrder<T> {
        let (again, early) = (BTreeSet::new(), BTreeMap::new());
        InOrder { count, next: 0, again, early, reported: 0, is_closed: false }
    }

    /// The next number; `None` if none is left or wanted.
    pub fn take_next(&mut self) -> Option<u64> {
        if self.is_closed {
            return None;
        }
        let number = self.next;
        self.again.pop_first().or_else(|| {
            (number < self.count).then(|| {
                self.next += 1;
                number
            })
        })
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many numbers are not handed out yet.
    pub fn left(&self) -> u64 {
        self.count - self.next + self.again.len() as u64
    }

    /// How many numbers are handed out and not reported.
    pub fn unreported(&self) -> u64 {
        self.next.saturating_sub(self.reported)
    }

    /// Takes a result, and reports all results that are next in order, until `report` returns
    /// `false`. Unknown and repeated numbers are ignored.
    pub fn submit(&mut self, number: u64, result: T, mut report: impl FnMut(T) -> bool) {
        if number >= self.count || number < self.reported || self.early.contains_key(&number) {
            return;
        }
        self.early.insert(number, result);
        while !self.is_closed
            && let Some(result) = self.early.remove(&self.reported)
        {
            self.reported += 1;
            self.is_closed = !report(result);
        }
    }

    /// Takes back all reported results from `number` on, and results that are false and wait. `kept`
    /// gives those back that are known and true; the other numbers are handed out again.
    pub fn rewind(
        &mut self,
        number: u64,
        is_false: impl Fn(u64) -> bool,
        mut kept: impl FnMut(u64) -> Option<T>,
    ) {
        let false_: Vec<u64> =
            self.early.keys().copied().filter(|&early| is_false(early)).collect();
        self.early.retain(|&early, _| !is_false(early));
        self.again.extend(false_);
        for number in number..self.reported {
            match kept(number).filter(|_| !is_false(number)) {
                Some(result) => drop(self.early.insert(number, result)),
                None => drop(self.again.insert(number)),
            }
        }
        self.reported = self.reported.min(number);
        self.is_closed = false;
    }

    /// How many results were reported.
    pub fn reported(&self) -> u64 {
        self.reported
    }

    /// Whether all results were reported, or no more are wanted.
    pub fn is_over(&self) -> bool {
        self.is_closed || self.reported == self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers below 30 in an order that a seed decides.
    fn shuffled(seed: u64) -> Vec<u64> {
        let mut numbers: Vec<u64> = (0..30).collect();
        let mut state = seed;
        for place in (1..numbers.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed | 1);
            numbers.swap(place, (state >> 33) as usize % (place + 1));
        }
        numbers
    }

    #[test]
    fn results_in_any_order_are_reported_in_order_until_it_is_enough() {
        for (seed, enough) in (0..200).zip((0..40_usize).cycle()) {
            let order = shuffled(seed);
            let mut results = InOrder::below(30);
            let mut reported = Vec::new();
            for &number in order.iter().chain(&order[..seed as usize % 30]) {
                results.submit(number, number, |result| {
                    reported.push(result);
                    reported.len() < enough
                });
            }
            assert!(results.is_over());
            assert_eq!(reported, (0..enough.clamp(1, 30) as u64).collect::<Vec<_>>(), "{seed}");
        }
    }

    #[test]
    fn false_results_are_handed_out_again_and_reported_in_order() {
        let mut results = InOrder::below(6);
        while results.take_next().is_some() {}
        let mut reported = Vec::new();
        // Number 2 is out, 4 and 5 wait for it; the result is the number of the attempt.
        for number in [0, 1, 3, 4, 5] {
            results.submit(number, (number, 1), |one| {
                reported.push(one);
                true
            });
        }
        assert_eq!(reported, [(0, 1), (1, 1)]);
        results.rewind(1, |number| number == 1 || number == 4, |_| None);
        assert_eq!((results.reported(), results.left()), (1, 2));
        assert_eq!(
            [results.take_next(), results.take_next(), results.take_next()],
            [Some(1), Some(4), None]
        );
        for number in [4, 2, 1] {
            results.submit(number, (number, 2), |one| {
                reported.push(one);
                true
            });
        }
        assert_eq!(reported[2..], [(1, 2), (2, 2), (3, 1), (4, 2), (5, 1)]);
        assert!(results.is_over());
        // A test that has ended goes on, and keeps what is true.
        results.rewind(3, |number| number == 3, |number| Some((number, 9)));
        assert!(!results.is_over());
        assert_eq!((results.take_next(), results.take_next()), (Some(3), None));
        results.submit(3, (3, 2), |one| {
            reported.push(one);
            true
        });
        assert_eq!(reported[7..], [(3, 2), (4, 9), (5, 9)]);
    }

    #[test]
    fn numbers_are_handed_out_once_and_count_once() {
        let mut results = InOrder::below(2);
        assert_eq!([(); 3].map(|()| results.take_next()), [Some(0), Some(1), None]);
        let mut reported = String::new();
        for (number, letter) in [(1, 'b'), (1, 'x'), (2, 'x'), (0, 'a'), (0, 'x')] {
            results.submit(number, letter, |letter| {
                reported.push(letter);
                true
            });
        }
        assert_eq!((reported.as_str(), results.is_over(), results.left()), ("ab", true, 0));
    }
}
