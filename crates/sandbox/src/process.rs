//! The process of an external engine, with bounded time, output and memory.

use std::io::{BufReader, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_host::interrupt;
use agon_host::lines::{self, RawLine};

use crate::child::EngineChild;
use crate::log::ProcessLog;
use crate::{CommandLine, EngineLimits, Forfeit};

const QUEUE: usize = 64;

/// How long to wait after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait for the end of an engine that has closed its output.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// How often to check for an interruption while waiting.
const INTERRUPT_POLL: Duration = Duration::from_millis(20);

/// Lines to and from an engine, and a clock.
pub trait EngineIo {
    /// Sends a line to the engine.
    fn send(&mut self, line: &str) -> Result<(), Forfeit>;

    /// Starts the clock and counts the output of a new exchange, which may take this many
    /// milliseconds.
    fn start_clock(&mut self, milliseconds: u64);

    /// Waits for the next line of the engine; `None` if the time is over.
    fn receive(&mut self) -> Result<Option<String>, Forfeit>;

    /// Microseconds since the clock was started.
    fn elapsed(&self) -> u64;
}

/// A running engine. Dropping it ends the engine with all its descendants.
pub struct Process {
    child: EngineChild,
    to: Option<SyncSender<String>>,
    from: Receiver<RawLine>,
    max_line: usize,
    max_output: usize,
    /// The bytes that the engine has written since the clock was started.
    written: usize,
    began: Instant,
    allowed: Duration,
    log: Option<ProcessLog>,
}

impl Process {
    pub fn start(command: &str, limits: &EngineLimits) -> Result<Process, Forfeit> {
        let log = limits.log.as_ref().map(|(log, name)| log.process(name, command));
        let wrong = |reason: String| {
            log.as_ref().inspect(|log| log.note(&reason));
            Forfeit::NotStarted { reason }
        };
        let command = CommandLine::read_in(command, &limits.folder).map_err(wrong)?;
        let started = EngineChild::start(&command, limits);
        let (child, stdin, stdout) =
            started.map_err(|reason| wrong(reason + hint(command.program_word())))?;
        Ok(Process {
            child,
            to: Some(write(stdin)),
            from: read(stdout, limits.max_line, log.clone()),
            max_line: limits.max_line,
            max_output: limits.max_output,
            written: 0,
            began: Instant::now(),
            allowed: Duration::ZERO,
            log,
        })
    }

    /// Closes the input of the engine. Returns whether it exits then.
    pub fn exits_at_end_of_input(&mut self) -> bool {
        self.to = None;
        self.exits()
    }

    /// Ends an engine that forfeits. Returns the end of its standard error, unless the forfeit
    /// contains it.
    pub fn end_after(&mut self, forfeit: &Forfeit) -> String {
        self.note(&format!("it {forfeit}"));
        self.to = None;
        let words = match forfeit {
            Forfeit::Crashed { .. } => String::new(),
            _ => self.child.end().unwrap_or_default(),
        };
        if !words.is_empty() {
            self.note(&words);
        }
        words
    }

    fn note(&self, words: &str) {
        self.log.as_ref().inspect(|log| log.note(words));
    }

    /// Returns whether the engine exits after `quit`.
    pub fn exits(&mut self) -> bool {
        self.child.ended_within(QUIT_TIMEOUT).is_some()
    }

    /// How an engine ended that closed its output.
    fn describe_end(&mut self) -> String {
        self.child.ended_within(END_TIMEOUT).unwrap_or_else(|| "it closed its output".into())
    }

    /// Waits for a line of the engine; `None` if the time is over, or if Agon was interrupted,
    /// which stops all clocks.
    fn wait_for_line(&self) -> Option<RawLine> {
        loop {
            let left = self.allowed.saturating_sub(self.began.elapsed());
            if left.is_zero() || interrupt::interrupted() {
                return None;
            }
            match self.from.recv_timeout(left.min(INTERRUPT_POLL)) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Disconnected) => return Some(RawLine::End),
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }
}

/// A hint for a program that cannot be started.
fn hint(program: &str) -> &'static str {
    if program.contains(char::is_whitespace) { "; quotes make one word of it" } else { "" }
}

/// Spawns a thread that writes lines to the engine.
fn write(mut stdin: ChildStdin) -> SyncSender<String> {
    let (to, lines) = sync_channel::<String>(QUEUE);
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                break;
            }
        }
    });
    to
}

/// Spawns a thread that reads lines from the engine, until the end or a line that is too long.
fn read(
    stdout: impl Read + Send + 'static,
    max_line: usize,
    log: Option<ProcessLog>,
) -> Receiver<RawLine> {
    let (to, from) = sync_channel(QUEUE);
    thread::spawn(move || {
        let mut source = BufReader::new(stdout);
        loop {
            let line = lines::read_line(&mut source, max_line).unwrap_or(RawLine::End);
            let is_last = matches!(line, RawLine::End | RawLine::TooLong);
            log.as_ref().inspect(|log| match &line {
                RawLine::Text(line) => log.received(line),
                RawLine::NotText => log.note("wrote bytes that are not text (UTF-8)"),
                RawLine::TooLong => log.note("wrote a line that is too long"),
                RawLine::End => log.ended(),
            });
            if to.send(line).is_err() || is_last {
                break;
            }
        }
    });
    from
}

impl EngineIo for Process {
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        let Some(to) = &self.to else { return Ok(()) };
        self.log.as_ref().inspect(|log| log.sent(line));
        match to.try_send(format!("{line}\n")) {
            Err(TrySendError::Full(_)) => Err(Forfeit::NotReading),
            // Reading from the engine will tell how it ended.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    fn start_clock(&mut self, milliseconds: u64) {
        self.began = Instant::now();
        self.allowed = Duration::from_millis(milliseconds);
        self.written = 0;
    }

    fn receive(&mut self) -> Result<Option<String>, Forfeit> {
        match self.wait_for_line() {
            Some(RawLine::Text(line)) => {
                self.written = self.written.saturating_add(line.len() + 1);
                let most = self.max_output;
                if self.written > most { Err(Forfeit::Flood { most }) } else { Ok(Some(line)) }
            }
            Some(RawLine::NotText) => Err(Forfeit::NotText),
            Some(RawLine::TooLong) => Err(Forfeit::LongLine { most: self.max_line }),
            Some(RawLine::End) => Err(Forfeit::Crashed { how: self.describe_end() }),
            None => Ok(None),
        }
    }

    fn elapsed(&self) -> u64 {
        self.began.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}

/// Sends `quit` and waits a moment, unless Agon was interrupted. Then the child is dropped.
impl Drop for Process {
    fn drop(&mut self) {
        // An engine whose input is already closed has had its time.
        if self.to.is_some() && !interrupt::interrupted() {
            let _ = self.send("quit");
            self.to = None;
            self.child.ended_within(QUIT_TIMEOUT);
        }
    }
}
