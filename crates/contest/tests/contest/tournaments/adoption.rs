//! Games that stay when the entrants of a tournament change.

use std::collections::HashSet;

use agon_contest::{FinishedGame, Format, GameEnd, Results, ScheduledGame, Tournament};

use super::{favourite, run};

/// The finished games of a tournament as a later one sees them. `now` maps old numbers of entrants
/// to new ones; games of entrants that are gone are left out.
fn finished(
    tournament: &Tournament,
    results: &Results,
    now: impl Fn(usize) -> Option<usize>,
) -> Vec<FinishedGame> {
    let state = tournament.state(results);
    let games = state.pairings.iter().flat_map(|pairing| &pairing.games);
    let game = |(game, result): &(ScheduledGame, Option<GameEnd>)| {
        let [first, second] = game.players.map(&now);
        Some(FinishedGame {
            players: [first?, second?],
            depth: game.depth,
            start: Some(game.opening.to_string()),
            result: (*result)?,
        })
    };
    games.filter_map(game).collect()
}

#[test]
fn a_late_entrant_plays_only_its_own_games() {
    for (entrants, pairs) in [(2, 1), (5, 2), (8, 1), (9, 3)] {
        let before = Tournament { entrants, format: Format::RoundRobin, pairs, seed: 1 };
        let (results, _) = run(&before, 1, favourite);
        let after = Tournament { entrants: entrants + 1, ..before };
        // The late entrant is in the middle of the list.
        let late = entrants / 2;
        let pool = finished(&before, &results, |one| Some(one + usize::from(one >= late)));
        let adopted = after.adopt(&pool);
        let numbers: HashSet<usize> = adopted.values().copied().collect();
        assert_eq!((adopted.len(), numbers.len()), (pool.len(), pool.len()), "each is used once");
        let known: Results =
            adopted.iter().map(|(key, &number)| (key.clone(), pool[number].result)).collect();
        let state = after.state(&known);
        assert_eq!(state.ready().count(), 2 * pairs as usize * entrants);
        assert!(state.ready().all(|game| game.players.contains(&late)));
        for pairing in &state.pairings {
            for (game, result) in &pairing.games {
                let Some(&number) = adopted.get(&game.key()) else { continue };
                assert_eq!(
                    (game.players, *result),
                    (pool[number].players, Some(pool[number].result))
                );
            }
            // The two games of a pair start from one position.
            for pair in pairing.games.chunks(2).filter(|pair| pair[0].1.is_some()) {
                let [one, other] = [&pair[0].0, &pair[1].0].map(|game| adopted[&game.key()]);
                assert_eq!(pool[one].start, pool[other].start);
            }
        }
    }
}

#[test]
fn a_changed_entrant_takes_its_games_with_it_and_half_a_pair_is_played_again() {
    let tournament = Tournament { entrants: 6, format: Format::RoundRobin, pairs: 2, seed: 1 };
    let (mut results, _) = run(&tournament, 1, favourite);
    let whole = finished(&tournament, &results, Some);
    assert_eq!(tournament.adopt(&whole).len(), whole.len());
    let without = finished(&tournament, &results, |one| (one != 3).then_some(one));
    let adopted = tournament.adopt(&without);
    assert_eq!(adopted.len(), whole.len() - 5 * 4);
    results.remove("1.1.1");
    let half = finished(&tournament, &results, Some);
    assert_eq!(tournament.adopt(&half).len(), whole.len() - 2);
}

#[test]
fn rounds_that_depend_on_results_are_gone_on_with_as_far_as_they_are_the_same() {
    for format in [Format::Swiss { rounds: 4 }, Format::Elimination { extra_depth: 3 }] {
        let tournament = Tournament { entrants: 8, format, pairs: 1, seed: 6 };
        let (results, state) = run(&tournament, 1, favourite);
        let whole = finished(&tournament, &results, Some);
        let adopted = tournament.adopt(&whole);
        let known: Results =
            adopted.iter().map(|(key, &number)| (key.clone(), whole[number].result)).collect();
        assert_eq!(known, results, "{format:?}");
        // The weakest entrant loses again: games that do not depend on it stay.
        let without = finished(&tournament, &results, |one| (one != 7).then_some(one));
        let adopted = tournament.adopt(&without);
        assert!(!adopted.is_empty() && adopted.len() < whole.len());
        let round_one = state.pairings.iter().filter(|pairing| pairing.number[0] == 1);
        let others = round_one.filter(|pairing| pairing.first != 7 && pairing.second != Some(7));
        for (game, _) in others.flat_map(|pairing| &pairing.games) {
            assert!(adopted.contains_key(&game.key()));
        }
    }
}
