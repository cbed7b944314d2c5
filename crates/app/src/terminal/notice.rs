//! Messages and progress on standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Prints a message on standard error; errors of writing are ignored.
pub fn notice(words: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// The shortest time between two updates of the progress, in milliseconds.
const INTERVAL: u64 = 100;

/// A line that shows the progress of long work, on a terminal only.
pub struct Progress {
    shown: bool,
    began: Instant,
    /// The time of the next update.
    next: AtomicU64,
}

impl Progress {
    /// A line that is empty so far.
    pub fn new() -> Progress {
        let shown = io::stderr().is_terminal();
        Progress { shown, began: Instant::now(), next: AtomicU64::new(0) }
    }

    /// Replaces the line, unless it was updated just before.
    pub fn show(&self, words: impl std::fmt::Display) {
        let now = self.began.elapsed().as_millis() as u64;
        if self.shown && now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now + INTERVAL, Ordering::Relaxed);
            let _ = write!(io::stderr(), "\r\x1b[K{words}");
        }
    }

    /// Clears the line.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
