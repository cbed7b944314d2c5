//! Finished games that are reused when the entries of a tournament have changed.

use std::collections::{HashMap, VecDeque};

use crate::pairing::{GameEnd, Pairing, Results};
use crate::tournament::{Format, Tournament};

/// A game that was played for an earlier state of the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The entrants with the first and the second side, by their current numbers.
    pub players: [usize; 2],
    /// The depth limit that the tournament set for it.
    pub depth: Option<u32>,
    /// The position that it started from; `None` is the usual start.
    pub start: Option<String>,
    pub result: GameEnd,
}

impl Tournament {
    /// Which finished games replace scheduled ones: their indices in `finished`, by the keys of the
    /// scheduled games. The two games of a pair start from one position, so a pair is reused as a
    /// whole; an elimination has no pairs.
    pub fn adopt(&self, finished: &[FinishedGame]) -> HashMap<String, usize> {
        let mut pool: HashMap<([usize; 2], Option<u32>), VecDeque<usize>> = HashMap::new();
        for (number, game) in finished.iter().enumerate() {
            pool.entry((game.players, game.depth)).or_default().push_back(number);
        }
        let mut adopted: HashMap<String, usize> = HashMap::new();
        let mut known = Results::new();
        // Later rounds depend on the results of earlier ones.
        loop {
            let state = self.state(&known);
            let before = adopted.len();
            for pairing in &state.pairings {
                for (key, number) in self.reuse(pairing, finished, &mut pool) {
                    known.insert(key.clone(), finished[number].result);
                    adopted.insert(key, number);
                }
            }
            if adopted.len() == before {
                return adopted;
            }
        }
    }

    /// Takes the games of a pairing out of the pool.
    fn reuse(
        &self,
        pairing: &Pairing,
        finished: &[FinishedGame],
        pool: &mut HashMap<([usize; 2], Option<u32>), VecDeque<usize>>,
    ) -> Vec<(String, usize)> {
        let is_elimination = matches!(self.format, Format::Elimination { .. });
        let size = if is_elimination { 1 } else { 2 };
        let mut taken = Vec::new();
        for games in pairing.games.chunks(size) {
            if games.iter().any(|(_, result)| result.is_some()) {
                continue;
            }
            let waiting = |game: usize| {
                let (game, _) = games.get(game)?;
                pool.get(&(game.players, game.depth))
            };
            let start = |number: usize| finished[number].start.as_deref();
            let found: Option<Vec<usize>> = match games.len() {
                1 => waiting(0).and_then(|numbers| numbers.front()).map(|&number| vec![number]),
                _ => waiting(0).zip(waiting(1)).and_then(|(first, second)| {
                    first.iter().find_map(|&one| {
                        let other = second.iter().find(|&&other| start(other) == start(one))?;
                        Some(vec![one, *other])
                    })
                }),
            };
            for ((game, _), number) in games.iter().zip(found.into_iter().flatten()) {
                if let Some(numbers) = pool.get_mut(&(game.players, game.depth)) {
                    numbers.retain(|&other| other != number);
                }
                taken.push((game.key(), number));
            }
        }
        taken
    }
}
