//! The guard of an engine: a second process of this program, which is the parent of the engine. The
//! guard ends with the engine, and all descendants of the engine end with the guard.
//!
//! `agon engine-guard` makes a cgroup and namespaces, whose first process is `agon engine-first`,
//! and starts `agon engine-launch`, which enters both, restricts itself and becomes the engine.
//! The engine uses the input and output of the guard, which does not touch them. The guard reads
//! the engine's standard error, and keeps the end of it. On its own standard error the guard
//! reports whether the engine runs and how it ended. When that pipe closes, because the program
//! that started the engine has dropped it or is gone, the guard ends the engine.

mod bubblewrap;
mod cgroup;
mod client;
mod descendants;
mod launcher;
mod namespaces;
mod orders;
mod system_calls;

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{PipeReader, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use nix::unistd::geteuid;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio};
use rustix::process::{
    Pid, PidfdFlags, WaitOptions, WaitStatus, getpid, pidfd_open, set_child_subreaper, wait,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::StderrTail;
use crate::level::Method;
use cgroup::Cgroup;
pub use client::{GuardedEngine, try_method};
use descendants::Usage;
pub use descendants::all as descendants_of_this_process;
use launcher::Place;
use namespaces::{HOME, Namespaces};
use orders::Orders;

/// The first argument of a guard.
const GUARD: &str = "engine-guard";

/// The first argument of the first process in new namespaces.
const FIRST: &str = "engine-first";

/// The first argument of a launcher of bubblewrap, in which a launcher runs.
const WRAP: &str = "engine-wrap";

/// The first argument of a launcher.
const LAUNCH: &str = "engine-launch";

/// This program, even if its file has been replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// The users that programs become if the guard is root: one for each guard, beyond those that
/// systems and containers give away.
const FIRST_USER: u32 = 0x7000_0000;

/// The user without rights, where the container has no others.
const NOBODY: u32 = 65534;

/// How often the guard checks the engine if nothing happens.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// How often it counts processes and memory, unless the number of tasks in the system grows.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

/// How many additional tasks in the system trigger a count at once.
const MANY_TASKS: usize = 16;

/// Whether this program becomes a guard when it is started as one. Another program would only start
/// itself again.
static RUNS_GUARDS: AtomicBool = AtomicBool::new(false);

/// Runs a guard or a launcher, if this program was started as one.
pub fn run_if_requested() -> Option<ExitCode> {
    RUNS_GUARDS.store(true, Ordering::Relaxed);
    let mut words = std::env::args_os().skip(1);
    let word = words.next()?;
    let words: Vec<OsString> = words.collect();
    if word == GUARD {
        Some(guard(words))
    } else if word == FIRST {
        let orders = Orders::read(words.into_iter());
        Some(orders.map_or(ExitCode::from(2), |orders| namespaces::run_first(&orders)))
    } else if word == LAUNCH || word == WRAP {
        Some(launcher::launch(words, word == WRAP))
    } else {
        None
    }
}

/// Runs an engine and supervises it until it has ended.
fn guard(words: Vec<OsString>) -> ExitCode {
    let Some(orders) = Orders::read(words.into_iter()) else { return ExitCode::from(2) };
    match Guard::start(orders) {
        Ok(mut guard) => {
            report(&format!("running {}", guard.uncounted));
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
    engine: Pid,
    /// The standard error of the engine.
    errors: Option<PipeReader>,
    stderr_tail: StderrTail,
    /// Set by a signal.
    is_asked: Arc<AtomicBool>,
    namespaces: Option<Namespaces>,
    cgroup: Option<Cgroup>,
    /// Why the kernel does not count the engine's memory.
    uncounted: String,
    /// The engine's folder, where it has no namespaces.
    folder: Option<TempDir>,
}

impl Guard {
    fn start(mut orders: Orders) -> Result<Guard, String> {
        let text = |error: io::Error| error.to_string();
        let is_asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&is_asked)).map_err(text)?;
        }
        set_child_subreaper(Some(getpid())).map_err(|error| text(error.into()))?;
        orders.user = geteuid().is_root().then(other_user);
        let (cgroup, uncounted) = match Cgroup::create(&orders) {
            Ok(cgroup) => (Some(cgroup), String::new()),
            Err(cause) => (None, cause),
        };
        orders.is_counted = cgroup.is_some();
        let has_namespaces = orders.method == Method::Namespaces;
        let namespaces = has_namespaces.then(|| Namespaces::make(&orders)).transpose()?;
        let folder = (orders.method == Method::Filter).then(|| make_folder(&orders)).transpose()?;
        let (errors, pipe) = io::pipe().map_err(text)?;
        ioctl_fionbio(&errors, true).map_err(|error| text(error.into()))?;
        fcntl_setfd(&pipe, FdFlags::empty()).map_err(|error| text(error.into()))?;
        let place = Place {
            errors: pipe.as_raw_fd(),
            first: namespaces.as_ref().map(|it| it.first().as_raw_nonzero().get() as u32),
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.door().into()),
        };
        let started = spawn(&orders, &place, folder.as_ref().map(TempDir::path));
        drop(pipe);
        // Only the engine uses its input and output.
        let null = OpenOptions::new().read(true).write(true).open("/dev/null").map_err(text)?;
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let mut child = started?;
        let failure = child.stderr.take().map(read_failure).transpose().map_err(text)?;
        let (engine, stderr_tail) = (Pid::from_child(&child), StderrTail::default());
        let guard = Guard {
            orders,
            engine,
            errors: Some(errors),
            stderr_tail,
            is_asked,
            namespaces,
            cgroup,
            uncounted,
            folder,
        };
        match failure.filter(|failure| !failure.is_empty()) {
            None => Ok(guard),
            Some(failure) => {
                guard.end();
                Err(failure)
            }
        }
    }

    /// Waits until the engine has ended or must end. Returns why.
    fn wait(&mut self) -> String {
        let pidfd = pidfd_open(self.engine, PidfdFlags::empty()).ok();
        let (mut counted_at, mut tasks) = (Instant::now(), usize::MAX);
        loop {
            let stderr = io::stderr();
            let mut fds = vec![PollFd::new(&stderr, PollFlags::empty())];
            fds.extend(pidfd.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
            fds.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
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
                if let Some(reason) = self.excess(&self.usage()) {
                    return reason;
                }
            }
        }
    }

    fn read_errors(&mut self) {
        // If the pipe holds more, the next call reads it.
        let mut buffer = [0; 64 << 10];
        match self.errors.as_mut().map(|errors| errors.read(&mut buffer)) {
            // The engine has closed it, which would end every wait at once.
            Some(Ok(0)) => self.errors = None,
            Some(Ok(count)) => self.stderr_tail.add(&buffer[..count]),
            _ => (),
        }
    }

    /// What the engine and its descendants use, with the files that are held in memory.
    fn usage(&self) -> Usage {
        let first = self.namespaces.as_ref().map(Namespaces::first);
        let mut usage = descendants::usage(first, self.cgroup.is_none());
        // Bubblewrap is in the namespaces of this process, the last of its descendants is not.
        let inside = match self.orders.method {
            Method::Namespaces => first,
            Method::Bubblewrap => descendants::all().last().and_then(|&pid| Pid::from_raw(pid)),
            Method::Filter => None,
        };
        let (bytes, files) = inside.map_or((0, 0), namespaces::written);
        usage.memory += bytes;
        usage.files = files;
        usage
    }

    /// Reaps children that have ended, including orphans of the engine. Returns how the engine
    /// ended, if it is among them.
    fn reap(&self) -> Option<String> {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == self.engine {
                let is_memory = self.cgroup.as_ref().is_some_and(Cgroup::is_exceeded);
                let memory = self.orders.memory.filter(|_| is_memory);
                return Some(memory.map_or_else(|| describe(status), too_much_memory));
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
        if usage.files > self.orders.files {
            return Some(format!("it made more than {} files", self.orders.files));
        }
        let is_exceeded = match &self.cgroup {
            Some(cgroup) => cgroup.is_exceeded(),
            None => memory.is_some_and(|memory| usage.memory > memory),
        };
        memory.filter(|_| is_exceeded).map(too_much_memory)
    }

    /// Kills all descendants, and removes the engine's folder and cgroup.
    fn end(self) {
        descendants::kill_all();
        self.folder.inspect(|folder| remove(folder.path()));
    }
}

/// A user other than root that no other program has.
fn other_user() -> u32 {
    let user = FIRST_USER + getpid().as_raw_nonzero().get() as u32;
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_mapped = map.lines().any(|line| {
        let numbers: Vec<u32> = line.split_whitespace().flat_map(str::parse).collect();
        matches!(numbers[..], [from, _, count] if user >= from && user - from < count)
    });
    if is_mapped { user } else { NOBODY }
}

/// Creates the folder of an engine without namespaces.
fn make_folder(orders: &Orders) -> Result<TempDir, String> {
    let folder = crate::folder::make_folder()?;
    if orders.user.is_some() {
        std::os::unix::fs::chown(folder.path(), orders.user, orders.user)
            .map_err(|error| format!("cannot hand over a temporary folder: {error}"))?;
    }
    Ok(folder)
}

/// Starts the launcher with a clean environment, and in the engine's folder if it has one here.
fn spawn(orders: &Orders, place: &Place, folder: Option<&Path>) -> Result<Child, String> {
    let mut command = Command::new(THIS_PROGRAM);
    let role = if orders.method == Method::Bubblewrap { WRAP } else { LAUNCH };
    command.arg0("agon").arg(role).args(place.write()).args(orders.write());
    command.stderr(Stdio::piped());
    crate::folder::prepare(&mut command, folder.unwrap_or(Path::new(HOME)));
    // The launcher enters the folder of a sandbox when it is in the sandbox.
    command.current_dir(folder.unwrap_or(Path::new("/")));
    // A signal to the engine's process group must not reach the guard.
    command.process_group(0).spawn().map_err(|error| error.to_string())
}

/// What a launcher writes that does not become its engine. The pipe ends when it has, or has a
/// zero byte.
fn read_failure(mut pipe: ChildStderr) -> io::Result<String> {
    let mut text = Vec::new();
    let mut byte = [0];
    while pipe.read(&mut byte)? == 1 && byte[0] != 0 {
        text.push(byte[0]);
    }
    if byte[0] == 0 && text.is_empty() {
        return Ok(String::new());
    }
    Ok(String::from_utf8_lossy(&text).trim().to_string())
}

fn too_much_memory(limit: u64) -> String {
    format!("it used more than {} MiB of memory", limit >> 20)
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
