//! The starting positions of a match: balanced random ones, and the order of those of a book.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

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

/// The most positions that are all made and compared.
const FEW: usize = 1000;

/// After so many random starts in a row that are known, the next ones are a ply longer.
const USED_UP: usize = 300;

/// By how many plies starts become longer at most before they are used again.
const MOST_PLIES: u32 = 24;

/// The most starts of a book: further ones are the first ones again. All before a start are drawn,
/// and a worker is told only its number.
const MOST_STARTS: u64 = 1 << 16;

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

/// Balanced random starts without repetition, some plies from a position; the same seed gives the
/// same ones.
///
/// If so many plies lead to few positions, all of them are used, in an order by the seed, and those
/// in which a side is seen to win come last. Otherwise a start is the most balanced of eight random
/// positions that no other start was chosen from. When none are left, starts become longer.
#[derive(Debug)]
pub struct OpeningBook {
    game: &'static GameEntry,
    from: String,
    plies: u32,
    rng: Rng,
    /// All starts, if they are few.
    few: Vec<Opening>,
    /// Hashes of the positions that were candidates.
    used: HashSet<u64>,
    /// The candidates of each start so far: the seeds and the number of plies.
    drawn: Vec<([u64; CANDIDATES], u32)>,
}

/// What a start is chosen from. Choosing takes a search, in which nobody need wait for another.
#[derive(Debug)]
pub struct OpeningChoice {
    game: &'static GameEntry,
    from: String,
    known: Option<Opening>,
    seeds: [u64; CANDIDATES],
    plies: u32,
}

impl OpeningChoice {
    /// The start.
    pub fn find(self) -> Result<Opening, Refused> {
        let OpeningChoice { game, from, known, seeds, plies } = self;
        let start = |seed| random_start(game, &from, plies, &mut Rng::seeded(seed));
        known.map_or_else(|| most_balanced(game, &from, seeds.map(start)), Ok)
    }
}

impl OpeningBook {
    /// The starts after so many plies from a position.
    pub fn new(
        game: &'static GameEntry,
        from: &str,
        plies: u32,
        seed: u64,
    ) -> Result<OpeningBook, Refused> {
        let mut rng = Rng::seeded(seed);
        let mut ranked = Vec::new();
        for opening in all_starts(game, from, plies)?.unwrap_or_default() {
            let score = score(&*game.open(&opening.position)?)?;
            ranked.push(((score.proven().is_some(), rng.bits()), opening));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        let few = ranked.into_iter().map(|(_, opening)| opening).collect();
        let (used, drawn) = (HashSet::new(), Vec::new());
        Ok(OpeningBook { game, from: from.into(), plies, rng, few, used, drawn })
    }

    /// The start with a number.
    pub fn choice(&mut self, number: u64) -> Result<OpeningChoice, Refused> {
        let number = number % MOST_STARTS;
        let place = number.checked_rem(self.few.len() as u64);
        let known = place.map(|place| self.few[place as usize].clone());
        while known.is_none() && self.drawn.len() as u64 <= number {
            self.draw()?;
        }
        let drawn = self.drawn.get(number as usize);
        let (seeds, plies) = drawn.copied().unwrap_or(([0; CANDIDATES], self.plies));
        Ok(OpeningChoice { game: self.game, from: self.from.clone(), known, seeds, plies })
    }

    /// Draws the candidates of the next start.
    fn draw(&mut self) -> Result<(), Refused> {
        let most = self.plies.saturating_add(MOST_PLIES);
        let mut plies = self.drawn.last().map_or(self.plies, |(_, plies)| *plies);
        let mut seeds = [0; CANDIDATES];
        for seed in &mut seeds {
            let mut known = 0;
            loop {
                *seed = self.rng.bits();
                let start = random_start(self.game, &self.from, plies, &mut Rng::seeded(*seed))?;
                let mut hasher = DefaultHasher::new();
                start.position().hash(&mut hasher);
                if self.used.insert(hasher.finish()) {
                    break;
                }
                known += 1;
                if known == USED_UP {
                    (known, plies) = (0, plies + 1);
                }
                if plies > most {
                    plies = self.plies;
                    self.used.clear();
                }
            }
        }
        self.drawn.push((seeds, plies));
        Ok(())
    }
}

/// All positions after so many plies in which the game is not over, each once; `None` if they are
/// many.
fn all_starts(game: &GameEntry, from: &str, plies: u32) -> Result<Option<Vec<Opening>>, Refused> {
    let start = game.open(from)?.position();
    let mut layer = vec![Opening::at(&start)];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for opening in &layer {
            let mut session = game.open(&opening.position)?;
            for mv in session.moves() {
                session.play(&mv.text)?;
                let position = session.position();
                if session.outcome().is_none() && seen.insert(position.clone()) {
                    let moves =
                        opening.line.moves.iter().cloned().chain(session.history()).collect();
                    let line = GameLine { start: start.clone(), moves };
                    next.push(Opening { position, line });
                }
                session.undo();
            }
            if next.len() > FEW {
                return Ok(None);
            }
        }
        // A game that does not last that long has shorter openings.
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Ok(Some(layer))
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
    let mut rng = Rng::seeded(seed);
    let starts = [(); CANDIDATES].map(|()| random_start(game, from, plies, &mut rng));
    most_balanced(game, from, starts)
}

/// The most balanced of these starts, by an engine search of a thousand nodes each.
fn most_balanced(
    game: &GameEntry,
    from: &str,
    starts: [Result<Box<dyn AnySession>, Refused>; CANDIDATES],
) -> Result<Opening, Refused> {
    let start = game.open(from)?.position();
    let mut best: Option<(i64, Opening)> = None;
    for session in starts {
        let session = session?;
        let imbalance = i64::from(score(&*session)?.points()).abs();
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

/// The value of a position for the player to move.
fn score(session: &dyn Analysis) -> Result<Score, Refused> {
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: HASH_BYTES };
    let best = session.best(&request, &SearchControl::default(), &())?;
    Ok(best.map_or(Score::DRAW, |info| info.score))
}

#[cfg(test)]
mod tests {
    use super::{MOST_STARTS, OpeningBook, book_place};

    #[test]
    fn a_huge_number_is_that_of_an_early_start_and_draws_no_more() {
        let game = crate::find("santorini").unwrap();
        let mut book = OpeningBook::new(game, "startpos", 4, 3).unwrap();
        let mut position = |number| book.choice(number).unwrap().find().unwrap().position;
        assert_eq!(position(50_000 * MOST_STARTS + 2), position(2));
        assert_eq!(book.drawn.len(), 3);
    }

    #[test]
    fn starts_are_longer_when_the_short_ones_are_used_up_and_come_again_when_all_are() {
        let game = crate::find("tictactoe").unwrap();
        let mut book = OpeningBook::new(game, "startpos", 1, 3).unwrap();
        book.few.clear();
        (0..100).for_each(|_| book.draw().unwrap());
        let plies: Vec<u32> = book.drawn.iter().map(|(_, plies)| *plies).collect();
        assert_eq!(
            (plies[0], plies.iter().max() > Some(&2)),
            (1, true),
            "eight of nine, then more"
        );
        (0..2000).for_each(|_| book.draw().unwrap());
        let ends = book.drawn.windows(2).filter(|two| two[1].1 < two[0].1).count();
        assert!(ends > 0, "all starts of tic-tac-toe were used");
    }

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
