//! The computer player of each game, for when none was named.

use agon_arena::{GameEntry, PlayerSpec};

/// The computer that plays a game, and that the key `a` calls in. In Santorini it is the
/// assignment's: minimax, three plies deep. The page has the same (`web/game/player-spec.js`).
pub fn computer_of(entry: &GameEntry) -> PlayerSpec {
    match entry.name {
        "santorini" => PlayerSpec::Minimax { depth: Some(PlayerSpec::DEPTH), eval: None },
        _ => PlayerSpec::COMPUTER,
    }
}
