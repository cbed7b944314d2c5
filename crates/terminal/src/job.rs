//! Searches as data: requests of the screen and reports of the search thread.

use agon_arena::{ChosenMove, PlayerSpec};
use agon_search::Info;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// A move for the computer whose turn it is.
    Move,
    /// A suggestion for a person.
    Hint,
    /// The value of a position.
    Analysis,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Reports carry this number.
    pub number: u64,
    /// The purpose of the search.
    pub purpose: SearchPurpose,
    /// The moves that lead to the position.
    pub made: Vec<String>,
    pub players: [PlayerSpec; 2],
}

/// A report of a search.
#[derive(Clone, Debug)]
pub enum Report {
    /// The result so far.
    Progress(Info<String>),
    /// The computer's move. `None` if the search was stopped before it had one.
    Chosen(Result<Option<ChosenMove>, String>),
    /// The best line of a finished hint or analysis.
    Found(Result<Option<Info<String>>, String>),
}
