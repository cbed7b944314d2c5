//! What a coordinator hands out, and who decides what counts.

use crate::message::Item;

/// What is to be done, and what becomes of the results. It decides what is missing, so it is the
/// truth; the coordinator only hands it out.
pub trait Work {
    /// The next item that can be done now and was not returned before.
    fn next(&mut self) -> Option<Item>;
    /// How many items are left, if that is known.
    fn left(&self) -> Option<u64>;
    /// Takes the result of an item, to be stored; refused if it cannot be right.
    fn accept(&mut self, key: &str, result: &str, from: ResultOrigin<'_>) -> Result<(), String>;
    /// Workers whose results were found to be wrong later, with the reasons.
    fn suspects(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// The keys that were stored since the last call.
    fn take_stored(&mut self) -> Vec<String>;
    /// Whether nothing is left to be done, now or later.
    fn is_done(&mut self) -> bool;
    /// Whether no more results are wanted.
    fn is_stopped(&self) -> bool;
    /// What is known so far, for people.
    fn progress(&self) -> String;
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug)]
pub struct ResultOrigin<'a> {
    /// The worker.
    pub worker: &'a str,
    /// Its speed in nodes per second, by the reference bench.
    pub speed: u64,
}
