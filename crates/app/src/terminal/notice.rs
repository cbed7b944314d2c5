//! What is said beside the results: on standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Says something on standard error, and goes on where that cannot be written to.
pub fn notice(words: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// How long words of progress stand at least, in milliseconds.
const STANDS: u64 = 100;

/// A line that tells how long work is getting on, on a terminal only.
pub struct Progress {
    shown: bool,
    began: Instant,
    /// The time until which the last words stand.
    until: AtomicU64,
}

impl Progress {
    /// A line that is empty so far.
    pub fn new() -> Progress {
        let shown = io::stderr().is_terminal();
        Progress { shown, began: Instant::now(), until: AtomicU64::new(0) }
    }

    /// Puts these words in place of those before, unless they have not yet stood long enough.
    pub fn show(&self, words: impl std::fmt::Display) {
        let now = self.began.elapsed().as_millis() as u64;
        if self.shown && now >= self.until.load(Ordering::Relaxed) {
            self.until.store(now + STANDS, Ordering::Relaxed);
            let _ = write!(io::stderr(), "\r\x1b[K{words}");
        }
    }

    /// Wipes the line, so that what is printed next stands alone.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
