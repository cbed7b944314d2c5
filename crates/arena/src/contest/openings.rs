//! The starting positions of a match: balanced random ones, and the order of those of a book.

use agon_core::{Rng, Score};
use agon_search::{Limits, SearchControl};

use crate::{Analysis, AnySession, GameEntry, GameLine, Refused, SearchKind, SearchRequest};

/// A starting position, and how it is reached, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, as text.
    pub position: String,
    /// The moves that lead there, for programs that are told games move by move.
    pub line: GameLine,
}

impl Opening {
    /// A position of which only itself is known.
    pub fn at(position: &str) -> Opening {
        let line = GameLine { start: position.into(), moves: Vec::new() };
        Opening { position: position.into(), line }
    }
}

/// How many random starts are compared.
const CANDIDATES: usize = 8;

/// The node limit of the search that evaluates a start.
const NODES: u64 = 1000;

/// The size of its transposition table in bytes.
const HASH_BYTES: usize = 1 << 18;

/// Which opening of a book of `count` openings the game or pair of this number has: each is used
/// once before any is used again, in an order that follows from the seed.
///
/// ```
/// use agon_arena::contest::book_place;
/// let mut places: Vec<u64> = (0..10).map(|number| book_place(7, number, 10)).collect();
/// places.sort();
/// assert_eq!(places, (0..10).collect::<Vec<u64>>());
/// ```
pub fn book_place(seed: u64, number: u64, count: u64) -> u64 {
    if count < 2 {
        return 0;
    }
    let key = Rng::seeded(seed ^ (number / count).wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
    let half_bits = (u64::BITS - (count - 1).leading_zeros()).div_ceil(2);
    let mask = (1 << half_bits) - 1;
    let mut place = number % count;
    // A Feistel network permutes the numbers of so many bits; those that are too large are
    // permuted again.
    loop {
        let (mut left, mut right) = (place >> half_bits, place & mask);
        for round in 0..4 {
            let mixed = Rng::seeded(key ^ (round << 48) ^ right).bits() & mask;
            (left, right) = (right, left ^ mixed);
        }
        place = (left << half_bits) | right;
        if place < count {
            return place;
        }
    }
}

/// The most balanced of eight random starts, each `plies` random moves from a position, by an
/// engine search of a thousand nodes. A start in which a side is seen to win is taken only if
/// there is no other. If the game does not last that long, fewer moves are made. The same seed
/// gives the same start.
pub fn balanced_start(
    game: &GameEntry,
    from: &str,
    plies: u32,
    seed: u64,
) -> Result<Opening, Refused> {
    let start = game.open(from)?.position();
    let mut rng = Rng::seeded(seed);
    let mut best: Option<(i64, Opening)> = None;
    for _ in 0..CANDIDATES {
        let session = random_start(game, from, plies, &mut rng)?;
        let imbalance = imbalance(&*session)?;
        if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            let line = GameLine { start: start.clone(), moves: session.history() };
            best = Some((imbalance, Opening { position: session.position(), line }));
        }
    }
    Ok(best.map_or_else(|| Opening::at(from), |(_, opening)| opening))
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
    let score = session
        .best(&request, &SearchControl::default(), &())?
        .map_or(Score::DRAW, |info| info.score);
    Ok(i64::from(score.points()).abs())
}

#[cfg(test)]
mod tests {
    use super::book_place;

    #[test]
    fn every_opening_is_used_once_before_any_is_used_again() {
        for count in [1, 2, 3, 5, 64, 65, 1000] {
            for cycle in 0..3 {
                let numbers = cycle * count..(cycle + 1) * count;
                let mut places: Vec<u64> =
                    numbers.map(|number| book_place(5, number, count)).collect();
                places.sort_unstable();
                assert_eq!(places, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_order_follows_from_the_seed_and_differs_from_that_of_the_file() {
        let order = |seed| (0..50).map(|number| book_place(seed, number, 50)).collect::<Vec<_>>();
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), (0..50).collect::<Vec<_>>());
        let again: Vec<u64> = (50..100).map(|number| book_place(1, number, 50)).collect();
        assert_ne!(order(1), again, "the second time in another order");
    }
}
