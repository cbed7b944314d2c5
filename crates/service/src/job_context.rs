//! What a job needs of the world, and what it reports.

use agon_arena::{AnySession, PositionView};
use agon_core::Stop;
use serde::{Deserialize, Serialize};

use crate::protocol::{MoveDictionary, ReviewPoint, SearchInfo, TrialScore};

/// What a job reports while it runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// How far the search of a computer has got.
    Thinking(SearchInfo),
    /// The lines of the analysis.
    Lines(Vec<SearchInfo>),
    /// The next point of a review.
    Point(ReviewPoint),
    /// The score of a match between rule files so far.
    Trial(TrialScore),
}

/// What a job needs of the world: the time, when to stop, and where reports go.
pub trait JobContext: Stop {
    /// The milliseconds since the job was started.
    fn elapsed(&self) -> u64;
    /// Passes a report on.
    fn report(&self, report: Report);
    /// Takes the session that players used for the last move of this game, if it is kept.
    fn take_session(&self) -> Option<Box<dyn AnySession>>;
    /// Keeps a session for the next move of this game, if there is memory for it.
    fn keep_session(&self, session: Box<dyn AnySession>, bytes: u64);
}

/// What moves do that are made one after the other.
pub(crate) fn words_of(session: &dyn PositionView, moves: &[String]) -> MoveDictionary {
    moves.iter().cloned().zip(session.words_from_here(moves)).collect()
}

/// Adds what a move does, unless that is known.
pub(crate) fn add_words(session: &dyn PositionView, mv: &str, words: &mut MoveDictionary) {
    if !words.has(mv) {
        let moves = [mv.to_string()];
        let found = session.words_from_here(&moves);
        words.extend(moves.into_iter().zip(found));
    }
}
