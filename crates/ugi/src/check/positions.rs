//! The positions that an engine is tested in: from random games, preferring those with few legal
//! moves, where an engine with wrong rules is likely to fail.

use std::collections::HashSet;

use agon_arena::{AnySession, GameEntry, Refused};
use agon_core::Rng;

/// How many random games are played.
const GAMES: usize = 40;

/// The longest random game, in plies.
const MAX_PLIES: usize = 240;

/// A position of a random game.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// The start of the game: `startpos`, or a position of the game.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The number of legal moves.
    legal: usize,
    /// The position in the game's notation.
    fen: String,
}

impl TestPosition {
    /// The usual start of a game.
    pub fn start() -> TestPosition {
        let (start, moves) = ("startpos".to_string(), Vec::new());
        TestPosition { fen: start.clone(), start, moves, legal: 0 }
    }

    /// A session in this position.
    pub fn open(&self, entry: &GameEntry) -> Result<Box<dyn AnySession>, Refused> {
        let mut session = entry.open(&self.start)?;
        for mv in &self.moves {
            session.play(mv)?;
        }
        Ok(session)
    }

    /// One of three descriptions of the position: by all moves, by itself, or by an earlier
    /// position and the moves since. Each is a start and moves.
    pub fn described(
        &self,
        entry: &GameEntry,
        way: usize,
    ) -> Result<(String, Vec<String>), Refused> {
        Ok(match way % 3 {
            0 => (self.start.clone(), self.moves.clone()),
            1 => (self.fen.clone(), Vec::new()),
            _ => {
                let (early, late) = self.moves.split_at(self.moves.len() / 2);
                let mut session = entry.open(&self.start)?;
                for mv in early {
                    session.play(mv)?;
                }
                (session.position(), late.to_vec())
            }
        })
    }
}

/// The positions of random games.
pub struct TestPositions {
    /// Positions in which the game is not over, those after few moves first.
    pub open: Vec<TestPosition>,
    /// Positions in which the game is over.
    pub over: Vec<TestPosition>,
}

impl TestPositions {
    /// The positions from which games ended within so many plies, those of one game after the other.
    pub fn near_end(&self, plies: usize) -> impl Iterator<Item = TestPosition> {
        self.over.iter().flat_map(move |end| {
            (1..=plies.min(end.moves.len())).map(|back| {
                let (moves, fen) = (end.moves[..end.moves.len() - back].to_vec(), String::new());
                TestPosition { start: end.start.clone(), moves, legal: 0, fen }
            })
        })
    }

    /// `count` positions after different numbers of moves in which the game is not over, without
    /// the start.
    pub fn spread(&self, count: usize) -> Vec<&TestPosition> {
        let begun: Vec<&TestPosition> =
            self.open.iter().filter(|position| !position.moves.is_empty()).collect();
        let step = begun.len().div_ceil(count.max(1)).max(1);
        begun.into_iter().step_by(step).collect()
    }
}

/// At most `count` different positions of random games from these starts. Half of them are those
/// with the fewest legal moves. The same seed gives the same positions.
pub fn random_positions(
    entry: &GameEntry,
    starts: &[String],
    count: usize,
    seed: u64,
) -> Result<TestPositions, Refused> {
    let mut rng = Rng::seeded(seed);
    let (mut open, mut over) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for game in 0..GAMES {
        let start = &starts[game % starts.len()];
        let mut session = entry.open(start)?;
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..MAX_PLIES {
            let legal = session.moves();
            let is_over = session.outcome().is_some();
            let fen = session.position();
            if seen.insert(fen.clone()) {
                let (start, moves) = (start.clone(), moves.clone());
                let position = TestPosition { start, moves, legal: legal.len(), fen };
                if is_over { over.push(position) } else { open.push(position) }
            }
            let Some(mv) = rng.pick(&legal).filter(|_| !is_over) else { break };
            moves.push(session.play(&mv.text)?);
        }
    }
    shuffle(&mut open, &mut rng);
    // Positions with few moves come first; sorting keeps the random order of equals.
    open.sort_by_key(|position| position.legal);
    let mut rest = open.split_off((count / 2).min(open.len()));
    shuffle(&mut rest, &mut rng);
    rest.truncate(count - open.len().min(count));
    open.extend(rest);
    // Positions after few moves come first, so that findings have short examples.
    shuffle(&mut open, &mut rng);
    open.sort_by_key(|position| position.moves.len());
    Ok(TestPositions { open, over })
}

fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for last in (1..things.len()).rev() {
        things.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gives_hundreds_of_positions_or_all_that_it_has() {
        for entry in agon_arena::games() {
            let starts = ["startpos".to_string()];
            let found = random_positions(entry, &starts, 200, 1).unwrap();
            let least = if entry.name == "nim" { 60 } else { 200 };
            assert!((least..=200).contains(&found.open.len()), "{}", entry.name);
            assert!(!found.over.is_empty(), "{}", entry.name);
            for (way, position) in found.open.iter().take(30).enumerate() {
                let (start, moves) = position.described(entry, way).unwrap();
                let described = TestPosition { start, moves, ..position.clone() };
                let session = described.open(entry).unwrap();
                assert_eq!((session.position(), session.outcome()), (position.fen.clone(), None));
            }
            let again = random_positions(entry, &starts, 200, 1).unwrap();
            let fens = |found: &TestPositions| -> Vec<String> {
                found.open.iter().map(|position| position.fen.clone()).collect()
            };
            assert_eq!(fens(&found), fens(&again));
        }
    }

    #[test]
    fn positions_with_few_moves_are_preferred() {
        let byte = agon_arena::find("byte").unwrap();
        let found = random_positions(byte, &["startpos".into()], 100, 1).unwrap();
        let few = found.open.iter().filter(|position| position.legal <= 1).count();
        assert!(few >= 10, "{few} with a single move, a pass included");
    }
}
