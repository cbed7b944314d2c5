//! What several measuring programs need: work on all processors, games of engines, times.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use agon_core::{Game, Outcome, Rng, Side};

/// Runs a job for 0, 1, ... on all processors; the results are in this order.
pub fn in_parallel<T: Send>(count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    with_threads(threads, count, || (), |(), number| job(number))
}

/// The same on a number of threads, each of which has a state of its own.
pub fn with_threads<S, T: Send>(
    threads: usize,
    count: u64,
    state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = job(&mut state, number);
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

/// The position after some random plies.
pub fn opening<G: Game>(game: &G, plies: usize, seed: u64) -> G::Position {
    let (mut rng, mut position) = (Rng::seeded(seed), game.start());
    for _ in 0..plies {
        if let Some(&mv) = rng.pick(&game.moves(&position)) {
            game.play_unchecked(&mut position, mv);
        }
    }
    position
}

/// Plays a game to its end.
pub fn play<G: Game>(
    game: &G,
    mut position: G::Position,
    mut choose: impl FnMut(&G::Position) -> Option<G::Move>,
) -> Option<Outcome> {
    while game.outcome(&position).is_none() {
        let mv = choose(&position).unwrap_or_else(|| game.moves(&position)[0]);
        game.play_unchecked(&mut position, mv);
    }
    game.outcome(&position)
}

/// The time that this thread has spent on a processor. Linux only.
///
/// # Panics
/// On other systems.
pub fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let spent = text.split_whitespace().next().and_then(|text| text.parse().ok());
    Duration::from_nanos(spent.expect("nanoseconds"))
}

/// The middle of some numbers, of which there must be one.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}
