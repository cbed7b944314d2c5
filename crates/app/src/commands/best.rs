//! `agon best`: the best move by a search.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_arena::ugi::{info_line, per_second, score_words};
use agon_arena::{Ask, Search};
use agon_core::Stop;
use agon_search::{Info, Limits, SearchControl};
use serde_json::json;

use crate::cli::{BestArgs, SearchName};
use crate::failure::Failure;
use crate::threads::ScopedThreads;
use crate::timer::Timer;
use crate::{interrupt, rules};

/// Prints how the search gets on, and the best move.
pub fn best(args: &BestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut session = args.position.open()?;
    rules::load_rules(args.position.game(), &mut *session, args.eval.as_deref())?;
    let limit = args.limit;
    let limits = Limits {
        depth: limit.depth.unwrap_or(Limits::default().depth),
        nodes: limit.nodes.unwrap_or(u64::MAX),
        lines: args.lines.into(),
    };
    let search = match args.search {
        SearchName::Minimax => Search::Minimax,
        SearchName::Engine => Search::Engine,
    };
    if search == Search::Minimax && limit.depth.is_none() {
        return Err(Failure::Usage("minimax looks to a fixed depth: give --depth".into()));
    }
    let ask = Ask { search, limits, eval: args.eval.clone(), hash_bytes: args.hash << 20 };
    let time = limit.movetime.map(Duration::from_millis);
    let (timer, is_unheard) = (Timer::start(time), AtomicBool::new(false));
    let watch = Watch { timer, json: args.json, is_unheard };
    let threads = ScopedThreads(args.threads.into());
    let found = interrupt::during(|| session.best(&ask, &watch, &threads))?;
    let best = found.and_then(|info| info.moves.into_iter().next());
    match (best, args.json) {
        (Some(best), true) => writeln!(out, "{}", json!({ "bestmove": best }))?,
        (Some(best), false) => writeln!(out, "bestmove {best}")?,
        (None, _) if session.outcome().is_some() => {
            return Err(Failure::Refused("the game is over".into()));
        }
        (None, _) if search == Search::Minimax => {
            let depth = limits.depth;
            return Err(Failure::Refused(format!("stopped before depth {depth} was done")));
        }
        (None, _) => return Err(Failure::Refused("stopped before a move was found".into())),
    }
    Ok(())
}

/// Owns the time, and prints how the search gets on.
struct Watch {
    timer: Timer,
    json: bool,
    /// Whether what is told cannot be written: nobody waits for more.
    is_unheard: AtomicBool,
}

impl Stop for Watch {
    fn is_stopped(&self) -> bool {
        interrupt::interrupted() || self.is_unheard.load(Ordering::Relaxed) || self.timer.is_up()
    }
}

impl SearchControl<String> for Watch {
    fn is_enough(&self) -> bool {
        self.timer.is_late()
    }

    fn report(&self, info: &Info<String>) {
        let seconds = self.timer.elapsed().as_secs_f64();
        // The thread that tells is the one that was asked, and holds standard output.
        let mut out = io::stdout();
        let written = match self.json {
            true => writeln!(out, "{}", as_json(info, seconds)),
            false => writeln!(out, "{}", info_line(info, seconds)),
        };
        // Why it cannot be written is said when the answer cannot either.
        if written.and_then(|()| out.flush()).is_err() {
            self.is_unheard.store(true, Ordering::Relaxed);
        }
    }
}

fn as_json(info: &Info<String>, seconds: f64) -> serde_json::Value {
    json!({
        "depth": info.depth, "seldepth": info.selective_depth, "line": info.line,
        "score": score_words(info.score), "nodes": info.nodes,
        "nps": per_second(info.nodes, seconds), "hits": info.hits, "fill": info.fill,
        "seconds": seconds, "pv": info.moves,
    })
}
