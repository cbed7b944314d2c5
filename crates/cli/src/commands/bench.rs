//! `agon bench`: a fixed workload for the engine.

use std::io::Write;
use std::time::Instant;

use agon_arena::{bench as run, games};
use agon_host::Failure;
use serde_json::json;

use crate::cli::BenchArgs;

/// Prints each game's node count, which is the fingerprint of the search, and the nodes per second.
pub fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    for entry in games().iter().filter(|entry| args.game.is_none_or(|game| game.name == entry.name))
    {
        let started = Instant::now();
        let nodes = run(entry)?;
        let speed = (nodes as f64 / started.elapsed().as_secs_f64().max(1e-6)) as u64;
        match args.json {
            true => {
                writeln!(out, "{}", json!({ "game": entry.name, "nodes": nodes, "nps": speed }))?;
            }
            false => writeln!(out, "{} {nodes} nodes {speed} nodes/s", entry.name)?,
        }
        out.flush()?;
    }
    Ok(())
}
