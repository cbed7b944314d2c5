//! Why a line cannot be answered.

use crate::limits::Exceeded;

agon_core::refusals! {
    /// Why a line cannot be answered.
    pub enum Refusal {
        Character { found: String } => "unexpected {found}",
        Command { found: String } => "{found} is not understood; the commands are :type, :help and :quit",
        Expected { wanted: &'static str, found: String } => "expected {wanted}, found {found}",
        Limit { limit: Exceeded } => "{limit}",
        UnknownName { name: String } => "{name} is not defined; the functions are initializeGame, tryMove, screenshotGame, undoMove, redoMove, possibleMoves, evaluateState, length, null, head, last, tail, take, elem, fst, snd",
        NotAFunction { name: String } => "{name} is not a function, or takes fewer arguments",
        TakenName { name: &'static str } => "{name} has a meaning already: choose another name",
        Arity { name: &'static str, takes: usize, given: usize, usage: &'static str } => "{name} takes {takes} arguments, not {given}, as in {usage}",
        Argument { name: &'static str, wanted: &'static str, found: String } => "{name} expects {wanted}, not {found}",
        Evaluation { name: String, why: String } => "{name} {why}",
        EmptyList { name: &'static str } => "{name} of an empty list",
        NoElement { place: i64, length: usize } => "the list has {length} elements, numbered from 0: there is no element {place}",
        Mismatch { wanted: String, found: String } => "the types do not fit: expected {wanted}, found {found}",
        NotCompared => "games and functions cannot be compared: compare what screenshotGame gives",
        OffBoard { row: i64, column: i64 } => "({row},{column}) is not on the board: rows and columns go from 0 to 4",
        Overlap { row: usize, column: usize } => "two pawns are placed on ({row},{column})",
        NotShown => "a game cannot be printed: use screenshotGame",
    }
}

impl From<Exceeded> for Refusal {
    fn from(limit: Exceeded) -> Refusal {
        Refusal::Limit { limit }
    }
}
