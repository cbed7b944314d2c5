//! The engine's claims about random trees, against exact values and slow definitions.

use std::sync::Mutex;

use super::no_pruning::NO_PRUNING;
use agon_core::dummy::{Points, TreeGame};
use agon_core::{
    Evaluate as _, Exact as _, Game as _, MoveOrdering as _, NodeId, Notation as _, Proven, Score,
    Stateless, Verdict,
};
use agon_search::{Engine, Info, Limits, Pruning, SearchControl, plain_minimax};

/// As much pruning as possible.
const MAX_PRUNING: Pruning = Pruning {
    lmr_base: 1.0,
    lmr_divisor: 0.5,
    rfp_margin: 1,
    rfp_max_depth: 30,
    lmp_base: 0.0,
    lmp_factor: 0.0,
    lmp_max_depth: 30,
    frontier_moves: 1,
    iir_min_depth: 1,
    singular_min_depth: 1,
    singular_margin: 0,
    aspiration_window: 1,
};

fn limits(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

fn best(
    engine: &mut Engine<TreeGame>,
    game: &TreeGame,
    position: &NodeId,
    depth: u32,
) -> Info<usize> {
    engine
        .best(game, position, &Stateless(Points), &limits(depth), &SearchControl::default(), &())
        .unwrap()
}

#[test]
fn without_pruning_the_engine_finds_the_soonest_win_and_the_latest_loss() {
    let mut engine = Engine::new(1 << 16).with_pruning(NO_PRUNING);
    for seed in 0..3000 {
        let game = TreeGame::grown(seed, 7);
        engine.clear(&());
        let found = best(&mut engine, &game, &game.start(), 30);
        let exact = game.exact(&game, &game.start());
        assert_eq!(Some(found.score.proven().unwrap_or(Proven::DRAW)), exact, "seed {seed}");
    }
}

#[test]
fn a_proven_score_is_true_however_much_is_pruned() {
    check_claims(MAX_PRUNING);
    // Late move pruning alone, far from the end of a line too.
    check_claims(Pruning { lmp_max_depth: 30, ..NO_PRUNING });
    check_claims(Pruning { frontier_moves: 1, ..NO_PRUNING });
}

/// Compares all proven scores with the exact values of the trees.
fn check_claims(pruning: Pruning) {
    let mut claims = [0, 0];
    for seed in 0..2000 {
        let game = TreeGame::grown(seed, 7);
        let exact = |position: &NodeId| game.exact(&game, position).unwrap();
        let mut engine = Engine::new(1 << 8).with_pruning(pruning);
        for depth in 1..=7 {
            let reports = Mutex::new(Vec::new());
            let report = |info: &Info<usize>| reports.lock().unwrap().push(info.clone());
            let control = SearchControl::default().reporting(&report);
            engine.best(&game, &game.start(), &Stateless(Points), &limits(depth), &control, &());
            for info in reports.into_inner().unwrap() {
                let Some(said) = info.score.proven() else { continue };
                let true_value = exact(&game.start());
                assert_eq!(true_value.verdict, said.verdict, "seed {seed}: {info:?}");
                assert!(true_value.plies <= said.plies, "seed {seed}: {info:?}");
                claims[usize::from(said.verdict == Verdict::Win)] += 1;
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 1000), "{claims:?}");
}

#[test]
fn a_search_deepens_until_its_score_cannot_improve() {
    let mut early = 0;
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 9);
        let reports = Mutex::new(Vec::new());
        let report = |info: &Info<usize>| reports.lock().unwrap().push(info.clone());
        let control = SearchControl::default().reporting(&report);
        let mut engine = Engine::new(1 << 16);
        engine.best(&game, &game.start(), &Stateless(Points), &limits(12), &control, &());
        let reports = reports.into_inner().unwrap();
        let plies = |info: &Info<usize>| info.score.proven().and_then(|proven| proven.plies);
        let is_decided = |info: &Info<usize>| plies(info).is_some_and(|plies| plies <= info.depth);
        let (last, before) = reports.split_last().unwrap();
        assert!(is_decided(last) || last.depth == 12, "seed {seed}: {last:?}");
        assert!(!before.iter().any(is_decided), "seed {seed}: {before:?}");
        early += before.iter().filter(|info| plies(info).is_some()).count();
    }
    assert!(early > 100, "{early} were proven before they were decided");
}

#[test]
fn minimax_uses_no_entries_of_the_selective_search() {
    for seed in 0..500 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let mut engine = Engine::new(1 << 16).with_pruning(MAX_PRUNING);
        for depth in 1..=6 {
            best(&mut engine, &game, &start, depth + 1);
            let found = engine
                .minimax(
                    &game,
                    &start,
                    &Stateless(Points),
                    &limits(depth),
                    &SearchControl::default(),
                )
                .unwrap();
            let expected = plain_minimax(&game, &start, depth, &Points);
            let found = (found.score, found.moves.first().copied());
            assert_eq!(found, expected, "seed {seed}, depth {depth}");
        }
    }
}

/// A move of the first player after which the estimates are these, ply by ply, whatever
/// both sides do.
fn way(values: &[i32]) -> String {
    let below = values.split_first().map(|(_, rest)| rest).filter(|rest| !rest.is_empty());
    let next = below.map_or("=".into(), way);
    // The letters come in turn, counted from the end: four plies are searched.
    let letter = if values.len().is_multiple_of(2) { 'b' } else { 'a' };
    format!("{letter}:{}({next}{next})", values[0])
}

/// The score and move of a search of depth 4 between such lines, without pruning.
fn chosen(ways: &[[i32; 4]]) -> (i32, usize) {
    let ways: String = ways.iter().map(|values| way(values)).collect();
    let (game, start) = TreeGame::read(&format!("a({ways})")).unwrap();
    let mut engine = Engine::new(1 << 16).with_pruning(NO_PRUNING);
    let found = best(&mut engine, &game, &start, 4);
    (found.score.points(), found.moves[0])
}

#[test]
fn a_score_outside_the_aspiration_window_is_searched_again() {
    // A move that fails high need not be the best one.
    assert_eq!(chosen(&[[0, 0, 0, 500], [0, 0, 0, 600], [0; 4]]), (600, 1));
    assert_eq!(chosen(&[[0, 0, 0, -600], [0, 0, 0, -500], [0, 0, 0, -550]]), (-500, 1));
}

#[test]
fn a_reduced_move_that_beats_alpha_is_searched_again_in_full() {
    let mut ways = [[600, 600, 600, 0]; 7];
    ways[6] = [500, 500, 500, -500];
    assert_eq!(chosen(&ways), (0, 0));
}

#[test]
fn a_move_that_is_much_better_than_all_others_is_searched_deeper() {
    // Eight plies, at each of which one move is good and the other costs 500 points.
    let line = (0..8).rev().fold(way(&[300; 5]), |rest, ply| match ply % 2 {
        0 => format!("a({rest}{})", way(&[-500; 6])),
        _ => format!("b({rest}{})", way(&[500; 5])),
    });
    let (game, start) = TreeGame::read(&line).unwrap();
    let score = |pruning| {
        let mut engine = Engine::new(1 << 16).with_pruning(pruning);
        best(&mut engine, &game, &start, 6).score.points()
    };
    assert_eq!(score(NO_PRUNING), 0);
    let singular = Pruning { singular_min_depth: 3, singular_margin: 2, ..NO_PRUNING };
    assert_eq!(score(singular), 300);
}

/// Quiescence search by its definition: the evaluation, once neither side is about to win.
fn qsearch(game: &TreeGame, position: &NodeId) -> Score {
    let mover = game.to_move(position);
    if game.can_win_now(position) {
        return Score::win_in(1);
    }
    if !game.is_threatened(position) {
        return Points.evaluate(game, position);
    }
    // All moves count here; the engine skips those that lose at once.
    let seen = |mv: usize| {
        let after = game.after(position, mv);
        let value = match game.outcome(&after) {
            Some(outcome) => outcome.seen_by(mover),
            None => qsearch(game, &after).absolute(game.to_move(&after)).seen_by(mover),
        };
        value.one_ply_earlier()
    };
    game.moves(position).into_iter().map(seen).max().unwrap()
}

#[test]
fn quiescence_search_is_that_of_its_definition() {
    let mut proven = [0; 4];
    for seed in 0..5000 {
        let game = TreeGame::grown(seed, 8);
        let start = game.start();
        let seen = |mv: usize| {
            let after = game.after(&start, mv);
            let value = match game.outcome(&after) {
                Some(outcome) => outcome.seen_by(game.to_move(&start)),
                None => qsearch(&game, &after)
                    .absolute(game.to_move(&after))
                    .seen_by(game.to_move(&start)),
            };
            value.one_ply_earlier()
        };
        let expected = game.moves(&start).into_iter().map(seen).max().unwrap();
        let found = best(&mut Engine::new(1 << 10), &game, &start, 1);
        assert_eq!(found.score, expected, "seed {seed}");
        let plies = expected.proven().and_then(|proven| proven.plies).unwrap_or(0);
        proven[plies.min(3) as usize] += 1;
    }
    assert!(proven.iter().all(|&count| count > 20), "{proven:?}");
}
