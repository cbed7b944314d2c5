//! A guard as seen by the program that starts an engine.

use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::{GUARD, LAUNCH, Orders, THIS_PROGRAM};
use crate::{CommandLine, EngineLimits, Restriction, Restrictions, StderrTail};

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// How long to wait for a guard that ends its engine. The guard continues by itself afterwards.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for a guard that reports the standard error of its engine.
const WORDS_TIMEOUT: Duration = Duration::from_secs(1);

const POLL: Duration = Duration::from_millis(1);

/// The restrictions that this system can enforce; `None` if it cannot run guards.
pub fn probe() -> Option<Vec<Restriction>> {
    let mut command = Command::new(THIS_PROGRAM);
    command.args([LAUNCH, "probe"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let enforced = Restriction::read_list(&String::from_utf8(output.stdout).ok()?);
    // Another program would not list the restrictions.
    enforced.contains(&Restriction::Processes).then_some(enforced)
}

/// An engine under its guard. Dropping it ends both.
pub struct GuardedEngine {
    guard: Child,
    /// The reports of the guard. Closing this pipe ends the engine.
    reports: Option<ChildStderr>,
    unread: Vec<u8>,
    ended: Option<String>,
}

impl GuardedEngine {
    /// Starts an engine. The error says why it could not be started.
    pub fn start(
        command: &CommandLine,
        limits: &EngineLimits,
    ) -> Result<(GuardedEngine, ChildStdin, ChildStdout), String> {
        let orders = Orders {
            memory: limits.memory,
            file_size: limits.file_size,
            processes: limits.processes,
            required: Restrictions::of_this_system().enforced.clone(),
            readable: command.readable(&limits.private),
            words: command.absolute_words().into_iter().map(Into::into).collect(),
        };
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
        let mut engine = GuardedEngine { guard, reports, unread: Vec::new(), ended: None };
        match engine.next_report(START_TIMEOUT) {
            Some(line) if line == "running" => (),
            Some(line) => {
                return Err(line.strip_prefix("failed ").unwrap_or("its guard failed").into());
            }
            None => return Err("its guard did not start it".into()),
        }
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
