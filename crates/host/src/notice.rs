//! Messages and progress on standard error.

use std::fmt::Display;
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Only errors.
    Quiet,
    /// Also notices and progress.
    #[default]
    Normal,
    /// Also details: which files are read, and times.
    Verbose,
}

/// The verbosity of the command line. It is set once, before the command runs.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Sets the verbosity. Only the first call counts.
pub fn set_verbosity(verbosity: Verbosity) {
    let _ = VERBOSITY.set(verbosity);
}

pub fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

/// Writes an error or a warning to standard error, at every verbosity. It is coloured if the
/// terminal has colours and `NO_COLOR` is not set. Errors of writing are ignored.
pub fn write_error(words: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", coloured(&words.to_string()));
}

/// Writes a notice to standard error, unless the verbosity is quiet.
pub fn notice(words: impl Display) {
    if verbosity() >= Verbosity::Normal {
        write_error(words);
    }
}

/// Writes a detail to standard error, if the verbosity is verbose.
pub fn detail(words: impl Display) {
    if verbosity() == Verbosity::Verbose {
        write_error(words);
    }
}

/// The labels at the start of lines, and their colours.
const WORDS: [(&str, AnsiColor); 4] = [
    ("error", AnsiColor::Red),
    ("warning", AnsiColor::Yellow),
    ("help", AnsiColor::Cyan),
    ("note", AnsiColor::Cyan),
];

/// Colours the labels at the start of lines. A text that already has colours does not start with a
/// label.
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

/// The minimum time between two updates of the progress, in milliseconds.
const INTERVAL: u64 = 100;

/// A line that shows the progress of long work, only on a terminal.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// The time of the next update.
    next: AtomicU64,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress::with(ProgressBar::no_length(), "{msg}")
    }
}

impl Progress {
    /// A line with a bar for work in `steps` steps, and the remaining time.
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

    pub fn advance_to(&self, steps: u64) {
        self.bar.set_position(steps);
    }

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
