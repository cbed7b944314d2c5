//! Fits the weights of an evaluation to the results of games, and plays the new weights
//! against the old: `cargo run --release -p agon-tools --example tune -- GAME [GAMES] [MATCH] [NODES]`.
//!
//! Positions come from self-play after random openings. The weights are fitted to the results
//! by logistic regression, and scaled so that the values have the same spread as before. Then
//! both play a match with the same node limit per move, each opening with both colours.

mod selfplay;

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, Notation, Outcome, Score, Side, Term};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_search::{Engine, Limits, SearchControl};

/// An evaluation with other weights.
struct Weighted<G: DefaultEval> {
    inner: Arc<G::Eval>,
    weights: Vec<i32>,
}

/// The terms of the default evaluation of a game.
fn explain<G: DefaultEval>(game: &G, own: &G::Eval, position: &G::Position) -> Vec<Term> {
    let explainer = own.explainer().expect("only an evaluation made of terms can be tuned");
    explainer.explain(game, position)
}

impl<G: DefaultEval> Evaluate<G> for Weighted<G> {
    fn name(&self) -> &str {
        "weighted"
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let terms = explain(game, &self.inner, position).into_iter().zip(&self.weights);
        Score::estimate(terms.map(|(term, &weight)| Term { weight, ..term }.points()).sum())
    }
}

/// A position: the terms for the side to move, and the result of its game.
type Sample = (Vec<f64>, f64);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual| {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, matched, nodes) = (number(1, 2000), number(2, 400), number(3, 2000));
    match arguments.first().map(String::as_str) {
        Some("byte") => tune(&Byte::default(), games, matched, nodes, 14, &[]),
        // The first three terms are decisive by themselves, and are not tuned.
        _ => tune(&Santorini::default(), games, matched, nodes, 4, &[0, 1, 2]),
    }
}

fn tune<G: DefaultEval + Notation>(
    game: &G,
    games: u64,
    matched: u64,
    nodes: u64,
    opening: usize,
    fixed: &[usize],
) {
    let own = game.default_eval();
    let terms = explain(game, &own, &game.start());
    let names: Vec<&str> = terms.iter().map(|term| term.name).collect();
    let old: Vec<i32> = terms.iter().map(|term| term.weight).collect();
    let samples =
        selfplay::in_parallel(games, |number| samples(game, &own, number, nodes, opening));
    let samples: Vec<Sample> = samples.into_iter().flatten().collect();
    println!("{} positions of {games} games, {nodes} nodes per move", samples.len());
    let new = fit(&samples, &old, fixed);
    for ((name, old), new) in names.iter().zip(&old).zip(&new) {
        println!("{name:34} {old:>7} {new:>7}");
    }
    let weighted =
        |weights| -> Arc<dyn Evaluate<G>> { Arc::new(Weighted { inner: own.clone(), weights }) };
    let [new, old] = [new, old].map(weighted);
    let results = selfplay::in_parallel(matched, |number| {
        let side = Side::BOTH[number as usize % 2];
        let seats = if side == Side::First { [&new, &old] } else { [&old, &new] };
        let outcome = play(game, seats, 1_000_000 + number / 2, nodes, opening, |_, _| ());
        selfplay::worth(outcome, side)
    });
    println!("new against old: {}", selfplay::report(&results));
}

/// Plays a game after a random opening, and calls `look` with every position.
fn play<G: DefaultEval + Notation>(
    game: &G,
    seats: [&Arc<dyn Evaluate<G>>; 2],
    seed: u64,
    nodes: u64,
    opening: usize,
    mut look: impl FnMut(&G::Position, Score),
) -> Option<Outcome> {
    let mut engines = [(); 2].map(|()| Engine::new(1 << 20));
    let limits = Limits { nodes, ..Limits::default() };
    selfplay::play(game, seed, opening, |position| {
        let side = game.to_move(position).index();
        let found = engines[side].best(
            game,
            position,
            &**seats[side],
            &limits,
            &SearchControl::default(),
            &(),
        )?;
        look(position, found.score);
        Some(found.moves[0])
    })
}

/// The quiet positions of one game.
fn samples<G: DefaultEval + Notation>(
    game: &G,
    own: &Arc<G::Eval>,
    number: u64,
    nodes: u64,
    opening: usize,
) -> Vec<Sample> {
    let mut seen: Vec<(Vec<f64>, Side)> = Vec::new();
    let seat: Arc<dyn Evaluate<G>> = own.clone();
    let outcome = play(game, [&seat, &seat], number, nodes, opening, |position, score| {
        let quiet = score.proven().is_none() && !game.is_threatened(position);
        if quiet && !game.can_win_now(position) {
            let terms = explain(game, own, position);
            let counts = terms.iter().map(|term| f64::from(term.mine - term.theirs)).collect();
            seen.push((counts, game.to_move(position)));
        }
    });
    let worth = |side| selfplay::worth(outcome, side);
    seen.into_iter().map(|(counts, side)| (counts, worth(side))).collect()
}

/// Logistic regression by gradient descent on counts of the same spread.
fn fit(samples: &[Sample], old: &[i32], fixed: &[usize]) -> Vec<i32> {
    let terms: Vec<usize> = (0..old.len()).filter(|term| !fixed.contains(term)).collect();
    let count = samples.len().max(1) as f64;
    let spread: Vec<f64> = terms
        .iter()
        .map(|&term| {
            (samples.iter().map(|(x, _)| x[term] * x[term]).sum::<f64>() / count).sqrt().max(1e-9)
        })
        .collect();
    // The last weight is that of having the move.
    let mut weights = vec![0.0; terms.len() + 1];
    for _ in 0..3000 {
        let mut slope = vec![0.0; weights.len()];
        for (counts, result) in samples {
            let inputs = terms.iter().zip(&spread).map(|(&term, spread)| counts[term] / spread);
            let inputs: Vec<f64> = inputs.chain([1.0]).collect();
            let sum: f64 = inputs.iter().zip(&weights).map(|(x, w)| x * w).sum();
            let error = 1.0 / (1.0 + (-sum).exp()) - result;
            slope.iter_mut().zip(&inputs).for_each(|(slope, x)| *slope += error * x / count);
        }
        weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight -= 2.0 * slope);
    }
    let value = |weight: &dyn Fn(usize) -> f64| -> f64 {
        let squares = samples.iter().map(|(counts, _)| {
            let sum: f64 =
                terms.iter().enumerate().map(|(place, &term)| weight(place) * counts[term]).sum();
            sum * sum
        });
        (squares.sum::<f64>() / count).sqrt()
    };
    let before = value(&|place| f64::from(old[terms[place]]));
    let after = value(&|place| weights[place] / spread[place]);
    let mut new = old.to_vec();
    for (place, &term) in terms.iter().enumerate() {
        new[term] = (weights[place] / spread[place] * before / after).round() as i32;
    }
    new
}
