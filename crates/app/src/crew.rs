//! Threads that search together.

use std::thread;

use agon_search::Crew;

/// So many threads.
pub struct Threads(pub usize);

impl Crew for Threads {
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
