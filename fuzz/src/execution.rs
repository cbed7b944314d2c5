//! One execution of a target, with its input on disk in case the process dies of it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::features::Features;
use crate::target::Target;

thread_local! {
    static PANIC: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// A panic of a target: where, and with which words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The file and line; panics at the same place count as one finding.
    pub place: String,
    /// Its message.
    pub message: String,
}

/// Records panics instead of printing them.
pub fn record_panics() {
    panic::set_hook(Box::new(|info| {
        let place =
            info.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("a panic without a message").to_string();
        PANIC.set(Some(Panic { place, message }));
    }));
}

/// When the current input of a worker was started; the watchdog reads it.
#[derive(Default)]
pub struct Clock {
    /// Milliseconds since the start of the process, or 0 between inputs.
    started: AtomicU64,
}

impl Clock {
    /// For how many milliseconds the current input has been running.
    pub fn running_for(&self, begin: Instant) -> u64 {
        match self.started.load(Ordering::Relaxed) {
            0 => 0,
            started => milliseconds(begin).saturating_sub(started),
        }
    }
}

/// Milliseconds since `begin`, 1 at least.
fn milliseconds(begin: Instant) -> u64 {
    begin.elapsed().as_millis().max(1).try_into().unwrap_or(u64::MAX)
}

/// Runs inputs, one at a time.
pub struct Executor {
    /// The input that is running, as `TARGET LENGTH`, a line break and the bytes. It survives
    /// the process, so that the supervisor finds the input that a process died of.
    file: File,
    clock: Arc<Clock>,
    begin: Instant,
    buffer: Vec<u8>,
}

impl Executor {
    /// An executor that keeps its current input in this file.
    pub fn new(file: &Path, clock: Arc<Clock>, begin: Instant) -> io::Result<Executor> {
        Ok(Executor { file: File::create(file)?, clock, begin, buffer: Vec::new() })
    }

    /// Runs a target on an input.
    pub fn run(&mut self, target: &Target, input: &[u8]) -> Result<Features, Panic> {
        self.buffer.clear();
        self.buffer.extend(format!("{} {}\n", target.name, input.len()).bytes());
        self.buffer.extend(input);
        // A disk that is full loses the inputs of crashes; panics are still found.
        let _ = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(&self.buffer));
        self.clock.started.store(milliseconds(self.begin), Ordering::Relaxed);
        let run = || {
            let mut features = Features::default();
            (target.run)(input, &mut features);
            features
        };
        let result = panic::catch_unwind(AssertUnwindSafe(run));
        self.clock.started.store(0, Ordering::Relaxed);
        result.map_err(|_| {
            let unknown = || Panic { place: String::new(), message: "unknown".into() };
            PANIC.take().unwrap_or_else(unknown)
        })
    }
}

/// The target and the input in a file of an executor.
pub fn read_running(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (name, length) = std::str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
    Some((name, bytes[end + 1..].get(..length.parse().ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_input_is_read_whole_although_the_file_keeps_the_rest_of_a_longer_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("0");
        let target = Target {
            name: "nothing",
            shows: "",
            words: Vec::new,
            run: |_, features| features.add(1),
            short: 1,
        };
        let mut executor = Executor::new(&file, Arc::default(), Instant::now()).unwrap();
        for input in [&b"a long input\nof two lines"[..], b"short"] {
            assert!(executor.run(&target, input).is_ok());
            let bytes = std::fs::read(&file).unwrap();
            assert_eq!(read_running(&bytes), Some(("nothing", input)));
        }
    }
}
