//! The process of an engine: lines to and from it, bounded in all that it can do.

use std::io::{BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, path};

use agon_arena::ugi::{self, Forfeit, Lines};
use agon_core::quote;
use tempfile::TempDir;

use super::{EngineLimits, group};
use crate::lines::{self, Read as Line};

/// How many lines wait to be read or written before somebody has to wait.
const QUEUE: usize = 64;

/// How long an engine that was told to leave is waited for.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long one that was asked by signal is waited for.
const TERMINATION: Duration = Duration::from_millis(200);

/// How often it is looked whether an engine has ended.
const LOOK: Duration = Duration::from_millis(2);

/// An engine that runs in a folder and a group of its own. It ends with this value.
pub struct Process {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    longest: usize,
    most: usize,
    /// What it has written since something new began, in bytes.
    written: usize,
    began: Instant,
    allowed: Duration,
    /// Kept for as long as the engine runs.
    _folder: TempDir,
}

impl Process {
    /// Starts an engine by its command, of which words with blanks stand in quotes.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<Process, Forfeit> {
        let wrong = |reason: String| Forfeit::NotStarted { reason };
        let words = shlex::split(command)
            .ok_or_else(|| wrong(format!("the quotes of {} do not match", quote(command))))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| wrong("there is no command".into()))?;
        let folder = TempDir::with_prefix("agon-engine-")
            .map_err(|error| wrong(format!("there is no folder for it: {error}")))?;
        let mut command = Command::new(seen_from_here(program));
        command
            .args(arguments.iter().map(|word| seen_from_here(word)))
            .current_dir(folder.path())
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .envs([("HOME", folder.path()), ("TMPDIR", folder.path())])
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        group::prepare(&mut command);
        let mut child =
            command.spawn().map_err(|error| wrong(format!("{}: {error}", quote(program))))?;
        if let Some(memory) = limits.memory {
            group::restrict(&child, memory);
        }
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Ok(Process {
            child,
            to: stdin.map(write),
            from: read(stdout, limits.line),
            longest: limits.line,
            most: limits.output,
            written: 0,
            began: Instant::now(),
            allowed: Duration::ZERO,
            _folder: folder,
        })
    }

    /// Whether the engine leaves within its farewell time by itself.
    pub fn leaves(&mut self) -> bool {
        self.ends_within(FAREWELL)
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        loop {
            if group::ended(&mut self.child).is_some() {
                return true;
            }
            if began.elapsed() >= time {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    /// How an engine ended that has nothing more to say.
    fn end_in_words(&mut self) -> String {
        self.ends_within(TERMINATION);
        group::ended(&mut self.child).unwrap_or_else(|| "it closed its output".into())
    }
}

/// A word of a command; one that names a file is made to name it from any folder.
fn seen_from_here(word: &str) -> path::PathBuf {
    let is_file = Path::new(word).is_file();
    let absolute = if is_file { path::absolute(word).ok() } else { None };
    absolute.unwrap_or_else(|| word.into())
}

/// Writes the lines that are sent to it, as fast as they are read.
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

/// Reads lines, as fast as they are asked for, until there are no more or one is too long.
fn read(stdout: Option<impl Read + Send + 'static>, longest: usize) -> Receiver<Line> {
    let (to, from) = sync_channel(QUEUE);
    thread::spawn(move || {
        let Some(stdout) = stdout else { return };
        let mut source = BufReader::new(stdout);
        loop {
            let line = lines::read_line(&mut source, longest).unwrap_or(Line::End);
            let is_last = matches!(line, Line::End | Line::TooLong);
            if to.send(line).is_err() || is_last {
                break;
            }
        }
    });
    from
}

impl Lines for Process {
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        let Some(to) = &self.to else { return Ok(()) };
        match to.try_send(format!("{line}\n")) {
            Err(TrySendError::Full(_)) => Err(Forfeit::Deaf),
            // What became of one that reads no more shows in what it writes.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    fn allow(&mut self, milliseconds: u64) {
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
                let most = self.most;
                if self.written > most { Err(Forfeit::Flood { most }) } else { Ok(Some(line)) }
            }
            Ok(Line::NotText) => Err(Forfeit::NotText),
            Ok(Line::TooLong) => Err(Forfeit::LongLine { most: self.longest }),
            Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => {
                Err(Forfeit::Crashed { how: self.end_in_words() })
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }

    fn spent(&self) -> u64 {
        self.began.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}

/// The engine is told to leave, asked to end, and ended, with all that it has started.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send(&ugi::Command::Quit.to_string());
        self.to = None;
        if !self.ends_within(FAREWELL) {
            group::terminate(&mut self.child);
            self.ends_within(TERMINATION);
        }
        group::end_at_once(&mut self.child);
        let _ = self.child.wait();
    }
}
