//! How those who take part in a contest have fared.

use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, Glicko2Rating, confidence_interval, glicko2_rating_period,
};

use agon_core::{Outcome, Side};

use super::schedule::{Format, Pairing, Plan, Stage};
use super::statistics::Tally;

/// How one has fared.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub entry: usize,
    /// The place, from 1; the same for those who cannot be told apart.
    pub place: usize,
    /// How its games ended.
    pub tally: Tally,
    /// Twice the points, those of byes included.
    pub half_points: u64,
    /// What tells those apart who have as many points: the sum of the points of those it
    /// beat and half of those it drew with, four times.
    pub tie_break: u64,
    /// How far it came in an elimination: the last round it was in, and whether it won
    /// that.
    pub reached: (u32, bool),
    /// Its Glicko-2 rating, and the interval in which that lies in 95 of 100 cases.
    pub rating: f64,
    /// See `rating`.
    pub interval: (f64, f64),
}

/// How all have fared, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings(pub Vec<Standing>);

impl Standings {
    /// How all have fared so far.
    pub fn of(plan: &Plan, stage: &Stage) -> Standings {
        let mut rows: Vec<Standing> = (0..plan.entries).map(unplayed).collect();
        for meeting in &stage.meetings {
            count(&mut rows, meeting, plan);
        }
        let points: Vec<u64> = rows.iter().map(|row| row.half_points).collect();
        for (fixture, result) in finished(stage) {
            for side in Side::BOTH {
                let [one, other] = [side, side.opponent()].map(|side| fixture[side.index()]);
                rows[one].tie_break += share(result, side) * points[other];
            }
        }
        for (row, rating) in rows.iter_mut().zip(ratings(plan, stage)) {
            row.rating = rating.rating;
            row.interval = confidence_interval(&rating);
        }
        let is_elimination = matches!(plan.format, Format::Elimination { .. });
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

    /// Twice the points of one who takes part.
    pub fn half_points(&self, entry: usize) -> u64 {
        self.0.iter().find(|row| row.entry == entry).map_or(0, |row| row.half_points)
    }
}

/// One who has not played.
fn unplayed(entry: usize) -> Standing {
    Standing {
        entry,
        place: 0,
        tally: Tally::default(),
        half_points: 0,
        tie_break: 0,
        reached: (0, false),
        rating: 0.0,
        interval: (0.0, 0.0),
    }
}

/// The games that are over: who played them, and how they ended.
fn finished(stage: &Stage) -> impl Iterator<Item = ([usize; 2], Outcome)> {
    let games = stage.meetings.iter().flat_map(|meeting| &meeting.games);
    games.filter_map(|(fixture, result)| Some((fixture.players, (*result)?)))
}

/// Two for a win, one for a draw.
fn share(result: Outcome, side: Side) -> u64 {
    match result.winner() {
        None => 1,
        Some(winner) => 2 * u64::from(winner == side),
    }
}

/// Adds a meeting to how those two have fared.
fn count(rows: &mut [Standing], meeting: &Pairing, plan: &Plan) {
    for (fixture, result) in &meeting.games {
        let Some(result) = result else { continue };
        for side in Side::BOTH {
            let row = &mut rows[fixture.players[side.index()]];
            row.tally.add(*result, side);
            row.half_points += share(*result, side);
        }
    }
    // One who rests in a contest for points has what the best would have had.
    if meeting.second.is_none() && matches!(plan.format, Format::Swiss { .. }) {
        rows[meeting.first].half_points += 4 * u64::from(plan.pairs);
    }
    for entry in [Some(meeting.first), meeting.second].into_iter().flatten() {
        // Who plays for the third place came as far as the semi-finals, and a step on.
        let won = meeting.winner() == Some(entry);
        let reached = (meeting.number[0] - u32::from(meeting.for_third), won);
        rows[entry].reached = rows[entry].reached.max(reached);
    }
}

/// Ratings over all games, each round a rating period.
fn ratings(plan: &Plan, stage: &Stage) -> Vec<Glicko2Rating> {
    let mut ratings = vec![Glicko2Rating::new(); plan.entries];
    let config = Glicko2Config::new();
    let rounds = stage.meetings.iter().map(|meeting| meeting.number[0]).max().unwrap_or(0);
    for round in 1..=rounds {
        let mut played: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); plan.entries];
        let meetings = stage.meetings.iter().filter(|meeting| meeting.number[0] == round);
        for (fixture, result) in meetings.flat_map(|meeting| &meeting.games) {
            let Some(result) = result else { continue };
            for side in Side::BOTH {
                let [one, other] =
                    [side, side.opponent()].map(|side| fixture.players[side.index()]);
                let outcome = match share(*result, side) {
                    2 => Outcomes::WIN,
                    1 => Outcomes::DRAW,
                    _ => Outcomes::LOSS,
                };
                played[one].push((ratings[other], outcome));
            }
        }
        for (rating, games) in ratings.iter_mut().zip(&played) {
            if !games.is_empty() {
                *rating = glicko2_rating_period(rating, games, &config);
            }
        }
    }
    ratings
}
