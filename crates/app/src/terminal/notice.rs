//! What is said beside the results: on standard error.

use std::io::{self, IsTerminal as _, Write as _};

/// Says something on standard error, and goes on where that cannot be written to.
pub fn notice(words: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// A line that tells how long work is getting on, on a terminal only.
pub struct Progress {
    shown: bool,
}

impl Progress {
    /// A line that is empty so far.
    pub fn new() -> Progress {
        Progress { shown: io::stderr().is_terminal() }
    }

    /// Puts these words in place of those before.
    pub fn show(&self, words: impl std::fmt::Display) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K{words}");
        }
    }

    /// Wipes the line, so that what is printed next stands alone.
    pub fn clear(&self) {
        self.show("");
    }
}
