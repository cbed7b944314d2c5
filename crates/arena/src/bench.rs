//! The benchmark: its node count is the fingerprint of the search.

use agon_core::{Rng, Side};
use agon_search::{Limits, SearchControl};

use crate::search_request::{SearchKind, SearchRequest};
use crate::{GameEntry, PlayerSpec, Refused};

/// The number of positions.
const POSITIONS: u64 = 10;

/// The size of the transposition table in bytes.
const HASH_BYTES: usize = 16 << 20;

/// The positions of a game that are searched: random openings, continued by minimax for more
/// and more moves.
fn positions(entry: &GameEntry) -> Result<Vec<String>, Refused> {
    let mut found = Vec::new();
    for number in 0..POSITIONS {
        let mut session = entry.start();
        let mut rng = Rng::seeded(number);
        for _ in 0..3 {
            if let Some(mv) = rng.pick(&session.moves()) {
                session.play(&mv.text)?;
            }
        }
        for side in Side::BOTH {
            session.set_player(side, PlayerSpec::Minimax { depth: Some(1), eval: None })?;
        }
        for _ in 0..2 * number {
            session.think(&SearchControl::default(), &())?;
        }
        if session.outcome().is_none() {
            found.push(session.position());
        }
    }
    Ok(found)
}

/// Searches every position of the fixed set to the game's depth; returns the node count.
pub fn bench(entry: &GameEntry) -> Result<u64, Refused> {
    let limits = Limits { depth: entry.bench_depth, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let mut nodes = 0;
    for position in positions(entry)? {
        let session = entry.open(&position)?;
        nodes +=
            session.best(&request, &SearchControl::default(), &())?.map_or(0, |info| info.nodes);
    }
    Ok(nodes)
}
