//! The child process of an engine: under a guard, or in a process group.

use std::io::Read as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::folder::{make_folder, prepare};
#[cfg(target_os = "linux")]
use crate::guard::GuardedEngine;
#[cfg(target_os = "linux")]
use crate::level::{Level, ready};
use crate::{CommandLine, EngineLimits, StderrTail, group};

/// How long to wait after SIGTERM.
const TERM_TIMEOUT: Duration = Duration::from_millis(200);

/// How long to wait for the standard error of a process that has ended: a descendant may keep it
/// open.
const WORDS_TIMEOUT: Duration = Duration::from_millis(100);

const POLL: Duration = Duration::from_millis(2);

/// A running engine with all its descendants. Dropping it ends them.
pub enum EngineChild {
    #[cfg(target_os = "linux")]
    Guarded(GuardedEngine),
    /// In a process group, on systems without guards.
    Grouped(GroupedEngine),
}

impl EngineChild {
    /// Starts an engine. The error says why it could not be started.
    pub fn start(
        command: &CommandLine,
        limits: &EngineLimits,
    ) -> Result<(EngineChild, ChildStdin, ChildStdout), String> {
        #[cfg(target_os = "linux")]
        {
            let sandbox = ready(Level::Unprotected).map_err(|failure| failure.to_string())?;
            if let Some(method) = sandbox.method {
                let (engine, stdin, stdout) = GuardedEngine::start(method, command, limits)?;
                return Ok((EngineChild::Guarded(engine), stdin, stdout));
            }
        }
        let (engine, stdin, stdout) = GroupedEngine::start(command, limits)?;
        Ok((EngineChild::Grouped(engine), stdin, stdout))
    }

    /// Waits for the engine to end. Returns how it ended, or `None` if it still runs.
    pub fn ended_within(&mut self, time: Duration) -> Option<String> {
        match self {
            #[cfg(target_os = "linux")]
            EngineChild::Guarded(engine) => engine.ended_within(time),
            EngineChild::Grouped(engine) => engine.ended_within(time),
        }
    }

    /// Ends the engine and all its descendants at once. Returns the end of its standard error.
    pub fn end(&mut self) -> Option<String> {
        match self {
            #[cfg(target_os = "linux")]
            EngineChild::Guarded(engine) => engine.end(),
            EngineChild::Grouped(engine) => engine.end(),
        }
    }
}

/// An engine in its own folder and process group.
pub struct GroupedEngine {
    child: Child,
    stderr_tail: Arc<Mutex<StderrTail>>,
    /// Reads its standard error.
    reader: Option<JoinHandle<()>>,
    /// Removed when the engine has ended.
    _folder: TempDir,
}

impl GroupedEngine {
    fn start(
        command: &CommandLine,
        limits: &EngineLimits,
    ) -> Result<(GroupedEngine, ChildStdin, ChildStdout), String> {
        let folder = make_folder()?;
        let words = command.absolute_words();
        // A command line has at least one word.
        let mut started = Command::new(&words[0]);
        started
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        prepare(&mut started, folder.path());
        #[cfg(unix)]
        for (name, target) in command.links() {
            let linked = std::os::unix::fs::symlink(target, folder.path().join(name));
            linked.map_err(|error| format!("{name}: {error}"))?;
        }
        group::prepare(&mut started, folder.path())
            .map_err(|error| format!("cannot hand over its folder: {error}"))?;
        let quoted = || agon_core::quote(command.program_word());
        let mut child = started.spawn().map_err(|error| format!("{}: {error}", quoted()))?;
        if let Some(memory) = limits.memory {
            group::limit_memory(&child, memory);
        }
        let pipes = child.stdin.take().zip(child.stdout.take());
        let stderr_tail = Arc::default();
        let reader =
            child.stderr.take().map(|stderr| read_errors(stderr, Arc::clone(&stderr_tail)));
        let engine = GroupedEngine { child, stderr_tail, reader, _folder: folder };
        let (stdin, stdout) = pipes.ok_or("it has no pipes")?;
        Ok((engine, stdin, stdout))
    }

    fn end(&mut self) -> Option<String> {
        group::kill(&mut self.child);
        let _ = self.child.wait();
        StderrTail::quoted_in(&self.with_stderr_tail(""))
    }

    fn ended_within(&mut self, time: Duration) -> Option<String> {
        let began = Instant::now();
        loop {
            if let Some(status) = group::exit_status(&mut self.child) {
                return Some(self.with_stderr_tail(&status));
            }
            if began.elapsed() >= time {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    /// How it ended, with the end of its standard error.
    fn with_stderr_tail(&self, status: &str) -> String {
        let began = Instant::now();
        while self.reader.as_ref().is_some_and(|reader| !reader.is_finished())
            && began.elapsed() < WORDS_TIMEOUT
        {
            thread::sleep(POLL);
        }
        self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner).add_to(status)
    }
}

/// Spawns a thread that reads standard error to its end, and keeps the last part.
fn read_errors(mut stderr: ChildStderr, stderr_tail: Arc<Mutex<StderrTail>>) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut buffer) {
            stderr_tail.lock().unwrap_or_else(PoisonError::into_inner).add(&buffer[..count]);
        }
    })
}

/// Terminates the process group, then kills it.
impl Drop for GroupedEngine {
    fn drop(&mut self) {
        if self.ended_within(Duration::ZERO).is_none() {
            group::terminate(&mut self.child);
            self.ended_within(TERM_TIMEOUT);
        }
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}
