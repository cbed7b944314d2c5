//! `agon perft`: counting lines of play.

use std::io::{self, IsTerminal as _, Write};

use agon_arena::Table;
use serde_json::json;

use crate::cli::PerftArgs;
use crate::failure::Failure;

/// Prints the number of lines of each depth, or below each first move.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let table = args.position.open()?;
    let first = if args.divide { args.depth } else { 1 };
    for depth in first..=args.depth {
        let mut written = Ok(());
        let mut progress = Progress::of(&*table, depth);
        let nodes = table.divide(depth, &mut |mv, nodes| {
            progress.step();
            if args.divide && written.is_ok() {
                progress.clear();
                written = if args.json {
                    writeln!(out, "{}", json!({ "move": mv, "nodes": nodes }))
                } else {
                    writeln!(out, "{mv} {nodes}")
                };
            }
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

/// How many of the first moves are done, shown on a terminal only.
struct Progress {
    depth: u32,
    done: usize,
    all: usize,
    shown: bool,
}

impl Progress {
    fn of(table: &dyn Table, depth: u32) -> Progress {
        Progress { depth, done: 0, all: table.moves().len(), shown: io::stderr().is_terminal() }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.shown {
            eprint!("\rdepth {}: {} of {} moves", self.depth, self.done, self.all);
        }
    }

    /// Wipes the line, so that what is printed next stands alone.
    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
