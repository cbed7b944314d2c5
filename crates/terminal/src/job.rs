//! Searches as data: what the screen asks for, and what comes back.

use agon_arena::{ChosenMove, PlayerSpec};
use agon_search::Info;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The move of the computer whose turn it is.
    Move,
    /// A good move for a person.
    Hint,
    /// The value of a position.
    Analysis,
}

/// A search, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number, by which its reports are recognised.
    pub number: u64,
    /// What it is for.
    pub work: Work,
    /// The moves that lead to its position.
    pub made: Vec<String>,
    /// The players.
    pub players: [PlayerSpec; 2],
}

/// What a search says.
#[derive(Clone, Debug)]
pub enum Report {
    /// What it has found so far.
    Progress(Info<String>),
    /// The move of a computer; `None` if it was stopped before it had one.
    Chosen(Result<Option<ChosenMove>, String>),
    /// The best line of a hint or an analysis, which have ended.
    Found(Result<Option<Info<String>>, String>),
}
