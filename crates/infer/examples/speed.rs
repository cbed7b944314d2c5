//! Measures how many positions of Byte are evaluated per second by eight rules and nine value
//! lines, or by those of a file:
//! `cargo run --release -p agon-infer --example speed -- [FILE]`.
//!
//! Positions come from random games, and the facts of each are computed from scratch.

use std::hint::black_box;
use std::time::Instant;

use agon_core::{Game as _, Rng, Side};
use agon_games::byte::Byte;
use agon_infer::RuleSet;

fn main() {
    let source = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file).expect("a rule file"),
        None => include_bytes!("../tests/byte.rules").to_vec(),
    };
    let game = Byte::default();
    let began = Instant::now();
    let rules =
        RuleSet::read(&game, "byte.rules", &source).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("compiled in {:.2} ms", began.elapsed().as_secs_f64() * 1e3);
    let mut positions = Vec::new();
    let mut rng = Rng::seeded(1);
    while positions.len() < 10_000 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            positions.push(position);
            let mv = *rng.pick(&game.moves(&position)).expect("a move");
            game.play_unchecked(&mut position, mv);
        }
    }
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let began = Instant::now();
        for position in &positions {
            black_box(rules.evaluate_for(&game, black_box(position), Side::First));
        }
        best = best.min(began.elapsed().as_secs_f64());
    }
    println!("{:.0} positions per second", positions.len() as f64 / best);
}
