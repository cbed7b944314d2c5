//! Threads for searches: the library crates start none, so a program hands them these.
//!
//! ```
//! use agon_core::{DefaultEval as _, Game as _, Score};
//! use agon_games::tictactoe::TicTacToe;
//! use agon_search::{Engine, Limits, SearchControl};
//! use agon_threads::ScopedThreads;
//!
//! let game = TicTacToe;
//! let mut engine = Engine::new(1 << 16);
//! let limits = Limits { depth: 9, ..Limits::default() };
//! let (eval, control) = (game.engine_eval(), SearchControl::default());
//! let found = engine.best(&game, &game.start(), &*eval, &limits, &control, &ScopedThreads(2));
//! // Tic-tac-toe is a draw.
//! assert_eq!(found.unwrap().score, Score::estimate(0));
//! ```

use std::thread;

use agon_search::Threads;

/// A number of threads, started for each search.
pub struct ScopedThreads(pub usize);

impl Threads for ScopedThreads {
    fn size(&self) -> usize {
        self.0.max(1)
    }

    fn work(&self, job: &(dyn Fn(usize) + Sync)) {
        thread::scope(|scope| {
            for number in 1..self.size() {
                scope.spawn(move || job(number));
            }
            job(0);
        });
    }
}
