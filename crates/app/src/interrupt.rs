//! Ctrl-C during long work: the work is told, and ends by itself.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program but is told by [`interrupted`].
pub fn catch() {
    // Where signals cannot be caught, Ctrl-C ends the program as before.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
