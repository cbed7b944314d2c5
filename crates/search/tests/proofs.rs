//! What the engine says of trees, against their whole values and slow twins of its parts.

use std::sync::Mutex;

use agon_core::dummy::{Points, TreeGame};
use agon_core::{
    Evaluate as _, Exact as _, Game as _, MoveOrdering as _, NodeId, Notation as _, Proven, Score,
    Stateless, Verdict,
};
use agon_search::{Engine, Info, Limits, Pruning, SearchControl, plain_minimax};

/// Leaves nothing out.
const THOROUGH: Pruning = Pruning {
    reduction: 0.0,
    reduction_divisor: f64::INFINITY,
    margin: 0,
    margin_depth: 0,
    few: 0,
    few_a_ply: 0,
    few_depth: 0,
    unknown_depth: i32::MAX,
    window: 30,
};

/// Leaves out as much as it can.
const HASTY: Pruning = Pruning {
    reduction: 1.0,
    reduction_divisor: 0.5,
    margin: 1,
    margin_depth: 30,
    few: 0,
    few_a_ply: 0,
    few_depth: 30,
    unknown_depth: 1,
    window: 1,
};

fn limits(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

fn best(engine: &mut Engine, game: &TreeGame, position: &NodeId, depth: u32) -> Info<usize> {
    engine.best(game, position, &Stateless(Points), &limits(depth), &(), &()).unwrap()
}

/// Keeps what it is told.
struct Told(Mutex<Vec<Info<usize>>>);

impl SearchControl<usize> for Told {
    fn tell(&self, info: &Info<usize>) {
        self.0.lock().unwrap().push(info.clone());
    }
}

#[test]
fn one_who_leaves_nothing_out_finds_the_soonest_win_and_the_latest_loss() {
    let mut engine = Engine::new(1 << 16).with_pruning(THOROUGH);
    for seed in 0..3000 {
        let game = TreeGame::grown(seed, 7);
        engine.forget();
        let found = best(&mut engine, &game, &game.start(), 30);
        let exact = game.exact(&game, &game.start());
        assert_eq!(Some(found.score.proven().unwrap_or(Proven::DRAW)), exact, "seed {seed}");
    }
}

#[test]
fn what_is_called_proven_is_true_however_much_is_left_out() {
    check_claims(HASTY);
    // Late moves alone, so that they are far enough from the end of a line.
    check_claims(Pruning { few_depth: 30, ..THOROUGH });
}

/// Compares all that is called proven with the values of whole trees.
fn check_claims(selectivity: Pruning) {
    let mut claims = [0, 0];
    for seed in 0..2000 {
        let game = TreeGame::grown(seed, 7);
        let exact = |position: &NodeId| game.exact(&game, position).unwrap();
        let mut engine = Engine::new(1 << 8).with_pruning(selectivity);
        for depth in 1..=7 {
            let told = Told(Mutex::new(Vec::new()));
            engine.best(&game, &game.start(), &Stateless(Points), &limits(depth), &told, &());
            for info in told.0.into_inner().unwrap() {
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
fn a_search_goes_on_until_nothing_deeper_can_be_better() {
    let mut early = 0;
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 9);
        let told = Told(Mutex::new(Vec::new()));
        let mut engine = Engine::new(1 << 16);
        engine.best(&game, &game.start(), &Stateless(Points), &limits(12), &told, &());
        let told = told.0.into_inner().unwrap();
        let plies = |info: &Info<usize>| info.score.proven().and_then(|proven| proven.plies);
        let is_decided = |info: &Info<usize>| plies(info).is_some_and(|plies| plies <= info.depth);
        let (last, before) = told.split_last().unwrap();
        assert!(is_decided(last) || last.depth == 12, "seed {seed}: {last:?}");
        assert!(!before.iter().any(is_decided), "seed {seed}: {before:?}");
        early += before.iter().filter(|info| plies(info).is_some()).count();
    }
    assert!(early > 100, "{early} were proven before they were decided");
}

#[test]
fn minimax_believes_nothing_that_the_engine_has_found() {
    for seed in 0..500 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let mut engine = Engine::new(1 << 16).with_pruning(HASTY);
        for depth in 1..=6 {
            best(&mut engine, &game, &start, depth + 1);
            let found =
                engine.minimax(&game, &start, &Stateless(Points), &limits(depth), &()).unwrap();
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
    // The letters come in turn, counted from the end: four plies are looked at.
    let letter = if values.len().is_multiple_of(2) { 'b' } else { 'a' };
    format!("{letter}:{}({next}{next})", values[0])
}

/// What one who looks four plies ahead and leaves nothing out but by reductions says of a
/// choice between such ways.
fn chosen(ways: &[[i32; 4]]) -> (i32, usize) {
    let ways: String = ways.iter().map(|values| way(values)).collect();
    let (game, start) = TreeGame::read(&format!("a({ways})")).unwrap();
    let mut engine = Engine::new(1 << 16).with_pruning(THOROUGH);
    let found = best(&mut engine, &game, &start, 4);
    (found.score.points(), found.moves[0])
}

#[test]
fn a_value_beyond_what_was_expected_is_looked_into() {
    // What is good enough to be beyond the window need not be the best there is.
    assert_eq!(chosen(&[[0, 0, 0, 500], [0, 0, 0, 600], [0; 4]]), (600, 1));
    assert_eq!(chosen(&[[0, 0, 0, -600], [0, 0, 0, -500], [0, 0, 0, -550]]), (-500, 1));
}

#[test]
fn a_late_move_that_looks_better_when_looked_at_less_deep_is_looked_at_again() {
    let mut ways = [[600, 600, 600, 0]; 7];
    ways[6] = [500, 500, 500, -500];
    assert_eq!(chosen(&ways), (0, 0));
}

/// The value of a position at the end of a line, by the definition: nobody is about to
/// win, or it is seen who does.
fn quiet(game: &TreeGame, position: &NodeId) -> Score {
    let mover = game.to_move(position);
    if game.can_win_now(position) {
        return Score::win_in(1);
    }
    if !game.is_threatened(position) {
        return Points.evaluate(game, position);
    }
    // All moves count, but those that lose at once are not looked at further.
    let seen = |mv: usize| {
        let after = game.after(position, mv);
        let value = match game.outcome(&after) {
            Some(outcome) => outcome.seen_by(mover),
            None => quiet(game, &after).absolute(game.to_move(&after)).seen_by(mover),
        };
        value.one_ply_earlier()
    };
    game.moves(position).into_iter().map(seen).max().unwrap()
}

#[test]
fn the_end_of_a_line_is_judged_when_nobody_is_about_to_win() {
    let mut proven = [0; 4];
    for seed in 0..5000 {
        let game = TreeGame::grown(seed, 8);
        let start = game.start();
        let seen = |mv: usize| {
            let after = game.after(&start, mv);
            let value = match game.outcome(&after) {
                Some(outcome) => outcome.seen_by(game.to_move(&start)),
                None => quiet(&game, &after)
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
