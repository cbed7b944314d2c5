//! Starts for the games of a match, neither side of which is much better off.

use agon_core::{Rng, Score};
use agon_search::Limits;

use crate::{AnySession, Ask, GameEntry, Refused, Search};

/// How many random starts are made to find one that is balanced.
const CANDIDATES: usize = 8;

/// How many positions the engine looks at to judge a start.
const NODES: u64 = 1000;

/// The memory of the engine that judges, in bytes.
const MEMORY: usize = 1 << 18;

/// A start that follows from a seed: so many random moves from a position, and of eight
/// such starts the one that the engine, looking at a thousand positions, finds closest to
/// even. A start from which a side is seen to win is taken only where there is no other. A
/// position with too little room for so many moves is left with fewer.
pub fn balanced_start(
    game: &GameEntry,
    from: &str,
    plies: u32,
    seed: u64,
) -> Result<String, Refused> {
    let mut dice = Rng::seeded(seed);
    let mut best: Option<(i64, String)> = None;
    for _ in 0..CANDIDATES {
        let session = wander(game, from, plies, &mut dice)?;
        let uneven = unevenness(&*session)?;
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, session.position()));
        }
    }
    Ok(best.map_or_else(|| from.to_string(), |(_, start)| start))
}

/// A session at the position after so many random moves, none of which ends the game.
fn wander(
    game: &GameEntry,
    from: &str,
    plies: u32,
    dice: &mut Rng,
) -> Result<Box<dyn AnySession>, Refused> {
    let mut session = game.open(from)?;
    for _ in 0..plies {
        let mut moves = session.moves();
        let mut moved = false;
        while !moved && !moves.is_empty() {
            let mv = moves.swap_remove(dice.below(moves.len()));
            session.play(&mv.text)?;
            moved = session.outcome().is_none();
            if !moved {
                session.undo();
            }
        }
        if !moved {
            break;
        }
    }
    Ok(session)
}

/// How far a position is from even.
fn unevenness(session: &dyn AnySession) -> Result<i64, Refused> {
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let ask = Ask { search: Search::Engine, limits, eval: None, hash_bytes: MEMORY };
    let score = session.best(&ask, &(), &())?.map_or(Score::DRAW, |info| info.score);
    Ok(i64::from(score.points()).abs())
}
