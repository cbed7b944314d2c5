//! A fixed piece of work for the engine: its node count is the fingerprint of the search.

use agon_core::{Rng, Side};
use agon_search::Limits;

use crate::ask::{Ask, Search};
use crate::{GameEntry, PlayerSpec, Refused};

/// How many positions there are.
const POSITIONS: u64 = 10;

/// The memory of the engine, in bytes.
const HASH_BYTES: usize = 16 << 20;

/// The positions of a game that are searched: from random openings, played on by minimax
/// for longer and longer.
fn positions(entry: &GameEntry) -> Result<Vec<String>, Refused> {
    let mut found = Vec::new();
    for number in 0..POSITIONS {
        let mut session = entry.start();
        let mut dice = Rng::seeded(number);
        for _ in 0..3 {
            if let Some(mv) = dice.pick(&session.moves()) {
                session.play(&mv.text)?;
            }
        }
        for side in Side::BOTH {
            session.set_seat(side, PlayerSpec::Minimax { depth: 1, eval: None })?;
        }
        for _ in 0..2 * number {
            session.think(&())?;
        }
        if session.outcome().is_none() {
            found.push(session.position());
        }
    }
    Ok(found)
}

/// Searches every position of the fixed set to the game's depth, one after the other;
/// gives the number of positions looked at.
pub fn bench(entry: &GameEntry) -> Result<u64, Refused> {
    let limits = Limits { depth: entry.bench_depth, ..Limits::default() };
    let ask = Ask { search: Search::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let mut nodes = 0;
    for position in positions(entry)? {
        let session = entry.open(&position)?;
        nodes += session.best(&ask, &(), &())?.map_or(0, |info| info.nodes);
    }
    Ok(nodes)
}
