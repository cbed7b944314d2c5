//! The guard of an engine: a second process of this program, which is the parent of the engine. The
//! guard ends with the engine, and all descendants of the engine end with the guard.
//!
//! `agon engine-guard` starts `agon engine-launch`, which restricts itself and becomes the engine.
//! The engine uses the input and output of the guard, which does not touch them. The guard reads
//! the engine's standard error, and keeps the end of it. On its own standard error the guard
//! reports whether the engine runs and how it ended. When that pipe closes, because the program
//! that started the engine has dropped it or is gone, the guard ends the engine.

mod client;
mod descendants;
mod launcher;
mod orders;

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{
    Pid, PidfdFlags, WaitOptions, WaitStatus, getpid, pidfd_open, set_child_subreaper, wait,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::StderrTail;
pub use client::{GuardedEngine, probe};
use descendants::Usage;
use orders::Orders;

/// The first argument of a guard.
const GUARD: &str = "engine-guard";

/// The first argument of a launcher.
const LAUNCH: &str = "engine-launch";

/// This program, even if its file has been replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// The named pipe in the engine's folder that becomes its standard error. The launcher removes it.
const ERRORS: &str = ".stderr";

/// How often the guard checks the engine if nothing happens.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// How often it counts processes and memory, unless the number of tasks in the system grows.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

/// How many additional tasks in the system trigger a count at once.
const MANY_TASKS: usize = 16;

/// Runs a guard or a launcher, if this program was started as one.
pub fn run_if_requested() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let word = words.next()?;
    let words: Vec<OsString> = words.collect();
    if word == GUARD {
        Some(guard(words))
    } else if word == LAUNCH {
        Some(launcher::launch(words))
    } else {
        None
    }
}

/// Runs an engine and supervises it until it has ended.
fn guard(words: Vec<OsString>) -> ExitCode {
    let Some(orders) = Orders::read(words) else { return ExitCode::from(2) };
    match Guard::start(orders) {
        Ok(mut guard) => {
            report("running");
            let how = guard.wait();
            report(&format!("ended {how}"));
            guard.end();
            ExitCode::SUCCESS
        }
        Err(reason) => {
            report(&format!("failed {reason}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to the program that started the guard, which may be gone.
fn report(line: &str) {
    let line = line.replace('\n', " ") + "\n";
    let _ = io::stderr().write_all(line.as_bytes());
}

struct Guard {
    orders: Orders,
    folder: TempDir,
    engine: Pid,
    /// The standard error of the engine.
    errors: Option<File>,
    stderr_tail: StderrTail,
    /// Set by a signal.
    is_asked: Arc<AtomicBool>,
}

impl Guard {
    fn start(orders: Orders) -> Result<Guard, String> {
        let text = |error: io::Error| error.to_string();
        let is_asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&is_asked)).map_err(text)?;
        }
        set_child_subreaper(Some(getpid())).map_err(|error| text(error.into()))?;
        let folder = crate::folder::make_folder()?;
        // The engine also runs without it.
        let errors = open_errors(folder.path()).ok();
        let started = spawn(&orders, folder.path());
        // Only the engine uses its input and output.
        let null = OpenOptions::new().read(true).write(true).open("/dev/null").map_err(text)?;
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let mut child = started.map_err(text)?;
        let mut failure = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            // This pipe closes when the launcher has become the engine.
            stderr.read_to_string(&mut failure).map_err(text)?;
        }
        let (engine, stderr_tail) = (Pid::from_child(&child), StderrTail::default());
        let guard = Guard { orders, folder, engine, errors, stderr_tail, is_asked };
        if failure.is_empty() {
            return Ok(guard);
        }
        guard.end();
        Err(failure)
    }

    /// Waits until the engine has ended or must end. Returns why.
    fn wait(&mut self) -> String {
        let pidfd = pidfd_open(self.engine, PidfdFlags::empty()).ok();
        let (mut counted_at, mut tasks) = (Instant::now(), usize::MAX);
        loop {
            let stderr = io::stderr();
            let mut fds = vec![PollFd::new(&stderr, PollFlags::empty())];
            fds.extend(pidfd.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
            fds.extend(self.errors.as_ref().map(|file| PollFd::new(file, PollFlags::IN)));
            // A signal interrupts it.
            let _ = poll(&mut fds, Some(&TICK));
            let is_dropped = fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
            if is_dropped || self.is_asked.load(Ordering::Relaxed) {
                self.read_errors();
                return self.stderr_tail.add_to("it was stopped");
            }
            let ended = self.reap();
            self.read_errors();
            if let Some(how) = ended {
                return self.stderr_tail.add_to(&how);
            }
            let now = descendants::tasks_of_system();
            let has_grown = now > tasks.saturating_add(MANY_TASKS);
            if tasks == usize::MAX || has_grown || counted_at.elapsed() >= COUNT_INTERVAL {
                (counted_at, tasks) = (Instant::now(), now);
                if let Some(reason) = self.excess(&descendants::usage()) {
                    return reason;
                }
            }
        }
    }

    fn read_errors(&mut self) {
        // If the pipe holds more, the next call reads it.
        let mut buffer = [0; 64 << 10];
        if let Some(Ok(count)) = self.errors.as_mut().map(|errors| errors.read(&mut buffer)) {
            self.stderr_tail.add(&buffer[..count]);
        }
    }

    /// Reaps children that have ended, including orphans of the engine. Returns how the engine
    /// ended, if it is among them.
    fn reap(&self) -> Option<String> {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == self.engine {
                return Some(describe(status));
            }
        }
        None
    }

    /// The limit that the engine exceeds, if any.
    fn excess(&self, usage: &Usage) -> Option<String> {
        let Orders { processes, memory, .. } = self.orders;
        if usage.processes > processes {
            return Some(format!("it had more than {processes} processes"));
        }
        let memory = memory.filter(|&memory| usage.memory > memory)?;
        Some(format!("it used more than {} MiB of memory", memory >> 20))
    }

    /// Kills all descendants, and removes the engine's folder.
    fn end(self) {
        descendants::kill_all();
        remove(self.folder.path());
    }
}

/// Creates the pipe of the engine's standard error. It is also opened for writing, so that it does
/// not end before the engine opens it.
fn open_errors(folder: &Path) -> io::Result<File> {
    let path = folder.join(ERRORS);
    mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open(path)
}

/// Starts the launcher in the engine's folder, with a clean environment.
fn spawn(orders: &Orders, folder: &Path) -> io::Result<Child> {
    let mut command = Command::new(THIS_PROGRAM);
    command.arg0("agon").arg(LAUNCH).args(orders.write()).stderr(Stdio::piped());
    crate::folder::prepare(&mut command, folder);
    // A signal to the engine's process group must not reach the guard.
    command.process_group(0).spawn()
}

fn describe(status: WaitStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "it is gone".into(),
    }
}

/// Removes a folder, even if the engine has changed permissions in it.
fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        open_up(folder);
        let _ = fs::remove_dir_all(folder);
    }
}

fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
