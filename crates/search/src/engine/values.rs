//! Scores as plain points inside the search, with wins and losses counted from the root.

use agon_core::{Outcome, Score, Side};

/// More than any value.
pub(super) const INFINITE: i32 = WIN + 1;

pub(super) const WIN: i32 = Score::win_in(0).points();

/// Values beyond are proven wins or losses, counted in plies from the root.
pub(super) const PROVEN: i32 = Score::MAX_ESTIMATE;

/// Points as a [`Score`].
pub(super) fn score(points: i32) -> Score {
    match points {
        _ if points > PROVEN => Score::win_in((WIN - points) as u32),
        _ if points < -PROVEN => Score::lose_in((WIN + points) as u32),
        _ => Score::estimate(points),
    }
}

/// The value of a finished game to a side.
pub(super) fn terminal_value(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == side => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
    }
}

/// A value as the transposition table stores it: wins and losses counted from the position
/// instead of the root.
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > PROVEN => value + ply as i32,
        _ if value < -PROVEN => value - ply as i32,
        _ => value,
    }
}

/// A value from the transposition table, counted from the root again.
pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > PROVEN => value - ply as i32,
        _ if value < -PROVEN => value + ply as i32,
        _ => value,
    }
}
