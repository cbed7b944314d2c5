//! The log on standard error. A thread writes it, so that a blocked reader does not block the
//! server.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

use crate::LogLevel;

/// How many lines may wait; further ones are lost.
const MAX_LINES: usize = 10_000;

/// How long the end of the program waits for unwritten lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

pub struct Log(Option<SyncSender<Entry>>);

enum Entry {
    Line(Vec<u8>),
    /// All lines before this are written.
    Flush(Sender<()>),
}

/// Starts the log, unless there is no level.
pub fn start(level: Option<LogLevel>) -> Log {
    let Some(level) = level else { return Log(None) };
    let (sender, receiver) = sync_channel(MAX_LINES);
    thread::spawn(move || write_lines(&receiver, &mut io::stderr()));
    let subscriber = subscriber(level, Lines(sender.clone()));
    // Only tests could have set another one before.
    let _ = tracing::subscriber::set_global_default(subscriber);
    Log(Some(sender))
}

impl Drop for Log {
    /// Waits a moment for unwritten lines.
    fn drop(&mut self) {
        let Some(sender) = &self.0 else { return };
        let (done, is_done) = channel();
        if sender.try_send(Entry::Flush(done)).is_ok() {
            let _ = is_done.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

fn subscriber(level: LogLevel, lines: Lines) -> impl tracing::Subscriber + Send + Sync {
    // By default a write error is printed, which panics if standard error is closed.
    let builder = tracing_subscriber::fmt().with_writer(lines).log_internal_errors(false);
    builder.with_max_level(level).with_target(false).finish()
}

fn write_lines(entries: &Receiver<Entry>, out: &mut impl Write) {
    for entry in entries {
        match entry {
            Entry::Line(line) => {
                let _ = out.write_all(&line);
            }
            Entry::Flush(done) => {
                let _ = done.send(());
            }
        }
    }
}

/// Passes lines to the thread that writes them.
#[derive(Clone)]
struct Lines(SyncSender<Entry>);

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(Entry::Line(line.to_vec()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Lines;

    fn make_writer(&'a self) -> Lines {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_in_order_and_a_full_log_loses_lines_but_does_not_wait() {
        let (sender, receiver) = sync_channel(2);
        let log = subscriber(LogLevel::INFO, Lines(sender));
        tracing::subscriber::with_default(log, || {
            for number in 0..5 {
                tracing::info!(number, "a line");
                tracing::debug!(number, "below the level");
            }
        });
        let mut out = Vec::new();
        write_lines(&receiver, &mut out);
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].ends_with("INFO a line number=0"), "{text}");
        assert!(lines[1].ends_with("INFO a line number=1"), "{text}");
    }
}
