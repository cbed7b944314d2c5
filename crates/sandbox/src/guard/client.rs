//! A guard as seen by the program that starts an engine.

use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::namespaces::SYSTEM;
use super::{GUARD, Orders, RUNS_GUARDS, THIS_PROGRAM};
use crate::grants::hint;
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
    if !RUNS_GUARDS.load(Ordering::Relaxed) {
        return Err("this program runs no guards".into());
    }
    super::cgroup::sweep();
    let limits = EngineLimits::default();
    let orders = orders(method, &limits);
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

/// The orders to test a method.
fn orders(method: Method, limits: &EngineLimits) -> Orders {
    Orders {
        method,
        memory: limits.memory,
        disk: limits.disk,
        files: limits.files,
        processes: limits.processes,
        tasks: limits.tasks,
        is_counted: false,
        user: None,
        without: std::env::var(WITHOUT).unwrap_or_default(),
        readable: Vec::new(),
        links: Vec::new(),
        words: Vec::new(),
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
    /// What it may read, to tell what it lacks.
    readable: Vec<PathBuf>,
    limits: Box<EngineLimits>,
}

impl GuardedEngine {
    /// Starts an engine. The error says why it could not be started.
    pub fn start(
        method: Method,
        command: &CommandLine,
        limits: &EngineLimits,
    ) -> Result<(GuardedEngine, ChildStdin, ChildStdout), String> {
        let links = command.links().into_iter().map(|(name, path)| (name.into(), path));
        let orders = Orders {
            readable: command.readable(limits)?,
            links: links.collect(),
            words: command.absolute_words().into_iter().map(Into::into).collect(),
            ..orders(method, limits)
        };
        let (mut engine, stdin, stdout) = GuardedEngine::start_guard(&orders)?;
        engine.readable = orders.readable.into_iter().chain(SYSTEM.map(PathBuf::from)).collect();
        engine.limits = Box::new(limits.clone());
        Ok((engine, stdin, stdout))
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
        let mut engine = GuardedEngine {
            guard,
            reports,
            unread: Vec::new(),
            ended: None,
            uncounted: None,
            readable: Vec::new(),
            limits: Box::default(),
        };
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
            let hint = hint(how, &self.limits, &self.readable);
            self.ended = Some(hint.map_or_else(|| how.into(), |hint| format!("{how}; {hint}")));
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
