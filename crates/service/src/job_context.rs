//! The environment of a job, and its reports.

use agon_arena::{AnySession, PositionView};
use agon_core::Stop;
use serde::{Deserialize, Serialize};

use crate::follow::FollowAnswer;
use crate::protocol::{MoveDictionary, ReviewPoint, SearchInfo, TrialScore};

/// A report of a running job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// The progress of a computer's search.
    Thinking(SearchInfo),
    /// The lines of an analysis.
    Lines(Vec<SearchInfo>),
    /// The next point of a review.
    Point(ReviewPoint),
    /// The score so far of a match between rule files.
    Trial(TrialScore),
    /// What a program said after the next step.
    Followed(Box<FollowAnswer>),
}

/// The environment of a job: the time, when to stop, and a receiver of reports.
pub trait JobContext: Stop {
    /// The milliseconds since the job was started.
    fn elapsed(&self) -> u64;
    fn report(&self, report: Report);
    /// Takes the session that players used for the last move of this game, if it was kept.
    fn take_session(&self) -> Option<Box<dyn AnySession>>;
    /// Keeps a session for the next move of this game, if there is memory for it.
    fn keep_session(&self, session: Box<dyn AnySession>, bytes: u64);
}

/// The words of consecutive moves.
pub(crate) fn words_of(session: &dyn PositionView, moves: &[String]) -> MoveDictionary {
    moves.iter().cloned().zip(session.words_from_here(moves)).collect()
}

/// Adds the words of a move, unless they are known.
pub(crate) fn add_words(session: &dyn PositionView, mv: &str, words: &mut MoveDictionary) {
    if !words.has(mv) {
        let moves = [mv.to_string()];
        let found = session.words_from_here(&moves);
        words.extend(moves.into_iter().zip(found));
    }
}
