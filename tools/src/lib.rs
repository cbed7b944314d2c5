//! Helpers of measuring programs: work on all processors, random openings, whole games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_core::{Game, Outcome, Rng};

/// Runs a job for 0, 1, ... on several threads, each with its own state. The results are in order.
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
