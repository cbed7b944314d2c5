//! Messages and progress on standard error.

use std::fmt::Display;
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How much is written to standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Errors.
    Quiet,
    /// Besides, notices and progress.
    #[default]
    Normal,
    /// Besides, details: what is read, and how long it took.
    Verbose,
}

/// What the command line asks for. It is set once, before the command runs.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Sets how much is written; the first call counts.
pub fn set_verbosity(verbosity: Verbosity) {
    let _ = VERBOSITY.set(verbosity);
}

/// How much is written.
pub fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// Writes an error or a warning to standard error, also if little is to be written, in colour
/// where the terminal has it and `NO_COLOR` is not set. Errors of writing are ignored.
pub fn write_error(words: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", coloured(&words.to_string()));
}

/// Writes a message to standard error, unless only errors are wanted.
pub fn notice(words: impl Display) {
    if verbosity() >= Verbosity::Normal {
        write_error(words);
    }
}

/// Writes a detail to standard error, if they are wanted.
pub fn detail(words: impl Display) {
    if verbosity() == Verbosity::Verbose {
        write_error(words);
    }
}

/// Words that say what the line after them is, and their colours.
const WORDS: [(&str, AnsiColor); 4] = [
    ("error", AnsiColor::Red),
    ("warning", AnsiColor::Yellow),
    ("help", AnsiColor::Cyan),
    ("note", AnsiColor::Cyan),
];

/// The text with the words at the start of its lines in colour. A text that has colours already
/// does not begin with such words.
fn coloured(text: &str) -> String {
    let line = |line: &str| {
        let found = WORDS.iter().find_map(|&(word, colour)| {
            let rest = line.strip_prefix(word).filter(|rest| rest.starts_with(':'))?;
            Some((word, colour, rest))
        });
        let Some((word, colour, rest)) = found else { return line.to_string() };
        let style = Style::new().bold().fg_color(Some(colour.into()));
        format!("{style}{word}{style:#}{rest}")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
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

impl Default for Progress {
    /// A line that is empty so far.
    fn default() -> Progress {
        Progress::with(ProgressBar::no_length(), "{msg}")
    }
}

impl Progress {
    /// A line with a bar, for work in so many steps; it also shows the time that is left.
    pub fn of(steps: u64) -> Progress {
        Progress::with(ProgressBar::new(steps), "{wide_msg} {bar:16} {pos}/{len} {eta} left")
    }

    fn with(bar: ProgressBar, template: &str) -> Progress {
        // A bar draws on standard error, and not at all if that is no terminal.
        bar.set_draw_target(match verbosity() {
            Verbosity::Quiet => ProgressDrawTarget::hidden(),
            Verbosity::Normal | Verbosity::Verbose => ProgressDrawTarget::stderr(),
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_at_the_start_of_a_line_are_coloured() {
        let red = "\u{1b}[1m\u{1b}[31merror\u{1b}[0m";
        let cyan = "\u{1b}[1m\u{1b}[36mhelp\u{1b}[0m";
        assert_eq!(
            coloured("error: no file\nhelp: make it"),
            format!("{red}: no file\n{cyan}: make it")
        );
        for plain in ["errors: 3", "an error: here", "", "going on: 3 games were played before"] {
            assert_eq!(coloured(plain), plain);
        }
    }
}
