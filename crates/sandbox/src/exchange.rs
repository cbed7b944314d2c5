//! Sends positions to a running evaluation program, and reads its answers.
//!
//! Both pipes are non-blocking, and one thread polls both. So a batch may be larger than the
//! buffers of the pipes, and a program that does not read or does not answer is noticed.

use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use agon_core::quote;
use agon_host::interrupt;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};

use crate::{CommandLine, EngineChild, EngineLimits, Forfeit, StderrTail, Timeouts};

/// The longest answer in bytes, without the end of the line: every 64-bit number fits.
const MAX_LINE: usize = 64;

/// How often to check for an interruption while waiting.
const INTERRUPT_POLL: Duration = Duration::from_millis(20);

/// How long a program may run after its input has ended.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait for the end of a program that has closed its output or failed.
const END_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug, PartialEq, Eq)]
pub enum NoAnswers {
    /// Agon was interrupted.
    Interrupted,
    /// The evaluation program failed.
    Forfeit(Forfeit),
}

impl From<Forfeit> for NoAnswers {
    fn from(forfeit: Forfeit) -> NoAnswers {
        NoAnswers::Forfeit(forfeit)
    }
}

/// A running evaluation program. Dropping it ends the program.
pub struct Exchange {
    child: EngineChild,
    /// Closed to end the program.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    timeouts: Timeouts,
    /// Bytes that are not a whole line yet.
    unread: Vec<u8>,
    buffer: Vec<u8>,
    has_answered: bool,
}

impl Exchange {
    pub fn start(command: &str, limits: &EngineLimits) -> Result<Exchange, Forfeit> {
        let wrong = |reason: String| Forfeit::NotStarted { reason };
        let command = CommandLine::read_in(command, &limits.folder).map_err(wrong)?;
        let (child, stdin, stdout) = EngineChild::start(&command, limits).map_err(wrong)?;
        let text = |error: Errno| wrong(error.to_string());
        ioctl_fionbio(&stdin, true).map_err(text)?;
        ioctl_fionbio(&stdout, true).map_err(text)?;
        Ok(Exchange {
            child,
            stdin: Some(stdin),
            stdout,
            timeouts: limits.timeouts,
            unread: Vec::new(),
            buffer: vec![0; 64 << 10],
            has_answered: false,
        })
    }

    /// Sends the positions, one per line, and appends the answers to `values`: all of them, or
    /// those before a failure.
    pub fn ask(&mut self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswers> {
        let questions = positions.as_bytes();
        let wanted = values.len() + positions.lines().count();
        let mut sent = 0;
        let mut clock = BatchClock::start(self.timeouts, self.has_answered);
        // Detects answers that arrive before the positions are sent.
        self.take(values.len(), values)?;
        while values.len() < wanted {
            let has_sent = self.send(questions, &mut sent)?;
            let known = values.len();
            let has_read = self.take(wanted, values)?;
            if values.len() > known {
                self.has_answered = true;
                clock.answered();
            }
            if !has_sent && !has_read {
                self.wait(&clock, sent < questions.len())?;
            }
        }
        // The program answered before it has read all positions.
        if sent < questions.len() { Err(Forfeit::NotReading.into()) } else { Ok(()) }
    }

    /// Sends as many bytes from `sent` on as the pipe takes. Returns false if it takes none.
    fn send(&mut self, questions: &[u8], sent: &mut usize) -> Result<bool, Forfeit> {
        let Some(stdin) = self.stdin.as_ref().filter(|_| *sent < questions.len()) else {
            return Ok(false);
        };
        match write(stdin, &questions[*sent..]) {
            Ok(count) => {
                *sent += count;
                Ok(true)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(_) => {
                // It may still answer what it has read, or report how it ended.
                *sent = questions.len();
                Ok(true)
            }
        }
    }

    /// Reads the available bytes, and appends answers until there are `wanted`. Returns false if
    /// there is nothing to read.
    fn take(&mut self, wanted: usize, values: &mut Vec<i64>) -> Result<bool, Forfeit> {
        let count = match read(&self.stdout, &mut self.buffer) {
            Ok(0) => return Err(Forfeit::Crashed { how: self.describe_end() }),
            Ok(count) => count,
            Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
            Err(error) => return Err(Forfeit::Crashed { how: error.to_string() }),
        };
        self.unread.extend_from_slice(&self.buffer[..count]);
        let mut begin = 0;
        while let Some(length) = self.unread[begin..].iter().position(|&byte| byte == b'\n') {
            let line = &self.unread[begin..begin + length];
            if values.len() == wanted {
                break;
            }
            values.push(read_answer(line)?);
            begin += length + 1;
        }
        self.unread.drain(..begin);
        if values.len() == wanted && !self.unread.is_empty() {
            return Err(self.unasked());
        }
        if self.unread.len() > MAX_LINE {
            return Err(Forfeit::LongLine { most: MAX_LINE });
        }
        Ok(true)
    }

    /// The forfeit of a program that wrote more answers than positions.
    fn unasked(&self) -> Forfeit {
        let line = self.unread.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = &line[..line.len().min(MAX_LINE)];
        Forfeit::Unasked { found: quote(&String::from_utf8_lossy(line)) }
    }

    /// Waits until the pipes can be read, or written if there is something to write.
    fn wait(&self, clock: &BatchClock, is_sending: bool) -> Result<(), NoAnswers> {
        if interrupt::interrupted() {
            return Err(NoAnswers::Interrupted);
        }
        let left = clock.left(is_sending)?.min(INTERRUPT_POLL);
        let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        let stdin = self.stdin.as_ref().filter(|_| is_sending);
        fds.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        // A signal interrupts it, which has the same effect as a timeout.
        let _ = poll(&mut fds, Some(&left));
        Ok(())
    }

    /// How a program ended that closed its output.
    fn describe_end(&mut self) -> String {
        self.child.ended_within(END_TIMEOUT).unwrap_or_else(|| "it closed its output".into())
    }

    /// The end of the standard error of a program that has failed, if it ends now and had not ended
    /// before.
    pub fn stderr_tail(&mut self) -> String {
        self.stdin = None;
        let has_ended = self.child.ended_within(Duration::ZERO).is_some();
        match self.child.ended_within(END_TIMEOUT) {
            Some(how) if !has_ended && how.contains(StderrTail::ON_STDERR) => {
                format!("; then it ended: {how}")
            }
            _ => String::new(),
        }
    }
}

/// Closes the input and waits a moment, unless Agon was interrupted. Then the child is dropped.
impl Drop for Exchange {
    fn drop(&mut self) {
        // A program whose input is already closed has had its time.
        if self.stdin.take().is_some() && !interrupt::interrupted() {
            self.child.ended_within(QUIT_TIMEOUT);
        }
    }
}

/// Parses an answer: a whole number, with optional blanks around it.
fn read_answer(line: &[u8]) -> Result<i64, Forfeit> {
    if line.len() > MAX_LINE {
        return Err(Forfeit::LongLine { most: MAX_LINE });
    }
    let text = std::str::from_utf8(line).map_err(|_| Forfeit::NotText)?.trim();
    let wrong = |_| Forfeit::Garbage { found: quote(text), right: "a whole number" };
    text.parse().map_err(wrong)
}

/// The timeouts of a batch: one for each answer, and one for all together.
struct BatchClock {
    began: Instant,
    last: Instant,
    answer: u64,
    batch: u64,
    ready: u64,
}

impl BatchClock {
    fn start(timeouts: Timeouts, has_answered: bool) -> BatchClock {
        let Timeouts { startup, ready, thinking, .. } = timeouts;
        let now = Instant::now();
        // The first answer includes the start of the program.
        let answer = if has_answered { ready } else { startup.max(ready) };
        BatchClock { began: now, last: now, answer, batch: thinking, ready }
    }

    fn answered(&mut self) {
        (self.last, self.answer) = (Instant::now(), self.ready);
    }

    /// The time that is left; the forfeit if there is none.
    fn left(&self, is_sending: bool) -> Result<Duration, Forfeit> {
        let left = |limit: u64, since: Instant| {
            Duration::from_millis(limit).saturating_sub(since.elapsed())
        };
        let (answer, batch) = (left(self.answer, self.last), left(self.batch, self.began));
        if answer.is_zero() && is_sending {
            Err(Forfeit::NotReading)
        } else if answer.is_zero() {
            Err(Forfeit::Silent { word: "a position", milliseconds: self.answer })
        } else if batch.is_zero() {
            let word = "all positions of a batch";
            Err(Forfeit::Silent { word, milliseconds: self.batch })
        } else {
            Ok(answer.min(batch))
        }
    }
}
