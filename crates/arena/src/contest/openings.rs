//! Balanced starting positions for the games of a match.

use agon_core::{Rng, Score};
use agon_search::Limits;

use crate::{Analysis, AnySession, GameEntry, Refused, SearchKind, SearchRequest};

/// How many random starts are compared.
const CANDIDATES: usize = 8;

/// The node limit of the search that evaluates a start.
const NODES: u64 = 1000;

/// The size of its transposition table in bytes.
const HASH_BYTES: usize = 1 << 18;

/// The most balanced of eight random starts, each `plies` random moves from a position, by an
/// engine search of a thousand nodes. A start in which a side is seen to win is taken only if
/// there is no other. If the game does not last that long, fewer moves are made. The same seed
/// gives the same start.
pub fn balanced_start(
    game: &GameEntry,
    from: &str,
    plies: u32,
    seed: u64,
) -> Result<String, Refused> {
    let mut rng = Rng::seeded(seed);
    let mut best: Option<(i64, String)> = None;
    for _ in 0..CANDIDATES {
        let session = random_start(game, from, plies, &mut rng)?;
        let imbalance = imbalance(&*session)?;
        if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            best = Some((imbalance, session.position()));
        }
    }
    Ok(best.map_or_else(|| from.to_string(), |(_, start)| start))
}

/// A session at the position after so many random moves, none of which ends the game.
fn random_start(
    game: &GameEntry,
    from: &str,
    plies: u32,
    rng: &mut Rng,
) -> Result<Box<dyn AnySession>, Refused> {
    let mut session = game.open(from)?;
    for _ in 0..plies {
        let mut moves = session.moves();
        let mut moved = false;
        while !moved && !moves.is_empty() {
            let mv = moves.swap_remove(rng.below(moves.len()));
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

/// How far the value of a position is from zero.
fn imbalance(session: &dyn Analysis) -> Result<i64, Refused> {
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let score = session.best(&request, &(), &())?.map_or(Score::DRAW, |info| info.score);
    Ok(i64::from(score.points()).abs())
}
