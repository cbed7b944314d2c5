//! `agon best`: searches for the best move.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_arena::{SearchKind, SearchRequest, info_line, per_second};
use agon_host::Failure;
use agon_host::interrupt::{self, Interrupt};
use agon_inputs::evaluators;
use agon_search::{Info, Limits, SearchControl, TimeManager};
use agon_threads::ScopedThreads;
use serde_json::json;

use super::score_json::score_json;
use crate::cli::{BestArgs, SearchName};

pub fn best(args: &BestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut session = args.position.open()?;
    evaluators::load(args.position.game(), &mut *session, args.eval.as_deref())?;
    let limit = args.limit;
    let limits = Limits {
        depth: limit.depth.unwrap_or(Limits::default().depth),
        nodes: limit.nodes.unwrap_or(u64::MAX),
        lines: args.lines.into(),
    };
    let search = match args.search {
        SearchName::Minimax => SearchKind::Minimax,
        SearchName::Engine => SearchKind::Engine,
    };
    if search == SearchKind::Minimax && limit.depth.is_none() {
        return Err(Failure::Usage("minimax looks to a fixed depth: give --depth".into()));
    }
    let request =
        SearchRequest { search, limits, eval: args.eval.clone(), hash_bytes: args.hash << 20 };
    let time = limit.movetime.map(Duration::from_millis).map(TimeManager::fixed);
    let started = Instant::now();
    let elapsed = || started.elapsed();
    // Set when the output cannot be written; the search then stops.
    let is_broken = AtomicBool::new(false);
    let print = |info: &Info<String>| {
        let seconds = elapsed().as_secs_f64();
        // Only the thread that holds standard output reports.
        let mut out = io::stdout();
        let written = match args.json {
            true => writeln!(out, "{}", as_json(info, seconds)),
            false => writeln!(out, "{}", info_line(info, seconds)),
        };
        // The error is reported when writing the best move fails too.
        if written.and_then(|()| out.flush()).is_err() {
            is_broken.store(true, Ordering::Relaxed);
        }
    };
    let unbroken = SearchControl::<String>::until(&is_broken);
    let control = SearchControl::within(&unbroken, &Interrupt);
    let control = control.timed(time, &elapsed).reporting(&print);
    let threads = ScopedThreads(args.threads.into());
    let found = interrupt::during(|| session.best(&request, &control, &threads))?;
    let best = found.and_then(|info| info.moves.into_iter().next());
    match (best, args.json) {
        (Some(best), true) => writeln!(out, "{}", json!({ "bestmove": best }))?,
        (Some(best), false) => writeln!(out, "bestmove {best}")?,
        (None, _) if session.outcome().is_some() => {
            return Err(Failure::Refused("the game is over".into()));
        }
        (None, _) if search == SearchKind::Minimax => {
            let depth = limits.depth;
            return Err(Failure::Refused(format!("stopped before depth {depth} was done")));
        }
        (None, _) => return Err(Failure::Refused("stopped before a move was found".into())),
    }
    Ok(())
}

fn as_json(info: &Info<String>, seconds: f64) -> serde_json::Value {
    json!({
        "depth": info.depth, "seldepth": info.selective_depth, "line": info.line,
        "score": score_json(info.score), "nodes": info.nodes,
        "nps": per_second(info.nodes, seconds), "hits": info.hits, "fill": info.fill,
        "seconds": seconds, "pv": info.moves,
    })
}
