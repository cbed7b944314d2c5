//! The jobs of a game whose results a client waits for.

use std::collections::BTreeMap;

use crate::protocol::RequestId;

/// A job that a client waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) client: u64,
    pub(super) kind: QuestionKind,
}

/// What a client waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum QuestionKind {
    /// The reply to a request.
    Reply(RequestId),
    /// The reply to a request for a match between rule files.
    Trial(RequestId),
    /// The points of a review; the last one is after so many plies.
    Review(usize),
}

/// The jobs that clients wait for, by number.
#[derive(Debug, Default)]
pub(super) struct Questions(BTreeMap<u64, Question>);

impl Questions {
    pub(super) fn add(&mut self, number: u64, question: Question) {
        self.0.insert(number, question);
    }

    pub(super) fn get(&self, number: u64) -> Option<Question> {
        self.0.get(&number).copied()
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<Question> {
        self.0.remove(&number)
    }

    /// Removes the questions of a client that are of some kind.
    pub(super) fn take(
        &mut self,
        client: u64,
        is_unwanted: impl Fn(QuestionKind) -> bool,
    ) -> BTreeMap<u64, Question> {
        let is_kept =
            |question: &Question| question.client != client || !is_unwanted(question.kind);
        let (kept, taken) =
            std::mem::take(&mut self.0).into_iter().partition(|(_, question)| is_kept(question));
        self.0 = kept;
        taken
    }
}
