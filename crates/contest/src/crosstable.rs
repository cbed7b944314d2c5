//! The scores of the entrants against each other.

use std::collections::BTreeMap;

use crate::TournamentState;

/// The scores of all pairs of entrants that have met.
pub struct Crosstable {
    /// Twice the points of the first against the second, and the number of games.
    scores: BTreeMap<[usize; 2], (u64, u64)>,
}

impl Crosstable {
    pub fn of(state: &TournamentState) -> Crosstable {
        let mut scores: BTreeMap<[usize; 2], (u64, u64)> = BTreeMap::new();
        for pairing in &state.pairings {
            let Some(second) = pairing.second else { continue };
            let games = pairing.games.iter().filter(|(_, result)| result.is_some()).count() as u64;
            let pairs = [[pairing.first, second], [second, pairing.first]];
            for (pair, half) in pairs.into_iter().zip(pairing.half_points()) {
                let score = scores.entry(pair).or_default();
                *score = (score.0 + half, score.1 + games);
            }
        }
        Crosstable { scores }
    }

    /// Twice the points of one against another, and the number of their games; `None` if they have
    /// not met.
    pub fn score(&self, one: usize, other: usize) -> Option<(u64, u64)> {
        self.scores.get(&[one, other]).copied().filter(|&(_, games)| games > 0)
    }
}
