//! The prover, against the exact values of random trees.

use std::sync::Mutex;

use agon_core::dummy::TreeGame;
use agon_core::{Exact as _, Game as _, NodeId, Progress, Stop, Verdict};
use agon_search::AlphaBetaProver;

/// Trees without draws: a drawn end is read as a win of the second player.
fn decisive(seed: u64) -> TreeGame {
    let game = TreeGame::grown(seed, 7);
    let text = agon_core::Notation::write(&game, &game.start()).replace('=', "2");
    <TreeGame as agon_core::Notation>::read(&text).unwrap().0
}

#[test]
fn verdicts_are_those_of_the_whole_tree() {
    let mut decided = [0, 0];
    for seed in 0..400 {
        let game = decisive(seed);
        let verdict = AlphaBetaProver::new(64).prove(&game, &game.start(), u64::MAX, &());
        let exact = game.exact(&game, &game.start()).unwrap().verdict;
        assert_eq!(verdict, Some(exact), "seed {seed}");
        decided[usize::from(exact == Verdict::Win)] += 1;
    }
    assert!(decided.iter().all(|&count| count > 50), "{decided:?}");
}

#[test]
fn draws_are_those_of_the_whole_tree() {
    let mut proven = [0; 3];
    for seed in 0..200 {
        let game = TreeGame::grown(seed, 7);
        let mut prover = AlphaBetaProver::new(1 << 12);
        // Every position of the tree, with one table: answers to one question are never taken
        // for answers to the other.
        for position in positions(&game) {
            let verdict = prover.prove(&game, &position, u64::MAX, &());
            let exact = game.exact(&game, &position).unwrap().verdict;
            assert_eq!(verdict, Some(exact), "seed {seed}, {position:?}");
            proven[exact as usize] += 1;
        }
    }
    assert!(proven.iter().all(|&count| count > 300), "{proven:?}");
}

/// All positions of a tree, the start first.
fn positions(game: &TreeGame) -> Vec<NodeId> {
    let mut found = vec![game.start()];
    let mut next = 0;
    while next < found.len() {
        let position = found[next];
        for mv in game.moves(&position) {
            let child = game.after(&position, mv);
            if !found.contains(&child) {
                found.push(child);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn proofs_of_other_trees_are_never_used() {
    let mut prover = AlphaBetaProver::new(1 << 12);
    for seed in 0..400 {
        let game = decisive(seed);
        let verdict = prover.prove(&game, &game.start(), u64::MAX, &());
        let exact = game.exact(&game, &game.start()).unwrap().verdict;
        assert_eq!(verdict, Some(exact), "seed {seed}");
    }
}

#[test]
fn a_node_limit_ends_the_proof_without_a_verdict() {
    let mut limited = 0;
    for seed in 0..50 {
        let game = decisive(seed);
        let mut whole = AlphaBetaProver::new(64);
        assert!(whole.prove(&game, &game.start(), u64::MAX, &()).is_some());
        if whole.nodes() > 1 {
            let limit = whole.nodes() - 1;
            let found = AlphaBetaProver::new(64).prove(&game, &game.start(), limit, &());
            assert_eq!(found, None, "seed {seed}");
            limited += 1;
        }
    }
    assert!(limited > 10, "{limited}");
}

/// Collects the reports, and stops at the third.
struct StopAfterThree(Mutex<Vec<u64>>);

impl Stop for StopAfterThree {
    fn is_stopped(&self) -> bool {
        self.0.lock().unwrap().len() >= 3
    }
}

impl Progress for StopAfterThree {
    fn report_progress(&self, done: u64, _: u64) {
        self.0.lock().unwrap().push(done);
    }
}

#[test]
fn a_proof_reports_its_progress_and_ends_when_it_is_stopped() {
    // Every move is refuted, and all must be searched.
    let text = format!("a({})", "b(2)".repeat(100_000));
    let (game, _) = <TreeGame as agon_core::Notation>::read(&text).unwrap();
    let control = StopAfterThree(Mutex::new(Vec::new()));
    let mut prover = AlphaBetaProver::new(1);
    let verdict = prover.prove(&game, &game.start(), u64::MAX, &control);
    let reports = control.0.into_inner().unwrap();
    assert_eq!((verdict, reports.len()), (None, 3));
    assert!(reports.is_sorted_by(|one, next| one < next) && reports[2] < 100_000, "{reports:?}");
    assert_eq!(prover.nodes(), reports[2]);
}
