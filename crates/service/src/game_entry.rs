//! Games by their names.

use agon_arena::{GameEntry, find};
use agon_core::quote;

use crate::refusal::ServiceRefusal;

pub fn game_entry(name: &str) -> Result<&'static GameEntry, ServiceRefusal> {
    find(name).ok_or_else(|| ServiceRefusal::NoGame { found: quote(name) })
}
