//! Pairings, tournaments and the referee.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use agon_arena::contest::{
    AnyPlayer, BuiltinPlayer, Clock, Fault, FinishedGame, Format, GameSetup, GameStart, MoveLimits,
    PlayedGame, Reason, Record, Results, ScheduledGame, Standings, TimeControl, Tournament,
    TournamentState, Turn, balanced_start, bracket, draw_order, round_robin, swiss,
};
use agon_arena::find;
use agon_core::{Outcome, Rng, Side};
use proptest::prelude::*;

/// Plays a contest whose results `decide` gives, in an order that follows from a seed.
fn run(
    tournament: &Tournament,
    seed: u64,
    decide: impl Fn(&ScheduledGame) -> Outcome,
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

/// The one with the smaller number wins.
fn favourite(game: &ScheduledGame) -> Outcome {
    let [first, second] = game.players;
    Outcome::Win(if first < second { Side::First } else { Side::Second })
}

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
        let standings = Standings::of(&tournament, &state).0;
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
        5 => Outcome::Draw,
        _ => Outcome::Win(Side::First),
    };
    let (results, state) = run(&tournament, 1, begins);
    let pairing = &state.pairings[0];
    assert_eq!((results.len(), state.is_over), (5, true));
    let (extra, _) = &pairing.games[4];
    assert_eq!((extra.depth, Some(extra.players[0])), (Some(4), pairing.lots.begins));
    assert_eq!(pairing.winner(), pairing.lots.advances);
    assert!(pairing.winner().is_some() && pairing.loser() != pairing.winner());
    // Lots fall either way.
    let lots: HashSet<_> = (0..32)
        .map(|seed| {
            let lots = run(&Tournament { seed, ..tournament }, 1, begins).1.pairings[0].lots;
            (lots.begins, lots.advances)
        })
        .collect();
    assert_eq!(lots.len(), 4);
    // A decided extra game needs no second lot.
    let (_, state) = run(&tournament, 1, |_| Outcome::Win(Side::First));
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
        assert_eq!(Standings::of(&tournament, &state).0[0].entrant, 0);
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
    // The two games of a pair are from one start, and the sides are swapped.
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
    let standings = Standings::of(&tournament, &state).0;
    assert_eq!(standings.iter().map(|row| row.entrant).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(standings.iter().map(|row| row.half_points).collect::<Vec<_>>(), [32, 24, 16, 8, 0]);
    assert!(standings.windows(2).all(|two| two[0].rating > two[1].rating));
    assert!(standings.iter().all(|row| row.interval.0 < row.rating && row.rating < row.interval.1));
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
            [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)][rng.below(3)]
        };
        let [one, other] = orders.map(|order| run(&tournament, order, decide));
        prop_assert_eq!(Standings::of(&tournament, &one.1), Standings::of(&tournament, &other.1));
        prop_assert!(one.1.is_over);
        prop_assert_eq!(one, other);
    }
}

/// A clock that goes on by a second whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl agon_core::Stop for Ticking {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Clock for Ticking {
    fn now(&self) -> u64 {
        self.0.fetch_add(1_000_000, Ordering::Relaxed)
    }
}

/// Makes moves by a list, whatever the position.
struct Scripted(Vec<&'static str>);

impl AnyPlayer for Scripted {
    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        if self.0.is_empty() {
            Err(Fault::Failed { reason: "does not start".into() })
        } else {
            Ok(())
        }
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<String, Fault> {
        let own = turn.moves.len() / 2;
        let gone = || Fault::Failed { reason: "has gone away".into() };
        self.0.get(own).map(|mv| mv.to_string()).ok_or_else(gone)
    }
}

fn own(text: &str) -> BuiltinPlayer {
    BuiltinPlayer::new(text.parse().unwrap(), None, Box::new(()))
}

fn setup(game: &str) -> GameSetup<'static> {
    GameSetup {
        game: find(game).unwrap(),
        start: "startpos",
        limits: MoveLimits::default(),
        max_plies: None,
        adjudicate: false,
        first_moves: [&[], &[]],
        seed: 1,
    }
}

fn played(setup: &GameSetup, first: &mut dyn AnyPlayer, second: &mut dyn AnyPlayer) -> PlayedGame {
    setup.play([first, second], &Ticking::default()).unwrap().unwrap()
}

#[test]
fn players_that_the_program_has_play_every_game_to_its_end() {
    let second = "minimax:depth=1";
    let games = ["santorini", "nim", "byte", "theseus", "tictactoe"].map(|game| (game, second));
    for (game, second) in games.into_iter().chain([("theseus", "heuristic")]) {
        let setup = setup(game);
        let game = played(&setup, &mut own("random"), &mut own(second));
        assert_eq!(game.reason, Reason::Rules);
        let record = game.record(setup.game, Default::default());
        assert_eq!(record.replay().unwrap().outcome(), record.result);
    }
}

#[test]
fn our_rules_decide_and_who_breaks_them_loses() {
    let setup = setup("tictactoe");
    let mut good = Scripted(vec!["11", "00", "22", "20", "01"]);
    let game = played(&setup, &mut good, &mut Scripted(vec!["01", "11"]));
    assert_eq!(game.result, Outcome::Win(Side::First));
    assert_eq!(game.moves, ["11", "01", "00"]);
    assert!(matches!(&game.reason, Reason::Fault(Side::Second, Fault::Illegal { .. })));
    assert!(game.reason.to_string().starts_with("P2 made the move \"11\", which is refused: "));
    let game = played(&setup, &mut Scripted(vec![]), &mut good);
    assert_eq!((game.result, game.moves.len()), (Outcome::Win(Side::Second), 0));
    let game = played(&setup, &mut good, &mut Scripted(vec!["01"]));
    assert_eq!(game.reason.to_string(), "P2 has gone away");
    let record = game.record(setup.game, Default::default());
    assert_eq!(record.replay().unwrap().outcome(), None);
}

#[test]
fn who_takes_too_long_loses() {
    let mut setup = setup("tictactoe");
    let lines = || [Scripted(vec!["11", "00", "22"]), Scripted(vec!["01", "10", "12"])];
    let late = |setup: &GameSetup| {
        let [mut first, mut second] = lines();
        played(setup, &mut first, &mut second)
    };
    // Every move takes a second by this clock.
    setup.limits.movetime = Some(900_000);
    let game = late(&setup);
    assert_eq!(game.reason, Reason::Fault(Side::First, Fault::Time { over: 100 }));
    setup.limits.movetime = Some(960_000);
    assert_eq!(late(&setup).reason, Reason::Rules);
    setup.limits.movetime = None;
    setup.limits.clock = Some(TimeControl { base: 2_000_000, increment: 0 });
    let game = late(&setup);
    assert_eq!(game.reason, Reason::Fault(Side::First, Fault::Time { over: 1000 }));
    assert_eq!((game.moves.len(), game.time_used), (4, [3_000_000, 2_000_000]));
    setup.limits.clock = Some(TimeControl { base: 2_000_000, increment: 500_000 });
    assert_eq!(late(&setup).reason, Reason::Rules);
}

#[test]
fn the_first_wish_that_is_free_is_granted_and_else_the_player_places() {
    let first_moves = ["@00,00", "@11,33", "@13,31"].map(String::from);
    let setup = GameSetup {
        max_plies: Some(2),
        first_moves: [&first_moves, &first_moves],
        ..setup("santorini")
    };
    let mut first = own("minimax:depth=1");
    let game = played(&setup, &mut first, &mut own("minimax:depth=1"));
    assert_eq!(game.moves, ["@11,33", "@13,31"]);
    assert_eq!((game.result, game.reason), (Outcome::Draw, Reason::TooLong));
    let few = GameSetup { first_moves: [&first_moves, &first_moves[..2]], ..setup };
    let game = played(&few, &mut first, &mut own("minimax:depth=1"));
    assert_eq!(game.moves[0], "@11,33");
    assert_ne!(game.moves[1], "@13,31");
    assert_eq!(game.time_used[0], 0, "a preferred first move takes no time");
}

#[test]
fn a_game_whose_value_is_proven_ends() {
    let setup = GameSetup { adjudicate: true, ..setup("nim") };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.reason, game.moves.len()), (Reason::Proven, 0));
    assert_eq!(game.result, Outcome::Win(Side::First), "nim 3,5,7 is won");
    let setup = GameSetup { game: find("tictactoe").unwrap(), ..setup };
    assert_eq!(played(&setup, &mut own("random"), &mut own("random")).result, Outcome::Draw);
    let setup = GameSetup { game: find("santorini").unwrap(), ..setup };
    assert_eq!(played(&setup, &mut own("random"), &mut own("random")).reason, Reason::Rules);
}

#[test]
fn drawn_boards_of_byte_are_adjudicated_and_end_by_the_rules() {
    let start = "8 X 0-0 E3:OOX,G5:OXXX";
    let setup = GameSetup { start, ..setup("byte") };
    let game = played(&setup, &mut own("level:5"), &mut own("minimax:depth=2"));
    assert_eq!((game.result, &game.reason), (Outcome::Draw, &Reason::Rules));
    let record = game.record(setup.game, Default::default());
    assert_eq!(record.replay().unwrap().outcome(), Some(Outcome::Draw));
    let text = record.to_string();
    assert!(text.contains("1/2-1/2"), "{text}");
    assert_eq!(Record::read(&text).unwrap(), [record]);
    let setup = GameSetup { adjudicate: true, ..setup };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.result, game.reason, game.moves.len()), (Outcome::Draw, Reason::Proven, 0));
    // The only move of O completes the stack that X needs.
    let setup = GameSetup { start: "8 O 1-0 D4:OXXX,E5:XXXX", ..setup };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.result, game.reason), (Outcome::Win(Side::First), Reason::Proven));
}

#[test]
fn games_are_repeated_by_their_seed() {
    let setup = setup("santorini");
    let game = |seed| {
        let setup = GameSetup { seed, ..setup.clone() };
        played(&setup, &mut own("random"), &mut own("engine:level=1")).moves
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn limits_are_for_those_who_have_none_of_their_own() {
    let shallow = MoveLimits { depth: Some(1), nodes: Some(50), ..MoveLimits::default() };
    let setup = GameSetup {
        limits: shallow,
        start: "00000/00000/00000/00000/00000 B 11,33 13,31",
        ..setup("santorini")
    };
    let moves = |first: &str| {
        let setup = GameSetup { max_plies: Some(12), ..setup.clone() };
        played(&setup, &mut own(first), &mut own("minimax:depth=1")).moves
    };
    assert_eq!(moves("minimax"), moves("minimax:depth=1"));
    assert_ne!(moves("minimax"), moves("minimax:depth=3"));
    assert_eq!(moves("engine"), moves("engine:depth=1,nodes=50"));
}

#[test]
fn a_random_start_follows_from_its_seed_and_goes_on() {
    let mut starts: HashMap<String, u32> = HashMap::new();
    for game in ["santorini", "nim", "byte", "theseus", "tictactoe"] {
        let entry = find(game).unwrap();
        for seed in 0..4 {
            let start = balanced_start(entry, "startpos", 4, seed).unwrap();
            assert_eq!(balanced_start(entry, "startpos", 4, seed).unwrap(), start);
            assert!(entry.open(&start).unwrap().outcome().is_none(), "{start}");
            *starts.entry(start).or_default() += 1;
        }
    }
    assert!(starts.len() > 15, "{starts:?}");
}

/// The finished games of a tournament as a later one sees them, whose entrants are numbered by
/// `now`; those of entrants who are gone are left out.
fn finished(
    tournament: &Tournament,
    results: &Results,
    now: impl Fn(usize) -> Option<usize>,
) -> Vec<FinishedGame> {
    let state = tournament.state(results);
    let games = state.pairings.iter().flat_map(|pairing| &pairing.games);
    let game = |(game, result): &(ScheduledGame, Option<Outcome>)| {
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
        // The late one is drawn into the middle of the list.
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
        // The last in strength loses again: what does not depend on it stays.
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
