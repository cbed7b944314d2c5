//! Statistics and speed of random games of Byte.
//!
//! `cargo run --release -p agon-tools --example random_games -- [GAMES]`

use std::time::Instant;

use agon_core::{Game as _, Rng};
use agon_games::byte::{Byte, Move};

fn main() {
    let games = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100_000_u64);
    for side in [8, 10] {
        let Ok(game) = Byte::new(side) else { continue };
        let started = Instant::now();
        let (mut plies, mut moves, mut longest, mut won) = (0_u64, 0_u64, 0, 0_u64);
        let mut legal: Vec<Move> = Vec::new();
        for seed in 0..games {
            let mut rng = Rng::seeded(seed);
            let mut position = game.start();
            let mut length = 0;
            while game.outcome(&position).is_none() {
                legal.clear();
                game.for_each_move(&position, |mv| legal.push(mv));
                game.play_unchecked(&mut position, legal[rng.below(legal.len())]);
                length += 1;
                moves += legal.len() as u64;
            }
            plies += length;
            longest = longest.max(length);
            won += u64::from(
                position.score(agon_core::Side::First) > position.score(agon_core::Side::Second),
            );
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "n = {side}: {games} games, mean {:.1} plies (most {longest}), {:.1} moves a position, X wins {:.1} %, {:.0} games/s",
            plies as f64 / games as f64,
            moves as f64 / plies as f64,
            100.0 * won as f64 / games as f64,
            games as f64 / seconds
        );
    }
}
