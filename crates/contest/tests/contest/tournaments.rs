//! Pairings and tournaments.

mod adoption;

use std::collections::{HashMap, HashSet};

use agon_contest::{
    Format, GameEnd, Results, ScheduledGame, Standings, Tournament, TournamentState, bracket,
    draw_order, round_robin, swiss,
};
use agon_core::{Outcome, Rng, Side};
use proptest::prelude::*;

/// Plays a contest with results by `decide`, in an order that follows from a seed.
fn run(
    tournament: &Tournament,
    seed: u64,
    decide: impl Fn(&ScheduledGame) -> GameEnd,
) -> (Results, TournamentState) {
    let mut rng = Rng::seeded(seed);
    let mut results = Results::new();
    loop {
        let state = tournament.state(&results);
        let ready: Vec<&ScheduledGame> = state.ready().collect();
        let Some(game) = rng.pick(&ready) else { return (results, state) };
        let before = results.insert(game.key(), decide(game));
        assert_eq!(before, None, "a game is played once");
    }
}

/// The entrant with the smaller number wins.
fn favourite(game: &ScheduledGame) -> GameEnd {
    let [first, second] = game.players;
    won_by(if first < second { Side::First } else { Side::Second })
}

fn won_by(side: Side) -> GameEnd {
    GameEnd::Played(Outcome::Win(side))
}

const DRAWN: GameEnd = GameEnd::Played(Outcome::Draw);

#[test]
fn in_a_round_robin_everybody_meets_everybody_once_and_nobody_twice_a_round() {
    for count in 0..12 {
        let mut met = HashSet::new();
        for round in round_robin(count) {
            let busy: HashSet<usize> = round.iter().flatten().copied().collect();
            assert_eq!(busy.len(), 2 * round.len());
            met.extend(round.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
        }
        assert_eq!(met.len(), count * count.saturating_sub(1) / 2);
    }
}

#[test]
fn the_round_that_is_played_is_the_first_that_is_not_over_up_to_the_last() {
    let formats = [
        Format::RoundRobin,
        Format::Gauntlet { challenger: 1 },
        Format::Swiss { rounds: 3 },
        Format::Elimination { extra_depth: 3 },
    ];
    for (format, entrants) in formats.into_iter().flat_map(|it| (2..8).map(move |n| (it, n))) {
        let tournament = Tournament { entrants, format, pairs: 1, seed: 5 };
        let mut results = Results::new();
        let mut rounds = Vec::new();
        loop {
            let state = tournament.state(&results);
            // Games are played in order here, so this is the round of the next game.
            let Some(game) = state.ready().next() else { break };
            assert_eq!(state.round(), Some(game.number[0]), "{format:?}");
            rounds.push(game.number[0]);
            results.insert(game.key(), favourite(game));
        }
        let state = tournament.state(&results);
        assert_eq!((state.round(), state.is_over), (None, true));
        assert_eq!(rounds.last(), Some(&tournament.rounds()), "{format:?} of {entrants}");
        assert!(rounds.is_sorted());
    }
}

#[test]
fn a_bracket_holds_everybody_once_and_gives_byes_to_those_drawn_first() {
    for count in 2..40 {
        let order = draw_order(count, 5);
        let ties = bracket(&order);
        let byes: HashSet<usize> =
            ties.iter().filter(|(_, other)| other.is_none()).map(|&(one, _)| one).collect();
        let expected = order[..count.next_power_of_two() - count].iter().copied().collect();
        assert_eq!(byes, expected);
        let mut all: Vec<usize> =
            ties.iter().flat_map(|&(one, other)| [Some(one), other]).flatten().collect();
        all.sort_unstable();
        assert_eq!(all, (0..count).collect::<Vec<_>>());
        let (upper, lower) = ties.split_at(ties.len() / 2);
        let byes = |half: &[(usize, Option<usize>)]| {
            half.iter().filter(|(_, other)| other.is_none()).count()
        };
        assert!(ties.len() < 2 || byes(upper).abs_diff(byes(lower)) <= 1);
    }
}

#[test]
fn an_elimination_has_four_games_a_pairing_and_three_places() {
    for entrants in 2..20 {
        let tournament = Tournament {
            entrants,
            format: Format::Elimination { extra_depth: 3 },
            pairs: 1,
            seed: 3,
        };
        let (results, state) = run(&tournament, 1, favourite);
        assert!(state.is_over);
        let pairings: Vec<_> =
            state.pairings.iter().filter(|pairing| pairing.second.is_some()).collect();
        let third = usize::from(entrants > 3);
        assert_eq!(pairings.len(), entrants - 1 + third, "{entrants}");
        assert_eq!(results.len(), 4 * pairings.len());
        for pairing in &pairings {
            let depths: Vec<_> = pairing.games.iter().map(|(game, _)| game.depth).collect();
            assert_eq!(depths, [2, 2, 3, 3].map(Some));
            let first: Vec<_> = pairing.games.iter().map(|(game, _)| game.players[0]).collect();
            assert_eq!((first[0], first[1]), (first[2], first[3]));
            assert_ne!(first[0], first[1]);
        }
        assert_eq!(state.pairings.iter().filter(|pairing| pairing.for_third).count(), third);
        let standings = Standings::of(&tournament, &state, &HashMap::new()).0;
        assert_eq!((standings[0].entrant, standings[0].place), (0, 1));
        if entrants > 2 {
            assert_eq!((standings[1].place, standings[2].place), (2, 3), "{entrants}");
        }
    }
}

#[test]
fn a_tie_is_broken_by_one_more_game_and_a_drawn_one_by_lot() {
    let format = Format::Elimination { extra_depth: 4 };
    let tournament = Tournament { entrants: 2, format, pairs: 1, seed: 3 };
    let begins = |game: &ScheduledGame| match game.number[2] {
        5 => DRAWN,
        _ => won_by(Side::First),
    };
    let (results, state) = run(&tournament, 1, begins);
    let pairing = &state.pairings[0];
    assert_eq!((results.len(), state.is_over), (5, true));
    let (extra, _) = &pairing.games[4];
    assert_eq!((extra.depth, Some(extra.players[0])), (Some(4), pairing.lots.begins));
    assert_eq!(pairing.winner(), pairing.lots.advances);
    assert!(pairing.winner().is_some() && pairing.loser() != pairing.winner());
    // Different seeds give different lots.
    let lots: HashSet<_> = (0..32)
        .map(|seed| {
            let lots = run(&Tournament { seed, ..tournament }, 1, begins).1.pairings[0].lots;
            (lots.begins, lots.advances)
        })
        .collect();
    assert_eq!(lots.len(), 4);
    // A decided tie-break game needs no second lot.
    let (_, state) = run(&tournament, 1, |_| won_by(Side::First));
    let pairing = &state.pairings[0];
    assert_eq!((pairing.winner(), pairing.lots.advances), (pairing.lots.begins, None));
}

#[test]
fn a_swiss_pairs_those_who_fare_alike_and_nobody_twice() {
    for entrants in [5, 8, 9, 16] {
        let tournament =
            Tournament { entrants, format: Format::Swiss { rounds: 4 }, pairs: 1, seed: 2 };
        let (_, state) = run(&tournament, 7, favourite);
        assert!(state.is_over);
        let mut met = HashSet::new();
        let mut rested = HashSet::new();
        for pairing in &state.pairings {
            match pairing.second {
                None => assert!(rested.insert(pairing.first)),
                Some(other) => {
                    let pair = [pairing.first.min(other), pairing.first.max(other)];
                    assert!(met.insert(pair), "{entrants}: {pair:?} met twice");
                }
            }
        }
        assert_eq!(rested.len(), if entrants % 2 == 1 { 4 } else { 0 });
        assert_eq!(Standings::of(&tournament, &state, &HashMap::new()).0[0].entrant, 0);
    }
    let met: HashSet<[usize; 2]> = [[0, 1]].into();
    assert_eq!(swiss(&[0, 1], &met, &HashSet::new()).0, [[0, 1]], "rather again than not at all");
}

#[test]
fn a_gauntlet_is_run_by_one_against_all_others() {
    let tournament =
        Tournament { entrants: 4, format: Format::Gauntlet { challenger: 2 }, pairs: 3, seed: 0 };
    let (results, state) = run(&tournament, 0, favourite);
    assert_eq!((results.len(), tournament.games()), (18, 18));
    assert!(state.pairings.iter().all(|pairing| pairing.first == 2));
    // The two games of a pair have the same start, and swapped sides.
    for two in state.pairings[0].games.chunks(2) {
        let [(one, _), (other, _)] = two else { panic!() };
        assert_eq!(one.opening, other.opening);
        assert_eq!(one.players, [other.players[1], other.players[0]]);
    }
}

#[test]
fn points_and_ratings_follow_the_results() {
    let tournament = Tournament { entrants: 5, format: Format::RoundRobin, pairs: 2, seed: 0 };
    let (_, state) = run(&tournament, 3, favourite);
    let standings = Standings::of(&tournament, &state, &HashMap::new()).0;
    assert_eq!(standings.iter().map(|row| row.entrant).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(standings.iter().map(|row| row.half_points).collect::<Vec<_>>(), [32, 24, 16, 8, 0]);
    assert!(standings.windows(2).all(|two| two[0].rating > two[1].rating));
    assert!(standings.iter().all(|row| row.interval.0 < row.rating && row.rating < row.interval.1));
}

#[test]
fn a_game_that_both_lose_gives_no_points_and_changes_no_rating() {
    let tournament = Tournament { entrants: 4, format: Format::RoundRobin, pairs: 1, seed: 0 };
    // The last two entrants cannot play.
    let decide = |game: &ScheduledGame| match game.players.iter().all(|&one| one >= 2) {
        true => GameEnd::BothLost,
        false => favourite(game),
    };
    let (_, state) = run(&tournament, 3, decide);
    assert!(state.is_over);
    let standings = Standings::of(&tournament, &state, &HashMap::new()).0;
    let row = |one: usize| standings.iter().find(|row| row.entrant == one).unwrap();
    assert_eq!([0, 1, 2, 3].map(|one| row(one).half_points), [12, 8, 0, 0]);
    assert_eq!([2, 3].map(|one| (row(one).tally.losses, row(one).tally.draws)), [(6, 0); 2]);
    assert_eq!((row(2).place, row(3).place), (3, 3));
    assert!((row(2).rating - row(3).rating).abs() < 1e-6);
    // If neither of two can play, the lot decides who advances.
    let format = Format::Elimination { extra_depth: 3 };
    let tournament = Tournament { entrants: 2, format, pairs: 1, seed: 3 };
    let (results, state) = run(&tournament, 1, |_| GameEnd::BothLost);
    assert_eq!((results.len(), state.is_over), (5, true));
    assert!(state.pairings[0].winner().is_some());
}

proptest! {
    #[test]
    fn what_comes_of_a_contest_does_not_depend_on_the_order_of_results(
        orders in any::<[u64; 2]>(), chance in any::<u64>(), entrants in 2..9usize, format in 0..4,
    ) {
        let format = match format {
            0 => Format::RoundRobin,
            1 => Format::Gauntlet { challenger: 1 },
            2 => Format::Swiss { rounds: 3 },
            _ => Format::Elimination { extra_depth: 3 },
        };
        let tournament = Tournament { entrants, format, pairs: 1, seed: chance };
        let decide = |game: &ScheduledGame| {
            let [round, pairing, game] = game.number.map(u64::from);
            let mut rng = Rng::seeded(chance ^ (round << 40 | pairing << 20 | game));
            let ends = [DRAWN, won_by(Side::First), won_by(Side::Second), GameEnd::BothLost];
            ends[rng.below(ends.len())]
        };
        let [one, other] = orders.map(|order| run(&tournament, order, decide));
        prop_assert_eq!(Standings::of(&tournament, &one.1, &HashMap::new()), Standings::of(&tournament, &other.1, &HashMap::new()));
        prop_assert!(one.1.is_over);
        prop_assert_eq!(one, other);
    }
}
