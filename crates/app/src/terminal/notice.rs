//! Messages and progress on standard error.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Prints a message on standard error; errors of writing are ignored.
pub fn notice(words: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// The shortest time between two updates of the progress, in milliseconds.
const INTERVAL: u64 = 100;

/// A line that shows the progress of long work, on a terminal only.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// The time of the next update.
    next: AtomicU64,
}

impl Progress {
    /// A line that is empty so far.
    pub fn new() -> Progress {
        Progress::with(ProgressBar::no_length(), "{msg}")
    }

    /// A line with a bar, for work in so many steps; it also shows the time that is left.
    pub fn of(steps: u64) -> Progress {
        Progress::with(ProgressBar::new(steps), "{wide_msg} {bar:16} {pos}/{len} {eta} left")
    }

    fn with(bar: ProgressBar, template: &str) -> Progress {
        // A bar draws on standard error, and not at all if that is no terminal.
        bar.set_draw_target(ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, began: Instant::now(), next: AtomicU64::new(0) }
    }

    /// Replaces the line, unless it was updated just before.
    pub fn show(&self, words: impl std::fmt::Display) {
        let now = self.began.elapsed().as_millis() as u64;
        if !self.bar.is_hidden() && now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now + INTERVAL, Ordering::Relaxed);
            self.bar.set_message(words.to_string());
            self.bar.tick();
        }
    }

    /// Says how many steps are done.
    pub fn advance_to(&self, steps: u64) {
        self.bar.set_position(steps);
    }

    /// Clears the line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
