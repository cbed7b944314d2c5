//! Refusals as Python exceptions.

use std::fmt::Display;
use std::ops::RangeInclusive;

use agon_core::Side;
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult};

/// A number within bounds.
pub fn in_range(what: &'static str, found: i64, bounds: RangeInclusive<i64>) -> PyResult<i64> {
    if bounds.contains(&found) {
        return Ok(found);
    }
    let (&least, &most) = (bounds.start(), bounds.end());
    Err(refused(ArgumentRefusal::Range { what, least, most, found }))
}

/// A side by its number, or a default.
pub fn side(number: Option<i64>, otherwise: Side) -> PyResult<Side> {
    match number {
        None => Ok(otherwise),
        Some(0) => Ok(Side::First),
        Some(1) => Ok(Side::Second),
        Some(found) => Err(refused(ArgumentRefusal::Side { found })),
    }
}

/// A `ValueError` with the text of a refusal.
pub fn refused(refusal: impl Display) -> PyErr {
    PyValueError::new_err(refusal.to_string())
}

agon_core::refusals! {
    /// Why an argument is refused.
    pub enum ArgumentRefusal {
        NoGame { found: String, known: String } => "{found} is not a game: the games are {known}",
        NotAStart => "this is not the start of a game: read it with agon.position",
        OtherGame { wanted: String } => "this position cannot be played in {wanted}",
        OtherPosition { found: String, wanted: String } => "a position of {found} was given, and one of {wanted} is needed",
        NoAction { found: i64, count: usize } => "there is no action {found}: they are numbered from 0 to {count}, that one excluded",
        Side { found: i64 } => "a side is 0 or 1, not {found}",
        Range { what: &'static str, least: i64, most: i64, found: i64 } => "{what} is from {least} to {most}, not {found}",
        Seconds => "a time limit is from 0.001 to 86400 seconds",
        NoLimit => "a search needs a limit: depth, nodes or time",
        NoDepth => "minimax looks to a fixed depth: give depth",
        Kind { found: String } => "search is 'engine' or 'minimax', not {found}",
        Method { found: String } => "a position is solved by 'theory' or by 'search', not {found}",
        NoTheory { game: &'static str } => "no closed form is known for {game}",
        TooLarge { game: &'static str, size: String } => "{game} is too large to solve: up to about {size} positions",
        GameOver => "the game is over",
        Stopped => "stopped before a move was found: give it more nodes or time",
        StoppedMinimax { depth: u32 } => "stopped before depth {depth} was done: give it more nodes or time",
        NoInputs { game: &'static str } => "{game} has no inputs of networks",
        BatchSize { most: usize, found: usize } => "a batch has 1 to {most} positions, not {found}",
        ArraySize { megabytes: usize, most: usize } => "the array would have {megabytes} MB, and at most {most} are allowed: use a smaller batch",
        Length { wanted: usize, found: usize } => "the batch has {wanted} positions, and {found} numbers were given",
        InBatch { index: usize, reason: String } => "position {index}: {reason}",
        Finished => "the game is over: give -1",
        NotLegal { action: i64 } => "action {action} is not legal",
        Packed { game: &'static str } => "positions of {game} have no packed form",
        RecordLength { bytes: usize, size: usize } => "{bytes} bytes are not a whole number of records of {size} bytes",
        Record { number: usize, reason: String } => "record {number}: {reason}",
        OwnName { name: String } => "{name} is the name of an evaluation that comes with the game: give the file another name",
    }
}
