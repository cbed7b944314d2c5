//! Measures how fast endgames of Byte are solved.
//!
//! `cargo run --release -p agon-tools --example endgames -- [POSITIONS] [CHECKERS]`
//!
//! Plays random games until at most this many checkers are left, and solves the
//! resulting positions one after the other.

use std::time::Instant;

use agon_core::{Game as _, Rng};
use agon_games::byte::Byte;
use agon_search::AlphaBetaProver;

fn main() {
    let number = |place| std::env::args().nth(place).and_then(|word| word.parse::<u32>().ok());
    let (count, checkers) = (number(1).unwrap_or(2_000), number(2).unwrap_or(8));
    let game = Byte::default();
    let mut positions = Vec::new();
    for seed in 0.. {
        if positions.len() == count as usize {
            break;
        }
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while position.checkers() > checkers && game.outcome(&position).is_none() {
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        if game.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    let mut prover = AlphaBetaProver::new(1 << 22);
    let started = Instant::now();
    let mut nodes: Vec<u64> = Vec::new();
    for position in &positions {
        prover.prove(&game, position, u64::MAX, &());
        nodes.push(prover.nodes());
    }
    let seconds = started.elapsed().as_secs_f64();
    nodes.sort();
    println!(
        "{count} positions with {checkers} checkers: {seconds:.3} s, nodes median {} and most {}",
        nodes[nodes.len() / 2],
        nodes[nodes.len() - 1]
    );
}
