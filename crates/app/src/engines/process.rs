//! The process of an external engine, with bounded time, output and memory.

use std::io::{BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, path};

use agon_arena::ugi::{self, EngineIo, Forfeit};
use agon_core::quote;
use tempfile::TempDir;

use super::{EngineLimits, group};
use crate::lines::{self, Read as Line};

/// The capacity of the line queues.
const QUEUE: usize = 64;

/// How long to wait after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait after the signal to terminate.
const TERM_TIMEOUT: Duration = Duration::from_millis(200);

/// The interval of polling for the end of the process.
const POLL: Duration = Duration::from_millis(2);

/// A running engine, in a folder and a process group of its own. It ends with this value.
pub struct Process {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    max_line: usize,
    max_output: usize,
    /// The bytes that it has written since the clock was started.
    written: usize,
    began: Instant,
    allowed: Duration,
    /// Kept for as long as the engine runs.
    _folder: TempDir,
}

impl Process {
    /// Starts an engine by its command line.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<Process, Forfeit> {
        let wrong = |reason: String| Forfeit::NotStarted { reason };
        let words = shlex::split(command)
            .ok_or_else(|| wrong(format!("the quotes of {} do not match", quote(command))))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| wrong("there is no command".into()))?;
        let folder = TempDir::with_prefix("agon-engine-")
            .map_err(|error| wrong(format!("there is no folder for it: {error}")))?;
        let mut command = Command::new(absolute_if_file(program));
        command
            .args(arguments.iter().map(|word| absolute_if_file(word)))
            .current_dir(folder.path())
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .envs([("HOME", folder.path()), ("TMPDIR", folder.path())])
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        group::prepare(&mut command);
        let mut child = command.spawn().map_err(|error| wrong(not_spawned(program, &error)))?;
        if let Some(memory) = limits.memory {
            group::limit_memory(&child, memory);
        }
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Ok(Process {
            child,
            to: stdin.map(write),
            from: read(stdout, limits.max_line),
            max_line: limits.max_line,
            max_output: limits.max_output,
            written: 0,
            began: Instant::now(),
            allowed: Duration::ZERO,
            _folder: folder,
        })
    }

    /// Whether the engine exits by itself after `quit`.
    pub fn exits(&mut self) -> bool {
        self.ends_within(QUIT_TIMEOUT)
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        loop {
            if group::exit_status(&mut self.child).is_some() {
                return true;
            }
            if began.elapsed() >= time {
                return false;
            }
            thread::sleep(POLL);
        }
    }

    /// How an engine ended that closed its output.
    fn describe_end(&mut self) -> String {
        self.ends_within(TERM_TIMEOUT);
        group::exit_status(&mut self.child).unwrap_or_else(|| "it closed its output".into())
    }
}

/// Why a program could not be started.
fn not_spawned(program: &str, error: &std::io::Error) -> String {
    let hint = match program.contains(char::is_whitespace) {
        true => "; quotes make one word of it",
        false => "",
    };
    format!("{}: {error}{hint}", quote(program))
}

/// A word of the command line; the path of a file is made absolute.
fn absolute_if_file(word: &str) -> path::PathBuf {
    let is_file = Path::new(word).is_file();
    let absolute = if is_file { path::absolute(word).ok() } else { None };
    absolute.unwrap_or_else(|| word.into())
}

/// A thread that writes lines to the engine.
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

/// A thread that reads lines from the engine, until the end or a line that is too long.
fn read(stdout: Option<impl Read + Send + 'static>, max_line: usize) -> Receiver<Line> {
    let (to, from) = sync_channel(QUEUE);
    thread::spawn(move || {
        let Some(stdout) = stdout else { return };
        let mut source = BufReader::new(stdout);
        loop {
            let line = lines::read_line(&mut source, max_line).unwrap_or(Line::End);
            let is_last = matches!(line, Line::End | Line::TooLong);
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
        match to.try_send(format!("{line}\n")) {
            Err(TrySendError::Full(_)) => Err(Forfeit::Deaf),
            // How an engine ended that reads no more is found out by reading from it.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    fn start_clock(&mut self, milliseconds: u64) {
        self.began = Instant::now();
        self.allowed = Duration::from_millis(milliseconds);
        self.written = 0;
    }

    fn receive(&mut self) -> Result<Option<String>, Forfeit> {
        let left = self.allowed.saturating_sub(self.began.elapsed());
        if left.is_zero() {
            return Ok(None);
        }
        match self.from.recv_timeout(left) {
            Ok(Line::Text(line)) => {
                self.written = self.written.saturating_add(line.len() + 1);
                let most = self.max_output;
                if self.written > most { Err(Forfeit::Flood { most }) } else { Ok(Some(line)) }
            }
            Ok(Line::NotText) => Err(Forfeit::NotText),
            Ok(Line::TooLong) => Err(Forfeit::LongLine { most: self.max_line }),
            Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => {
                Err(Forfeit::Crashed { how: self.describe_end() })
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }

    fn elapsed(&self) -> u64 {
        self.began.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}

/// Sends `quit`, then asks the process group to terminate, then kills it.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send(&ugi::Command::Quit.to_string());
        self.to = None;
        if !self.ends_within(QUIT_TIMEOUT) {
            group::terminate(&mut self.child);
            self.ends_within(TERM_TIMEOUT);
        }
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}
