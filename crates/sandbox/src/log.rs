//! The log of what engines and this program say to each other.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use agon_host::{Failure, store};

/// The largest log, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// How much of a line is written, in characters.
const MAX_LINE: usize = 4096;

/// How many of the last lines of a process are kept.
const LAST_LINES: usize = 4;

/// How many different words are counted.
const MAX_WORDS: usize = 64;

/// What was said, with its time: in a file if one is wanted, and counted by first words.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    began: Instant,
    file: Option<Mutex<LogFile>>,
    said: Mutex<Said>,
}

#[derive(Debug)]
struct LogFile {
    writer: BufWriter<File>,
    written: u64,
}

/// What was said to and by the process that was started last.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// How many processes were started.
    processes: u64,
    sent: HashMap<String, u64>,
    received: HashMap<String, u64>,
    /// Its last lines, the latest at the end.
    pub last_lines: VecDeque<String>,
    /// Whether its output has ended.
    pub has_ended: bool,
}

impl Said {
    /// How many lines with this first word were sent to the process.
    pub fn sent(&self, word: &str) -> u64 {
        self.sent.get(word).copied().unwrap_or(0)
    }

    /// How many lines with this first word it wrote.
    pub fn received(&self, word: &str) -> u64 {
        self.received.get(word).copied().unwrap_or(0)
    }
}

/// Counts the first word of a line.
fn count(words: &mut HashMap<String, u64>, line: &str) {
    let word = line.split_whitespace().next().unwrap_or_default();
    if let Some(count) = words.get_mut(word) {
        *count += 1;
    } else if words.len() < MAX_WORDS {
        words.insert(word.into(), 1);
    }
}

/// Two logs are equal if they are the same one.
impl PartialEq for EngineLog {
    fn eq(&self, other: &EngineLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for EngineLog {}

impl EngineLog {
    /// Starts a log, in a file if one is wanted, which is overwritten.
    pub fn create(path: Option<&Path>) -> Result<EngineLog, Failure> {
        let create = |path: &Path| {
            let file = File::create(path);
            file.map_err(|error| store::about_file(path, &error.to_string()))
        };
        let file = path.map(create).transpose()?.map(|file| {
            let writer = BufWriter::new(file);
            Mutex::new(LogFile { writer, written: 0 })
        });
        let said = Mutex::default();
        Ok(EngineLog(Arc::new(Shared { began: Instant::now(), file, said })))
    }

    /// What was said to and by the process that was started last.
    pub fn said(&self) -> Said {
        self.lock_said().clone()
    }

    fn lock_said(&self) -> MutexGuard<'_, Said> {
        self.0.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The log of a process that is about to be started by a command.
    pub fn process(&self, name: &str, command: &str) -> ProcessLog {
        let mut said = self.lock_said();
        let number = said.processes + 1;
        *said = Said { processes: number, ..Said::default() };
        drop(said);
        let log = ProcessLog { log: self.clone(), number, label: format!("{name}#{number}") };
        log.note(&format!("started: {command}"));
        log
    }

    /// Writes a line. An error of writing must not end a game, so it is ignored.
    fn write(&self, label: &str, sign: char, line: &str) {
        let Some(file) = &self.0.file else { return };
        let seconds = self.0.began.elapsed().as_secs_f64();
        let line: String = line.chars().take(MAX_LINE).collect();
        let line = format!("{seconds:>12.6} {label} {sign} {line}\n");
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.written >= MAX_BYTES {
            return;
        }
        file.written += line.len() as u64;
        let _ = file.writer.write_all(line.as_bytes());
        if file.written >= MAX_BYTES {
            let _ = writeln!(file.writer, "the log is full");
        }
        // Whoever reads a log wants to see the last lines, also if this program is killed.
        let _ = file.writer.flush();
    }
}

/// The log of one process.
#[derive(Clone, Debug)]
pub struct ProcessLog {
    log: EngineLog,
    number: u64,
    label: String,
}

impl ProcessLog {
    /// A line to the process.
    pub fn sent(&self, line: &str) {
        self.with_said(|said| count(&mut said.sent, line));
        self.log.write(&self.label, '>', line);
    }

    /// A line of the process.
    pub fn received(&self, line: &str) {
        self.with_said(|said| {
            count(&mut said.received, line);
            said.last_lines.push_back(line.chars().take(MAX_LINE).collect());
            if said.last_lines.len() > LAST_LINES {
                said.last_lines.pop_front();
            }
        });
        self.log.write(&self.label, '<', line);
    }

    /// The end of its output.
    pub fn ended(&self) {
        self.with_said(|said| said.has_ended = true);
        self.note("its output has ended");
    }

    /// Changes what was said, unless another process was started since.
    fn with_said(&self, change: impl FnOnce(&mut Said)) {
        let mut said = self.log.lock_said();
        if said.processes == self.number {
            change(&mut said);
        }
    }

    /// Something that happened to the process.
    pub fn note(&self, words: &str) {
        self.log.write(&self.label, '!', words);
    }
}
