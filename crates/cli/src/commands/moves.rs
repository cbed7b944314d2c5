//! `agon moves`: lists the legal moves.

use std::io::Write;

use agon_host::Failure;
use serde_json::json;

use crate::cli::MovesArgs;

/// Prints the legal moves, one per line.
pub fn moves(args: &MovesArgs, out: &mut impl Write) -> Result<(), Failure> {
    for mv in args.position.open()?.moves() {
        if args.json {
            writeln!(out, "{}", json!({ "move": mv.text, "paths": mv.paths }))?;
        } else {
            writeln!(out, "{}", mv.text)?;
        }
    }
    Ok(())
}
