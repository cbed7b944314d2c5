//! The worker threads of matches and contests.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use agon_host::Failure;

/// Runs work on this many threads until all have returned. `failed` is told of each failure as
/// soon as it happens, also of a panic, so that it can stop the others.
pub fn run_workers(
    threads: usize,
    work: impl Fn() -> Result<(), Failure> + Sync,
    failed: impl Fn(Failure) + Sync,
) {
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // What the workers share is consistent at any time: it is changed in one step.
                let result = catch_unwind(AssertUnwindSafe(&work));
                match result {
                    Ok(Ok(())) => (),
                    Ok(Err(failure)) => failed(failure),
                    Err(panic) => failed(panicked(&*panic)),
                }
            });
        }
    });
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("without a message");
    let what = "this is a bug in agon: a game could not be played on";
    Failure::Refused(format!("{what} ({text}); the games that were finished are kept"))
}
