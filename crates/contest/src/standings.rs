//! Standings: points, tie-breaks and ratings of the entrants.

use std::collections::{BTreeMap, HashMap};

use agon_arena::contest::{Pairs, Tally};
use agon_core::{Outcome, Side};

use crate::distinct::{Distinct, GameLine};
use crate::pairing::{GameEnd, Pairing, ScheduledGame, TournamentState};
use crate::ratings::{Encounter, ratings};
use crate::tournament::{Format, Tournament};

/// The standing of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub entrant: usize,
    /// The place, from 1; shared by those who are tied.
    pub place: usize,
    /// Its wins, draws and losses.
    pub tally: Tally,
    /// Twice its points, with those of byes.
    pub half_points: u64,
    /// Four times the Sonneborn-Berger score: the points of the entrants that it beat, and half of
    /// those that it drew with.
    pub tie_break: u64,
    /// In an elimination: the last round that it reached, and whether it won that.
    pub reached: (u32, bool),
    /// Its Elo rating, from all distinct games at once.
    pub rating: f64,
    /// The number of its games that repeat no earlier one.
    pub distinct: u64,
    /// The 95 % interval of the rating.
    pub interval: (f64, f64),
}

/// The standings of all entrants, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings(pub Vec<Standing>);

impl Standings {
    /// The standings after the games with these lines. A game without one repeats nothing.
    pub fn of(
        tournament: &Tournament,
        state: &TournamentState,
        lines: &HashMap<String, GameLine>,
    ) -> Standings {
        let mut rows: Vec<Standing> = (0..tournament.entrants).map(unplayed).collect();
        for pairing in &state.pairings {
            count(&mut rows, pairing, tournament);
        }
        let points: Vec<u64> = rows.iter().map(|row| row.half_points).collect();
        for (game, result) in finished(state) {
            for side in Side::BOTH {
                let [one, other] = [side, side.opponent()].map(|side| game[side.index()]);
                rows[one].tie_break += result.half_points(side) * points[other];
            }
        }
        let encounters = encounters(state, lines);
        for (row, rating) in rows.iter_mut().zip(ratings(tournament.entrants, &encounters)) {
            (row.rating, row.interval) = (rating.elo, rating.interval);
        }
        for encounter in &encounters {
            encounter.entrants.iter().for_each(|&one| rows[one].distinct += encounter.games as u64);
        }
        let is_elimination = matches!(tournament.format, Format::Elimination { .. });
        let key = |row: &Standing| match is_elimination {
            true => (u64::from(row.reached.0), u64::from(row.reached.1)),
            false => (row.half_points, row.tie_break),
        };
        rows.sort_by_key(|row| std::cmp::Reverse(key(row)));
        for place in 0..rows.len() {
            let same = place > 0 && key(&rows[place]) == key(&rows[place - 1]);
            rows[place].place = if same { rows[place - 1].place } else { place + 1 };
        }
        Standings(rows)
    }
}

/// The standing before the first game.
fn unplayed(entrant: usize) -> Standing {
    Standing {
        entrant,
        place: 0,
        tally: Tally::default(),
        half_points: 0,
        tie_break: 0,
        reached: (0, false),
        rating: 0.0,
        distinct: 0,
        interval: (0.0, 0.0),
    }
}

fn finished(state: &TournamentState) -> impl Iterator<Item = ([usize; 2], GameEnd)> {
    let games = state.pairings.iter().flat_map(|pairing| &pairing.games);
    games.filter_map(|(game, result)| Some((game.players, (*result)?)))
}

fn count(rows: &mut [Standing], pairing: &Pairing, tournament: &Tournament) {
    for (game, result) in &pairing.games {
        let Some(end) = *result else { continue };
        for side in Side::BOTH {
            let row = &mut rows[game.players[side.index()]];
            let outcome = match end {
                GameEnd::Played(outcome) => outcome,
                GameEnd::BothLost => Outcome::Win(side.opponent()),
            };
            row.tally.add(outcome, side);
            row.half_points += end.half_points(side);
        }
    }
    rows[pairing.first].half_points += tournament.points_of_bye(pairing);
    for entrant in [Some(pairing.first), pairing.second].into_iter().flatten() {
        // The game for the third place counts as a semi-final.
        let won = pairing.winner() == Some(entrant);
        let reached = (pairing.number[0] - u32::from(pairing.for_third), won);
        rows[entrant].reached = rows[entrant].reached.max(reached);
    }
}

/// The distinct games of every two entrants that have met. A game that both lost does not show who is
/// stronger.
fn encounters(state: &TournamentState, lines: &HashMap<String, GameLine>) -> Vec<Encounter> {
    #[derive(Default)]
    struct Met {
        distinct: Distinct,
        half_points: u64,
        games: u64,
        pairs: Pairs,
    }
    let mut all: BTreeMap<[usize; 2], Met> = BTreeMap::new();
    let line = |game: &ScheduledGame| lines.get(&game.key()).copied().flatten();
    for pairing in &state.pairings {
        // Both begin once in a pair; an elimination may have one more game.
        for pair in pairing.games.chunks(2) {
            let played = pair.iter().filter_map(|(game, end)| match (*end)? {
                GameEnd::BothLost => None,
                end => Some((game, end)),
            });
            let played: Vec<(&ScheduledGame, GameEnd)> = played.collect();
            let Some(&(first, _)) = played.first() else { continue };
            let [one, other] = first.players;
            let entrants = [one.min(other), one.max(other)];
            let met = all.entry(entrants).or_default();
            let is_new = match played[..] {
                [(one, _), (other, _)] => met.distinct.add_pair([line(one), line(other)]),
                _ => met.distinct.add(line(first)),
            };
            if !is_new {
                continue;
            }
            let side = |game: &ScheduledGame| match game.players == entrants {
                true => Side::First,
                false => Side::Second,
            };
            let points: u64 = played.iter().map(|(game, end)| end.half_points(side(game))).sum();
            met.games += played.len() as u64;
            met.half_points += points;
            if played.len() == 2 {
                met.pairs.0[points as usize] += 1;
            }
        }
    }
    let encounter = |(entrants, met): ([usize; 2], Met)| Encounter {
        entrants,
        games: met.games as f64,
        score: met.half_points as f64 / 2.0,
        dispersion: met.pairs.dispersion(),
    };
    all.into_iter().map(encounter).collect()
}
