//! `agon players`: explains how players are written.

use std::io::Write;

use agon_host::Failure;

/// Prints the grammar of players, as `agon help players` does.
pub fn players(out: &mut impl Write) -> Result<(), Failure> {
    Ok(write!(out, "{}", agon_arena::players_help())?)
}
