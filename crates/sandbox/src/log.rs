//! The log of the lines between engines and Agon.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use agon_host::{Failure, store};

/// The largest log, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// How many characters of a line are written.
const MAX_LINE: usize = 4096;

/// How many of the last lines of a process are kept.
const LAST_LINES: usize = 4;

/// How many different first words are counted.
const MAX_WORDS: usize = 64;

/// The lines to and from engines, with times: optionally in a file, and counted by first words.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    began: Instant,
    file: Option<Mutex<LogFile>>,
    transcript: Mutex<Transcript>,
}

#[derive(Debug)]
struct LogFile {
    writer: BufWriter<File>,
    written: u64,
}

/// The lines to and from the process that was started last.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    processes: u64,
    sent: HashMap<String, u64>,
    received: HashMap<String, u64>,
    /// The last lines that it wrote.
    pub last_lines: VecDeque<String>,
    pub has_ended: bool,
}

impl Transcript {
    /// How many lines with this first word were sent to the process.
    pub fn sent(&self, word: &str) -> u64 {
        self.sent.get(word).copied().unwrap_or(0)
    }

    /// How many lines with this first word the process wrote.
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

/// Two logs are equal if they are the same log.
impl PartialEq for EngineLog {
    fn eq(&self, other: &EngineLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for EngineLog {}

impl EngineLog {
    /// Starts a log. If `path` is given, that file is overwritten.
    pub fn create(path: Option<&Path>) -> Result<EngineLog, Failure> {
        let create = |path: &Path| {
            let file = File::create(path);
            file.map_err(|error| store::about_file(path, &error.to_string()))
        };
        let file = path.map(create).transpose()?.map(|file| {
            let writer = BufWriter::new(file);
            Mutex::new(LogFile { writer, written: 0 })
        });
        let transcript = Mutex::default();
        Ok(EngineLog(Arc::new(Shared { began: Instant::now(), file, transcript })))
    }

    pub fn transcript(&self) -> Transcript {
        self.lock_transcript().clone()
    }

    fn lock_transcript(&self) -> MutexGuard<'_, Transcript> {
        self.0.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The log of a process that is about to be started.
    pub fn process(&self, name: &str, command: &str) -> ProcessLog {
        let mut transcript = self.lock_transcript();
        let number = transcript.processes + 1;
        *transcript = Transcript { processes: number, ..Transcript::default() };
        drop(transcript);
        let log = ProcessLog { log: self.clone(), number, label: format!("{name}#{number}") };
        log.note(&format!("started: {command}"));
        log
    }

    /// Writes a line. Errors are ignored, because they must not end a game.
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
        // Flushed, so that the last lines are there even if this program is killed.
        let _ = file.writer.flush();
    }
}

#[derive(Clone, Debug)]
pub struct ProcessLog {
    log: EngineLog,
    number: u64,
    label: String,
}

impl ProcessLog {
    pub fn sent(&self, line: &str) {
        self.with_transcript(|transcript| count(&mut transcript.sent, line));
        self.log.write(&self.label, '>', line);
    }

    pub fn received(&self, line: &str) {
        self.with_transcript(|transcript| {
            count(&mut transcript.received, line);
            transcript.last_lines.push_back(line.chars().take(MAX_LINE).collect());
            if transcript.last_lines.len() > LAST_LINES {
                transcript.last_lines.pop_front();
            }
        });
        self.log.write(&self.label, '<', line);
    }

    pub fn ended(&self) {
        self.with_transcript(|transcript| transcript.has_ended = true);
        self.note("its output has ended");
    }

    /// Changes the transcript, unless another process was started since.
    fn with_transcript(&self, change: impl FnOnce(&mut Transcript)) {
        let mut transcript = self.log.lock_transcript();
        if transcript.processes == self.number {
            change(&mut transcript);
        }
    }

    /// Logs an event of the process.
    pub fn note(&self, words: &str) {
        self.log.write(&self.label, '!', words);
    }
}
