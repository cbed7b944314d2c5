//! The engine and its minimax on random trees and on trees that are written out.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};

use super::no_pruning::NO_PRUNING;
use agon_core::dummy::{Points, TreeGame};
use agon_core::{
    Evaluate, Exact as _, Game as _, NodeId, Notation as _, Proven, Score, Stateless, Stop,
};
use agon_search::{Engine, Info, Limits, MemoryRefusal, SearchControl, Threads, plain_minimax};

fn limits(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

#[test]
fn minimax_of_random_trees_is_that_of_the_plain_minimax() {
    // Turns do not alternate in these trees, and the side that moved last may lose.
    let mut engine = Engine::new(1 << 16);
    for seed in 0..2000 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        for depth in 1..=7 {
            engine.clear(&());
            let expected = plain_minimax(&game, &start, depth, &Points);
            let found = engine
                .minimax(
                    &game,
                    &start,
                    &Stateless(Points),
                    &limits(depth),
                    &SearchControl::default(),
                )
                .unwrap();
            let found = (found.score, found.moves.first().copied());
            assert_eq!(found, expected, "seed {seed}, depth {depth}");
        }
    }
}

#[test]
fn entries_of_other_trees_are_never_used() {
    // The nodes of all trees have the same features, and so the same keys without a salt.
    // What is kept besides is only about the order of moves, which changes no value here.
    let mut engine = Engine::new(1 << 20).with_pruning(NO_PRUNING);
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let expected = plain_minimax(&game, &start, 5, &Points);
        let found = engine
            .minimax(&game, &start, &Stateless(Points), &limits(5), &SearchControl::default())
            .unwrap();
        assert_eq!((found.score, found.moves.first().copied()), expected, "seed {seed}");
        let mut fresh = Engine::new(1 << 16).with_pruning(NO_PRUNING);
        let alone = fresh
            .best(&game, &start, &Stateless(Points), &limits(5), &SearchControl::default(), &())
            .unwrap();
        let found = engine
            .best(&game, &start, &Stateless(Points), &limits(5), &SearchControl::default(), &())
            .unwrap();
        assert_eq!(found.score, alone.score, "seed {seed}");
    }
}

#[test]
fn the_engine_finds_the_result_of_every_tree() {
    let mut engine = Engine::new(1 << 16);
    let mut decided = 0;
    for seed in 0..1000 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        engine.clear(&());
        let found = engine
            .best(&game, &start, &Stateless(Points), &limits(30), &SearchControl::default(), &())
            .unwrap();
        let exact = game.exact(&game, &start).unwrap();
        match found.score.proven() {
            Some(proven) => {
                assert_eq!(proven.verdict, exact.verdict, "seed {seed}");
                decided += 1;
            }
            None => assert_eq!((found.score, exact), (Score::DRAW, Proven::DRAW), "seed {seed}"),
        }
    }
    assert!(decided > 500, "{decided}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let (game, over) = TreeGame::read("1").unwrap();
    let mut engine = Engine::new(1 << 10);
    assert!(
        engine
            .best(&game, &over, &Stateless(Points), &limits(3), &SearchControl::default(), &())
            .is_none()
    );
    assert!(
        engine
            .minimax(&game, &over, &Stateless(Points), &limits(3), &SearchControl::default())
            .is_none()
    );
}

#[test]
fn several_lines_are_the_best_moves_in_their_order() {
    let (game, start) = TreeGame::read("a(b:4(1)b:9(1)b:-2(1)b:9(1)=)").unwrap();
    let reported = std::sync::Mutex::new(Vec::new());
    let report = |info: &Info<usize>| {
        reported.lock().unwrap().push((info.line, info.score.points(), info.moves[0]));
    };
    let control = SearchControl::default().reporting(&report);
    let mut engine = Engine::new(1 << 10);
    let wanted = Limits { depth: 1, lines: 4, ..Limits::default() };
    engine.best(&game, &start, &Stateless(Points), &wanted, &control, &());
    let reported = reported.into_inner().unwrap();
    assert_eq!(reported, [(1, 9, 1), (2, 9, 3), (3, 4, 0), (4, 0, 4)]);
}

#[test]
fn a_search_ends_at_its_node_limit_and_when_it_is_stopped() {
    struct StopAtOnce {
        asked: AtomicU64,
    }
    impl Stop for StopAtOnce {
        fn is_stopped(&self) -> bool {
            self.asked.fetch_add(1, Ordering::Relaxed) >= 1
        }
    }
    let game = TreeGame::grown(3, 14);
    let start = game.start();
    let mut engine = Engine::new(1 << 10);
    let stop = StopAtOnce { asked: AtomicU64::new(0) };
    let control = SearchControl::until(&stop);
    let found = engine.best(&game, &start, &Stateless(Points), &limits(100), &control, &());
    assert!(stop.asked.load(Ordering::Relaxed) <= 2);
    if let Some(found) = found {
        assert!(found.nodes < 5_000, "{}", found.nodes);
    }
    assert!(engine.minimax(&game, &start, &Stateless(Points), &limits(14), &control).is_none());
}

/// Two threads that search at the same time; counts the jobs they have run.
struct TwoAtOnce(AtomicU64);

impl Threads for TwoAtOnce {
    fn size(&self) -> usize {
        2
    }

    fn work(&self, job: &(dyn Fn(usize) + Sync)) {
        let start = Barrier::new(self.size());
        let run = |number: usize| {
            start.wait();
            job(number);
            self.0.fetch_add(1, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            scope.spawn(|| run(1));
            run(0);
        });
    }
}

#[test]
fn two_threads_at_once_find_the_exact_value() {
    let threads = TwoAtOnce(AtomicU64::new(0));
    let mut hits = 0;
    for seed in 0..200 {
        let game = TreeGame::grown_shared(seed, 9);
        let start = game.start();
        let mut engine = Engine::new(1 << 18).with_pruning(NO_PRUNING);
        let found = engine
            .best(
                &game,
                &start,
                &Stateless(Points),
                &limits(30),
                &SearchControl::default(),
                &threads,
            )
            .unwrap();
        let exact = game.exact(&game, &start).unwrap();
        assert_eq!(found.score.proven().unwrap_or(Proven::DRAW), exact, "seed {seed}");
        hits += found.hits;
    }
    assert_eq!(threads.0.into_inner(), 400);
    assert!(hits > 1000, "{hits}");
}

#[test]
fn wins_that_are_reached_at_several_depths_keep_their_distances() {
    // Positions of these trees are reached by lines of different lengths, so the table must
    // count a win from the position, and the search from the root.
    let mut proven = 0;
    for seed in 0..1000 {
        let game = TreeGame::grown_shared(seed, 8);
        let start = game.start();
        let mut engine = Engine::new(1 << 16).with_pruning(NO_PRUNING);
        let found = engine
            .best(&game, &start, &Stateless(Points), &limits(30), &SearchControl::default(), &())
            .unwrap();
        let exact = game.exact(&game, &start).unwrap();
        assert_eq!(found.score.proven().unwrap_or(Proven::DRAW), exact, "seed {seed}");
        for depth in 1..=8 {
            let expected = plain_minimax(&game, &start, depth, &Points);
            let found = engine
                .minimax(
                    &game,
                    &start,
                    &Stateless(Points),
                    &limits(depth),
                    &SearchControl::default(),
                )
                .unwrap();
            let found = (found.score, found.moves.first().copied());
            assert_eq!(found, expected, "seed {seed}, depth {depth}");
        }
        proven += u32::from(exact != Proven::DRAW);
    }
    assert!(proven > 300, "{proven}");
}

/// The points of a tree times a factor, under one name for all factors.
struct Scaled(i32);

impl Evaluate<TreeGame> for Scaled {
    fn name(&self) -> &str {
        "scaled"
    }

    fn parameters(&self) -> String {
        self.0.to_string()
    }

    fn evaluate(&self, game: &TreeGame, position: &NodeId) -> Score {
        Score::estimate(self.0 * Points.evaluate(game, position).points())
    }
}

#[test]
fn entries_of_another_evaluation_are_never_used() {
    for seed in 0..300 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let mut engine = Engine::new(1 << 18);
        for factor in [1, -2, 3] {
            let eval = Stateless(Scaled(factor));
            let expected = plain_minimax(&game, &start, 5, &Scaled(factor));
            let found = engine
                .minimax(&game, &start, &eval, &limits(5), &SearchControl::default())
                .unwrap();
            let found = (found.score, found.moves.first().copied());
            assert_eq!(found, expected, "seed {seed}, factor {factor}");
        }
    }
}

#[test]
fn a_table_that_does_not_fit_into_memory_is_refused() {
    for bytes in [usize::MAX, usize::MAX / 2, 1 << 62] {
        let refusal = Engine::<TreeGame>::with_memory(bytes).err().unwrap();
        assert_eq!(refusal, MemoryRefusal::TooLarge { megabytes: bytes >> 20 });
    }
    assert!(Engine::<TreeGame>::with_memory(0).is_ok());
}
