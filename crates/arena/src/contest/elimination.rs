//! The tournament of the Santorini assignment: who loses a meeting is out.
//!
//! A meeting is two games at depth 2 and two at depth 3, in which the two begin in turn.
//! More wins take it. On a tie lots decide who begins one more game, at depth 3 or 4; and
//! where that is drawn, in games that can be, lots decide who goes on. The losers of the
//! semi-finals play for the third place.

use agon_core::Rng;

use super::pairings::{bracket, drawn, seed_of};
use super::schedule::{Pairing, Plan, Results, Stage};

/// The depths of the games of a meeting.
const DEPTHS: [u32; 4] = [2, 2, 3, 3];

/// How far an elimination has come with these results.
pub(super) fn stage(plan: &Plan, extra_depth: u32, known: &Results) -> Stage {
    let mut stage = Stage { meetings: Vec::new(), is_over: false };
    let meet = |number, pair| meeting(plan.seed, extra_depth, number, pair, known);
    let first = bracket(&drawn(plan.entries, plan.seed));
    let mut round: Vec<Pairing> = (1..)
        .zip(first)
        .map(|(number, (first, second))| match second {
            None => Pairing::bye([1, number], first),
            Some(second) => meet([1, number], [first, second]),
        })
        .collect();
    let mut third = None;
    while round.len() > 1 {
        let next = round[0].number[0] + 1;
        let winners: Option<Vec<usize>> = round.iter().map(Pairing::winner).collect();
        let losers: Vec<usize> = round.iter().filter_map(Pairing::loser).collect();
        stage.meetings.append(&mut round);
        // A round begins when the one before is over, for all at the same time.
        let Some(winners) = winners else { return stage };
        let pairs = winners.chunks_exact(2).map(|two| [two[0], two[1]]);
        round.extend((1..).zip(pairs).map(|(number, pair)| meet([next, number], pair)));
        if let ([_], &[first, second]) = (round.as_slice(), losers.as_slice()) {
            third = Some(Pairing { for_third: true, ..meet([next, 2], [first, second]) });
        }
    }
    stage.meetings.extend(round.into_iter().chain(third));
    stage.is_over = stage.meetings.iter().all(|meeting| meeting.winner().is_some());
    stage
}

/// A meeting of two, as far as it has come.
fn meeting(
    seed: u64,
    extra_depth: u32,
    number: [u32; 2],
    [first, second]: [usize; 2],
    known: &Results,
) -> Pairing {
    let mut meeting = Pairing { second: Some(second), ..Pairing::bye(number, first) };
    for (place, depth) in DEPTHS.into_iter().enumerate() {
        let players = if place % 2 == 0 { [first, second] } else { [second, first] };
        meeting.add(players, Some(depth), 0, known);
    }
    let [mine, theirs] = meeting.half_points();
    if !meeting.is_over() || mine != theirs {
        return meeting;
    }
    let lot = |what: &str| {
        let [round, number] = number;
        let mut dice = Rng::seeded(seed_of(seed, &format!("{what} {round}.{number}")));
        [first, second][dice.below(2)]
    };
    let begins = lot("begins");
    meeting.lots.begins = Some(begins);
    let other = if begins == first { second } else { first };
    let extra = meeting.add([begins, other], Some(extra_depth), 0, known);
    if extra.is_some_and(|result| result.winner().is_none()) {
        meeting.lots.goes_on = Some(lot("goes on"));
    }
    meeting
}
