//! Matches between players, shared by several examples.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_core::{DefaultEval, Notation, Outcome, Rng, Side};

/// Runs a job for 0, 1, ... on all processors.
pub fn in_parallel<T: Send>(count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = job(number);
                    done.lock().expect("no thread panics").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A summary of results: 1 for a win, 0 for a loss.
pub fn report(results: &[f64]) -> String {
    let count = results.len().max(1) as f64;
    let share = results.iter().sum::<f64>() / count;
    let error = (share * (1.0 - share) / count).sqrt();
    format!("{:.1} % of {count} games, standard error {:.1}", 100.0 * share, 100.0 * error)
}

/// The result of a game for a side.
pub fn worth(outcome: Option<Outcome>, side: Side) -> f64 {
    match outcome.and_then(Outcome::winner) {
        Some(winner) => f64::from(u8::from(winner == side)),
        None => 0.5,
    }
}

/// Plays a game after some random plies; `choose` makes the other moves.
#[allow(dead_code, reason = "each example uses a part of this module")]
pub fn play<G: DefaultEval + Notation>(
    game: &G,
    seed: u64,
    opening: usize,
    mut choose: impl FnMut(&G::Position) -> Option<G::Move>,
) -> Option<Outcome> {
    let mut rng = Rng::seeded(seed);
    let mut position = game.start();
    for _ in 0..opening {
        if let Some(&mv) = rng.pick(&game.moves(&position)) {
            game.play_unchecked(&mut position, mv);
        }
    }
    while game.outcome(&position).is_none() {
        let mv = choose(&position).unwrap_or_else(|| game.moves(&position)[0]);
        game.play_unchecked(&mut position, mv);
    }
    game.outcome(&position)
}
