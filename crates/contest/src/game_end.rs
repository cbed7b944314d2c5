//! How games of contests end, by their records.

use agon_arena::contest::Record;

use crate::pairing::GameEnd;

/// The reason of a game that both entrants lose because neither can play.
pub const NEITHER_COULD_PLAY: &str = "neither could play";

/// How a game of a contest ended; `None` if it is not finished.
pub fn game_end(record: &Record) -> Option<GameEnd> {
    match record.reason.as_deref() {
        // Earlier versions stored it as a draw.
        Some(NEITHER_COULD_PLAY) => Some(GameEnd::BothLost),
        _ => record.result.map(GameEnd::Played),
    }
}

/// The result of a game of a contest as text; `0-0` if both lost.
pub fn end_text(record: &Record) -> &'static str {
    GameEnd::text(game_end(record))
}
