//! The jobs of a game whose results clients await.

use std::collections::BTreeMap;

use crate::protocol::{RequestId, ReviewPoint};

#[derive(Clone, Copy, Debug)]
pub(super) struct AwaitedJob {
    pub(super) client: u64,
    pub(super) kind: AwaitedResult,
}

/// A review in progress that is to be kept with the game.
#[derive(Debug)]
pub(super) struct KeptReview {
    /// The number of the job.
    pub(super) number: u64,
    pub(super) line: Vec<String>,
    /// What was found so far.
    pub(super) points: Vec<ReviewPoint>,
}

/// What a client awaits.
#[derive(Clone, Copy, Debug)]
pub(super) enum AwaitedResult {
    Reply(RequestId),
    /// The reply to a request for a match between rule files.
    Trial(RequestId),
    /// The points of a review; the last one is after this many plies.
    Review(usize),
}

/// The awaited jobs, by number.
#[derive(Debug, Default)]
pub(super) struct AwaitedJobs(BTreeMap<u64, AwaitedJob>);

impl AwaitedJobs {
    pub(super) fn add(&mut self, number: u64, awaited: AwaitedJob) {
        self.0.insert(number, awaited);
    }

    pub(super) fn get(&self, number: u64) -> Option<AwaitedJob> {
        self.0.get(&number).copied()
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<AwaitedJob> {
        self.0.remove(&number)
    }

    /// Removes the jobs of a client with an unwanted result.
    pub(super) fn take(
        &mut self,
        client: u64,
        is_unwanted: impl Fn(AwaitedResult) -> bool,
    ) -> BTreeMap<u64, AwaitedJob> {
        let is_kept = |awaited: &AwaitedJob| awaited.client != client || !is_unwanted(awaited.kind);
        let (kept, taken) =
            std::mem::take(&mut self.0).into_iter().partition(|(_, awaited)| is_kept(awaited));
        self.0 = kept;
        taken
    }
}
