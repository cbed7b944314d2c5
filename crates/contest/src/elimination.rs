//! Single elimination, as in the Santorini assignment.
//!
//! A pairing is two games at depth 2 and two at depth 3, in which the two begin in turn. More
//! wins take it. On a tie, lots decide who begins a tie-break game, at depth 3 or 4; if that
//! is drawn, in games that can be, lots decide who advances. The losers of the semi-finals
//! play for the third place.

use agon_core::{Rng, derive_seed};

use crate::pairing::{Pairing, Results, TournamentState};
use crate::pairings::{bracket, draw_order};

/// The depths of the games of a pairing.
const DEPTHS: [u32; 4] = [2, 2, 3, 3];

/// The state of an elimination after these results.
pub(super) fn state(
    entrants: usize,
    seed: u64,
    extra_depth: u32,
    known: &Results,
) -> TournamentState {
    let mut state = TournamentState { pairings: Vec::new(), is_over: false };
    let paired = |number, pair| pairing(seed, extra_depth, number, pair, known);
    let first = bracket(&draw_order(entrants, seed));
    let mut round: Vec<Pairing> = (1..)
        .zip(first)
        .map(|(number, (first, second))| match second {
            None => Pairing::bye([1, number], first),
            Some(second) => paired([1, number], [first, second]),
        })
        .collect();
    let mut third = None;
    while round.len() > 1 {
        let next = round[0].number[0] + 1;
        let winners: Option<Vec<usize>> = round.iter().map(Pairing::winner).collect();
        let losers: Vec<usize> = round.iter().filter_map(Pairing::loser).collect();
        state.pairings.append(&mut round);
        // A round begins when the previous one is over.
        let Some(winners) = winners else { return state };
        let pairs = winners.chunks_exact(2).map(|two| [two[0], two[1]]);
        round.extend((1..).zip(pairs).map(|(number, pair)| paired([next, number], pair)));
        if let ([_], &[first, second]) = (round.as_slice(), losers.as_slice()) {
            third = Some(Pairing { for_third: true, ..paired([next, 2], [first, second]) });
        }
    }
    state.pairings.extend(round.into_iter().chain(third));
    state.is_over = state.pairings.iter().all(|pairing| pairing.winner().is_some());
    state
}

fn pairing(
    seed: u64,
    extra_depth: u32,
    number: [u32; 2],
    [first, second]: [usize; 2],
    known: &Results,
) -> Pairing {
    let mut pairing = Pairing { second: Some(second), ..Pairing::bye(number, first) };
    for (place, depth) in DEPTHS.into_iter().enumerate() {
        let players = if place % 2 == 0 { [first, second] } else { [second, first] };
        pairing.add(players, Some(depth), 0, known);
    }
    let [mine, theirs] = pairing.half_points();
    if !pairing.is_over() || mine != theirs {
        return pairing;
    }
    let lot = |what: &str| {
        let [round, number] = number;
        let mut rng = Rng::seeded(derive_seed(seed, &format!("{what} {round}.{number}")));
        [first, second][rng.below(2)]
    };
    let begins = lot("begins");
    pairing.lots.begins = Some(begins);
    let other = if begins == first { second } else { first };
    let extra = pairing.add([begins, other], Some(extra_depth), 0, known);
    if extra.is_some_and(|result| result.winner().is_none()) {
        pairing.lots.advances = Some(lot("goes on"));
    }
    pairing
}
