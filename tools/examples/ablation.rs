//! Measures the strength of each term of Santorini's evaluation in games.
//!
//! `cargo run --release -p agon-tools --example ablation -- [PAIRS] [DEPTH] [WORDS OF A TERM]`
//!
//! For every term, the evaluation with that term's weight changed (to zero, half,
//! double) plays the unchanged one: pairs of games from random placements, each
//! placement once with either side. A score below 50 % means that the change
//! weakens the evaluation.

use std::sync::Arc;

use agon_arena::players::{MinimaxPlayer, Player};
use agon_core::{Game as _, Side};
use agon_games::santorini::{Handcrafted, Position, Santorini, Weights};
use agon_search::SearchControl;
use agon_tools::{opening, play};

fn main() {
    let number = |place| std::env::args().nth(place).and_then(|word| word.parse::<u32>().ok());
    let (pairs, depth) = (number(1).unwrap_or(400), number(2).unwrap_or(2));
    println!(
        "{pairs} pairs of games a number, depth {depth}: share of wins of the changed side, in %\n"
    );
    println!("{:32} {:>8} {:>6} {:>6} {:>6}", "term", "weight", "none", "half", "double");
    let base = Weights::default();
    let wanted: Vec<String> = std::env::args().skip(3).collect();
    let wanted = wanted.join(" ");
    for (term, name) in Weights::names().enumerate().filter(|(_, name)| name.contains(&wanted)) {
        let weight = base.of(term);
        let shares: Vec<f64> = std::thread::scope(|scope| {
            let changed = [0, weight / 2, weight * 2].map(|weight| base.with(term, weight));
            let matches =
                changed.map(|weights| scope.spawn(move || share(weights, base, pairs, depth)));
            matches.into_iter().map(|played| played.join().expect("a match")).collect()
        });
        let shares: Vec<String> = shares.iter().map(|share| format!("{share:6.1}")).collect();
        println!("{name:32} {weight:>8} {}", shares.join(" "));
    }
}

/// The share of games, in percent, that `one` wins against `two`.
fn share(one: Weights, two: Weights, pairs: u32, depth: u32) -> f64 {
    let mut wins = 0;
    for seed in 0..pairs {
        let start = opening(&Santorini::default(), 2, u64::from(seed));
        wins += u32::from(winner(start, [one, two], depth) == Side::First);
        wins += u32::from(winner(start, [two, one], depth) == Side::Second);
    }
    100.0 * f64::from(wins) / f64::from(2 * pairs)
}

fn winner(start: Position, weights: [Weights; 2], depth: u32) -> Side {
    let game = Santorini::default();
    let mut sides = weights
        .map(|weights| MinimaxPlayer::<Santorini>::new(depth, Arc::new(Handcrafted { weights })));
    let outcome = play(&game, start, |position| {
        let player = &mut sides[position.to_move().index()];
        let choice =
            player.choose(&game, position, &game.moves(position), &SearchControl::default(), &());
        Some(choice.ok().flatten()?.mv)
    });
    outcome.and_then(|outcome| outcome.winner()).expect("somebody wins")
}
