//! Work that several threads share.

use std::sync::Mutex;
use std::thread;

/// Does the same work on this many threads; a single one is the caller's own, because in a browser
/// there are no others.
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    if threads <= 1 {
        return work();
    }
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(&work);
        }
    });
}

/// Passes each item to the work, which several threads do.
pub(crate) fn for_each<T: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let queue = Mutex::new(items);
    on_threads(threads, || {
        loop {
            let next = queue.lock().expect("no thread panics with the lock").next();
            let Some(item) = next else { break };
            work(item);
        }
    });
}
