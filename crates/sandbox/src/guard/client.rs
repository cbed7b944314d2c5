//! A guard as seen by the program that starts an engine.

use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::{GUARD, Orders, THIS_PROGRAM};
use crate::level::{Method, Trial, WITHOUT};
use crate::{CommandLine, EngineLimits, StderrTail};

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// How long to wait for a guard that ends its engine. The guard continues by itself afterwards.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for a guard that reports the standard error of its engine.
const WORDS_TIMEOUT: Duration = Duration::from_secs(1);

const POLL: Duration = Duration::from_millis(1);

/// Starts a guard that tests its own sandbox by this method. The error says why that does not hold.
pub fn try_method(method: Method) -> Result<Trial, String> {
    super::cgroup::sweep();
    let limits = EngineLimits::default();
    let orders = orders(method, &limits, Vec::new(), Vec::new());
    let (engine, _, mut stdout) = GuardedEngine::start_guard(&orders)?;
    let mut text = String::new();
    stdout.read_to_string(&mut text).map_err(|error| error.to_string())?;
    let (mark, rest) = text.split_once('\n').unwrap_or((&text, ""));
    match mark {
        "held" => Ok(Trial {
            uncounted: engine.uncounted.clone(),
            open: rest.lines().map(String::from).collect(),
        }),
        "fails" => Err(rest.into()),
        _ => Err("its launcher did not answer".into()),
    }
}

fn orders(
    method: Method,
    limits: &EngineLimits,
    readable: Vec<PathBuf>,
    words: Vec<OsString>,
) -> Orders {
    Orders {
        method,
        memory: limits.memory,
        disk: limits.disk,
        files: limits.files,
        processes: limits.processes,
        tasks: limits.tasks,
        user: None,
        without: std::env::var(WITHOUT).unwrap_or_default(),
        readable,
        words,
    }
}

/// An engine under its guard. Dropping it ends both.
pub struct GuardedEngine {
    guard: Child,
    /// The reports of the guard. Closing this pipe ends the engine.
    reports: Option<ChildStderr>,
    unread: Vec<u8>,
    ended: Option<String>,
    /// Why the kernel does not count its memory.
    uncounted: Option<String>,
}

impl GuardedEngine {
    /// Starts an engine. The error says why it could not be started.
    pub fn start(
        method: Method,
        command: &CommandLine,
        limits: &EngineLimits,
    ) -> Result<(GuardedEngine, ChildStdin, ChildStdout), String> {
        let readable = command.readable(&limits.private);
        let words = command.absolute_words().into_iter().map(Into::into).collect();
        GuardedEngine::start_guard(&orders(method, limits, readable, words))
    }

    fn start_guard(orders: &Orders) -> Result<(GuardedEngine, ChildStdin, ChildStdout), String> {
        let mut guard = Command::new(THIS_PROGRAM)
            .arg0("agon")
            .arg(GUARD)
            .args(orders.write())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in the terminal reaches only this process, which ends its engines.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("there is no guard for it: {error}"))?;
        let (stdin, stdout) = (guard.stdin.take(), guard.stdout.take());
        let reports = guard.stderr.take();
        let mut engine =
            GuardedEngine { guard, reports, unread: Vec::new(), ended: None, uncounted: None };
        let line = engine.next_report(START_TIMEOUT).ok_or("its guard did not start it")?;
        let Some(uncounted) = line.strip_prefix("running ") else {
            return Err(line.strip_prefix("failed ").unwrap_or("its guard failed").into());
        };
        engine.uncounted = (!uncounted.is_empty()).then(|| uncounted.into());
        let pipes = stdin.zip(stdout).ok_or("its guard has no pipes")?;
        Ok((engine, pipes.0, pipes.1))
    }

    /// Ends the engine at once. Returns the end of its standard error.
    pub fn end(&mut self) -> Option<String> {
        let _ = kill_process(Pid::from_child(&self.guard), Signal::TERM);
        StderrTail::quoted_in(&self.ended_within(WORDS_TIMEOUT)?)
    }

    /// Waits for the engine to end. Returns how it ended, or `None` if it still runs.
    pub fn ended_within(&mut self, time: Duration) -> Option<String> {
        if self.ended.is_none() && self.reports.is_some() {
            let report = self.next_report(time)?;
            let how = report.strip_prefix("ended ").unwrap_or("its guard is gone");
            self.ended = Some(how.into());
        }
        self.ended.clone()
    }

    /// The next line of the guard: empty if the guard is gone, `None` if none arrives in time.
    fn next_report(&mut self, time: Duration) -> Option<String> {
        let began = Instant::now();
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            let Some(reports) = &mut self.reports else { return Some(String::new()) };
            let left = time.saturating_sub(began.elapsed());
            let left =
                Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
            let mut fds = [PollFd::new(reports, PollFlags::IN)];
            match poll(&mut fds, Some(&left)) {
                Ok(0) => return None,
                Err(rustix::io::Errno::INTR) => continue,
                _ => (),
            }
            let mut buffer = [0; 1024];
            match reports.read(&mut buffer) {
                Ok(0) | Err(_) => return Some(String::new()),
                Ok(count) => self.unread.extend(&buffer[..count]),
            }
        }
    }
}

/// Ends the engine at once, and waits for its guard.
impl Drop for GuardedEngine {
    fn drop(&mut self) {
        self.reports = None;
        let began = Instant::now();
        while matches!(self.guard.try_wait(), Ok(None)) && began.elapsed() < END_TIMEOUT {
            thread::sleep(POLL);
        }
    }
}
