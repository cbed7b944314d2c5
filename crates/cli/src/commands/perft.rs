//! `agon perft`: counts lines of play.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_host::{Failure, Progress};
use serde_json::json;

use crate::cli::PerftArgs;

/// Prints the number of lines for each depth, or after each first move.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let session = args.position.open()?;
    let first = if args.divide { args.depth } else { 1 };
    for depth in first..=args.depth {
        let mut written = Ok(());
        let is_stopped = AtomicBool::new(false);
        let progress = Progress::default();
        let (mut done, all) = (0, session.moves().len());
        let nodes = session.divide(depth, &is_stopped, &mut |mv, nodes| {
            done += 1;
            progress.show(format_args!("depth {depth}: {done} of {all} moves"));
            if args.divide {
                progress.clear();
                written = if args.json {
                    writeln!(out, "{}", json!({ "move": mv, "nodes": nodes }))
                } else {
                    writeln!(out, "{mv} {nodes}")
                };
            }
            is_stopped.store(written.is_err(), Ordering::Relaxed);
        });
        progress.clear();
        written?;
        if args.json {
            writeln!(out, "{}", json!({ "depth": depth, "nodes": nodes }))?;
        } else {
            writeln!(out, "{depth} {nodes}")?;
        }
        out.flush()?;
    }
    Ok(())
}
