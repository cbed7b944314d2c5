//! Scoped threads for searches.

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
