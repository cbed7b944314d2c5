//! Ctrl-C during long work: sets a flag that the work checks.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::Stop;

static WORKING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CAUGHT: Once = Once::new();

/// Runs work during which Ctrl-C does not end the program, but sets the flag of
/// [`interrupted`].
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    CAUGHT.call_once(|| {
        // If no handler can be set, Ctrl-C still ends the program.
        let _ = ctrlc::set_handler(|| {
            INTERRUPTED.store(true, Ordering::Relaxed);
            if !WORKING.load(Ordering::Relaxed) {
                process::exit(130);
            }
        });
    });
    INTERRUPTED.store(false, Ordering::Relaxed);
    WORKING.store(true, Ordering::Relaxed);
    let done = work();
    WORKING.store(false, Ordering::Relaxed);
    done
}

/// Stops work when Ctrl-C is pressed.
pub struct Interrupt;

impl Stop for Interrupt {
    fn is_stopped(&self) -> bool {
        interrupted()
    }
}

/// Whether Ctrl-C was pressed since the work began.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
