//! Tournaments: which games are to be played next, given the results so far.
//!
//! This depends only on the tournament and the results, in any order, so an interrupted contest can
//! be continued.

use std::collections::HashSet;

use crate::elimination;
use crate::pairing::{Pairing, Results, TournamentState};
use crate::pairings::{draw_order, round_robin, swiss};

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// All entrants play each other.
    RoundRobin,
    /// One entrant plays all others.
    Gauntlet { challenger: usize },
    /// In each round, entrants with similar points are paired.
    Swiss { rounds: u32 },
    /// The loser of a pairing is out. A pairing is two games at depth 2 and two at depth 3, and one
    /// more on a tie.
    Elimination {
        /// The depth of the tie-break game.
        extra_depth: u32,
    },
}

/// A tournament before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub entrants: usize,
    pub format: Format,
    /// How many pairs of games a pairing has. An elimination has its own number of games.
    pub pairs: u32,
    /// The random seed of draws and lots.
    pub seed: u64,
}

impl Tournament {
    pub fn state(&self, known: &Results) -> TournamentState {
        match self.format {
            Format::RoundRobin => self.at_once(&round_robin(self.entrants), known),
            Format::Gauntlet { challenger } => {
                let others = (0..self.entrants).filter(|&other| other != challenger);
                let rounds: Vec<_> = others.map(|other| vec![[challenger, other]]).collect();
                self.at_once(&rounds, known)
            }
            Format::Swiss { rounds } => self.by_rounds(rounds, known),
            Format::Elimination { extra_depth } => {
                elimination::state(self.entrants, self.seed, extra_depth, known)
            }
        }
    }

    pub fn rounds(&self) -> u32 {
        let entrants = self.entrants as u32;
        match self.format {
            // With an odd number, each entrant has one bye.
            Format::RoundRobin => entrants.saturating_sub(1) + entrants % 2,
            Format::Gauntlet { .. } => entrants.saturating_sub(1),
            Format::Swiss { rounds } => rounds,
            Format::Elimination { .. } => entrants.next_power_of_two().trailing_zeros(),
        }
    }

    /// The number of games; an estimate for eliminations.
    pub fn games(&self) -> u64 {
        let entrants = self.entrants as u64;
        let pairings = match self.format {
            Format::RoundRobin => entrants * entrants.saturating_sub(1) / 2,
            Format::Gauntlet { .. } => entrants.saturating_sub(1),
            Format::Swiss { rounds } => u64::from(rounds) * (entrants / 2),
            Format::Elimination { .. } => return 4 * entrants,
        };
        2 * u64::from(self.pairs) * pairings
    }

    /// The state of a format whose pairings are all known in advance.
    fn at_once(&self, rounds: &[Vec<[usize; 2]>], known: &Results) -> TournamentState {
        let pairings: Vec<Pairing> = (1..)
            .zip(rounds)
            .flat_map(|(round, pairs)| {
                let numbered = (1..).zip(pairs);
                numbered.map(move |(number, &pair)| ([round, number], pair))
            })
            .map(|(number, pair)| Pairing::of_pairs(number, pair, self.pairs, known))
            .collect();
        let is_over = pairings.iter().all(Pairing::is_over);
        TournamentState { pairings, is_over }
    }

    /// Twice the points of all entrants so far, with those of byes.
    fn half_points(&self, state: &TournamentState) -> Vec<u64> {
        let mut points = vec![0; self.entrants];
        for pairing in &state.pairings {
            let [first, second] = pairing.half_points();
            points[pairing.first] += first + self.points_of_bye(pairing);
            if let Some(other) = pairing.second {
                points[other] += second;
            }
        }
        points
    }

    /// Twice the points of a bye: those of winning all games of a pairing.
    pub(crate) fn points_of_bye(&self, pairing: &Pairing) -> u64 {
        let is_bye = pairing.second.is_none() && matches!(self.format, Format::Swiss { .. });
        if is_bye { 4 * u64::from(self.pairs) } else { 0 }
    }

    /// The state of a format in which a round depends on the previous ones.
    fn by_rounds(&self, rounds: u32, known: &Results) -> TournamentState {
        let mut state = TournamentState { pairings: Vec::new(), is_over: false };
        let draw = draw_order(self.entrants, self.seed);
        let (mut met, mut had_bye) = (HashSet::new(), HashSet::new());
        for round in 1..=rounds {
            let points = self.half_points(&state);
            let mut order = draw.clone();
            // Entrants with the same points stay in the order of the draw.
            order.sort_by_key(|&one| std::cmp::Reverse(points[one]));
            let (pairs, bye) = swiss(&order, &met, &had_bye);
            let byes = bye.map(|one| Pairing::bye([round, pairs.len() as u32 + 1], one));
            met.extend(pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
            had_bye.extend(bye);
            let numbered = (1..).zip(pairs);
            let played = numbered
                .map(|(number, pair)| Pairing::of_pairs([round, number], pair, self.pairs, known));
            state.pairings.extend(played.chain(byes));
            if !state.pairings.iter().all(Pairing::is_over) {
                return state;
            }
        }
        state.is_over = true;
        state
    }
}
