//! The prover of endings, against the exact values of random trees.

use agon_core::dummy::TreeGame;
use agon_core::{Exact as _, Game as _, NodeId, Outcome, Side, Stop, Verdict};
use agon_search::EndingProver;

/// All positions of a tree that are not the end of the game.
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
    found.retain(|position| game.outcome(position).is_none());
    found
}

/// The side that wins a position under best play, and in how many plies.
fn exact_win(game: &TreeGame, position: &NodeId) -> Option<(Side, u32)> {
    let proven = game.exact(game, position).unwrap();
    let mover = game.to_move(position);
    match proven.verdict {
        Verdict::Win => Some((mover, proven.plies.unwrap())),
        Verdict::Lose => Some((mover.opponent(), proven.plies.unwrap())),
        Verdict::Draw => None,
    }
}

#[test]
fn distances_are_those_of_the_whole_tree() {
    let mut found = [0; 8];
    let mut draws = 0;
    for seed in 0..80 {
        let game = TreeGame::grown(seed, 7);
        // One small table for all positions: entries are replaced, and used again.
        let mut prover = EndingProver::new(64);
        for position in positions(&game) {
            let win = exact_win(&game, &position);
            // Known verdicts make the search quicker, never another one.
            if seed % 2 == 0 {
                let verdict = prover.verdict(&game, &position, u64::MAX, &());
                assert_eq!(verdict, Some(game.exact(&game, &position).unwrap().verdict));
            }
            for side in Side::BOTH {
                let distance = prover.distance(&game, &position, side, u64::MAX, &());
                let expected = win.filter(|(winner, _)| *winner == side).map(|(_, plies)| plies);
                assert_eq!(distance, expected, "seed {seed}, {position:?}, {side:?}");
            }
            match win {
                Some((_, plies)) => found[plies as usize] += 1,
                None => draws += 1,
            }
        }
    }
    assert!(found[1..6].iter().all(|&count| count > 30) && draws > 100, "{found:?}, {draws}");
}

#[test]
fn a_line_is_best_play_of_both_sides_to_the_end() {
    let mut plies_seen = 0;
    for seed in 0..300 {
        let game = TreeGame::grown(seed, 8);
        let Some((winner, plies)) = exact_win(&game, &game.start()) else { continue };
        let mut prover = EndingProver::new(256);
        let line = prover.line(&game, &game.start(), winner, plies, u64::MAX, &());
        assert_eq!(line.len(), plies as usize, "seed {seed}");
        let mut position = game.start();
        for (ply, &mv) in line.iter().enumerate() {
            assert_eq!(exact_win(&game, &position), Some((winner, plies - ply as u32)));
            position = game.after(&position, mv);
        }
        assert_eq!(game.outcome(&position), Some(Outcome::Win(winner)), "seed {seed}");
        plies_seen = plies_seen.max(plies);
    }
    assert!(plies_seen >= 6, "{plies_seen}");
}

#[test]
fn known_wins_are_winning_moves() {
    let mut found = 0;
    for seed in 0..300 {
        let game = TreeGame::grown(seed, 7);
        let start = game.start();
        let mut prover = EndingProver::new(1 << 10);
        let verdict = prover.verdict(&game, &start, u64::MAX, &());
        let wins = prover.known_wins(&game, &start);
        let mover = game.to_move(&start);
        for &mv in &wins {
            let child = game.after(&start, mv);
            let winner = match game.outcome(&child) {
                Some(outcome) => outcome.winner(),
                None => exact_win(&game, &child).map(|(winner, _)| winner),
            };
            assert_eq!(winner, Some(mover), "seed {seed}");
        }
        found += usize::from(verdict == Some(Verdict::Win) && !wins.is_empty());
    }
    assert!(found > 50, "{found}");
}

#[test]
fn a_node_limit_ends_the_search_for_a_distance() {
    let mut limited = 0;
    for seed in 0..100 {
        let game = TreeGame::grown(seed, 7);
        let Some((winner, plies)) = exact_win(&game, &game.start()) else { continue };
        let mut prover = EndingProver::new(64);
        assert_eq!(prover.distance(&game, &game.start(), winner, u64::MAX, &()), Some(plies));
        let limit = prover.nodes() - 1;
        let mut other = EndingProver::new(64);
        assert_eq!(other.distance(&game, &game.start(), winner, limit, &()), None, "seed {seed}");
        // Another attempt continues with what the table knows.
        assert_eq!(other.distance(&game, &game.start(), winner, u64::MAX, &()), Some(plies));
        limited += 1;
    }
    assert!(limited > 30, "{limited}");
}

/// Stops everything at once.
struct Stopped;

impl Stop for Stopped {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_search_for_a_distance_ends_when_it_is_stopped() {
    // Every move is refuted after two more plies, and all must be searched.
    let text = format!("a({}b(a(1)))", "b(a(2))".repeat(5_000));
    let (game, start) = <TreeGame as agon_core::Notation>::read(&text).unwrap();
    let mut prover = EndingProver::new(1);
    assert_eq!(prover.distance(&game, &start, Side::First, u64::MAX, &Stopped), None);
    assert!(prover.nodes() < 5_000, "{}", prover.nodes());
    assert_eq!(prover.distance(&game, &start, Side::First, u64::MAX, &()), Some(3));
}
