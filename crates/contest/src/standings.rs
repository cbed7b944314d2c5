//! Standings: points, tie-breaks and ratings of the entrants.

use std::collections::BTreeMap;

use agon_arena::contest::Tally;
use agon_core::{Outcome, Side};

use crate::pairing::{GameEnd, Pairing, TournamentState};
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
    /// Its Elo rating, from all games at once.
    pub rating: f64,
    /// The 95 % interval of the rating.
    pub interval: (f64, f64),
}

/// The standings of all entrants, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings(pub Vec<Standing>);

impl Standings {
    pub fn of(tournament: &Tournament, state: &TournamentState) -> Standings {
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
        for (row, rating) in rows.iter_mut().zip(ratings(tournament.entrants, &encounters(state))) {
            (row.rating, row.interval) = (rating.elo, rating.interval);
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

/// The finished games of every two entrants that have met. A game that both lost does not show who
/// is stronger.
fn encounters(state: &TournamentState) -> Vec<Encounter> {
    let mut met: BTreeMap<[usize; 2], (u64, u64)> = BTreeMap::new();
    let played = finished(state).filter(|(_, end)| *end != GameEnd::BothLost);
    for ([first, second], result) in played {
        let (pair, side) = match first < second {
            true => ([first, second], Side::First),
            false => ([second, first], Side::Second),
        };
        let (games, half_points) = met.entry(pair).or_default();
        *games += 1;
        *half_points += result.half_points(side);
    }
    let encounter = |(entrants, (games, half_points)): ([usize; 2], (u64, u64))| Encounter {
        entrants,
        games: games as f64,
        score: half_points as f64 / 2.0,
    };
    met.into_iter().map(encounter).collect()
}
